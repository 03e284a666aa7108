#include "fem/exported_body.hpp"

#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "base/matrix_market.hpp"
#include "base/own_files.hpp"
#include "base/text.hpp"
#include "fem/csv_table.hpp"
#include "fem/matrices.hpp"

#include <cerrno>
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace slideway::fem {

namespace {

namespace fs = std::filesystem;

constexpr const char* last_file = "body.csv";                         // written last
constexpr double no_place = std::numeric_limits<double>::quiet_NaN(); // port without position

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

} // namespace

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

} // namespace slideway::fem
