#include "dynamics/harmonic/response_points.hpp"

#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/harmonic/resting_output.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::Equations;

namespace {

// Largest |y - mean| over the cycle: the largest sample, then Newton's method for y' = 0.
double peak_of(const contact::Harmonics& h, const VectorIn& Y)
{
    const Index means = h.means ? 1 : 0;
    contact::TrigonometricSum sum;
    for (Index k = 0; k < h.n_h; ++k) {
        sum.c.push_back(Y(means + 2 * k));
        sum.s.push_back(Y(means + 2 * k + 1));
    }
    const auto n = static_cast<int>(16 * (h.n_h + 1));
    double best = 0, theta = 0;
    for (int i = 0; i < n; ++i) {
        const double requested_value = two_pi * i / n,
                     y = std::abs(contact::value(sum, requested_value).d[0]);
        if (y > best) {
            best = y;
            theta = requested_value;
        }
    }
    for (int i = 0; i < 8; ++i) {
        const contact::TrigonometricValue v = contact::value(sum, theta);
        best = std::max(best, std::abs(v.d[0]));
        if (v.d[2] == 0)
            break;
        theta -= std::clamp(v.d[1] / v.d[2], -two_pi / n, two_pi / n);
    }
    return best;
}

int state_index(contact::FrictionState state)
{
    switch (state) {
    case contact::FrictionState::stick:
        return 0;
    case contact::FrictionState::slip_forward:
    case contact::FrictionState::slip_back:
        return 1;
    case contact::FrictionState::separation:
        return 2;
    }
    return 0;
}

void add_states(const contact::HarmonicForce& force, Index point, ResponsePoints::Joint& joint)
{
    const std::size_t n = force.events.size();
    for (std::size_t i = 0; i < n; ++i) {
        const contact::FrictionEvent& event = force.events[i];
        joint.event_point.push_back(static_cast<int>(point));
        joint.event_phase.push_back(event.phase);
        joint.event_before.push_back(static_cast<int>(event.before));
        joint.event_after.push_back(static_cast<int>(event.after));
        const double end = i + 1 < n ? force.events[i + 1].phase : force.events[0].phase + two_pi;
        joint.share(state_index(event.after), point) += (end - event.phase) / two_pi;
    }
    if (n == 0 && !force.states.empty())
        joint.share(state_index(force.states.front()), point) = 1;
    const char* const names[] = {"stick", "slip", "separation"};
    std::vector<std::string> met;
    for (Index i = 0; i < 3; ++i)
        if (joint.share(i, point) >= ResponsePoints::shortest_state)
            met.emplace_back(names[i]);
    joint.states.push_back(join(met, "/"));
}

// One cycle of a joint in time, after two that settle its memory.
void sample_cycle(const contact::JointLaw& law, const contact::Harmonics& h, const VectorIn& R,
                  double Omega, Eigen::Ref<Matrix> displacement, Eigen::Ref<Matrix> force)
{
    const Index n = ResponsePoints::cycle_samples, rows = displacement.rows(), size = h.size(),
                means = h.means ? 1 : 0;
    contact::JointMemory memory;
    contact::ForceAndTangent f;
    contact::JointVector r(rows), v(rows);
    const bool of_state = law->is_state_function(); // all at once
    Matrix velocity(of_state ? rows : 0, n + 1);
    for (Index i = of_state ? 0 : -2 * n; i <= n; ++i) {
        const double theta = two_pi * static_cast<double>(i) / static_cast<double>(n);
        for (Index a = 0; a < rows; ++a) {
            r(a) = h.means ? R(a * size) : 0;
            v(a) = 0;
            for (Index k = 1; k <= h.n_h; ++k) {
                const auto times = static_cast<double>(k);
                const double c = R(a * size + means + 2 * (k - 1)),
                             s = R(a * size + means + 2 * (k - 1) + 1);
                r(a) += c * std::cos(times * theta) + s * std::sin(times * theta);
                v(a) += times * Omega * (s * std::cos(times * theta) - c * std::sin(times * theta));
            }
        }
        if (i >= 0)
            displacement.col(i) = r;
        if (of_state) {
            velocity.col(i) = v;
            continue;
        }
        law->force(memory, r, v, f);
        if (i >= 0)
            force.col(i) = f.f;
    }
    if (of_state) {
        contact::RowForces forces;
        law->forces(displacement, velocity, forces);
        force = forces.f;
    }
}

} // namespace

ResponsePoints response_points(const HarmonicBalance& model, const ForcedResponse& response)
{
    const Branch& branch = response.branch;
    const Index N = branch.n_points(), size = model.harmonics().size(),
                means = model.harmonics().means ? 1 : 0;
    const std::vector<ModalLaw>& joints = model.system().joints;
    ResponsePoints points;
    points.outputs.resize(model.n_outputs());
    for (ResponsePoints::Output& output : points.outputs) {
        output.coefficients.resize(size, N);
        for (Vector* list : {&output.rms, &output.peak, &output.phase_lag})
            list->resize(N);
    }
    points.joints.resize(joints.size());
    Index row = 0;
    for (std::size_t k = 0; k < joints.size(); ++k) {
        points.joints[k].force.resize(joints[k].on.rows.rows() * size, N);
        points.first.push_back(row);
        row += joints[k].on.rows.rows() * size;
        if (!model.has_states())
            continue;
        points.joints[k].dissipated.resize(N);
        if (joints[k].law->has_friction_states())
            points.joints[k].share.setZero(3, N);
    }
    const std::vector<Index> maxima =
        continuation::points_of(branch, continuation::PointKind::monitor_maximum);
    points.loops.assign(maxima.begin(), maxima.end());
    if (maxima.empty() && N > 0) {
        Index most = 0;
        branch.monitors.row(monitor_rms).maxCoeff(&most);
        points.loops = {static_cast<int>(most)};
    }
    const auto n_loops = static_cast<Index>(points.loops.size());
    for (std::size_t k = 0; k < joints.size(); ++k) {
        const Index rows = joints[k].on.rows.rows();
        Matrix& r = points.joints[k].loop_displacement;
        Matrix& f = points.joints[k].loop_force;
        r.resize(n_loops * rows, ResponsePoints::cycle_samples + 1);
        f.resizeLike(r);
        for (Index i = 0; i < n_loops; ++i) {
            const Index position = points.loops[static_cast<std::size_t>(i)];
            sample_cycle(joints[k].law, model.harmonics(),
                         branch.x.col(position).segment(points.first[k], rows * size),
                         branch.p(position), r.middleRows(i * rows, rows),
                         f.middleRows(i * rows, rows));
        }
    }
    HarmonicBalance::Evaluation evaluation(model);
    Vector Y;
    for (Index i = 0; i < N; ++i) {
        model.evaluate(branch.x.col(i), branch.p(i), response.level, evaluation);
        for (std::size_t k = 0; k < points.outputs.size(); ++k) {
            ResponsePoints::Output& output = points.outputs[k];
            model.output(evaluation, k, Y);
            output.coefficients.col(i) = Y;
            output.rms(i) = rms(model.harmonics(), Y);
            output.peak(i) = peak_of(model.harmonics(), Y);
            output.phase_lag(i) = std::atan2(Y(means + 1), Y(means));
            output.rests.push_back(rests(model, evaluation, k, output.rms(i)) ? 1 : 0);
        }
        for (std::size_t k = 0; k < points.joints.size(); ++k) {
            const contact::HarmonicForce& force = evaluation.forces[k];
            points.joints[k].force.col(i) = force.F;
            if (model.has_states())
                points.joints[k].dissipated(i) = force.dissipated;
            if (points.joints[k].share.cols() > 0)
                add_states(force, i, points.joints[k]);
        }
    }
    return points;
}

} // namespace slideway::dynamics
