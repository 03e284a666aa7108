#include "fem/matrices.hpp"

#include "base/error.hpp"
#include "base/matrix_market.hpp"
#include "base/measure.hpp"
#include "base/sparse.hpp"
#include "base/text.hpp"
#include "fem/dof_table.hpp"
#include "fem/empty_dofs.hpp"
#include "fem/face_table.hpp"
#include "fem/massless.hpp"
#include "fem/named_nodes.hpp"
#include "fem/recovery.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace slideway::fem {

std::string size_text(const SparseMatrix& A)
{
    return std::to_string(A.rows()) + " x " + std::to_string(A.cols());
}

namespace {

constexpr double no_place = std::numeric_limits<double>::quiet_NaN(); // port without position

std::string entry(Index i, Index j)
{
    return "(" + std::to_string(i + 1) + ", " + std::to_string(j + 1) + ")";
}

// One of M, C and K with its key.
struct NamedSource {
    const char* key;
    const MatrixSource& source;
};

std::string shown(const NamedSource& A)
{
    return A.source.file.empty() ? A.key : A.source.file.string();
}

[[noreturn]] void refuse(const NamedSource& A, const std::string& message)
{
    if (A.source.file.empty())
        throw InputError(A.key,
                         std::to_string(A.source.rows) + " x " + std::to_string(A.source.cols) +
                             " matrix",
                         message);
    throw InputError::in_file(A.source.file.string(), message);
}

// An entry that differs from that of its transpose.
struct Difference {
    Index i = 0, j = 0;
    double above = 0, below = 0; // A(i, j) and A(j, i)
};

// Returns a pair of entries that differ. They are compared with the diagonal entries of their own
// rows. Thus rows of N m and of N, or of soft and stiff parts, count equally in any units. Walks
// down the columns together, without a copy, because A may be large.
std::optional<Difference> asymmetry(const SparseMatrix& A)
{
    const Vector diagonal = A.diagonal().cwiseAbs();
    std::vector<SparseMatrix::InnerIterator> below; // of each column, the next entry below
    below.reserve(static_cast<std::size_t>(A.cols()));
    for (Index j = 0; j < A.cols(); ++j) {
        SparseMatrix::InnerIterator it(A, j);
        while (it && it.row() <= j)
            ++it;
        below.push_back(it);
    }
    std::optional<Difference> found;
    const auto differ = [&](Index i, Index j, double upper, double lower) {
        const double size = std::max(
            {std::sqrt(diagonal(i)) * std::sqrt(diagonal(j)), std::abs(upper), std::abs(lower)});
        if (!found && std::abs(upper - lower) > symmetry_tolerance * size)
            found = Difference{i, j, upper, lower};
    };
    for (Index j = 0; j < A.cols() && !found; ++j)
        for (SparseMatrix::InnerIterator it(A, j); it && it.row() < j; ++it) {
            SparseMatrix::InnerIterator& other = below[static_cast<std::size_t>(it.row())];
            for (; other && other.row() < j; ++other)
                differ(it.row(), other.row(), 0, other.value());
            const bool both = other && other.row() == j;
            differ(it.row(), j, it.value(), both ? other.value() : 0);
            if (both)
                ++other;
        }
    for (Index i = 0; i < A.cols(); ++i)
        for (SparseMatrix::InnerIterator& other = below[static_cast<std::size_t>(i)];
             other && !found; ++other)
            differ(i, other.row(), 0, other.value());
    return found;
}

// Refuses a negative mass, and finds out if dofs with mass may move without.
void check_masses(const NamedSource& from, Substructure& s, double precision)
{
    const MassLimits limits = mass_limits(s.n(), precision);
    const MassCheck check = check_mass(s.M, limits);
    const Index i = check.negative;
    if (i >= 0 && s.M.coeff(i, i) < 0)
        refuse(from, "entry " + entry(i, i) + " = " + number_text(s.M.coeff(i, i), 6) +
                         "; a mass matrix is positive definite: " + dof_name(s, i) +
                         " has a negative mass");
    if (i >= 0)
        refuse(from, "not positive definite; a mass matrix is: " + dof_name(s, i) +
                         " has the largest share of a motion with a negative mass, eigenvalue " +
                         number_text(check.least, 2) + " of M scaled to a unit diagonal");
    if (check.combined)
        s.massless_below = limits.none;
}

// Refuses a translation without mass of a node whose others have some: files of entries have no end
// mark, and may have been cut off between two lines.
void refuse_partial_masses(const NamedSource& from, const Substructure& s, const DofTable& dofs)
{
    const Vector mass = s.M.diagonal(), stiffness = s.K.diagonal();
    for (const TableNode& node : dofs.nodes) {
        std::vector<std::string> without;
        bool any = false;
        for (std::size_t c = 0; c < node.dofs.size(); ++c) {
            const Index dof = node.dofs[c];
            const std::string& component = node.components[c];
            if (dof < 0 || !(component == "x" || component == "y" || component == "z"))
                continue;
            any = any || mass(dof) > 0;
            if (!(mass(dof) > 0) && stiffness(dof) != 0)
                without.push_back(node.name + "." + component);
        }
        if (any && !without.empty())
            refuse(from, join(without) + (without.size() == 1 ? " has" : " have") +
                             " stiffness and no mass, and other translations of the node have "
                             "some; is the file whole?");
    }
}

// A symmetric matrix, and its antisymmetric part if it has one.
struct SquareMatrix {
    SparseMatrix A, skew;
};

SquareMatrix read_square(const NamedSource& from, bool may_be_unsymmetric)
{
    SquareMatrix read;
    if (!from.source.given)
        read.A = read_matrix_market(from.source.file);
    else if (from.source.taken)
        read.A.swap(*from.source.taken);
    else
        read.A = *from.source.given;
    if (read.A.rows() != read.A.cols() || read.A.rows() == 0)
        refuse(from, size_text(read.A) + "; expected a square matrix");
    if (const std::optional<Difference> found = asymmetry(read.A)) {
        const auto& [i, j, above, below] = *found;
        if (!may_be_unsymmetric)
            refuse(from, "not symmetric: entry " + entry(i, j) + " = " + number_text(above, 6) +
                             " and " + entry(j, i) + " = " + number_text(below, 6) +
                             "; they may differ by 1e-8 of the diagonal entries of their rows");
        const SparseMatrix transposed = read.A.transpose(), A = read.A;
        read.A = 0.5 * (A + transposed);
        read.skew = (0.5 * (A - transposed)).pruned();
    }
    return read;
}

Vector dof_units(const DofTable& dofs, const UnitSystem& units)
{
    std::vector<DofKind> kinds;
    for (const std::string& component : dofs.component)
        kinds.push_back(component.empty()          ? DofKind::modal
                        : rotation_axis(component) ? DofKind::rotation
                                                   : DofKind::translation);
    return dof_units(units, kinds);
}

// Converts matrices to SI.
void convert(Substructure& s, const DofTable& dofs, const UnitSystem& units)
{
    const Vector D = dof_units(dofs, units);
    to_si(s.M, MatrixKind::mass, units, D);
    to_si(s.C, MatrixKind::damping, units, D);
    for (SparseMatrix* matrix : {&s.K, &s.K_skew, &s.H})
        if (matrix->rows() > 0)
            to_si(*matrix, MatrixKind::stiffness, units, D);
    if (s.C_skew.rows() > 0)
        to_si(s.C_skew, MatrixKind::damping, units, D);
}

// Adds a port for each load case of the files. Its row is the load vector P, so that a factor f on
// it gives the load P f, and its displacement P^T u is the work of the case.
void add_loads(Substructure& s, const DofTable& dofs, const UnitSystem& units)
{
    if (dofs.loads.empty())
        return;
    const Vector D = dof_units(dofs, units);
    const double energy = units.mass * units.length * units.length / (units.time * units.time);
    for (const TableLoad& load : dofs.loads) {
        std::vector<Eigen::Triplet<double>> entries;
        for (const auto& [dof, force] : load.forces)
            entries.emplace_back(0, dof, energy / D(dof) * force);
        Port port{"load_" + std::to_string(s.ports.size() + 1),
                  {"factor"},
                  SparseRows(1, s.n()),
                  Matrix::Constant(1, 3, no_place),
                  Vector::Ones(1),
                  {}};
        port.W.setFromTriplets(entries.begin(), entries.end());
        if (dofs.groups.contains(port.name))
            throw InputError("a group of the body is named " + port.name +
                             ", which is the name of a load case");
        s.ports.push_back(std::move(port));
    }
}

// Returns the motions of drawn nodes per dof in SI.
SparseMatrix shapes_in_si(const MatricesOptions& options, const DofTable& dofs)
{
    const SparseMatrix& T = options.drawing.T;
    const auto n = static_cast<Index>(dofs.component.size());
    if (T.rows() == 0)
        return {0, n};
    if (T.cols() != n)
        throw InputError("T", size_text(T) + " matrix",
                         "expected " + std::to_string(n) + " columns, one for each dof");
    if (!options.units)
        return T;
    const Vector D = dof_units(dofs, *options.units);
    return options.units->length * T * D.cwiseInverse().asDiagonal();
}

// Adds the groups of the table to its nodes, with the areas of their faces.
NamedNodes with_groups(NamedNodes nodes, const DofTable& dofs)
{
    for (const auto& [name, members] : dofs.groups) {
        MeshGroup& group = nodes.groups[name];
        group.nodes.assign(members.begin(), members.end());
        const auto count = static_cast<Index>(members.size());
        group.share = Vector::Constant(count, 1.0 / static_cast<double>(count));
        if (const auto with = dofs.faces.find(name); with != dofs.faces.end())
            weigh(group, name, nodes.X(group.nodes, Eigen::all), with->second);
    }
    return nodes;
}

// Makes every group a port.
void add_groups(Substructure& s, const DofTable& dofs)
{
    for (const auto& [name, members] : dofs.groups) {
        Port& port = s.ports.emplace_back(port_of_group(name, *s.nodes, s.n()));
        const auto with = dofs.faces.find(name);
        if (with == dofs.faces.end() || with->second.front().size() > 2)
            continue;
        for (const std::vector<int>& side : with->second)
            port.edges.push_back({side[0], side[1]});
    }
}

// Returns the columns `kept`, ascending, of sparse rows.
SparseRows columns(const SparseRows& W, const std::vector<Index>& kept)
{
    std::vector<Eigen::Triplet<double>> entries;
    for (Index row = 0; row < W.rows(); ++row)
        for (SparseRows::InnerIterator it(W, row); it; ++it) {
            const auto found = std::lower_bound(kept.begin(), kept.end(), it.col());
            if (found != kept.end() && *found == it.col())
                entries.emplace_back(row, found - kept.begin(), it.value());
        }
    SparseRows some(W.rows(), static_cast<Index>(kept.size()));
    some.setFromTriplets(entries.begin(), entries.end());
    return some;
}

} // namespace

void read_body(Substructure& s, const MatrixSource& M, const MatrixSource& C, const MatrixSource& K,
               const MatrixSource& H)
{
    const NamedSource stiffness{"K", K}, mass{"M", M.empty() ? K : M};
    SquareMatrix read = read_square(stiffness, true);
    s.K = std::move(read.A);
    s.K_skew = std::move(read.skew);
    s.M = M.empty() ? SparseMatrix(s.K.rows(), s.K.cols()) : read_square(mass, false).A;
    s.without_mass = M.empty();
    const auto same = [&](const NamedSource& from, const SparseMatrix& A) -> void {
        if (A.rows() != s.n())
            refuse(from, size_text(A) + ", but " + shown(mass) + " is " + size_text(s.M));
    };
    same(stiffness, s.K);
    s.C.resize(s.n(), s.n());
    if (!C.empty()) {
        read = read_square({"C", C}, true);
        same({"C", C}, read.A);
        s.C = std::move(read.A);
        s.C_skew = std::move(read.skew);
    }
    if (!H.empty()) {
        s.H = read_square({"structural_damping", H}, false).A;
        same({"structural_damping", H}, s.H);
    }
}

Substructure matrices(const std::string& name, const MatricesOptions& options,
                      std::vector<std::string>* notes)
{
    Substructure s;
    s.name = name;
    read_body(s, options.M, options.C, options.K, options.H);
    const double precision = options.M.precision.value_or(relative_precision(s.M));
    const double scale = options.units ? options.units->length : options.scale;
    DofTable dofs = options.table ? *options.table
                    : options.names
                        ? table_of(*options.names, s.n(), scale)
                        : read_dofs(options.dofs, s.n(), shown({"M", options.M}), scale);
    if (options.units)
        convert(s, dofs, *options.units);
    if (!options.faces.empty())
        for (auto& [group, faces] : read_faces(options.faces, dofs))
            dofs.faces[group] = std::move(faces);
    SparseMatrix T = shapes_in_si(options, dofs);
    std::vector<std::string> left_out = remove_empty_dofs(s, dofs, T);
    if (notes)
        notes->insert(notes->end(), left_out.begin(), left_out.end());
    add_rigid_motions(s, dofs);
    s.recovery = recovery_of_nodes(dofs, options.drawing, T, dofs.faces, s.n());
    s.nodes = std::make_shared<const NamedNodes>(with_groups(named_nodes(dofs), dofs));
    const NamedSource mass{"M", options.M};
    if (!s.without_mass) {
        refuse_partial_masses(mass, s, dofs);
        check_masses(mass, s, precision);
    }
    add_loads(s, dofs, options.units.value_or(UnitSystem{}));
    add_groups(s, dofs);
    hold(s, options.fixed);
    return s;
}

void hold(Substructure& s, const std::vector<std::string>& fixed)
{
    std::set<Index> held;
    for (const std::string& address : fixed)
        try {
            const bool whole = std::any_of(s.ports.begin(), s.ports.end(),
                                           [&](const Port& p) { return p.name == address; });
            const auto dot = whole ? std::string::npos : address.rfind('.');
            const std::string name = address.substr(0, dot);
            const std::optional<Index> node = s.nodes ? s.nodes->find(name) : std::nullopt;
            const Port held_port =
                node ? port_of_nodes(name, *s.nodes, {*node}, s.n()) : port(s, name);
            const Index only =
                dot == std::string::npos ? -1 : component(held_port, address.substr(dot + 1));
            for (const PortRow& row : rows_of(held_port, only)) {
                if (row.dofs.size() > 1)
                    throw InputError("its displacement combines " +
                                     std::to_string(row.dofs.size()) +
                                     " dofs; a support holds single dofs");
                held.insert(row.dofs.begin(), row.dofs.end());
            }
        } catch (const InputError& error) {
            throw InputError("fixed", "\"" + address + "\"", error.what());
        }
    if (held.empty())
        return;
    const std::vector<Index> free = complement(s.n(), {held.begin(), held.end()});
    if (free.empty())
        throw InputError("no free dof is left; fixed supports every dof");
    if (s.nodes)
        s.nodes = std::make_shared<const NamedNodes>(restricted(*s.nodes, free, s.n()));
    if (s.recovery)
        s.recovery = std::make_shared<const Recovery>(
            composed(s.recovery, [free, n = s.n()](const Vector& u) -> Vector {
                Vector all = Vector::Zero(n);
                all(free) = u;
                return all;
            }));
    for (Port& port : s.ports)
        port.W = columns(port.W, free);
    keep_dofs_of_matrices(s, free);
    Matrix rigid(static_cast<Index>(free.size()), 0);
    std::vector<std::string> names;
    for (Index k = 0; k < s.rigid.cols(); ++k) {
        const Vector motion = s.rigid(free, k);
        if (motion.norm() == 0)
            continue;
        rigid.conservativeResize(Eigen::NoChange, rigid.cols() + 1);
        rigid.rightCols(1) = motion;
        names.push_back(s.rigid_names[static_cast<std::size_t>(k)]);
    }
    s.rigid = rigid;
    s.rigid_names = names;
}

} // namespace slideway::fem
