#include "base/error.hpp"
#include "fem/mesh_body.hpp"

#include <algorithm>
#include <limits>

namespace slideway::fem {

namespace {

using Stored = SparseMatrix::StorageIndex;

// For each node the nodes that share an element with it, itself included, ascending.
struct Neighbours {
    std::vector<Index> first; ///< nodes + 1
    std::vector<int> nodes;
    /// Per block: place of node i of an element in the list of its node j, at (e k + j) k + i for
    /// elements of k nodes.
    std::vector<std::vector<int>> places;

    [[nodiscard]] const int* begin(Index node) const
    {
        return nodes.data() + first[static_cast<std::size_t>(node)];
    }
    [[nodiscard]] const int* end(Index node) const { return begin(node + 1); }
    [[nodiscard]] const int* places_of(std::size_t b, Index e, Index k, Index j) const
    {
        return places[b].data() + (e * k + j) * k;
    }
};

// Elements at each node, with the number of the node in the element.
struct ElementsAtNodes {
    struct At {
        int block, element, node;
    };
    std::vector<Index> first; ///< nodes + 1
    std::vector<At> at;

    explicit ElementsAtNodes(const Mesh& mesh) : first(static_cast<std::size_t>(mesh.X.rows()) + 1)
    {
        for (const ElementBlock& block : mesh.blocks)
            for (const int node : block.nodes.reshaped())
                ++first[static_cast<std::size_t>(node) + 1];
        for (std::size_t i = 0; i + 1 < first.size(); ++i)
            first[i + 1] += first[i];
        at.resize(static_cast<std::size_t>(first.back()));
        std::vector<Index> next(first.begin(), first.end() - 1);
        for (std::size_t b = 0; b < mesh.blocks.size(); ++b)
            for (Index e = 0; e < mesh.blocks[b].nodes.rows(); ++e)
                for (Index i = 0; i < mesh.blocks[b].nodes.cols(); ++i) {
                    Index& place = next[static_cast<std::size_t>(mesh.blocks[b].nodes(e, i))];
                    at[static_cast<std::size_t>(place++)] = {
                        static_cast<int>(b), static_cast<int>(e), static_cast<int>(i)};
                }
    }
};

Neighbours neighbours_of(const Mesh& mesh)
{
    const ElementsAtNodes elements(mesh);
    const auto n = static_cast<std::size_t>(mesh.X.rows());
    Neighbours result;
    for (const ElementBlock& block : mesh.blocks)
        result.places.emplace_back(
            static_cast<std::size_t>(block.nodes.size() * block.nodes.cols()));
    result.first.reserve(n + 1);
    result.first.push_back(0);
    std::vector<int> place(n, -1); // of each node in the list of this one; -1: not in it
    for (std::size_t i = 0; i < n; ++i) {
        const auto own = static_cast<std::ptrdiff_t>(result.nodes.size());
        const auto each_node = [&](const auto& work) {
            for (Index k = elements.first[i]; k < elements.first[i + 1]; ++k) {
                const ElementsAtNodes::At& at = elements.at[static_cast<std::size_t>(k)];
                const auto b = static_cast<std::size_t>(at.block);
                const Eigen::MatrixXi& nodes = mesh.blocks[b].nodes;
                const Index count = nodes.cols();
                for (Index j = 0; j < count; ++j)
                    work(nodes(at.element, j), result.places[b][static_cast<std::size_t>(
                                                   (at.element * count + at.node) * count + j)]);
            }
        };
        each_node([&](int other, int&) {
            if (int& seen = place[static_cast<std::size_t>(other)]; seen < 0) {
                seen = 0;
                result.nodes.push_back(other);
            }
        });
        std::sort(result.nodes.begin() + own, result.nodes.end());
        const auto end = static_cast<std::ptrdiff_t>(result.nodes.size());
        const auto index_of = [&](std::ptrdiff_t k) -> std::size_t {
            return static_cast<std::size_t>(result.nodes[static_cast<std::size_t>(k)]);
        };
        for (std::ptrdiff_t k = own; k < end; ++k)
            place[index_of(k)] = static_cast<int>(k - own);
        each_node([&](int other, int& stored) { stored = place[static_cast<std::size_t>(other)]; });
        for (std::ptrdiff_t k = own; k < end; ++k)
            place[index_of(k)] = -1;
        result.first.push_back(end);
    }
    return result;
}

// Sums element matrices into sparse matrices whose pattern is built once. The mass is the same in
// each direction, so it is summed for pairs of nodes.
class Assembly {
public:
    Assembly(const MeshBody& body, const Share& share, SparseMatrix& K)
        : body_(body), share_(share), d_(body.d()), near_(neighbours_of(body.mesh)),
          mass_(near_.nodes.size(), 0.0), K_(K)
    {
        for (Index node = 0; node < body.mesh.X.rows(); ++node)
            complete_.push_back(is_complete(node));
        make_pattern();
    }

    // True if this process has the column of a dof.
    [[nodiscard]] bool is_own(Index dof) const { return dof >= 0 && share_.holds(dof, body_.n); }

    // True if a column of this process belongs to an element.
    [[nodiscard]] bool has_columns(const ElementBlock& block, Index e) const
    {
        if (share_.whole())
            return true;
        for (Index j = 0; j < block.nodes.cols(); ++j)
            for (Index c = 0; c < d_; ++c)
                if (is_own(body_.dof_of(block.nodes(e, j), c)))
                    return true;
        return false;
    }

    void add(std::size_t b, Index e, const SolidMatrix& K, const SolidNodeMatrix& m)
    {
        const Eigen::MatrixXi& nodes = body_.mesh.blocks[b].nodes;
        const Index n = nodes.cols();
        for (Index j = 0; j < n; ++j) {
            const int node = nodes(e, j);
            const int* const places = near_.places_of(b, e, n, j);
            double* const mass = mass_.data() + near_.first[static_cast<std::size_t>(node)];
            for (Index i = 0; i < n; ++i)
                mass[places[i]] += m(i, j);
            for (Index c = 0; c < d_; ++c)
                if (complete_[static_cast<std::size_t>(node)])
                    add_column(body_.dof_of(node, c), places, n, &K(0, d_ * j + c));
                else
                    add_entries(body_.dof_of(node, c), nodes.row(e), &K(0, d_ * j + c));
        }
    }

    // Writes the mass of each direction.
    void set_mass(SparseMatrix& M) const
    {
        M.resize(body_.n, body_.n);
        Index count = 0;
        each_column([&](Index node, Index c, Index column) {
            for (const int* other = near_.begin(node); other != near_.end(node); ++other)
                count += body_.dof_of(*other, c) >= 0 ? 1 : 0;
            M.outerIndexPtr()[column + 1] = static_cast<Stored>(count);
        });
        close_columns(M);
        M.resizeNonZeros(count);
        Stored* inner = M.innerIndexPtr();
        double* value = M.valuePtr();
        each_column([&](Index node, Index c, Index) {
            const double* mass = mass_.data() + near_.first[static_cast<std::size_t>(node)];
            for (const int* other = near_.begin(node); other != near_.end(node); ++other, ++mass)
                if (const Index row = body_.dof_of(*other, c); row >= 0) {
                    *inner++ = static_cast<Stored>(row);
                    *value++ = *mass;
                }
        });
    }

private:
    const MeshBody& body_;
    const Share& share_;
    Index d_;
    Neighbours near_;
    std::vector<double> mass_; ///< mass of each pair of near_
    SparseMatrix& K_;
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

    // Calls work(node, component, dof) for each column of this process, ascending.
    template <class Work>
    void each_column(const Work& work) const
    {
        for (Index node = 0; node < body_.mesh.X.rows(); ++node)
            for (Index c = 0; c < d_; ++c)
                if (const Index column = body_.dof_of(node, c); is_own(column))
                    work(node, c, column);
    }

    // Sets the ends of columns of other processes, which are empty.
    void close_columns(SparseMatrix& A) const
    {
        for (Index column = 0; column < body_.n; ++column)
            if (!is_own(column))
                A.outerIndexPtr()[column + 1] = A.outerIndexPtr()[column];
    }

    // Rows of the columns of a node: the free dofs near it.
    void set_rows(Index node, std::vector<Stored>& rows) const
    {
        rows.clear();
        for (const int* other = near_.begin(node); other != near_.end(node); ++other)
            for (Index c = 0; c < d_; ++c)
                if (const Index row = body_.dof_of(*other, c); row >= 0)
                    rows.push_back(static_cast<Stored>(row));
    }

    void make_pattern()
    {
        K_.resize(body_.n, body_.n);
        std::vector<Stored> rows;
        Index count = 0, last = -1;
        each_column([&](Index node, Index, Index column) {
            if (node != last)
                set_rows(last = node, rows);
            count += static_cast<Index>(rows.size());
            if (count > std::numeric_limits<Stored>::max())
                throw InputError("the stiffness matrix has more than 2^31 entries");
            K_.outerIndexPtr()[column + 1] = static_cast<Stored>(count);
        });
        close_columns(K_);
        K_.resizeNonZeros(count);
        std::fill_n(K_.valuePtr(), count, 0.0);
        last = -1;
        each_column([&](Index node, Index, Index column) {
            if (node != last)
                set_rows(last = node, rows);
            std::copy(rows.begin(), rows.end(), K_.innerIndexPtr() + K_.outerIndexPtr()[column]);
        });
    }

    // Adds a column of an element matrix where each dof has its row.
    void add_column(Index column, const int* places, Index n, const double* from)
    {
        double* const to = K_.valuePtr() + K_.outerIndexPtr()[column];
        if (d_ == 3)
            for (Index i = 0; i < n; ++i)
                for (Index r = 0; r < 3; ++r)
                    to[3 * places[i] + r] += from[3 * i + r];
        else
            for (Index i = 0; i < n; ++i)
                for (Index r = 0; r < d_; ++r)
                    to[d_ * places[i] + r] += from[d_ * i + r];
    }

    // Adds the same where supports or other processes leave gaps.
    template <class Nodes>
    void add_entries(Index column, const Nodes& nodes, const double* from)
    {
        if (!is_own(column))
            return;
        for (Index i = 0; i < nodes.size(); ++i)
            for (Index r = 0; r < d_; ++r)
                if (const Index row = body_.dof_of(nodes(i), r); row >= 0)
                    K_.coeffRef(row, column) += from[d_ * i + r];
    }
};

} // namespace

void assemble(const MeshBody& body, const Share& share, Substructure& s)
{
    const std::vector<Section>& sections = body.sections.list;
    const double beta = sections.front().material.beta;
    const bool one_beta =
        std::all_of(sections.begin(), sections.end(), [beta](const Section& section) -> bool {
            return section.material.beta == beta;
        });
    s.C.resize(body.n, body.n);
    SolidMatrix K_e;
    SolidNodeMatrix m_e;
    const auto each_element = [&](Assembly& assembly, const auto& work) {
        for_each_element(body.mesh, [&](std::size_t b, Index e, Index) {
            const ElementBlock& block = body.mesh.blocks[b];
            if (!assembly.has_columns(block, e))
                return;
            body.elements.matrices(body.element(b, e), K_e, m_e);
            work(body.sections.at(b, e));
            assembly.add(b, e, K_e, m_e);
        });
    };
    {
        Assembly assembly(body, share, s.K);
        each_element(assembly, [](const Section&) {});
        assembly.set_mass(s.M);
    }
    if (!one_beta) {
        Assembly assembly(body, share, s.C);
        each_element(assembly, [&](const Section& section) { K_e *= section.material.beta; });
    } else {
        add_rayleigh(s, 0, beta);
    }
}

} // namespace slideway::fem
