#!/bin/bash
# Prints what docs/performance.md reports: benchmarks of steps and of building a model, then the
# computing time (user and system) of whole runs of the program. Run it on an idle machine.
# usage: tools/bench.sh [build folder] [repetitions]
set -euo pipefail
build=${1:-build/bench}
repetitions=${2:-9}
export OPENBLAS_NUM_THREADS=1

lscpu | grep -E '^(Model name|CPU\(s\)|CPU family|Model):' || true
echo "load average: $(cut -d ' ' -f 1-3 /proc/loadavg)"
echo
"$build/bin/slideway_bench" --benchmark_repetitions="$repetitions" \
    --benchmark_enable_random_interleaving=true --benchmark_report_aggregates_only=true

# Minimum and median of the computing time of a run, its results included.
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
whole_run() {
    local runs=$1
    shift
    local TIMEFORMAT='%U %S %R'
    for ((k = 0; k < runs; k++)); do
        { time "$build/bin/slideway" run "$@" --quiet --output "$results/run" >"$results/log"; } 2>&1
    done | sort -g | awk -v name="$*" '
        { cpu[NR] = $1 + $2; wall[NR] = $3 }
        END {
            n = asort_numbers(cpu); asort_numbers(wall)
            printf "%-74s %8.2f %8.2f %8.2f\n", name, cpu[1], cpu[int((n + 1) / 2)], wall[1]
        }
        function asort_numbers(v,   i, j, t, n) {
            n = NR
            for (i = 2; i <= n; i++)
                for (j = i; j > 1 && v[j] < v[j - 1]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
            return n
        }'
}
echo
printf '%-74s %8s %8s %8s\n' "slideway run ... (2.93 s of motion)" "cpu min" "median" "wall min"
case=beam_on_beam/unstable_rough
whole_run 5 $case --set analysis.scheme=modal-propagator --set analysis.h=1e-6
whole_run 3 $case
