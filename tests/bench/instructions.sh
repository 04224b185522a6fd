#!/usr/bin/env bash
# Counts the instructions of some work under valgrind, which Debian has and which is installed where it is missing, and
# fails where one is more than 5 % above the figure kept in instructions.txt. `--write` keeps the figures of this run.
# Instructions are the same on every machine, but not with every compiler: the file names the one it was made with, and
# with another the figures are only shown.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

figures=tests/bench/instructions.txt
program=${CARGO_TARGET_DIR:-target}/dist/heterodox
works=(
  "perft chess 5"
  "perft chess --fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1 3"
  "perft knight-relay 4"
  "perft diplomat 5"
  "perft cheskers 7"
  "perft examples/atomic 3"
  "validate knight-relay --play 0"
)

if ! command -v valgrind > /dev/null; then
  sudo=()
  ((EUID == 0)) || sudo=(sudo)
  { "${sudo[@]}" apt-get update -qq && "${sudo[@]}" apt-get install -y -qq --no-install-recommends valgrind; } \
    > /dev/null 2>&1 || true
fi
if ! command -v valgrind > /dev/null; then
  printf 'valgrind is not here and cannot be installed: no instructions counted\n' >&2
  exit 0
fi
cargo build --profile dist --locked --quiet

compiler=$(rustc --version | cut -d' ' -f1-2)
count() {
  local words=()
  read -ra words <<< "$1"
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "${words[@]//_/ }" 2>&1 > /dev/null |
    sed -n 's/.*Collected : //p'
}

if [[ ${1-} == --write ]]; then
  {
    printf '# instructions counted by tests/bench/instructions.sh --write\n# %s\n' "$compiler"
    for work in "${works[@]}"; do printf '%s\t%s\n' "$(count "$work")" "$work"; done
  } > "$figures"
  cat "$figures"
  exit 0
fi

same_compiler=$(grep -cx "# $compiler" "$figures" || true)
failed=0
printf '%14s %14s %8s  work\n' kept now change
for work in "${works[@]}"; do
  kept=$(awk -F'\t' -v work="$work" '$2 == work { print $1 }' "$figures")
  if [[ -z $kept ]]; then
    printf 'no figure is kept for `%s`: run tests/bench/instructions.sh --write\n' "$work" >&2
    failed=1
    continue
  fi
  now=$(count "$work")
  printf '%14s %14s %+7.1f%%  %s\n' "$kept" "$now" "$(awk "BEGIN { print ($now / $kept - 1) * 100 }")" "$work"
  if ((now * 100 > kept * 105)); then failed=1; fi
done
if ((failed)) && ((same_compiler == 0)); then
  printf 'made with another compiler than %s: not held against it\n' "$compiler" >&2
  exit 0
fi
if ((failed)); then
  printf 'more than 5 %% lost; if it is meant, keep the new figures with tests/bench/instructions.sh --write\n' >&2
fi
exit "$failed"
