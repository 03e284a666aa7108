#include "assembly/primal.hpp"

#include "assembly/configuration.hpp"
#include "assembly/joint.hpp"
#include "assembly/joint_tangents.hpp"
#include "base/dense_solve.hpp"
#include "base/elimination.hpp"
#include "base/error.hpp"
#include "base/rigid_motion.hpp"
#include "base/sparse_cholesky.hpp"
#include "base/text.hpp"
#include "reduction/mechanism.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

namespace slideway::assembly {

namespace {

using Entries = std::vector<Eigen::Triplet<double>>;

// Matrix of the stacked bodies with a matrix of each, times a factor, on its diagonal. A body of
// factor 0 has no entries.
template <class FactorOf>
SparseMatrix block_diagonal(const PrimalModel& p, const CoupledModel& model,
                            SparseMatrix fem::Substructure::*matrix, const FactorOf& factor_of)
{
    Index entries = 0;
    for (const std::size_t b : p.bodies)
        if (factor_of(model.bodies[b]) != 0)
            entries += (model.bodies[b].*matrix).nonZeros();
    SparseMatrix A(p.offset.back(), p.offset.back());
    A.resizeNonZeros(entries);
    Index count = 0;
    for (std::size_t k = 0; k < p.bodies.size(); ++k) {
        const fem::Substructure& body = model.bodies[p.bodies[k]];
        const SparseMatrix& block = body.*matrix;
        const double factor = factor_of(body);
        for (Index column = 0; column < body.n(); ++column) {
            if (factor != 0 && column < block.outerSize())
                for (SparseMatrix::InnerIterator it(block, column); it; ++it, ++count) {
                    A.innerIndexPtr()[count] =
                        static_cast<SparseMatrix::StorageIndex>(p.offset[k] + it.row());
                    A.valuePtr()[count] = factor * it.value();
                }
            A.outerIndexPtr()[p.offset[k] + column + 1] =
                static_cast<SparseMatrix::StorageIndex>(count);
        }
    }
    return A;
}

// One constraint row and its message if it over-constrains.
struct Origin {
    SourceLine where;
    std::string message;
};

SparseMatrix joint_rows(const PrimalModel& p, const Joint& joint)
{
    SparseMatrix B = p.stacked(joint.first);
    if (joint.second)
        B = (B - p.stacked(*joint.second)).eval();
    return B;
}

// Joints that the linear matrices include.
enum class Joints { none, linear, tangents };

std::optional<JointTangents> joint_matrices(const Joint& joint, Joints which)
{
    const bool linear = joint.law->is_linear();
    if (which == Joints::none || (which == Joints::linear && !linear))
        return std::nullopt;
    return tangents_at_rest(joint);
}

bool concerns(const PrimalModel& p, std::size_t body)
{
    return std::find(p.bodies.begin(), p.bodies.end(), body) != p.bodies.end();
}

void assemble_bodies(PrimalModel& p, const CoupledModel& model, Joints which)
{
    const Index n = p.offset.back();
    const auto whole = [](const fem::Substructure&) -> double { return 1; };
    p.M_u = block_diagonal(p, model, &fem::Substructure::M, whole);
    p.C_u = block_diagonal(p, model, &fem::Substructure::C, whole);
    p.K_u = block_diagonal(p, model, &fem::Substructure::K, whole);
    p.C_relative =
        block_diagonal(p, model, &fem::Substructure::M,
                       [](const fem::Substructure& body) -> double { return body.mass_damping; });
    for (const Joint& joint : model.joints) {
        const std::optional<JointTangents> matrices = joint_matrices(joint, which);
        if (!matrices || !concerns(p, joint.first.body))
            continue;
        const SparseMatrix B = joint_rows(p, joint);
        auto spread = [&B](const Matrix& A) -> SparseMatrix {
            return SparseMatrix(B.transpose()) * SparseMatrix(A.sparseView(0, 0)) * B;
        };
        p.K_u += spread(matrices->k);
        p.C_u += spread(matrices->c);
    }

    // Motions with the same name are one motion of all bodies.
    std::map<std::string, Vector> motions;
    for (std::size_t k = 0; k < p.bodies.size(); ++k) {
        const fem::Substructure& body = model.bodies[p.bodies[k]];
        for (std::size_t r = 0; r < body.rigid_names.size(); ++r) {
            const std::string& name = body.rigid_names[r];
            if (!motions.contains(name)) {
                motions[name] = Vector::Zero(n);
                p.rigid_names.push_back(name);
            }
            motions[name].segment(p.offset[k], body.n()) = body.rigid.col(static_cast<Index>(r));
        }
    }
    p.rigid.resize(n, static_cast<Index>(p.rigid_names.size()));
    for (std::size_t r = 0; r < p.rigid_names.size(); ++r)
        p.rigid.col(static_cast<Index>(r)) = motions[p.rigid_names[r]];
}

// Constraint rows of an assembly, in blocks, with their origins.
struct Constraints {
    std::vector<SparseMatrix> blocks;
    std::vector<Origin> origins;
    std::vector<std::pair<Index, Index>> motion_rows; // first and count per motion
};

// Adds bonds: u of both ports is equal.
void add_bonds(const PrimalModel& p, const CoupledModel& model, Constraints& c)
{
    for (const Bond& bond : model.bonds) {
        if (!concerns(p, bond.first.body))
            continue;
        c.blocks.push_back((p.stacked(bond.first) - p.stacked(bond.second)).eval());
        for (const std::string& label : bond.labels)
            c.origins.push_back({bond.where, "bond." + bond.name +
                                                 " over-constrains: its condition on " + label +
                                                 " already follows from other bonds and supports; "
                                                 "leave out a port, or support one side only"});
    }
}

// Adds the rows of u that motions impose.
void add_motions(PrimalModel& p, const CoupledModel& model, Constraints& c)
{
    for (std::size_t k = 0; k < model.motions.size(); ++k) {
        const Motion& motion = model.motions[k];
        if (!concerns(p, motion.on.body))
            continue;
        c.motion_rows.emplace_back(static_cast<Index>(c.origins.size()), motion.on.rows.rows());
        p.motions.push_back(k);
        c.blocks.push_back(p.stacked(motion.on));
        for (Index r = 0; r < motion.on.rows.rows(); ++r)
            c.origins.push_back({motion.where, "motion." + motion.name +
                                                   " imposes what another motion, a bond or a "
                                                   "support holds already"});
    }
}

// Adds B_C of the slave nodes that touch in the undeformed configuration, so frictionless
// contacts stay closed.
void add_contacts(const PrimalModel& p, const CoupledModel& model, Constraints& c)
{
    for (const Sliding& sliding : model.sliding) {
        if (!contact::frictionless(sliding.friction))
            throw InputError(sliding.where, "contact." + sliding.name + ".friction",
                             contact::describe(sliding.friction),
                             "coupled modes need 0: with friction the coupled matrices are not "
                             "symmetric (override it by --set contact." +
                                 sliding.name + ".friction=0)");
        const std::vector<Configuration> configurations = undeformed_configuration(sliding);
        for (Index s = 0; s < sliding.n_slaves(); ++s) {
            const Configuration& configuration = configurations[static_cast<std::size_t>(s)];
            if (!configuration.touches)
                continue;
            const CoupledRow row = expand(sliding, s, configuration.segment,
                                          contact::compatibility_row(configuration.projection));
            const SparseMatrix slave = row.slave.transpose().sparseView(0, 0);
            const SparseMatrix master = row.master.transpose().sparseView(0, 0);
            c.blocks.push_back(
                (p.stacked({sliding.slave_body, slave}) + p.stacked({sliding.master_body, master}))
                    .eval());
            c.origins.push_back({sliding.where, slave_name(sliding, s) +
                                                    " closes a contact that bonds, supports or "
                                                    "other contacts hold already"});
        }
    }
}

void refuse_overflow(const PrimalModel& p)
{
    for (const auto& [matrix, name] :
         {std::pair{&p.M_u, "mass"}, {&p.C_u, "damping"}, {&p.K_u, "stiffness"}})
        if (!Eigen::Map<const Vector>(matrix->valuePtr(), matrix->nonZeros()).allFinite())
            throw InputError("the " + std::string(name) + " matrix of " + p.name +
                             " overflows: an entry is above 1.8e308. Check bodies and joints");
}

// Eliminates the constraints: u = L q + lift x. L follows from all constraints, lift from
// the imposed motions.
void eliminate_constraints(PrimalModel& p, const Constraints& c)
{
    const Index n = p.offset.back();
    p.constraints = stacked_rows(c.blocks, n);
    const Elimination solved = eliminate(p.constraints);
    if (!solved.dependent.empty()) {
        const Origin& origin = c.origins[static_cast<std::size_t>(solved.dependent.front())];
        throw InputError(origin.where, origin.message);
    }
    p.L = solved.L;
    Entries lift;
    for (std::size_t k = 0; k < c.motion_rows.size(); ++k)
        for (Index r = 0; r < c.motion_rows[k].second; ++r)
            for (SparseMatrix::InnerIterator it(solved.P, c.motion_rows[k].first + r); it; ++it)
                lift.emplace_back(it.row(), static_cast<Index>(k), it.value());
    p.lift.resize(n, static_cast<Index>(c.motion_rows.size()));
    p.lift.setFromTriplets(lift.begin(), lift.end());
}

PrimalModel assemble(const CoupledModel& model, const std::vector<std::size_t>& bodies, bool bonds,
                     Joints joints, bool contacts)
{
    PrimalModel p;
    p.bodies = bodies;
    p.offset = {0};
    for (const std::size_t b : bodies) {
        p.name += (p.name.empty() ? "" : " + ") + model.bodies[b].name;
        p.offset.push_back(p.offset.back() + model.bodies[b].n());
    }
    assemble_bodies(p, model, joints);
    Constraints constraints;
    if (bonds)
        add_bonds(p, model, constraints);
    add_motions(p, model, constraints);
    if (contacts)
        add_contacts(p, model, constraints);
    refuse_overflow(p);
    eliminate_constraints(p, constraints);
    auto projected = [&p](const SparseMatrix& A) -> SparseMatrix {
        if (p.L.cols() == p.L.rows())
            return A;
        return p.L.transpose() * (A * p.L);
    };
    p.M = projected(p.M_u);
    p.C = projected(p.C_u);
    p.K = projected(p.K_u);
    const auto whole = [](const fem::Substructure&) -> double { return 1; };
    for (const auto& [part, own] : {std::pair{&p.C_skew, &fem::Substructure::C_skew},
                                    {&p.K_skew, &fem::Substructure::K_skew},
                                    {&p.H, &fem::Substructure::H}})
        *part = projected(block_diagonal(p, model, own, whole));
    p.K_skew_u = block_diagonal(p, model, &fem::Substructure::K_skew, whole);
    return p;
}

} // namespace

std::size_t PrimalModel::place(std::size_t body) const
{
    return static_cast<std::size_t>(std::find(bodies.begin(), bodies.end(), body) - bodies.begin());
}

SparseMatrix PrimalModel::stacked(const RowsOn& rows) const
{
    const Index first = offset[place(rows.body)];
    Entries entries;
    for (Index column = 0; column < rows.rows.outerSize(); ++column)
        for (SparseMatrix::InnerIterator it(rows.rows, column); it; ++it)
            entries.emplace_back(it.row(), first + column, it.value());
    SparseMatrix result(rows.rows.rows(), offset.back());
    result.setFromTriplets(entries.begin(), entries.end());
    return result;
}

PrimalModel primal_model(const CoupledModel& model, bool coupled)
{
    std::vector<std::size_t> bodies(model.bodies.size());
    std::iota(bodies.begin(), bodies.end(), std::size_t{0});
    return assemble(model, bodies, coupled, coupled ? Joints::tangents : Joints::none, coupled);
}

std::vector<PrimalModel> components(const CoupledModel& model)
{
    std::vector<std::size_t> root(model.bodies.size());
    std::iota(root.begin(), root.end(), std::size_t{0});
    const std::function<std::size_t(std::size_t)> find = [&](std::size_t b) -> std::size_t {
        return root[b] == b ? b : root[b] = find(root[b]);
    };
    auto join_bodies = [&](std::size_t a, std::size_t b) {
        const std::size_t first = find(a), second = find(b);
        root[std::max(first, second)] = std::min(first, second);
    };
    for (const Bond& bond : model.bonds)
        join_bodies(bond.first.body, bond.second.body);
    for (const Joint& joint : model.joints)
        if (joint.second && joint.law->is_linear())
            join_bodies(joint.first.body, joint.second->body);

    std::map<std::size_t, std::vector<std::size_t>> groups;
    for (std::size_t b = 0; b < model.bodies.size(); ++b)
        groups[find(b)].push_back(b);
    std::vector<PrimalModel> result;
    for (const auto& [first, bodies] : groups)
        result.push_back(assemble(model, bodies, true, Joints::linear, false));
    return result;
}

std::string free_motions(const PrimalModel& primal)
{
    if (primal.n() == 0 || SparseCholesky(primal.K).positive_definite())
        return "";
    const std::vector<std::string> motions = reduction::free_rigid_motions(
        primal.K_u, primal.rigid, primal.rigid_names, primal.constraints);
    return motions.empty() ? reduction::internal_mechanism : join(motions);
}

std::vector<std::string> free_motions(const std::vector<PrimalModel>& parts,
                                      const SparseMatrix& held)
{
    Index n = 0, n_motions = 0;
    for (const PrimalModel& part : parts) {
        n += part.offset.back();
        n_motions += part.rigid.cols();
    }
    Entries stiffness;
    Matrix rigid = Matrix::Zero(n, n_motions);
    std::vector<std::string> names;
    std::vector<SparseMatrix> constraints;
    Index first = 0;
    for (const PrimalModel& part : parts) {
        const Index size = part.offset.back();
        for (Index column = 0; column < part.K_u.outerSize(); ++column)
            for (SparseMatrix::InnerIterator it(part.K_u, column); it; ++it)
                stiffness.emplace_back(first + it.row(), first + column, it.value());
        rigid.block(first, static_cast<Index>(names.size()), size, part.rigid.cols()) = part.rigid;
        for (const std::string& name : part.rigid_names)
            names.push_back(parts.size() == 1
                                ? name
                                : name + (part.bodies.size() == 1 ? " of body " : " of bodies ") +
                                      part.name);
        Entries rows;
        for (Index column = 0; column < part.constraints.outerSize(); ++column)
            for (SparseMatrix::InnerIterator it(part.constraints, column); it; ++it)
                rows.emplace_back(it.row(), first + column, it.value());
        constraints.emplace_back(part.constraints.rows(), n);
        constraints.back().setFromTriplets(rows.begin(), rows.end());
        first += size;
    }
    constraints.push_back(held);
    SparseMatrix K(n, n);
    K.setFromTriplets(stiffness.begin(), stiffness.end());
    return reduction::free_rigid_motions(K, rigid, names, stacked_rows(constraints, n));
}

std::optional<Vector> rigid_follower(const PrimalModel& primal, std::size_t k)
{
    if (primal.rigid.cols() == 0)
        return std::nullopt;
    // Rows and motions are scaled by the size of their terms, because they have different units.
    auto inverse = [](const Vector& size) -> Vector {
        return (size.array() > 0).select(size.cwiseInverse(), 1.0);
    };
    Matrix terms = primal.constraints.cwiseAbs() * primal.rigid.cwiseAbs();
    const Vector row = inverse(terms.rowwise().maxCoeff());
    terms = (row.asDiagonal() * terms).eval();
    const Vector column = inverse(terms.colwise().maxCoeff().transpose());
    const Matrix R =
        row.asDiagonal() * Matrix(primal.constraints * primal.rigid) * column.asDiagonal();
    const Vector wanted = row.cwiseProduct(
        Vector(primal.constraints * Vector(primal.lift.col(static_cast<Index>(k)))));
    // Takes the combination of the fewest rigid motions, translations before rotations (their order
    // in `rigid`). An unnecessary rotation would depend on the position of the origin, and would
    // rotate a body that starts with the velocity of its drive.
    const Index r = primal.rigid.cols();
    Vector coefficients = Vector::Zero(r);
    bool found = false;
    for (Index count = 1; count <= r && !found; ++count)
        for (unsigned set = 1; set < 1U << r && !found; ++set) {
            if (std::popcount(set) != count)
                continue;
            std::vector<Index> chosen;
            for (Index j = 0; j < r; ++j)
                if (set >> j & 1U)
                    chosen.push_back(j);
            // The threshold prevents that round-off in the constraints counts as a rank.
            Vector c = least_squares(Matrix(R(Eigen::all, chosen)), wanted, 1e-8).x;
            const double largest = c.cwiseAbs().maxCoeff();
            for (std::size_t j = 0; j < chosen.size(); ++j) {
                double& value = c(static_cast<Index>(j));
                const double whole = std::round(value * column(chosen[j])) / column(chosen[j]);
                if (std::abs(value) < 1e-9 * largest)
                    value = 0;
                else if (std::abs(value - whole) < 1e-9 * std::abs(value))
                    value = whole; // a pure translation is exactly one
            }
            if ((R(Eigen::all, chosen) * c - wanted).norm() <= 1e-9 * wanted.norm()) {
                coefficients(chosen) = c;
                found = true;
            }
        }
    if (!found)
        return std::nullopt;
    Vector e = primal.rigid * column.cwiseProduct(coefficients);
    if (!rigid_motion(primal.K_u, e))
        return std::nullopt;
    return e;
}

} // namespace slideway::assembly
