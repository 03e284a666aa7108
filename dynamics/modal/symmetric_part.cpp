#include "dynamics/modal/symmetric_part.hpp"

#include "base/dense_eigen.hpp"
#include "dynamics/modal/alike_joints.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace slideway::dynamics {

namespace {

// Relative differences of frequencies, and shares of loads and rows: round-off of the modes.
constexpr double equal = 1e-11;

using Classes = std::vector<std::size_t>; // class of each joint: the first joint of it

Matrix damping_of(const JointedSystem& s)
{
    return s.modes.classical() ? Matrix(s.modes.c.asDiagonal()) : s.modes.D;
}

// Directions of a set of generators within each group of equal frequencies, which are invariant
// under omega^2. Each generator is of length one.
Matrix directions_of(const Vector& omega, const Matrix& generators)
{
    std::vector<Index> order(static_cast<std::size_t>(omega.size()));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) -> bool { return omega(a) < omega(b); });
    Matrix Z(omega.size(), omega.size());
    Index size = 0;
    for (std::size_t first = 0, next = 0; first < order.size(); first = next) {
        for (next = first + 1; next < order.size() && omega(order[next]) - omega(order[next - 1]) <=
                                                          equal * omega(order[next]);)
            ++next;
        Matrix part(static_cast<Index>(next - first), generators.cols());
        for (std::size_t k = first; k < next; ++k)
            part.row(static_cast<Index>(k - first)) = generators.row(order[k]);
        // Left singular vectors, as right ones of the transpose.
        const Svd<double> decomposition = svd(Matrix(part.transpose()), SingularVectors::full);
        for (Index i = 0; i < decomposition.values.size() && decomposition.values(i) > equal;
             ++i, ++size) {
            Z.col(size).setZero();
            for (std::size_t k = first; k < next; ++k)
                Z(order[k], size) = decomposition.V(static_cast<Index>(k - first), i);
        }
    }
    return Z.leftCols(size);
}

// The smallest subspace that holds the generators and is invariant under omega^2 and the damping.
Matrix invariant_subspace(const JointedSystem& s, Matrix generators)
{
    const Matrix D = damping_of(s);
    const double size = D.norm();
    for (;;) {
        Matrix Z = directions_of(s.modes.omega, generators);
        if (size == 0)
            return Z;
        Matrix off = D * Z / size;
        off -= Z * (Z.transpose() * off);
        std::vector<Index> outside;
        for (Index i = 0; i < off.cols(); ++i)
            if (off.col(i).norm() > equal)
                outside.push_back(i);
        if (outside.empty())
            return Z;
        generators = std::move(Z);
        for (const Index i : outside) {
            generators.conservativeResize(Eigen::NoChange, generators.cols() + 1);
            generators.rightCols(1) = off.col(i).normalized();
        }
    }
}

Matrix generators_of(const std::vector<Vector>& list, Index n_modes)
{
    Matrix out(n_modes, static_cast<Index>(list.size()));
    Index size = 0;
    for (const Vector& generator : list)
        if (const double norm = generator.norm(); norm > 0)
            out.col(size++) = generator / norm;
    return out.leftCols(size);
}

// Whether a joint may push although nothing moves.
bool pushes_at_rest(const ModalLaw& joint)
{
    if (!joint.law->has_force())
        return true;
    contact::JointMemory memory;
    contact::ForceAndTangent force;
    const contact::JointVector rest = contact::JointVector::Zero(joint.on.rows.rows());
    joint.law->force(memory, rest, rest, force);
    return !force.f.isZero(0) || !joint.on.follow.isZero(0);
}

// The smallest subspace that holds the loads and the forces of all classes. Joints that do not move
// on it and do not push at rest, as one between two bodies alike, have no force.
Matrix subspace_of(const JointedSystem& s, const Classes& classes)
{
    std::vector<Vector> list = {
        s.p0,          s.force.real(), s.force.imag(), s.inertia.real(), s.inertia.imag(),
        s.drag.real(), s.drag.imag()};
    std::vector<bool> acts(s.joints.size());
    for (;;) {
        Matrix Z = invariant_subspace(s, generators_of(list, s.n_modes()));
        bool more = false;
        for (std::size_t c = 0; c < s.joints.size(); ++c) {
            if (classes[c] != c || acts[c])
                continue;
            Matrix sum = Matrix::Zero(s.joints[c].on.rows.rows(), s.n_modes());
            for (std::size_t j = c; j < s.joints.size(); ++j) {
                if (classes[j] != c)
                    continue;
                const Matrix& rows = s.joints[j].on.rows;
                sum += rows;
                acts[c] = acts[c] || (rows * Z).norm() > equal * rows.norm() ||
                          pushes_at_rest(s.joints[j]);
            }
            for (Index i = 0; acts[c] && i < sum.rows(); ++i)
                list.emplace_back(sum.row(i).transpose());
            more = more || acts[c];
        }
        if (!more)
            return Z;
    }
}

bool moves_alike(const JointOnModes& a, const JointOnModes& b, const Matrix& Z)
{
    return (a.rows * Z - b.rows * Z).norm() <= equal * a.rows.norm() &&
           (a.follow - b.follow).norm() <= equal * a.follow.norm();
}

// Members of each class that belong to its first one; the others form classes of their own.
template <class Together>
Classes split(const Classes& classes, Together together)
{
    Classes out(classes.size());
    for (std::size_t j = 0; j < classes.size(); ++j) {
        out[j] = j;
        for (std::size_t i = 0; i < j; ++i)
            if (classes[i] == classes[j] && out[i] == i && together(i, j)) {
                out[j] = i;
                break;
            }
    }
    return out;
}

int members_of(const Classes& classes, std::size_t c)
{
    return static_cast<int>(std::count(classes.begin(), classes.end(), c));
}

SymmetricPart part_of(const JointedSystem& s, const Classes& classes, Matrix Z)
{
    SymmetricPart out;
    JointedSystem& part = out.system;
    part.Omega = s.Omega;
    part.modes.omega = (Z.cwiseAbs2().transpose() * s.modes.omega.cwiseAbs2()).cwiseSqrt();
    const Matrix D = Z.transpose() * damping_of(s) * Z;
    part.modes.c = D.diagonal();
    if (const Matrix off = D - Matrix(D.diagonal().asDiagonal()); off.norm() > equal * D.norm())
        part.modes.D = D;
    part.p0 = Z.transpose() * s.p0;
    const auto reduced = [&Z](const ComplexVector& values) -> ComplexVector {
        return Z.transpose() * values;
    };
    part.p = reduced(s.p);
    part.force = reduced(s.force);
    part.inertia = reduced(s.inertia);
    part.drag = reduced(s.drag);
    part.B.resize(0, Z.cols());
    part.limit.resize(0);
    part.r.resize(0);
    out.joint_of.resize(s.joints.size());
    for (std::size_t j = 0; j < s.joints.size(); ++j) {
        if (classes[j] != j) {
            out.joint_of[j] = out.joint_of[classes[j]];
            continue;
        }
        out.joint_of[j] = part.joints.size();
        const int n = members_of(classes, j);
        ModalLaw joint = s.joints[j];
        joint.on.rows = joint.on.rows * Z;
        if (n > 1)
            joint.law = strengthened(joint.law, joint.on.rows.rows(), n).value();
        part.joints.push_back(std::move(joint));
        out.weights.push_back(n);
    }
    out.Z = std::move(Z);
    return out;
}

} // namespace

std::optional<SymmetricPart> symmetric_part(const JointedSystem& s,
                                            const std::vector<std::size_t>& apart)
{
    if (s.B.rows() > 0 || !s.patches.empty())
        return std::nullopt;
    const auto alone = [&apart](std::size_t j) -> bool {
        return std::find(apart.begin(), apart.end(), j) != apart.end();
    };
    Classes classes = split(Classes(s.joints.size(), 0), [&](std::size_t i, std::size_t j) -> bool {
        const Index rows = s.joints[i].on.rows.rows();
        return !alone(i) && !alone(j) && rows == s.joints[j].on.rows.rows() &&
               alike(s.joints[i].law, s.joints[j].law, rows) &&
               strengthened(s.joints[i].law, rows, 2).has_value();
    });
    for (;;) {
        Matrix Z = subspace_of(s, classes);
        Classes finer = split(classes, [&](std::size_t i, std::size_t j) -> bool {
            return moves_alike(s.joints[i].on, s.joints[j].on, Z);
        });
        if (finer != classes) {
            classes = std::move(finer);
            continue;
        }
        for (std::size_t c = 0; c < classes.size(); ++c)
            if (members_of(classes, c) > 1)
                return part_of(s, classes, std::move(Z));
        return std::nullopt;
    }
}

} // namespace slideway::dynamics
