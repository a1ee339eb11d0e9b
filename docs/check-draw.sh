#!/usr/bin/env bash
# Draws again from a file that Stagelight saved: ./check-draw.sh stagelight-draw-….txt (see fairness.md)
set -euo pipefail
all() { sed -n "s/^$1: //p" "$file"; }
sha() { printf "$(sed 's/../\\x&/g' <<< "$1")" | sha256sum | cut -c 1-64; }
file=$1 seed=$(all seed) counter=0
[ "$(all algorithm)" = 1 ] && [ "$(sha "$seed")" = "$(all commitment)" ] || { echo "NOT the seed that was told"; exit 1; }
mapfile -t left < <(all entrant)
for _ in $(all drawn | cut -d ' ' -f 1); do
  while n=${#left[@]} block=$(sha "$seed$(printf %016x "$counter")"); counter=$((counter + 1))
    number=$((16#${block:0:8})); [ "$number" -ge $((2 ** 32 - 2 ** 32 % n)) ]; do :; done
  echo "${left[number % n]}"; left=("${left[@]:0:number % n}" "${left[@]:number % n + 1}")
done | diff - <(all drawn) && echo "The seed draws exactly these."
