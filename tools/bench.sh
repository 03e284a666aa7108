#!/bin/bash
# Prints the numbers of docs/performance.md: benchmarks of steps and of building a model, then the
# computing time (user and system) of whole runs of the program. Run it on an idle machine.
# usage: tools/bench.sh [build folder] [repetitions]
#        tools/bench.sh [build folder] million: reductions of a body of 1e6 dofs, which take minutes
set -euo pipefail
build=${1:-build/bench}
repetitions=${2:-9}
if [ "$repetitions" = million ]; then
    export OPENBLAS_NUM_THREADS=2
    echo "load average: $(cut -d ' ' -f 1-3 /proc/loadavg)"
    for what in parts craig-bampton hintz-herting; do
        echo && echo "$what" && "$build/bin/slideway_million" "$what"
    done
    exit
fi
export OPENBLAS_NUM_THREADS=1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

echo "load average: $(cut -d ' ' -f 1-3 /proc/loadavg)"
"$build/bin/slideway_bench" --benchmark_repetitions="$repetitions" \
    --benchmark_enable_random_interleaving=true --benchmark_report_aggregates_only=true |
    grep -v -E '_(mean|stddev|cv)' | tee "$scratch/steps"
# Columns: name, wall time, unit, computing time, unit.
awk '$1 ~ "^modal_step/rough/.*_min"  { modal = $4 }
     $1 ~ "^literal_step/.*_min"      { literal = $4 }
     $1 ~ "^dense_products/.*_min"    { products = $4 }
     END { printf "literal / modal: %.0f, dense products alone / modal: %.0f\n",
                  literal / modal, products / modal }' "$scratch/steps"
# positions=1.874k: thousands of positions.
awk '$1 ~ "^dense_position_median" { dense = $4 }
     $1 ~ "^locus/undeformed_median" { split($0, at, "positions="); locus = $4 / (at[2] * 1e3) }
     END { if (locus > 0) printf "dense position / locus per position: %.0f\n", dense / locus }' \
    "$scratch/steps"

# Prints the computing time of a run including its results (minimum, median) and the wall time of the fastest.
whole_run() {
    local runs=$1 TIMEFORMAT='%U %S %R'
    shift
    for ((k = 0; k < runs; k++)); do
        { time "$build/bin/slideway" run "$@" --quiet --output "$scratch/run" \
            >"$scratch/log" 2>&1; } 2>&1
    done | awk '{ print $1 + $2, $3 }' | sort -g | awk -v name="$*" '
        { cpu[NR] = $1; wall[NR] = $2 }
        END { printf "%8.2f %8.2f %8.2f  %s\n", cpu[1], cpu[int((NR + 1) / 2)], wall[1], name }'
}
echo
printf '%8s %8s %8s\n' "min" "median" "wall [s], whole runs of 2.93 s of motion"
case=beam_on_beam/unstable_rough
whole_run 7 $case --set analysis.scheme=modal-propagator --set analysis.h=1e-6
whole_run 3 $case
