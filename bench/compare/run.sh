#!/bin/bash
# The 20 lowest fixed-interface modes of the fine sliding beam by slideway, SLEPc and SciPy, on the
# same matrices, one after another in one run: times, computing times (all threads) and their ratios.
# Needs: apt-get install petsc-dev slepc-dev python3-scipy; the build with SLIDEWAY_BENCH.
# usage: bench/compare/run.sh [build folder] [refine] [repetitions] [threads]
#        refine 70: 1e6 dofs, 22: 1e5; without SciPy: NO_SCIPY=1
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${1:-build/bench}
refine=${2:-70}
repetitions=${3:-3}
threads=${4:-1}
export OPENBLAS_NUM_THREADS=${threads}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mpicc -O2 "$here/slepc.c" -o "$scratch/slepc" $(pkg-config --cflags --libs slepc petsc) -lm
echo "load average: $(cut -d ' ' -f 1-3 /proc/loadavg)"
for ((k = 0; k < repetitions; k++)); do
    "$build/bin/slideway_million" dump "$scratch" "$refine" | tee -a "$scratch/slideway.txt" |
        grep -E '^(slideway|modes)'
    "$scratch/slepc" "$scratch" | tee -a "$scratch/slepc.txt"
    [ -n "${NO_SCIPY:-}" ] || /usr/bin/python3 "$here/scipy_modes.py" "$scratch" | tee -a "$scratch/scipy.txt"
done
least() { awk -v name="$1" -v column="$2" '$1 == name { print $column }' "$scratch/$1.txt" 2>/dev/null | sort -g | head -1; }
awk -v slideway="$(least slideway 3)" -v slepc="$(least slepc 2)" -v scipy="$(least scipy 2)" '
    BEGIN { printf "least CPU: slideway %s s, SLEPc %s s, SciPy %s s\n", slideway, slepc, scipy
            printf "slideway / SLEPc: %.2f", slideway / slepc
            if (scipy != "") printf ", SciPy / slideway: %.2f", scipy / slideway
            print "" }'
