#include "dynamics/sliding/sliding_equilibrium.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "base/dense_solve.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/complementarity.hpp"
#include "contact/contact_rows.hpp"
#include "dynamics/sliding/jamming.hpp"
#include "dynamics/sliding/unheld_motions.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace slideway::dynamics {

namespace {

// A row of one contact point on the modes of all components.
using ModalRow = std::vector<Vector>;

ModalRow modal_row(const ModalModel& modal, const ContactPoint& point,
                   const contact::ContactRow& row)
{
    const ModalContact& contact = modal.contacts[point.contact];
    ModalRow result;
    for (const reduction::ModalForm& form : modal.components)
        result.emplace_back(Vector::Zero(form.n_modes()));
    result[contact.slave.component] +=
        contact.slave.rows.middleRows<2>(2 * point.slave).transpose() * contact::on_slave(row);
    result[contact.master.component] +=
        contact.master.rows.middleRows<4>(2 * point.segment).transpose() * contact::on_master(row);
    return result;
}

struct RigidMode {
    std::size_t component = 0;
    Index mode = 0;
};

std::vector<RigidMode> rigid_modes(const ModalModel& modal)
{
    std::vector<RigidMode> rigid;
    for (std::size_t c = 0; c < modal.components.size(); ++c)
        for (Index j = 0; j < modal.components[c].n_modes(); ++j)
            if (modal.components[c].omega(j) == 0)
                rigid.push_back({c, j});
    return rigid;
}

[[noreturn]] void refuse_mechanism(const ModalModel& modal, const std::vector<RigidMode>& rigid)
{
    const assembly::PrimalModel& part = modal.parts[rigid.front().component];
    throw InputError((part.bodies.size() == 1 ? "body " : "bodies ") + part.name +
                     " can move freely, " + assembly::free_motions(part) +
                     "; add a support, a motion or a contact");
}

// u = (load - E^T lambda) / omega^2 + rigid motions, and what the contact points see of it.
class StaticSystem {
public:
    StaticSystem(const assembly::CoupledModel& model, const ModalModel& modal)
        : model_(model), modal_(modal), rigid_(rigid_modes(modal))
    {
        for (const reduction::ModalForm& form : modal.components) {
            force_.emplace_back(Vector::Zero(form.n_modes()));
            flexibility_.emplace_back((form.omega.array() > 0)
                                          .select(form.omega.array().square().inverse(), 0.0)
                                          .matrix());
        }
        for (std::size_t k = 0; k < model.loads.size(); ++k)
            if (const auto* constant = std::get_if<assembly::Constant>(&model.loads[k].signal))
                force_[modal.loads[k].component] += constant->force * modal.loads[k].p;
    }

    [[nodiscard]] const std::vector<RigidMode>& rigid() const { return rigid_; }

    [[nodiscard]] std::vector<Vector> loaded() const
    {
        std::vector<Vector> q;
        for (std::size_t c = 0; c < force_.size(); ++c)
            q.emplace_back(flexibility_[c].cwiseProduct(force_[c]));
        return q;
    }

    void set_configuration(const std::vector<ContactPoint>& points,
                           const std::vector<double>& direction)
    {
        direction_ = direction;
        const auto n = static_cast<Index>(points.size());
        const auto n_rigid = static_cast<Index>(rigid_.size());
        closure_.resize(n);
        compliance_.resize(n, n);
        rigid_closure_.resize(n, n_rigid);
        rigid_force_.resize(n, n_rigid);
        rigid_slip_.setZero(n, n_rigid);
        rows_E_.clear();
        std::vector<ModalRow> rows_C;
        const std::vector<Vector> q = loaded();
        for (Index i = 0; i < n; ++i) {
            const ContactPoint& point = points[static_cast<std::size_t>(i)];
            const assembly::Sliding& sliding = model_.sliding[point.contact];
            const contact::ContactRow C = contact::compatibility_row(point.projection);
            const double mu = contact::coefficient(sliding.friction, 0.0);
            rows_C.push_back(modal_row(modal_, point, C));
            rows_E_.push_back(modal_row(
                modal_, point,
                contact::equilibrium_row(point.projection, mu, direction[point.contact])));
            // From the first node of the segment, for the digits of the gap: C is of differences.
            const auto base = sliding.master_X.row(point.segment);
            double closure = C.slave[0] * (sliding.slave_X(point.slave, 0) - base(0)) +
                             C.slave[1] * (sliding.slave_X(point.slave, 1) - base(1));
            for (int k = 2; k < 4; ++k)
                closure += C.master[static_cast<std::size_t>(k)] *
                           (sliding.master_X(point.segment + 1, k % 2) - base(k % 2));
            for (std::size_t c = 0; c < q.size(); ++c)
                closure += rows_C.back()[c].dot(q[c]);
            closure_(i) = closure;
            for (Index r = 0; r < n_rigid; ++r) {
                const RigidMode& mode = rigid_[static_cast<std::size_t>(r)];
                rigid_closure_(i, r) = rows_C.back()[mode.component](mode.mode);
                rigid_force_(i, r) = rows_E_.back()[mode.component](mode.mode);
            }
            if (direction[static_cast<std::size_t>(point.contact)] != 0 || mu == 0)
                continue;
            const ModalRow S = modal_row(modal_, point, contact::sliding_row(point.projection));
            for (Index r = 0; r < n_rigid; ++r) {
                const RigidMode& mode = rigid_[static_cast<std::size_t>(r)];
                rigid_slip_(i, r) = S[mode.component](mode.mode);
            }
        }
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < n; ++j) {
                compliance_(i, j) = 0;
                for (std::size_t c = 0; c < q.size(); ++c)
                    compliance_(i, j) += rows_C[static_cast<std::size_t>(i)][c]
                                             .cwiseProduct(flexibility_[c])
                                             .dot(rows_E_[static_cast<std::size_t>(j)][c]);
            }
    }

    struct Solution {
        Vector lambda;  ///< normal forces of all points, 0 if open
        Vector closure; ///< B_C (X + u) of all points, 0 if closed
        Vector rigid;
    };

    /// Contact forces with the given points closed.
    [[nodiscard]] Solution solve(const std::vector<ContactPoint>& points) const
    {
        std::vector<Index> closed;
        for (std::size_t i = 0; i < points.size(); ++i)
            if (points[i].closed)
                closed.push_back(static_cast<Index>(i));
        const auto n_c = static_cast<Index>(closed.size());
        const Matrix moving = not_held_by_friction(closed); // rigid motions x those to be balanced
        const Index n_r = moving.cols();
        Matrix A = Matrix::Zero(n_c + n_r, n_c + n_r);
        Vector b(n_c + n_r);
        for (Index i = 0; i < n_c; ++i) {
            const Index p = closed[static_cast<std::size_t>(i)];
            for (Index j = 0; j < n_c; ++j)
                A(i, j) = compliance_(p, closed[static_cast<std::size_t>(j)]);
            A.row(i).tail(n_r) = -rigid_closure_.row(p) * moving;
            A.col(i).tail(n_r) = (rigid_force_.row(p) * moving).transpose();
            b(i) = closure_(p);
        }
        Vector load(static_cast<Index>(rigid_.size()));
        for (Index r = 0; r < load.size(); ++r) {
            const RigidMode& mode = rigid_[static_cast<std::size_t>(r)];
            load(r) = force_[mode.component](mode.mode);
        }
        b.tail(n_r) = moving.transpose() * load;
        const std::optional<Vector> solved = solve_scaled(A, b);
        if (!solved)
            refuse_singular(points, closed);
        const Vector& x = *solved;
        Solution s{Vector::Zero(static_cast<Index>(points.size())), closure_, moving * x.tail(n_r)};
        for (Index i = 0; i < n_c; ++i)
            s.lambda(closed[static_cast<std::size_t>(i)]) = x(i);
        s.closure += -compliance_ * s.lambda + rigid_closure_ * s.rigid;
        for (const Index p : closed)
            s.closure(p) = 0;
        return s;
    }

    [[nodiscard]] std::vector<Vector> displacement(const Solution& s) const
    {
        std::vector<Vector> q = loaded();
        for (std::size_t c = 0; c < q.size(); ++c)
            for (Index i = 0; i < s.lambda.size(); ++i)
                if (s.lambda(i) != 0)
                    q[c] -= s.lambda(i) *
                            flexibility_[c].cwiseProduct(rows_E_[static_cast<std::size_t>(i)][c]);
        for (std::size_t r = 0; r < rigid_.size(); ++r)
            q[rigid_[r].component](rigid_[r].mode) = s.rigid(static_cast<Index>(r));
        return q;
    }

private:
    // Columns: the rigid motions to be balanced, all of them, or of those that closed contacts with
    // sticking friction hold the part that moves a gap. What does not must slip.
    [[nodiscard]] Matrix not_held_by_friction(const std::vector<Index>& closed) const
    {
        const auto n = static_cast<Index>(rigid_.size());
        if (rigid_slip_.cwiseAbs().sum() == 0)
            return Matrix::Identity(n, n);
        const Matrix moving = row_space(rigid_closure_(closed, Eigen::all));
        const Matrix held = rigid_slip_(closed, Eigen::all) *
                            (Matrix::Identity(n, n) - moving * moving.transpose());
        return moving.cols() + row_space(held).cols() == n ? moving : Matrix::Identity(n, n);
    }

    // Orthonormal columns that span the rows of a matrix.
    [[nodiscard]] static Matrix row_space(Matrix rows)
    {
        constexpr double none = 1e-9; // of a row: what is left of one that depends on others
        Matrix space(rows.cols(), 0);
        const Vector length = rows.rowwise().norm();
        const double largest = length.size() > 0 ? length.maxCoeff() : 0;
        for (Index i = 0; i < rows.rows(); ++i) {
            Vector v = rows.row(i).transpose();
            for (int pass = 0; pass < 2; ++pass)
                v -= space * (space.transpose() * v);
            if (!(v.norm() > none * largest))
                continue;
            space.conservativeResize(Eigen::NoChange, space.cols() + 1);
            space.rightCols<1>() = v.normalized();
        }
        return space;
    }

    // Rows and columns scaled to one: compliances and rigid rows differ by many decades. None if
    // the system is singular.
    [[nodiscard]] static std::optional<Vector> solve_scaled(Matrix A, Vector b)
    {
        if (A.rows() == 0)
            return b;
        Vector column(A.cols());
        for (Index i = 0; i < A.rows(); ++i) {
            const double row = A.row(i).cwiseAbs().maxCoeff();
            if (!(row > 0))
                return std::nullopt;
            A.row(i) /= row;
            b(i) /= row;
        }
        for (Index j = 0; j < A.cols(); ++j) {
            column(j) = A.col(j).cwiseAbs().maxCoeff();
            if (!(column(j) > 0))
                return std::nullopt;
            A.col(j) /= column(j);
        }
        if (pivoted_qr(A).rank(1e-11) < A.rows())
            return std::nullopt;
        return Lu(A).solve(b).cwiseQuotient(column);
    }

    // The reason why the contact forces cannot be found: motions that nothing holds, or forces that
    // nothing separates.
    [[noreturn]] void refuse_singular(const std::vector<ContactPoint>& points,
                                      const std::vector<Index>& closed) const
    {
        refuse_unheld_motions(model_, modal_, points, direction_);
        if (const auto same = points_at_one_place(model_, modal_, points))
            throw InputError("the contact forces at the start are not unique: " + *same +
                             ", and nothing determines how they share the force; leave one of them "
                             "out");
        throw InputError("the contact forces at the start are not unique: " +
                         std::to_string(closed.size()) + " slave nodes touch (" +
                         name_of_point(model_, points[static_cast<std::size_t>(closed.front())]) +
                         ", ...), more than the rigid bodies need, and nothing determines how they "
                         "share the force; leave slave nodes out, or make one of these bodies a "
                         "mesh");
    }

    const assembly::CoupledModel& model_;
    const ModalModel& modal_;
    std::vector<RigidMode> rigid_;
    std::vector<Vector> force_, flexibility_; // per component, on its modes
    std::vector<double> direction_;           // per contact
    std::vector<ModalRow> rows_E_;
    Vector closure_;                     // of the loaded bodies without contact forces
    Matrix compliance_;                  // -d closure_i / d lambda_j
    Matrix rigid_closure_, rigid_force_; // points x rigid modes: B_C and B_E on them
    Matrix rigid_slip_; // rows B_S of the same motions, of points whose contacts start stuck
};

// The closed set: points that pull are opened, points that penetrate are closed, one at a time,
// the worst first; after a while the first in order, which cannot cycle (Murty's rule).
StaticSystem::Solution closed_set(const assembly::CoupledModel& model, const StaticSystem& system,
                                  std::vector<ContactPoint>& points)
{
    const std::size_t n = points.size();
    for (std::size_t round = 0;; ++round) {
        const StaticSystem::Solution s = system.solve(points);
        const double force = std::max(s.lambda.cwiseAbs().maxCoeff(), 1e-300);
        const bool least_index = round > 4 * n + 10;
        std::size_t change = n;
        double worst = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const auto k = static_cast<Index>(i);
            // how wrong a point is, relative to the largest force or to a segment
            const double wrong = points[i].closed
                                     ? (s.lambda(k) > 0 ? 0 : 1e-12 - s.lambda(k) / force)
                                     : s.closure(k) / points[i].projection.length - 1e-12;
            const bool beside = !points[i].closed &&
                                (points[i].projection.alpha < 0 || points[i].projection.alpha > 1);
            if (wrong > worst && !beside) {
                worst = wrong;
                change = i;
                if (least_index)
                    break;
            }
        }
        if (change == n)
            return s;
        if (round > 50 * n + 100)
            throw std::runtime_error("the contacts that are closed at the start were not found "
                                     "(friction near the limit of jamming?)");
        const auto n_closed = std::count_if(points.begin(), points.end(),
                                            [](const ContactPoint& p) -> bool { return p.closed; });
        if (points[change].closed && n_closed == 1) {
            const assembly::Sliding& sliding = model.sliding[points[change].contact];
            throw InputError(
                sliding.where,
                "contact." + sliding.name + ": the static normal force is " +
                    number_text(s.lambda(static_cast<Index>(change)) + 0.0, 6) + // not "-0"
                    " N; the loads must press the slave on the master (normal force > 0)");
        }
        points[change].closed = !points[change].closed;
    }
}

} // namespace

std::vector<ContactPoint> undeformed_points(const assembly::CoupledModel& model, bool may_be_open)
{
    std::vector<ContactPoint> points;
    for (std::size_t k = 0; k < model.sliding.size(); ++k) {
        Index slave = 0;
        for (const assembly::Configuration& configuration :
             assembly::undeformed_configuration(model.sliding[k], may_be_open))
            points.push_back({k, slave++, configuration.segment, configuration.projection, 0,
                              configuration.touches});
    }
    return points;
}

std::vector<double> sliding_directions(const assembly::CoupledModel& model, const ModalModel& modal,
                                       bool sticking)
{
    std::vector<double> directions;
    const std::vector<ContactPoint> points = undeformed_points(model, sticking);
    for (std::size_t c = 0; c < model.sliding.size(); ++c) {
        const assembly::Sliding& sliding = model.sliding[c];
        const ModalContact& contact = modal.contacts[c];
        double velocity = 0, speed = 0;
        for (const ContactPoint& point : points) {
            if (point.contact != c || !point.closed)
                continue;
            const contact::Projection& p = point.projection;
            for (std::size_t k = 0; k < model.motions.size(); ++k) {
                const auto column = static_cast<Index>(k);
                const Eigen::Vector4d master =
                    contact.master.follow.block<4, 1>(2 * point.segment, column);
                const Eigen::Vector2d relative =
                    contact.slave.follow.block<2, 1>(2 * point.slave, column) -
                    (1 - p.alpha) * master.head<2>() - p.alpha * master.tail<2>();
                velocity += model.motions[k].velocity *
                            (p.cos_gamma * relative.x() + p.sin_gamma * relative.y());
                speed += std::abs(model.motions[k].velocity);
            }
        }
        if (std::abs(velocity) > 1e-9 * speed) {
            directions.push_back(velocity > 0 ? 1 : -1);
            continue;
        }
        if (!contact::frictionless(sliding.friction) && sticking) {
            directions.push_back(0);
            continue;
        }
        if (!contact::frictionless(sliding.friction))
            throw InputError(sliding.where,
                             "contact." + sliding.name +
                                 ": no motion drives the slave along the master, so the direction "
                                 "of friction is undefined; add a [[motion]] with a velocity, or "
                                 "set friction = 0");
        directions.push_back(1);
    }
    return directions;
}

Matrix contact_compliance(const ModalModel& modal, const std::vector<ContactPoint>& points,
                          const std::vector<double>& direction, const std::vector<double>& friction)
{
    std::vector<ModalRow> C, E;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const ContactPoint& point = points[i];
        C.push_back(modal_row(modal, point, contact::compatibility_row(point.projection)));
        E.push_back(modal_row(
            modal, point,
            contact::equilibrium_row(point.projection, friction[i], direction[point.contact])));
    }
    const auto n = static_cast<Index>(points.size());
    Matrix A = Matrix::Zero(n, n);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            for (std::size_t c = 0; c < modal.components.size(); ++c)
                A(i, j) += C[static_cast<std::size_t>(i)][c].dot(E[static_cast<std::size_t>(j)][c]);
    return A;
}

namespace {

void refuse_jamming(const assembly::CoupledModel& model, const ModalModel& modal,
                    const std::vector<ContactPoint>& points, const std::vector<double>& direction)
{
    Jam jam;
    std::vector<ContactPoint> closed;
    std::vector<double> friction;
    for (const ContactPoint& point : points) {
        if (!point.closed)
            continue;
        closed.push_back(point);
        friction.push_back(contact::coefficient(model.sliding[point.contact].friction, 0.0));
        jam.nodes.push_back({point.contact, point.slave, friction.back()});
    }
    jam.with = contact_compliance(modal, closed, direction, friction);
    if (contact::is_p_matrix(jam.with))
        return;
    jam.without =
        contact_compliance(modal, closed, direction, std::vector<double>(closed.size(), 0.0));
    throw InputError(model.sliding[closed.front().contact].where, jamming_message(model, jam));
}

// A node that carries a force belongs on its segment: beyond a corner the line of the segment is no
// surface, and at a concave corner the node would touch two segments.
void refuse_beside(const assembly::CoupledModel& model, const std::vector<ContactPoint>& points)
{
    constexpr double beside = 1e-6; // of the length of a segment
    for (const ContactPoint& point : points) {
        const double alpha = point.projection.alpha;
        if (!point.closed || (alpha >= -beside && alpha <= 1 + beside))
            continue;
        const assembly::Sliding& sliding = model.sliding[point.contact];
        throw InputError(sliding.where,
                         assembly::slave_name(sliding, point.slave) +
                             ": in the static equilibrium at the start the slave node would stand "
                             "beyond a corner of the master, past segment " +
                             std::to_string(point.segment) +
                             " (counted from 0); a static contact has one segment. Start away from "
                             "the corner, or let a transient with sticking = \"follow\" begin at "
                             "start = \"rest\"");
    }
}

} // namespace

SlidingEquilibrium sliding_equilibrium(const assembly::CoupledModel& model, const ModalModel& modal,
                                       const std::vector<double>& direction, About about)
{
    for (std::size_t j = 0; j < modal.joints.size(); ++j)
        if (modal.joints[j])
            throw InputError(model.joints[j].where, "joint." + model.joints[j].name + ".law",
                             "\"" + std::string(model.joints[j].law->keyword()) + "\"",
                             "the equilibrium at the start takes linear joints; start = \"rest\"");

    StaticSystem system(model, modal);
    SlidingEquilibrium state;
    state.points = undeformed_points(model);
    const std::vector<RigidMode>& rigid = system.rigid();
    const bool held = std::find(direction.begin(), direction.end(), 0.0) != direction.end();
    if (rigid.size() > state.points.size() && !held) {
        refuse_unheld_motions(model, modal, state.points, direction);
        refuse_mechanism(modal, rigid);
    }
    if (state.points.empty()) {
        state.q = system.loaded();
        return state;
    }

    std::vector<ContactPoint> points = state.points;
    for (state.iterations = 1; state.iterations <= 100; ++state.iterations) {
        system.set_configuration(points, direction);
        const StaticSystem::Solution s = closed_set(model, system, points);
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i].lambda = s.lambda(static_cast<Index>(i));
        state.q = system.displacement(s);
        if (about == About::undeformed) {
            state.points = points;
            return state;
        }

        // New configuration in the deformed positions; the neighbour if a slave left its segment.
        bool converged = true;
        for (std::size_t i = 0; i < points.size(); ++i) {
            ContactPoint& point = points[i];
            const assembly::Sliding& sliding = model.sliding[point.contact];
            const ModalContact& contact = modal.contacts[point.contact];
            const Eigen::Vector2d base = sliding.master_X.row(point.segment).transpose();
            auto master = [&](Index node) -> Eigen::Vector2d {
                return sliding.master_X.row(node).transpose() - base +
                       contact.master.rows.middleRows<2>(2 * node) *
                           state.q[contact.master.component];
            };
            const Eigen::Vector2d slave = sliding.slave_X.row(point.slave).transpose() - base +
                                          contact.slave.rows.middleRows<2>(2 * point.slave) *
                                              state.q[contact.slave.component];
            const contact::Walked walked =
                contact::walk(slave, point.segment, sliding.n_segments(), master);
            Index k = walked.segment;
            contact::Projection next = walked.at;
            if (k < 0 || k >= sliding.n_segments()) {
                if (point.closed)
                    throw InputError(sliding.where,
                                     assembly::slave_name(sliding, point.slave) +
                                         ": the slave node leaves the master surface in the static "
                                         "equilibrium at the start; start further from its end");
                k = std::clamp<Index>(k, 0, sliding.n_segments() - 1);
                next = contact::project(slave, master(k), master(k + 1));
            }
            const ContactPoint& before = state.points[i];
            converged =
                converged && point.closed == before.closed && k == point.segment &&
                (!point.closed ||
                 (std::abs(next.alpha - point.projection.alpha) < 1e-10 &&
                  std::abs(next.sin_gamma - point.projection.sin_gamma) < 1e-12 &&
                  std::abs(point.lambda - before.lambda) <= 1e-12 * std::abs(point.lambda)));
            point.segment = k;
            point.projection = next;
        }
        state.points = points;
        if (converged) {
            refuse_beside(model, points);
            refuse_jamming(model, modal, points, direction);
            return state;
        }
    }
    throw std::runtime_error("contact." + model.sliding.front().name +
                             ": the static sliding equilibrium did not converge in 100 iterations "
                             "(friction near the limit of jamming?)");
}

} // namespace slideway::dynamics
