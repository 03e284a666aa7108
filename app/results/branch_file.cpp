#include "app/results/branch_file.hpp"

#include "base/to_vector.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace slideway::app {

using continuation::Branch;

namespace {

// Converts numbers stored row by row to a matrix.
Matrix matrix_of(const std::vector<double>& numbers, Index cols)
{
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto size = static_cast<Index>(numbers.size());
    if (cols == 0 || size % cols != 0)
        throw std::invalid_argument("branch: arrays do not fit together");
    return Eigen::Map<const RowMajor>(numbers.data(), size / cols, cols);
}

} // namespace

void write_branch(io::ArraySink& sink, const std::string& group, const Branch& branch,
                  const BranchMeaning& meaning)
{
    sink.write(group + "x", branch.x, meaning.x_unit, meaning.x);
    sink.write(group + "p", branch.p, meaning.p_unit, meaning.p);
    sink.write(group + "s", branch.s, "", "arclength in the scales of each segment");
    sink.write(group + "tangent", branch.tangent, "", "d(x, p)/ds x points");
    sink.write(group + "orientation", branch.orientation, "sign of det [F_x F_p; tangent]");
    sink.write(group + "kind", branch.kind,
               "0 regular, 1 start, 2 fold, 3 branch point, 4 zero and 5 maximum of a monitor, 6 "
               "bound of " +
                   meaning.bounded);
    sink.write(group + "monitor", branch.monitor, "whose zero or maximum; -1: none");
    sink.write(group + "iterations", branch.iterations, "of Newton's method");
    sink.write(group + "monitors", branch.monitors, "", "their values x points");
    sink.write(group + "monitor_names", branch.monitor_names, "");
    sink.write(group + "end",
               std::vector<std::string>{std::string(continuation::name(branch.front.stop)),
                                        std::string(continuation::name(branch.back.stop))},
               "why the curve ends, at its first and its last point");
    sink.write(group + "message",
               std::vector<std::string>{branch.front.message, branch.back.message},
               "the same in words");
    sink.write(group + "step", Vector(Eigen::Vector2d(branch.front.step, branch.back.step)), "",
               "scaled arclength of the next step");
    for (const auto& [end, name] : {std::pair{&branch.front, "front"}, {&branch.back, "back"}})
        if (const std::vector<double>& norms = end->residual_norms; !norms.empty())
            sink.write(group + "residuals/" + name, norms, "",
                       "of the Newton iteration that failed there");
}

Branch read_branch(const io::Hdf5Reader& h5, const std::string& group)
{
    Branch branch;
    branch.p = to_vector(h5.numbers(group + "p"));
    const Index N = branch.n_points();
    branch.s = to_vector(h5.numbers(group + "s"));
    branch.x = matrix_of(h5.numbers(group + "x"), N);
    branch.tangent = matrix_of(h5.numbers(group + "tangent"), N);
    branch.monitors = matrix_of(h5.numbers(group + "monitors"), N);
    branch.monitor_names = h5.texts(group + "monitor_names");
    branch.orientation = h5.integers(group + "orientation");
    branch.kind = h5.integers(group + "kind");
    branch.monitor = h5.integers(group + "monitor");
    branch.iterations = h5.integers(group + "iterations");
    const std::vector<std::string> stops = h5.texts(group + "end"),
                                   messages = h5.texts(group + "message");
    const std::vector<double> steps = h5.numbers(group + "step");
    if (stops.size() != 2 || messages.size() != 2 || steps.size() != 2)
        throw std::invalid_argument("branch: end, message and step need two entries each");
    for (const auto& [end, k] : {std::pair{&branch.front, 0U}, {&branch.back, 1U}}) {
        end->stop = continuation::stop_of(stops[k]);
        end->message = messages[k];
        end->step = steps[k];
        const std::string residuals = group + "residuals/" + (k == 0 ? "front" : "back");
        if (h5.holds(residuals))
            end->residual_norms = h5.numbers(residuals);
    }
    check(branch);
    return branch;
}

std::string numbered(const std::string& what, std::size_t k)
{
    std::string number = std::to_string(k + 1);
    number.insert(0, number.size() < 4 ? 4 - number.size() : 0, '0');
    return what + "/" + number + "/";
}

std::string piece_group(const std::string& group, std::size_t piece)
{
    return group + numbered("pieces", piece);
}

void write_curve(io::ArraySink& sink, const std::string& branch_group,
                 const continuation::PiecewiseCurve& curve, const BranchMeaning& meaning)
{
    for (std::size_t k = 0; k < curve.pieces.size(); ++k) {
        const continuation::Piece& piece = curve.pieces[k];
        const std::string group = piece_group(branch_group, k);
        sink.write(group + "equations", std::vector<std::string>{piece.equations},
                   "that the points of the piece solve");
        sink.write(group + "ends", std::vector<std::string>{piece.begins, piece.ends},
                   "why the piece begins and ends");
        write_branch(sink, group + "branch/", piece.branch, meaning);
    }
}

continuation::PiecewiseCurve read_curve(const io::Hdf5Reader& h5, const std::string& branch_group)
{
    continuation::PiecewiseCurve curve;
    for (std::size_t k = 0; h5.holds(piece_group(branch_group, k) + "equations"); ++k) {
        const std::string group = piece_group(branch_group, k);
        const std::vector<std::string> equations = h5.texts(group + "equations"),
                                       ends = h5.texts(group + "ends");
        if (equations.size() != 1 || ends.size() != 2)
            throw std::invalid_argument("curve: a piece has one name and two ends");
        curve.pieces.push_back(
            {equations.front(), read_branch(h5, group + "branch/"), ends[0], ends[1]});
    }
    return curve;
}

} // namespace slideway::app
