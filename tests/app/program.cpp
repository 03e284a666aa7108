#include "tests/app/program.hpp"

#include "tests/support/source_dir.hpp"
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace slideway::test {

namespace {

std::string command(const std::filesystem::path& folder, const std::string& arguments)
{
    return "cd '" + folder.string() + "' && exec '" + program_path() + "' " + arguments +
           " >out.txt 2>err.txt";
}

int exit_status(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

ProgramRun what_it_left(const io::ScratchFolder& folder, int status)
{
    return {exit_status(status), io::file_text(folder / "out.txt"),
            io::file_text(folder / "err.txt")};
}

ProgramRun start_program(const io::ScratchFolder& folder, const std::string& arguments)
{
    RunningProgram program(folder, arguments);
    program.wait();
    return what_it_left(folder, program.status());
}

RunningProgram::RunningProgram(const io::ScratchFolder& folder, const std::string& arguments)
    : folder_(folder.path())
{
    const std::string line = command(folder_, arguments);
    pid_ = ::fork();
    if (pid_ < 0)
        throw std::runtime_error("no new process");
    if (pid_ == 0) {
        ::execl("/bin/sh", "sh", "-c", line.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
}

RunningProgram::~RunningProgram()
{
    if (!ended()) {
        send(SIGKILL);
        wait();
    }
}

void RunningProgram::send(int signal) const
{
    ::kill(pid_, signal);
}

bool RunningProgram::ended()
{
    if (!ended_)
        ended_ = ::waitpid(pid_, &status_, WNOHANG) == pid_;
    return ended_;
}

int RunningProgram::wait()
{
    if (!ended_)
        ended_ = ::waitpid(pid_, &status_, 0) == pid_;
    return exit_status(status_);
}

std::string RunningProgram::err() const
{
    return io::file_text(folder_ / "err.txt");
}

int RunningProgram::n_threads() const
{
    std::error_code gone;
    const std::filesystem::directory_iterator tasks("/proc/" + std::to_string(pid_) + "/task",
                                                    gone);
    return static_cast<int>(std::distance(begin(tasks), end(tasks)));
}

double RunningProgram::processor_time() const
{
    std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
    std::string skipped;
    std::getline(file, skipped, ')'); // number and name
    for (int field = 3; field < 14; ++field)
        file >> skipped;
    double user = 0, system = 0; // in ticks
    file >> user >> system;
    return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

namespace {

// lower.geo or upper.geo of nx x 1 elements, as an input file of Abaqus.
std::string strip(int nx, double length, double bottom, double height, const std::string& ends,
                  const std::string& point)
{
    std::ostringstream text;
    text.precision(17);
    text << "*NODE\n";
    for (int k = 0; k < 2 * (nx + 1); ++k)
        text << k + 1 << ", " << length * (k / 2) / nx << ", " << bottom + k % 2 * height << "\n";
    text << "*ELEMENT, TYPE=CPS4, ELSET=beam\n";
    for (int k = 0; k < nx; ++k)
        text << k + 1 << ", " << 2 * k + 1 << ", " << 2 * k + 3 << ", " << 2 * k + 4 << ", "
             << 2 * k + 2 << "\n";
    text << "*SURFACE, NAME=bottom\nbeam, S1\n*SURFACE, NAME=top\nbeam, S3\n"
         << ends << "*NSET, NSET=" << point << "\n";
    return text.str();
}

} // namespace

CaseFolder::CaseFolder(const std::string& text)
{
    const std::filesystem::path meshes = source_dir() + "/meshes/beam_on_beam";
    for (const char* name : {"lower.geo", "upper.geo"})
        std::filesystem::copy_file(meshes / name, *this / name);
    std::ofstream(*this / "lower.inp")
        << strip(20, 0.1, -0.002, 0.002,
                 "*SURFACE, NAME=clamp\n1, S4\n*SURFACE, NAME=free_end\n20, S2\n", "free_tip\n42");
    std::ofstream(*this / "upper.inp")
        << strip(15, 0.075, 0, 0.0015, "*SURFACE, NAME=end\n15, S2\n", "tip\n1");
    std::ofstream(*this / "case.toml") << text;
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const auto at = text.find(from);
    if (at == std::string::npos)
        throw std::logic_error("no \"" + from + "\" in the text");
    return text.replace(at, from.size(), to);
}

int line_of(const std::string& text, const std::string& part)
{
    const auto at = text.find(part);
    if (at == std::string::npos)
        throw std::logic_error("no \"" + part + "\" in the text");
    return 1 +
           static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

SmallMesh small_mesh()
{
    return {"1 0 -0.002 0\n"
            "2 0.05 -0.002 0\n"
            "3 0.1 -0.002 0\n"
            "4 0 0 0\n"
            "5 0.05 0 0\n"
            "6 0.1 0 0\n",
            "1 3 2 1 1 1 2 5 4\n"
            "2 3 2 1 1 2 3 6 5\n"
            "3 1 2 2 2 1 4\n"
            "4 1 2 3 3 4 5\n"
            "5 1 2 3 3 5 6\n"
            "6 1 2 4 4 3 6\n"
            "7 15 2 5 5 6\n"};
}

std::string SmallMesh::text() const
{
    const auto lines = [](const std::string& t) -> std::string {
        return std::to_string(std::count(t.begin(), t.end(), '\n'));
    };
    return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
           "$PhysicalNames\n5\n2 1 \"beam\"\n1 2 \"clamp\"\n1 3 \"top\"\n1 4 \"free_end\"\n"
           "0 5 \"free_tip\"\n$EndPhysicalNames\n"
           "$Nodes\n" +
           lines(nodes) + "\n" + nodes + "$EndNodes\n$Elements\n" + lines(elements) + "\n" +
           elements + "$EndElements\n";
}

} // namespace slideway::test
