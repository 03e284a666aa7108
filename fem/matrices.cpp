#include "fem/matrices.hpp"

#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/matrix_market.hpp"
#include "base/measure.hpp"
#include "base/own_files.hpp"
#include "base/sparse.hpp"
#include "base/sparse_cholesky.hpp"
#include "base/text.hpp"
#include "fem/csv_table.hpp"
#include "fem/dof_table.hpp"
#include "fem/face_table.hpp"
#include "fem/massless.hpp"
#include "fem/named_nodes.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace slideway::fem {

namespace {

constexpr const char* last_file = "body.csv";                         // written last in an export
constexpr double no_place = std::numeric_limits<double>::quiet_NaN(); // port without position

namespace fs = std::filesystem;

// ---- matrices of another program

std::string size_text(const SparseMatrix& A)
{
    return std::to_string(A.rows()) + " x " + std::to_string(A.cols());
}

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
        throw InputError(A.key, size_text(*A.source.given) + " matrix", message);
    throw InputError::in_file(A.source.file.string(), message);
}

// Compares each pair of entries with the diagonal entries of its own rows. Thus rows of N m and of
// N, or of soft and stiff parts, count equally in any units.
void check_symmetric(const NamedSource& from, const SparseMatrix& A)
{
    const Vector diagonal = A.diagonal().cwiseAbs();
    const SparseMatrix rows = A.transpose(); // the only copy, because A may be large
    for (Index j = 0; j < A.outerSize(); ++j) {
        SparseMatrix::InnerIterator column(A, j), row(rows, j);
        while (column || row) {
            const Index i = std::min(column ? column.row() : A.rows(), row ? row.row() : A.rows());
            double above = 0, below = 0; // A(i, j) and A(j, i)
            if (column && column.row() == i) {
                above = column.value();
                ++column;
            }
            if (row && row.row() == i) {
                below = row.value();
                ++row;
            }
            const double size = std::max({std::sqrt(diagonal(i)) * std::sqrt(diagonal(j)),
                                          std::abs(above), std::abs(below)});
            if (i < j && std::abs(above - below) > symmetry_tolerance * size)
                refuse(from, "not symmetric: entry " + entry(i, j) + " = " + number_text(above, 6) +
                                 " and " + entry(j, i) + " = " + number_text(below, 6) +
                                 "; they may differ by 1e-8 of the diagonal entries of their rows");
        }
    }
}

void check_positive_definite(const NamedSource& from, const Substructure& s)
{
    const SparseMatrix& M = s.M;
    const Vector diagonal = M.diagonal();
    if (const std::vector<Index> massless = massless_dofs(M); !massless.empty()) {
        const Index i = massless.front();
        refuse(from, "entry " + entry(i, i) + " = " + number_text(diagonal(i), 6) +
                         "; a mass matrix is positive definite, every dof has a mass: " +
                         dof_name(s, i) + " has none" +
                         (massless.size() == 1
                              ? ""
                              : ", nor have " + std::to_string(massless.size() - 1) + " more") +
                         ". Condense such dofs before (K_ii^-1 K_ib, in the other program)");
    }
    // The matrix is scaled, because kg and kg m^2 may differ by orders of magnitude.
    const Vector scale = diagonal.cwiseSqrt().cwiseInverse();
    const SparseMatrix scaled = scale.asDiagonal() * M * scale.asDiagonal();
    if (!SparseCholesky(scaled).positive_definite())
        refuse(from, "not positive definite; a mass matrix is");
}

SparseMatrix read_square(const NamedSource& from)
{
    const auto check = [&from](const SparseMatrix& A) {
        if (A.rows() != A.cols() || A.rows() == 0)
            refuse(from, size_text(A) + "; expected a square matrix");
        check_symmetric(from, A);
    };
    if (from.source.given) {
        check(*from.source.given); // before it is copied
        return *from.source.given;
    }
    SparseMatrix A = read_matrix_market(from.source.file);
    check(A);
    return A;
}

void read_body(Substructure& s, const MatrixSource& M, const MatrixSource& C, const MatrixSource& K)
{
    const NamedSource mass{"M", M}, damping{"C", C}, stiffness{"K", K};
    s.M = read_square(mass);
    s.K = read_square(stiffness);
    auto same = [&](const NamedSource& from, const SparseMatrix& A) -> void {
        if (A.rows() != s.n())
            refuse(from, size_text(A) + ", but " + shown(mass) + " is " + size_text(s.M));
    };
    same(stiffness, s.K);
    if (C.empty()) {
        s.C.resize(s.n(), s.n());
    } else {
        s.C = read_square(damping);
        same(damping, s.C);
    }
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
    to_si(s.K, MatrixKind::stiffness, units, D);
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

// ---- files of an export

constexpr const char* export_names[] = {"M.mtx",     "C.mtx",        "K.mtx",
                                        "rows.mtx",  "rigid.mtx",    "ports.csv",
                                        "edges.csv", "surfaces.csv", last_file};
constexpr const char* first_line_of_body = "# rigid: a line per column of rigid.mtx";

// Recognises exports of versions that wrote no list of their files by a line that no
// other program writes.
bool is_export_of_earlier_version(const fs::path& folder)
{
    std::error_code ignored;
    if (!fs::is_regular_file(fs::symlink_status(folder / last_file, ignored)))
        return false;
    std::ifstream stream(folder / last_file);
    std::string line;
    return std::getline(stream, line) && line == first_line_of_body;
}

// Files of an export. They replace earlier ones once all of them are complete. The last file is
// absent meanwhile, so its presence shows that the others belong together.
class ExportFiles {
public:
    explicit ExportFiles(fs::path folder) : folder_(std::move(folder)) {}

    void write(const char* name, const std::function<void(std::ostream&)>& give)
    {
        const AtomicFile& file = files_.emplace_back(folder_ / name);
        errno = 0;
        std::ofstream stream(file.temporary());
        give(stream);
        stream.close();
        const int error = errno;
        if (!stream)
            throw std::runtime_error(file.file().string() + ": cannot be written: " +
                                     reason_not_written(error != 0 ? error : EIO));
    }
    void write(const char* name, const SparseMatrix& A)
    {
        write(name, [&A](std::ostream& stream) { write_matrix_market(stream, A); });
    }
    void write(const char* name, const std::string& text)
    {
        write(name, [&text](std::ostream& stream) { stream << text; });
    }
    // @throws InputError  another program wrote one of them
    void replace()
    {
        std::set<std::string> names;
        for (const AtomicFile& file : files_)
            names.insert(file.file().filename().string());
        refuse_foreign_export(folder_);
        write_own_files(folder_, names);
        fs::remove(files_.back().file());
        for (AtomicFile& file : files_)
            file.commit();
    }

private:
    fs::path folder_;
    std::list<AtomicFile> files_;
};

SparseMatrix stacked(const std::vector<Port>& ports, Index n)
{
    std::vector<Eigen::Triplet<double>> entries;
    Index first = 0;
    for (const Port& port : ports) {
        for (Index row = 0; row < port.W.rows(); ++row)
            for (SparseRows::InnerIterator it(port.W, row); it; ++it)
                entries.emplace_back(first + row, it.col(), it.value());
        first += port.W.rows();
    }
    SparseMatrix W(first, n);
    W.setFromTriplets(entries.begin(), entries.end());
    return W;
}

// Returns the position of a row of ports.csv. Earlier versions wrote no Z of bodies in the plane.
Eigen::Vector3d position(const CsvTable& table, Index row)
{
    const auto coordinate = [&](const char* column) -> double {
        return table.text(row, column).empty() ? no_place : table.number(row, column);
    };
    return {coordinate("X"), coordinate("Y"),
            table.has("Z") || table.text(row, "X").empty() ? coordinate("Z") : 0};
}

// Reads the ports of ports.csv, without W and edges. Lines of a port, and of a node, are adjacent.
std::vector<Port> read_port_table(const CsvTable& table)
{
    std::vector<Port> ports;
    std::set<std::string> names;
    for (Index row = 0; row < table.n_rows();) {
        Port port;
        port.name = table.text(row, "port");
        if (!names.insert(port.name).second)
            table.refuse(row, "port = " + port.name + "; its lines are not adjacent");
        port.area = table.number(row, "area");
        Index last = row;
        while (last < table.n_rows() && table.text(last, "port") == port.name)
            ++last;
        for (Index r = row; r < last && table.text(r, "node") == table.text(row, "node"); ++r)
            port.components.push_back(table.text(r, "component"));
        const Index n_components = port.n_components();
        if ((last - row) % n_components != 0)
            table.refuse(row, "port = " + port.name + "; its nodes have different components");
        const Index n_nodes = (last - row) / n_components;
        port.X.resize(n_nodes, 3);
        port.share.resize(n_nodes);
        for (Index r = row; r < last; ++r) {
            const Index node = (r - row) / n_components;
            if (table.integer(r, "node", 1, n_nodes) != node + 1 ||
                table.text(r, "component") !=
                    port.components[static_cast<std::size_t>((r - row) % n_components)])
                table.refuse(
                    r, "port " + port.name + ": expected node " + std::to_string(node + 1) +
                           ", component " +
                           port.components[static_cast<std::size_t>((r - row) % n_components)]);
            port.X.row(node) = position(table, r).transpose();
            port.share(node) = table.number(r, "share");
        }
        ports.push_back(std::move(port));
        row = last;
    }
    return ports;
}

void read_edges(const CsvTable& table, std::vector<Port>& ports)
{
    for (Index row = 0; row < table.n_rows(); ++row) {
        const std::string& name = table.text(row, "port");
        const auto port = std::find_if(ports.begin(), ports.end(),
                                       [&name](const Port& p) -> bool { return p.name == name; });
        if (port == ports.end())
            table.refuse(row, "port = " + name + "; ports.csv has no such port");
        auto node = [&](const char* column, Index low) -> int {
            return static_cast<int>(table.integer(row, column, low, port->n_nodes()) - 1);
        };
        port->edges.push_back({node("first", 1), node("second", 1), node("middle", 0)});
    }
}

// Lists the triangles of the ports; a vertex is repeated for each of its triangles.
std::string surfaces_text(const Substructure& s)
{
    std::string text = "# a line per triangle, from the place of the port\n"
                       "port,x1,y1,x2,y2,x3,y3\n";
    for (const Port& port : s.ports) {
        if (!port.surface || !port.surface->level)
            continue;
        for (const std::array<int, 3>& triangle : port.surface->triangles) {
            text += csv_value(port.name);
            for (const int vertex : triangle)
                text += "," + number_text(port.surface->X(vertex, 0)) + "," +
                        number_text(port.surface->X(vertex, 1));
            text += "\n";
        }
    }
    return text;
}

void read_surfaces(const CsvTable& table, std::vector<Port>& ports)
{
    struct Read {
        std::map<std::pair<double, double>, int> number;
        Surface surface;
    };
    std::map<std::string, Read> of_port;
    for (Index row = 0; row < table.n_rows(); ++row) {
        Read& read = of_port[table.text(row, "port")];
        std::array<int, 3>& triangle = read.surface.triangles.emplace_back();
        for (std::size_t i = 0; i < 3; ++i) {
            const std::string k = std::to_string(i + 1);
            const std::pair<double, double> position{table.number(row, "x" + k),
                                                     table.number(row, "y" + k)};
            triangle[i] =
                read.number.emplace(position, static_cast<int>(read.number.size())).first->second;
        }
    }
    for (Port& port : ports)
        if (const auto read = of_port.find(port.name); read != of_port.end()) {
            Surface& surface = read->second.surface;
            surface.X.resize(static_cast<Index>(read->second.number.size()), 2);
            for (const auto& [at, row] : read->second.number)
                surface.X.row(row) << at.first, at.second;
            port.surface = std::make_shared<const Surface>(std::move(surface));
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

Substructure matrices(const std::string& name, const MatricesOptions& options)
{
    Substructure s;
    s.name = name;
    read_body(s, options.M, options.C, options.K);
    const double scale = options.units ? options.units->length : options.scale;
    DofTable dofs = options.table ? *options.table
                    : options.names
                        ? table_of(*options.names, s.n(), scale)
                        : read_dofs(options.dofs, s.n(), shown({"M", options.M}), scale);
    if (options.units)
        convert(s, dofs, *options.units);
    FaceGroups faces;
    if (!options.faces.empty())
        faces = read_faces(options.faces, dofs);
    add_rigid_motions(s, dofs);
    s.nodes = std::make_shared<const NamedNodes>(named_nodes(dofs));
    check_positive_definite({"M", options.M}, s);
    add_loads(s, dofs, options.units.value_or(UnitSystem{}));
    for (const auto& [group, members] : dofs.groups) {
        s.ports.push_back(port_of_nodes(group, *s.nodes, {members.begin(), members.end()}, s.n()));
        if (const auto with = faces.find(group); with != faces.end())
            weigh(s.ports.back(), with->second);
    }
    hold(s, options.fixed);
    return s;
}

void refuse_foreign_export(const fs::path& folder)
{
    std::set<std::string> own = own_files(folder);
    if (!has_own_files(folder) && is_export_of_earlier_version(folder))
        own = {std::begin(export_names), std::end(export_names)};
    for (const char* name : export_names)
        if (is_taken(folder / name) && !own.contains(name))
            throw InputError(std::string(name) + " in " + folder.string() +
                             " was not written by Slideway and would be replaced; move "
                             "it away, or name another folder");
}

void export_matrices(const fs::path& folder, const Substructure& s)
{
    if (s.n() == 0)
        throw InputError("body " + s.name + " has no dof; there is nothing to export");
    refuse_foreign_export(folder);
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw std::runtime_error(folder.string() + ": cannot be made: " + error.message());
    ExportFiles files(folder);
    files.write("M.mtx", s.M);
    files.write("C.mtx", s.C);
    files.write("K.mtx", s.K);
    files.write("rows.mtx", stacked(s.ports, s.n()));
    files.write("rigid.mtx", SparseMatrix(s.rigid.sparseView(0, 0)));

    auto place = [](double x) -> std::string { return std::isfinite(x) ? number_text(x) : ""; };
    std::string ports = "# a line per row of rows.mtx; X, Y and Z empty: no "
                        "place\nport,node,component,X,Y,Z,share,area\n";
    std::string edges =
        "# nodes of ports.csv; the body on the right of first -> second; middle 0: none\n"
        "port,first,second,middle\n";
    for (const Port& port : s.ports) {
        const std::string name = csv_value(port.name);
        for (Index i = 0; i < port.n_nodes(); ++i)
            for (const std::string& component : port.components)
                ports += name + "," + std::to_string(i + 1) + "," + csv_value(component) + "," +
                         place(port.X(i, 0)) + "," + place(port.X(i, 1)) + "," +
                         place(port.X(i, 2)) + "," + number_text(port.share(i)) + "," +
                         number_text(port.area) + "\n";
        for (const Edge& edge : port.edges)
            edges += name + "," + std::to_string(edge.first + 1) + "," +
                     std::to_string(edge.second + 1) + "," + std::to_string(edge.middle + 1) + "\n";
    }
    files.write("ports.csv", ports);
    files.write("edges.csv", edges);
    files.write("surfaces.csv", surfaces_text(s));

    std::string body = std::string(first_line_of_body) + "\nkey,value\n";
    body += "mass_damping," + number_text(s.mass_damping) + "\n";
    body += "stiffness_damping," + number_text(s.stiffness_damping) + "\n";
    for (const std::string& motion : s.rigid_names)
        body += "rigid," + csv_value(motion) + "\n";
    files.write(last_file, body);
    files.replace();
}

Substructure read_exported(const std::string& name, const fs::path& folder,
                           const std::vector<std::string>& fixed)
{
    std::error_code error;
    if (!fs::is_directory(folder, error))
        throw InputError::in_file(folder.string(), "no such folder");
    if (!fs::exists(folder / last_file, error))
        throw InputError::in_file(folder.string(), std::string("no whole export: ") + last_file +
                                                       ", which is written last, is missing");
    Substructure s;
    s.name = name;
    read_body(s, folder / "M.mtx", folder / "C.mtx", folder / "K.mtx");

    s.ports = read_port_table(CsvTable(
        folder / "ports.csv", {"port", "node", "component", "X", "Y", "share", "area"}, {"Z"}));
    read_edges(CsvTable(folder / "edges.csv", {"port", "first", "second", "middle"}), s.ports);
    if (fs::exists(folder / "surfaces.csv", error)) // earlier versions did not write it
        read_surfaces(
            CsvTable(folder / "surfaces.csv", {"port", "x1", "y1", "x2", "y2", "x3", "y3"}),
            s.ports);
    const SparseMatrix W = read_matrix_market(folder / "rows.mtx");
    Index n_rows = 0;
    for (const Port& port : s.ports)
        n_rows += port.n_nodes() * port.n_components();
    if (W.rows() != n_rows || W.cols() != s.n())
        throw InputError::in_file((folder / "rows.mtx").string(),
                                  size_text(W) + "; expected " + std::to_string(n_rows) + " x " +
                                      std::to_string(s.n()) + " by ports.csv and M.mtx");
    const SparseRows by_row(W);
    Index first = 0;
    for (Port& port : s.ports) {
        const Index rows = port.n_nodes() * port.n_components();
        port.W = by_row.middleRows(first, rows);
        first += rows;
    }

    const CsvTable body(folder / last_file, {"key", "value"});
    for (Index row = 0; row < body.n_rows(); ++row) {
        const std::string& key = body.text(row, "key");
        if (key == "rigid")
            s.rigid_names.push_back(body.text(row, "value"));
        else if (key == "mass_damping")
            s.mass_damping = body.number(row, "value");
        else if (key == "stiffness_damping")
            s.stiffness_damping = body.number(row, "value");
        else
            body.refuse(row, "key = " + key + "; allowed: mass_damping, stiffness_damping, rigid");
    }
    const SparseMatrix rigid = read_matrix_market(folder / "rigid.mtx");
    if (rigid.rows() != s.n() || rigid.cols() != static_cast<Index>(s.rigid_names.size()))
        throw InputError::in_file((folder / "rigid.mtx").string(),
                                  size_text(rigid) + "; expected " + std::to_string(s.n()) + " x " +
                                      std::to_string(s.rigid_names.size()) +
                                      " by M.mtx and body.csv");
    s.rigid = Matrix(rigid);
    hold(s, fixed);
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
    for (Port& port : s.ports)
        port.W = columns(port.W, free);
    s.M = submatrix(s.M, free, free);
    s.C = submatrix(s.C, free, free);
    s.K = submatrix(s.K, free, free);
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
