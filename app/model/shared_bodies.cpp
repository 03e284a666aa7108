#include "app/model/shared_bodies.hpp"

#include "app/model/joins.hpp"
#include "fem/named_nodes.hpp"
#include "reduction/interface.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <utility>

namespace slideway::app {

namespace {

constexpr double most_bytes = 1e9;
constexpr std::size_t most_kept =
    16; // limit for small bodies, because every request is compared with all entries

struct FileState {
    std::filesystem::path file;
    std::uintmax_t size = 0;
    std::filesystem::file_time_type time;
    friend bool operator==(const FileState&, const FileState&) = default;
};

FileState state_of(const std::filesystem::path& file)
{
    std::error_code refused_later;
    return {file, std::filesystem::file_size(file, refused_later),
            std::filesystem::last_write_time(file, refused_later)};
}

// Compares all values, but not their places.
bool equal(const io::CaseNode& a, const io::CaseNode& b)
{
    if (a.value.index() != b.value.index())
        return false;
    if (const auto* items = std::get_if<io::CaseNode::Array>(&a.value)) {
        const auto& others = std::get<io::CaseNode::Array>(b.value);
        return std::equal(items->begin(), items->end(), others.begin(), others.end(), equal);
    }
    if (const auto* table = std::get_if<io::CaseNode::Table>(&a.value)) {
        const auto& others = std::get<io::CaseNode::Table>(b.value);
        return std::equal(table->begin(), table->end(), others.begin(), others.end(),
                          [](const auto& x, const auto& y) -> bool {
                              return x.first == y.first && equal(x.second, y.second);
                          });
    }
    if (const auto* number = std::get_if<double>(&a.value))
        return *number == std::get<double>(b.value);
    if (const auto* text = std::get_if<std::string>(&a.value))
        return *text == std::get<std::string>(b.value);
    if (const auto* given = std::get_if<std::shared_ptr<const io::Given>>(&a.value))
        return (*given)->equals(*std::get<std::shared_ptr<const io::Given>>(b.value));
    return std::get<bool>(a.value) == std::get<bool>(b.value);
}

bool equal(const reduction::Interface& a, const reduction::Interface& b)
{
    return a.dofs == b.dofs && a.loads == b.loads && a.means.rows() == b.means.rows() &&
           a.means.cols() == b.means.cols() &&
           (a.means.rows() == 0 || SparseMatrix(a.means - b.means).norm() == 0);
}

// Entries of [[substructure]], without `like`.
io::CaseNode entries_of(const Case& c)
{
    io::CaseNode root;
    root.value = io::CaseNode::Table{{"substructure", *c.tree->find("substructure")}};
    io::resolve_likes(root);
    return std::move(*root.find("substructure"));
}

template <int order>
double bytes_of(const Eigen::SparseMatrix<double, order>& matrix)
{
    return 12.0 * static_cast<double>(matrix.nonZeros()) +
           4.0 * static_cast<double>(matrix.outerSize());
}

double bytes_of(const fem::NamedNodes& nodes)
{
    constexpr double per_name = 2 * sizeof(std::string) + 32; // also in the lookup
    return static_cast<double>(nodes.n()) * (per_name + 3 * sizeof(double)) +
           8.0 * static_cast<double>(nodes.dofs.size() + nodes.first.size());
}

double bytes_of(const fem::Substructure& body)
{
    double bytes = bytes_of(body.M) + bytes_of(body.C) + bytes_of(body.K) +
                   8.0 * static_cast<double>(body.rigid.size());
    for (const fem::Port& port : body.ports)
        bytes += bytes_of(port.W) + 8.0 * static_cast<double>(port.X.size());
    if (body.nodes)
        bytes += bytes_of(*body.nodes);
    return bytes;
}

// Memory of matrices and meshes that a program passed [bytes].
double bytes_of(const io::CaseNode& node)
{
    double bytes = 0;
    if (const auto* given = std::get_if<std::shared_ptr<const io::Given>>(&node.value))
        bytes += (*given)->bytes();
    if (const auto* items = std::get_if<io::CaseNode::Array>(&node.value))
        for (const io::CaseNode& item : *items)
            bytes += bytes_of(item);
    if (const auto* table = std::get_if<io::CaseNode::Table>(&node.value))
        for (const auto& [key, child] : *table)
            bytes += bytes_of(child);
    return bytes;
}

double bytes_of(const Bodies& bodies)
{
    double bytes = 0;
    for (const BuiltBody& body : bodies.built) {
        bytes += bytes_of(body.reduced.substructure);
        if (body.reduced.T)
            bytes += 8.0 * static_cast<double>(body.reduced.T->size());
    }
    for (const fem::Substructure& body : *bodies.whole)
        bytes += bytes_of(body);
    return bytes;
}

// True if forces of a case act on the same dofs as when motions without mass were condensed.
bool acts_alike(const Case& c, const Needs& needs, const Attachments& attached,
                const Bodies& bodies)
{
    const auto unchanged = [](const BuiltBody& body) -> bool { return !body.reduced.following; };
    if (std::all_of(bodies.built.begin(), bodies.built.end(), unchanged))
        return true;
    const std::vector<std::vector<Index>> acted = acted_dofs(
        c, needs, attached, *bodies.whole, join_bodies(c, needs, attached, *bodies.whole));
    return std::equal(acted.begin(), acted.end(), bodies.built.begin(),
                      [&](const auto& dofs, const BuiltBody& body) -> bool {
                          return unchanged(body) || dofs == body.acted;
                      });
}

} // namespace

/// An entry of the cache: bodies, and everything that they depend on.
struct SharedBodies::Made {
    io::CaseNode entries;
    std::filesystem::path folder;
    bool trust_meshes = false, free_bodies = false;
    std::vector<FileState> files;
    std::vector<reduction::Interface> interface = {};
    std::shared_ptr<const Bodies> bodies = {};

    Made(const Case& c, const Needs& needs)
        : entries(entries_of(c)), folder(c.file.parent_path()), trust_meshes(c.trust_meshes),
          free_bodies(needs.free_bodies)
    {
        for (const SubstructureEntry& entry : c.substructures)
            for (const std::filesystem::path& file : files_of(entry.kind, folder))
                files.push_back(state_of(file));
    }
    [[nodiscard]] bool same_source(const Made& other) const
    {
        return std::tie(folder, trust_meshes, free_bodies, files) ==
                   std::tie(other.folder, other.trust_meshes, other.free_bodies, other.files) &&
               equal(entries, other.entries);
    }
};

// Finds bodies in the cache. Ports are taken from bodies of the same source with any interface, if
// these have a port for every node that the case names.
std::shared_ptr<const Bodies> SharedBodies::known(const Made& source, const Case& c,
                                                  const Needs& needs)
{
    const Attachments attached = attachments(c, needs);
    std::optional<std::vector<reduction::Interface>> interface;
    for (auto it = kept_.begin(); it != kept_.end(); ++it) {
        if (!(*it)->same_source(source))
            continue;
        if (!have_ports(attached, *(*it)->bodies->whole))
            continue;
        if (!interface)
            interface = interfaces(c, needs, attached, *(*it)->bodies->whole);
        if (!std::equal(interface->begin(), interface->end(), (*it)->interface.begin(),
                        (*it)->interface.end(),
                        [](const auto& a, const auto& b) -> bool { return equal(a, b); }))
            continue;
        if (!acts_alike(c, needs, attached, *(*it)->bodies))
            continue;
        kept_.splice(kept_.begin(), kept_, it);
        return kept_.front()->bodies;
    }
    return {};
}

std::shared_ptr<const Bodies> SharedBodies::of(const Case& c, const Needs& needs,
                                               const Monitor& monitor)
{
    Made source(c, needs);
    const std::lock_guard lock(mutex_);
    if (std::shared_ptr<const Bodies> bodies = known(source, c, needs))
        return bodies;
    source.bodies = std::make_shared<const Bodies>(build_bodies(c, needs, monitor));
    source.interface = interfaces(c, needs, attachments(c, needs), *source.bodies->whole);
    ++made_;
    kept_.push_front(std::make_shared<const Made>(std::move(source)));
    double bytes = 0;
    std::size_t n = 0;
    const auto least = std::find_if(kept_.begin(), kept_.end(), [&](const auto& made) -> bool {
        bytes += bytes_of(*made->bodies) + bytes_of(made->entries);
        return ++n > 1 && (bytes > most_bytes || n > most_kept);
    });
    kept_.erase(least, kept_.end());
    return kept_.front()->bodies;
}

BuiltModel SharedBodies::build(const Case& c, const Needs& needs, const Monitor& monitor)
{
    BuiltModel built = couple(c, needs, *of(c, needs, monitor));
    built.modes = modes_;
    return built;
}

std::size_t SharedBodies::made() const
{
    const std::lock_guard lock(mutex_);
    return made_;
}

} // namespace slideway::app
