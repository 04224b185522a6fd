#!/usr/bin/env bash
# Measures the interpreter beside shakmaty and, on Debian, the packaged Fairy-Stockfish and Sjaak II, which it installs
# where they are missing. Takes less than three minutes once built. ROUNDS=9 for more rounds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export PATH="$PATH:/usr/games"

missing=()
for engine in fairy-stockfish sjaakii; do
  command -v "$engine" > /dev/null || missing+=("$engine")
done
if ((${#missing[@]})); then
  if command -v apt-get > /dev/null; then
    sudo=()
    ((EUID == 0)) || sudo=(sudo)
    "${sudo[@]}" apt-get update -qq || true
    "${sudo[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" > /dev/null ||
      printf 'could not install %s; their rows are left out\n' "${missing[*]}" >&2
  else
    printf 'no apt-get here: %s left out\n' "${missing[*]}" >&2
  fi
fi
cargo build --locked --profile dist --package heterodox --package heterodox-bench
exec cargo run --locked --profile dist --package heterodox-bench -- "$@"
