#include "fem/mesh_body.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace slideway::fem {

namespace {

// Nodes of a group, or the node "n12" with the number 12 in the file of a solid mesh.
std::vector<int> nodes_named(const Mesh& mesh, const std::string& name)
{
    if (!mesh.groups.contains(name))
        for (std::size_t i = 0; i < mesh.tags.size(); ++i)
            if (name == "n" + std::to_string(mesh.tags[i]))
                return {static_cast<int>(i)};
    return group(mesh, name).nodes;
}

// Parses "group" (all components) or "group.x" (x). The name of a group may itself contain dots.
void support(const MeshBody& body, const std::string& fixed, std::vector<bool>& supported)
try {
    const Mesh& mesh = body.mesh;
    const auto d = static_cast<std::size_t>(body.d());
    std::string name = fixed;
    std::size_t first = 0, last = d - 1;
    if (const auto dot = fixed.rfind('.');
        !mesh.groups.contains(fixed) && dot != std::string::npos) {
        name = fixed.substr(0, dot);
        const std::string component = fixed.substr(dot + 1);
        (void)nodes_named(mesh, name);
        const auto found = std::find(body.components.begin(), body.components.end(), component);
        if (found == body.components.end())
            throw InputError("no component \"" + component + "\"" +
                             name_hint(component, body.components));
        first = last = static_cast<std::size_t>(found - body.components.begin());
    }
    for (const int node : nodes_named(mesh, name))
        for (std::size_t c = first; c <= last; ++c)
            supported[d * static_cast<std::size_t>(node) + c] = true;
} catch (const InputError& error) {
    throw InputError("fixed", "\"" + fixed + "\"", error.what());
}

// For each node the nodes that share an element with it, itself included, ascending.
struct Neighbours {
    std::vector<Index> first; ///< nodes + 1
    std::vector<int> nodes;

    [[nodiscard]] const int* begin(Index node) const
    {
        return nodes.data() + first[static_cast<std::size_t>(node)];
    }
    [[nodiscard]] const int* end(Index node) const { return begin(node + 1); }
};

Neighbours neighbours_of(const Mesh& mesh)
{
    const auto n = static_cast<std::size_t>(mesh.X.rows());
    std::vector<Index> start(n + 1, 0); // of the elements at each node
    for (const ElementBlock& block : mesh.blocks)
        for (const int node : block.nodes.reshaped())
            ++start[static_cast<std::size_t>(node) + 1];
    for (std::size_t i = 0; i < n; ++i)
        start[i + 1] += start[i];
    struct At {
        int block, element;
    };
    std::vector<At> at(static_cast<std::size_t>(start[n]));
    std::vector<Index> next(start.begin(), start.end() - 1);
    for (std::size_t b = 0; b < mesh.blocks.size(); ++b)
        for (Index e = 0; e < mesh.blocks[b].nodes.rows(); ++e)
            for (Index i = 0; i < mesh.blocks[b].nodes.cols(); ++i) {
                Index& place = next[static_cast<std::size_t>(mesh.blocks[b].nodes(e, i))];
                at[static_cast<std::size_t>(place++)] = {static_cast<int>(b), static_cast<int>(e)};
            }
    Neighbours result;
    result.first.reserve(n + 1);
    result.first.push_back(0);
    std::vector<int> seen(n, -1); // node that met this one last
    for (std::size_t i = 0; i < n; ++i) {
        const auto own = static_cast<std::ptrdiff_t>(result.nodes.size());
        for (Index k = start[i]; k < start[i + 1]; ++k) {
            const auto [b, e] = at[static_cast<std::size_t>(k)];
            const Eigen::MatrixXi& nodes = mesh.blocks[static_cast<std::size_t>(b)].nodes;
            for (Index j = 0; j < nodes.cols(); ++j) {
                const int other = nodes(e, j);
                if (int& last = seen[static_cast<std::size_t>(other)];
                    last != static_cast<int>(i)) {
                    last = static_cast<int>(i);
                    result.nodes.push_back(other);
                }
            }
        }
        std::sort(result.nodes.begin() + own, result.nodes.end());
        result.first.push_back(static_cast<Index>(result.nodes.size()));
    }
    return result;
}

// Sums element matrices into sparse matrices whose pattern is built once.
class Assembly {
public:
    Assembly(const MeshBody& body, const Share& share, SparseMatrix& M, SparseMatrix& K)
        : body_(body), share_(share), d_(body.d()), near_(neighbours_of(body.mesh)), M_(M), K_(K)
    {
        make_pattern(K_, true);
        make_pattern(M_, false);
        for (Index node = 0; node < body.mesh.X.rows(); ++node)
            complete_.push_back(is_complete(node));
    }

    // True if this process has the column of a dof.
    [[nodiscard]] bool is_own(Index dof) const { return dof >= 0 && share_.holds(dof, body_.n); }

    // True if a column of this process belongs to an element.
    [[nodiscard]] bool has_columns(const ElementBlock& block, Index e) const
    {
        for (Index j = 0; j < block.nodes.cols(); ++j)
            for (Index c = 0; c < d_; ++c)
                if (is_own(body_.dof_of(block.nodes(e, j), c)))
                    return true;
        return false;
    }

    void add(const ElementBlock& block, Index e, const SolidMatrix& K, const SolidNodeMatrix& m)
    {
        const Index n = block.nodes.cols();
        for (Index j = 0; j < n; ++j)
            for (Index i = 0; i < n; ++i)
                if (complete_[static_cast<std::size_t>(block.nodes(e, j))])
                    add_block(block.nodes(e, i), block.nodes(e, j), &K(d_ * i, d_ * j), K.rows(),
                              m(i, j));
                else
                    add_entries(block.nodes(e, i), block.nodes(e, j), &K(d_ * i, d_ * j), K.rows(),
                                m(i, j));
    }

private:
    const MeshBody& body_;
    const Share& share_;
    Index d_;
    Neighbours near_;
    SparseMatrix &M_, &K_;
    std::vector<char> complete_; ///< 1: the columns of a node have a row for each dof near it

    [[nodiscard]] bool is_complete(Index node) const
    {
        for (Index c = 0; c < d_; ++c)
            if (!is_own(body_.dof_of(node, c)))
                return false;
        for (const int* other = near_.begin(node); other != near_.end(node); ++other)
            for (Index c = 0; c < d_; ++c)
                if (body_.dof_of(*other, c) < 0)
                    return false;
        return true;
    }

    // Calls visit(dof) for the rows of the column of a node and a component. Components of the
    // nodes couple in the stiffness but not in the mass.
    template <class Visit>
    void each_row(Index node, Index component, bool couples, const Visit& visit) const
    {
        for (const int* other = near_.begin(node); other != near_.end(node); ++other)
            for (Index c = couples ? 0 : component; c < (couples ? d_ : component + 1); ++c)
                if (const Index row = body_.dof_of(*other, c); row >= 0)
                    visit(row);
    }

    void make_pattern(SparseMatrix& A, bool couples) const
    {
        using Stored = SparseMatrix::StorageIndex;
        A.resize(body_.n, body_.n);
        Stored* const outer = A.outerIndexPtr();
        Index count = 0;
        const auto each_column = [&](const auto& work) {
            for (Index node = 0; node < body_.mesh.X.rows(); ++node)
                for (Index c = 0; c < d_; ++c)
                    if (const Index column = body_.dof_of(node, c); column >= 0)
                        work(node, c, column);
        };
        each_column([&](Index node, Index c, Index column) {
            if (is_own(column))
                each_row(node, c, couples, [&count](Index) { ++count; });
            if (count > std::numeric_limits<Stored>::max())
                throw InputError("the stiffness matrix has more than 2^31 entries");
            outer[column + 1] = static_cast<Stored>(count);
        });
        A.resizeNonZeros(count);
        std::fill_n(A.valuePtr(), count, 0.0);
        Stored* inner = A.innerIndexPtr();
        each_column([&](Index node, Index c, Index column) {
            if (is_own(column))
                each_row(node, c, couples,
                         [&inner](Index row) { *inner++ = static_cast<Stored>(row); });
        });
    }

    // Adds a d x d block of K and the mass of two nodes, where each dof has its row and column.
    void add_block(Index row_node, Index column_node, const double* K, Index stride, double m)
    {
        const int* const begin = near_.begin(column_node);
        const Index slot = std::lower_bound(begin, near_.end(column_node), row_node) - begin;
        for (Index c = 0; c < d_; ++c, K += stride) {
            const Index column = body_.dof_of(column_node, c);
            double* const to = K_.valuePtr() + K_.outerIndexPtr()[column] + d_ * slot;
            for (Index r = 0; r < d_; ++r)
                to[r] += K[r];
            M_.valuePtr()[M_.outerIndexPtr()[column] + slot] += m;
        }
    }

    // Adds the same where supports or other processes leave gaps.
    void add_entries(Index row_node, Index column_node, const double* K, Index stride, double m)
    {
        for (Index c = 0; c < d_; ++c, K += stride) {
            const Index column = body_.dof_of(column_node, c);
            if (!is_own(column))
                continue;
            for (Index r = 0; r < d_; ++r) {
                const Index row = body_.dof_of(row_node, r);
                if (row < 0)
                    continue;
                K_.coeffRef(row, column) += K[r];
                if (r == c)
                    M_.coeffRef(row, column) += m;
            }
        }
    }
};

Matrix displacement(const MeshBody& body, const Vector& u)
{
    Matrix U = Matrix::Zero(body.mesh.X.rows(), body.d());
    for (Index node = 0; node < U.rows(); ++node)
        for (Index c = 0; c < body.d(); ++c)
            if (const Index dof = body.dof_of(node, c); dof >= 0)
                U(node, c) = u(dof);
    return U;
}

Matrix nodal_stress(const MeshBody& body, const Vector& u)
{
    const Matrix U = displacement(body, u);
    const Index d = body.d();
    Matrix sum = Matrix::Zero(U.rows(), body.elements.stress_components), of_element;
    Vector meeting = Vector::Zero(U.rows());
    SolidVector u_e;
    for_each_element(body.mesh, [&](std::size_t b, Index e, Index) {
        const ElementBlock& block = body.mesh.blocks[b];
        u_e.resize(d * block.nodes.cols());
        for (Index i = 0; i < block.nodes.cols(); ++i)
            u_e.segment(d * i, d) = U.row(block.nodes(e, i)).transpose();
        body.elements.stress(body.mesh, b, e, u_e, of_element);
        for (Index i = 0; i < block.nodes.cols(); ++i) {
            sum.row(block.nodes(e, i)) += of_element.row(i);
            meeting(block.nodes(e, i)) += 1;
        }
    });
    return sum.array().colwise() / meeting.array().max(1.0);
}

// Returns the part of a body that determines displacement and stress at the nodes of some elements:
// these elements and all others at their nodes.
RecoveryPart part_of(const MeshBody& body, const Elements& elements)
{
    const std::vector<int> shown = nodes_of(body.mesh, elements);
    const Elements around = elements_at(body.mesh, shown);
    const std::vector<int> nodes = nodes_of(body.mesh, around);
    MeshBody some{part(body.mesh, around), body.components, body.elements, {}, 0};
    std::vector<Index> dofs, rows;
    for (const int node : nodes)
        for (Index c = 0; c < body.d(); ++c) {
            const Index dof = body.dof_of(node, c);
            some.dof.push_back(dof < 0 ? -1 : some.n++);
            if (dof >= 0)
                dofs.push_back(dof);
        }
    for (const int node : shown)
        rows.push_back(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
    const auto shared = std::make_shared<const MeshBody>(std::move(some));
    return {std::move(dofs),
            {{},
             [shared, rows](const Vector& u) -> Matrix {
                 return displacement(*shared, u)(rows, Eigen::all);
             },
             [shared, rows](const Vector& u) -> Matrix {
                 return nodal_stress(*shared, u)(rows, Eigen::all);
             }}};
}

} // namespace

void number_dofs(MeshBody& body, const std::vector<std::string>& fixed)
{
    std::vector<bool> supported(static_cast<std::size_t>(body.d() * body.mesh.X.rows()), false);
    for (const std::string& name : fixed)
        support(body, name, supported);
    body.dof.reserve(supported.size());
    for (const bool held : supported)
        body.dof.push_back(held ? -1 : body.n++);
    if (body.n == 0)
        throw InputError::in_file(body.mesh.source,
                                  "no free dof is left; fixed supports every node");
}

void assemble(const MeshBody& body, const Share& share, SparseMatrix& M, SparseMatrix& K)
{
    Assembly assembly(body, share, M, K);
    SolidMatrix K_e;
    SolidNodeMatrix m_e;
    for_each_element(body.mesh, [&](std::size_t b, Index e, Index) {
        const ElementBlock& block = body.mesh.blocks[b];
        if (!assembly.has_columns(block, e))
            return;
        body.elements.matrices(body.mesh, b, e, K_e, m_e);
        assembly.add(block, e, K_e, m_e);
    });
}

void add_rigid_motions(const MeshBody& body, Substructure& s)
{
    const bool in_space = body.d() == 3;
    s.rigid_names =
        in_space
            ? std::vector<std::string>{"translation in x", "translation in y", "translation in z",
                                       "rotation about x", "rotation about y", "rotation about z"}
            : std::vector<std::string>{"translation in x", "translation in y", "rotation"};
    const auto count = static_cast<Index>(s.rigid_names.size());
    s.rigid = Matrix::Zero(body.n, count);
    for (Index node = 0; node < body.mesh.X.rows(); ++node) {
        const double x = body.mesh.X(node, 0), y = body.mesh.X(node, 1), z = body.mesh.X(node, 2);
        Eigen::Matrix<double, 3, 6> motion; // of a point in the six rigid motions
        motion << 1, 0, 0, 0, z, -y,        //
            0, 1, 0, -z, 0, x,              //
            0, 0, 1, y, -x, 0;
        for (Index c = 0; c < body.d(); ++c)
            if (const Index dof = body.dof_of(node, c); dof >= 0) {
                if (in_space)
                    s.rigid.row(dof) = motion.row(c);
                else
                    s.rigid.row(dof) << motion(c, 0), motion(c, 1), motion(c, 5);
            }
    }
}

std::shared_ptr<const Recovery> recovery_of(const std::shared_ptr<const MeshBody>& body)
{
    return std::make_shared<const Recovery>(
        Recovery{body->mesh, [body](const Vector& u) -> Matrix { return displacement(*body, u); },
                 [body](const Vector& u) -> Matrix { return nodal_stress(*body, u); },
                 [body](const Elements& some) -> RecoveryPart { return part_of(*body, some); }});
}

std::string places(const Mesh& mesh, const ElementBlock& block, Index e)
{
    const bool solid = dimension_of(mesh) == 3;
    std::string text;
    for (Index i = 0; i < block.nodes.cols(); ++i) {
        const Eigen::RowVector3d X = mesh.X.row(block.nodes(e, i));
        text += (i > 0 ? " (" : "(") + number_text(X.x(), 6) + ", " + number_text(X.y(), 6) +
                (solid ? ", " + number_text(X.z(), 6) : "") + ")";
    }
    return text;
}

} // namespace slideway::fem
