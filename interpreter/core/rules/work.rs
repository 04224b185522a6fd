//! Work that is compiled for the instructions of the processor at hand: a position in, whatever the work is for out.

use crate::position::state::State;
use crate::rules::Referee;
use crate::variant::set::Width;

/// Work on a position that is worth compiling for processors that count and find bits in one instruction: everything
/// under `done` must be inlined.
pub(super) trait Work<W: Width> {
    /// What comes of it. The default says that this way of working does not know.
    type Result: Default;
    /// Does it.
    fn done(self, referee: &mut Referee<'_, W>, state: &State<W>) -> Self::Result;
}

impl<W: Width> Referee<'_, W> {
    /// Does some work with the instructions that this processor has. An x86-64 that lacks them (none since 2013) does
    /// not know, so that its moves are tested one by one; a second copy of the generator for it would double the code.
    #[inline(always)]
    pub(super) fn quickly<T: Work<W>>(&mut self, state: &State<W>, work: T) -> T::Result {
        #[cfg(target_arch = "x86_64")]
        {
            if self.core.has_bit_instructions {
                // SAFETY: the processor was asked for these instructions when the core was made.
                #[allow(unsafe_code)]
                return unsafe { self.done_with_bit_instructions(state, work) };
            }
            T::Result::default()
        }
        #[cfg(not(target_arch = "x86_64"))]
        work.done(self, state)
    }

    /// The work compiled for processors that count and find bits in one instruction (x86-64-v3 and most of
    /// v2): a quarter faster (`tests/bench/run.sh`), with no build for each machine.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn done_with_bit_instructions<T: Work<W>>(&mut self, state: &State<W>, work: T) -> T::Result {
        work.done(self, state)
    }
}
