#!/bin/sh
# demo.sh CASE: runs a shipped case into results/CASE, then says in five lines what happened and
# where to look. Exit status: that of the program.
set -u
cd "$(dirname "$0")/.." || exit 1
case="${1:?usage: tools/demo.sh CASE}"
folder="results/$case"
report=$(mktemp) || exit 1
trap 'rm -f "$report"' EXIT
status=0
build/release/bin/slideway run "$case" --output "$folder" >"$report" || status=$?
[ -s "$report" ] || exit "$status" # wrong input: the program has said why

# The report's lines are "  name value unit"; the first names end in the words looked for here.
awk -v case="$case" -v folder="$folder" '
function ends(word) { return substr($1, length($1) - length(word) + 1) == word }
FNR == 1             { state = $0; sub(/^.*: status /, "", state); split(state, part, " ") }
ends("normal_force.min")      { force_min = $2 }
ends("normal_force.max")      { force_max = $2 }
ends("sliding_velocity.min")  { slide_min = $2 }
ends("sliding_velocity.max")  { slide_max = $2 }
ends("acceleration.max_abs") && !point { point = $1; sub(/\.acceleration\.max_abs$/, "", point); most = $2 }
ends("acceleration.rms") && !rms       { rms = $2 }
$1 == "time.end"        { time = $2 }
$1 == "steps"           { steps = $2 }
$1 == "energy.residual" { residual = $2 < 0 ? -$2 : $2 }
$1 == "expected:"       { met = $2 " of " $4 }
$1 ~ /\.frequency$/     { sub(/^ *[^ ]+ +/, ""); frequencies = $0 }
END {
    print ""
    if (part[1] == "end") end = "ran to its end"; else end = "stopped early (" part[1] ")"
    if (time != "") end = end sprintf(" at t = %.4g s, %d time steps", time, steps)
    printf "%s %s, in %.3g s of computing.\n", case, end, part[3]
    if (frequencies != "") printf "Natural frequencies: %s.\n", frequencies
    if (force_min != "")
        printf "The contact force stayed within %.3g and %.3g mN (compression), the sliding velocity within %.3g and %.3g mm/s.\n",
               1e3 * force_min, 1e3 * force_max, 1e3 * slide_min, 1e3 * slide_max
    if (point != "")
        printf "%s accelerated by up to %.3g m/s^2, %.3g m/s^2 rms: %s.\n", point, most, rms,
               (most > 6 * rms ? "short bursts of vibration stand out" : "no burst stands out")
    if (residual != "" || met != "")
        printf "Checks: %s%s%s.\n", (residual != "" ? sprintf("the energy account closes to %.1g of the work", residual) : ""),
               (residual != "" && met != "" ? "; " : ""), (met != "" ? met " expected values met" : "")
    printf "Open %s/*.pvd in ParaView (press play); curves: %s/results.h5, figures: %s/summary.json; all explained in docs/results.md.\n",
           folder, folder, folder
}' "$report"
exit "$status"
