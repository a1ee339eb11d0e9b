#!/usr/bin/env bash
# Spins again from a file that Stagelight saved: ./check-wheel.sh stagelight-wheel-….txt (see fairness.md)
set -euo pipefail
all() { sed -nE "s/^$1: //p" "$file"; }
sha() { printf "$(sed 's/../\\x&/g' <<< "$1")" | sha256sum | cut -c 1-64; }
file=$1 seed=$(all seed) sum=0 ends=()
[ "$(all algorithm)" = 1 ] && [ "$(sha "$seed")" = "$(all commitment)" ] || { echo "NOT the seed that was told"; exit 1; }
for weight in $(sed -nE 's/^section: [0-9]+ ([1-9][0-9]{0,6}) .*/\1/p' "$file"); do sum=$((sum + weight)); ends+=("$sum"); done
for ((n = 1; n <= $(grep -c '^spin: ' "$file" || true); n++)); do
  own=$(sha "$seed$(printf 'stagelight wheel spin %d' "$n" | od -An -v -tx1 | tr -d ' \n')") counter=0 section=0
  while block=$(sha "$own$(printf %016x "$counter")"); counter=$((counter + 1))
    number=$((16#${block:0:8})); [ "$number" -ge $((2 ** 32 - 2 ** 32 % sum)) ]; do :; done
  while [ $((number % sum)) -ge "${ends[section]}" ]; do section=$((section + 1)); done
  echo "$n $((section + 1))"
done | diff - <(all spin | cut -d ' ' -f 1,2) && echo "The seed spins exactly these."
