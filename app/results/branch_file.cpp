#include "app/results/branch_file.hpp"

#include "io/entries.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace slideway::app {

using continuation::Branch;

namespace {

// Describes two texts of the ends of a curve as one array.
void two_texts(io::Entries& a, std::string& first, std::string& second, const std::string& name,
               const std::string& meaning)
{
    std::vector<std::string> both = {first, second};
    a.array(both, name, "", meaning, "2");
    if (!a.reads())
        return;
    if (both.size() != 2)
        throw std::invalid_argument("curve: " + name + " needs two entries");
    first = both[0];
    second = both[1];
}

} // namespace

void arrays(io::Entries& a, Branch& branch, const BranchMeaning& meaning)
{
    a.note("`branch` holds a curve of N points with all that its continuation needs.");
    a.array(branch.p, "p", meaning.p_unit, meaning.p, "N");
    a.array(branch.s, "s", "", "arclength in the scales of each segment", "N");
    a.array(branch.x, "x", meaning.x_unit, meaning.x, "unknowns x N");
    a.array(branch.tangent, "tangent", "", "d(x, p)/ds", "unknowns and p x N");
    a.array(branch.orientation, "orientation", "", "sign of det [F_x F_p; tangent]", "N");
    a.array(branch.kind, "kind", "",
            "0 regular, 1 start, 2 fold, 3 branch point, 4 zero and 5 maximum of a monitor, 6 "
            "bound of " +
                meaning.bounded,
            "N");
    a.array(branch.monitor, "monitor", "", "monitor of this zero or maximum; -1: none", "N");
    a.array(branch.iterations, "iterations", "", "iterations of Newton's method", "N");
    a.array(branch.monitors, "monitors", "", "values of the monitors", "monitors x N");
    a.array(branch.monitor_names, "monitor_names", "", "names of the monitors", "monitors");
    std::string front(continuation::name(branch.front.stop)),
        back(continuation::name(branch.back.stop));
    two_texts(a, front, back, "end", "reasons for the end at the first and at the last point");
    two_texts(a, branch.front.message, branch.back.message, "message", "the same in words");
    std::vector<double> steps = {branch.front.step, branch.back.step};
    a.array(steps, "step", "", "scaled arclength of the next step", "2");
    for (const auto& [end, name] :
         {std::pair{&branch.front, "residuals/front"}, {&branch.back, "residuals/back"}})
        a.array(end->residual_norms, name, "", "norms of the Newton iteration that failed there",
                "k", "where the curve failed");
    if (!a.reads())
        return;
    if (steps.size() != 2)
        throw std::invalid_argument("branch: step needs two entries");
    branch.front.stop = continuation::stop_of(front);
    branch.back.stop = continuation::stop_of(back);
    branch.front.step = steps[0];
    branch.back.step = steps[1];
    check(branch);
}

void arrays(io::Entries& a, continuation::PiecewiseCurve& curve, const BranchMeaning& meaning)
{
    a.numbered(curve.pieces, "pieces", "P", "the number of a piece", [&](continuation::Piece& one) {
        a.array(one.equations, "equations", "", "equations that the points of the piece solve");
        two_texts(a, one.begins, one.ends, "ends", "reasons why the piece begins and ends");
        a.group("branch", [&] { arrays(a, one.branch, meaning); });
    });
}

} // namespace slideway::app
