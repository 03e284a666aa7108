#include "fem/readers/gmsh_process.hpp"

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace slideway;
using namespace slideway::fem;
using Catch::Contains;

namespace {

namespace fs = std::filesystem;

// Meshes a square of at least two triangles.
const std::string square = R"(
Point(1) = {0, 0, 0}; Point(2) = {1, 0, 0}; Point(3) = {1, 1, 0}; Point(4) = {0, 1, 0};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Physical Surface("body") = {1};
)";

GmshAnswer ask(const fs::path& file, const GmshOptions& options = {})
{
    GmshRequest request;
    request.file = file.string();
    request.geometry = file.extension() == ".geo";
    return run_gmsh(request, file.filename().string(), options);
}

// A file in a folder, passed to Gmsh without a search for commands.
struct Geometry : io::ScratchFolder {
    explicit Geometry(const std::string& text, const std::string& name = "square.geo")
        : file(*this / name)
    {
        std::ofstream(file) << text << "\n"; // Gmsh ignores the last line without a line end
    }
    [[nodiscard]] std::string refusal(const GmshOptions& options = {}) const
    {
        try {
            (void)ask(file, options);
        } catch (const InputError& error) {
            return error.what();
        }
        return "read";
    }
    [[nodiscard]] bool alone() const
    {
        return std::distance(fs::directory_iterator(path()), {}) == 1;
    }
    fs::path file;
};

// Parent of a process; 0: it has ended.
int parent_of(int process)
{
    std::ifstream stream("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(stream, text);
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos)
        return 0;
    std::istringstream rest(text.substr(name_end + 1));
    char state = 0;
    int parent = 0;
    rest >> state >> parent;
    return state == 'Z' ? 0 : parent;
}

// True if no process of a reader remains: this process has no children except the server, and the
// server has none.
bool nothing_left()
{
    const auto left = []() -> int {
        std::map<int, int> parents;
        for (const auto& entry : fs::directory_iterator("/proc")) {
            const std::string name = entry.path().filename().string();
            if (name.find_first_not_of("0123456789") == std::string::npos)
                parents[std::stoi(name)] = parent_of(std::stoi(name));
        }
        int found = 0;
        for (const auto& [process, parent] : parents) {
            int above = parent;
            while (above > 1 && above != getpid())
                above = parents.count(above) > 0 ? parents.at(above) : 0;
            found += above == getpid() ? 1 : 0;
        }
        return found;
    };
    for (int k = 0; k < 100; ++k) { // they end a moment after their answer
        if (left() <= 1)
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

double seconds_since(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

TEST_CASE("The filter of system calls lets no command of a geometry have an effect", "[mesh]")
{
    const std::vector<std::string> commands = {
        R"(SystemCall "touch HIT";)",
        R"(System "touch HIT";)",
        R"(NonBlockingSystemCall "touch HIT";)",
        R"(S2N["SystemCall"] "touch HIT";)",
        R"(Mesh 2; Save "HIT.vtk";)",
        R"(Print "HIT.msh";)",
        R"(Print "HIT.opt";)",
        R"(Printf("text") > "HIT";)",
        R"(Printf("%g", 1) >> "HIT";)",
        R"(CreateDir "HIT";)",
    };
    GmshOptions trusting;
    trusting.trusted = true;
    for (const std::string& command : commands) {
        CAPTURE(command);
        const Geometry geometry("");
        std::string text = command;
        text.replace(text.find("HIT"), 3, (geometry / "HIT").string());
        std::ofstream(geometry.file) << square << text << "\n";
        (void)geometry.refusal(); // refused, or read without the effect of the command
        CHECK(geometry.alone());
        CHECK(nothing_left());

        (void)geometry.refusal(trusting); // the command does have an effect
        for (int i = 0; i < 100 && geometry.alone(); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        CHECK_FALSE(geometry.alone());
    }
    const Geometry start(square + "SystemCall \"true\";");
    CHECK(start.refusal() == "square.geo: Gmsh was to start another program; if this mesh is "
                             "trusted: --trust-meshes");
    CHECK(start.refusal(trusting) == "read");

    // Reads in a process without standard error, as in some services.
    const int kept = dup(STDERR_FILENO);
    close(STDERR_FILENO);
    const std::string silent = start.refusal(trusting);
    dup2(kept, STDERR_FILENO);
    close(kept);
    CHECK(silent == "read");
}

TEST_CASE("What ends Gmsh is reported and ends nothing else", "[mesh]")
{
    CHECK(Geometry(square + "Exit;").refusal() ==
          "square.geo: Gmsh ended with status 0 and without a mesh; does the file contain Exit?");
    // Gmsh 4.8 crashes
    CHECK_THAT(Geometry(square + "Mesh.ElementOrder = 1000000;").refusal(),
               Contains("square.geo: Gmsh ended by signal "));
    CHECK(Geometry(square).refusal() == "read");
    CHECK(nothing_left());
}

TEST_CASE(
    "Files are read at the same time by several threads, and again after the server was ended",
    "[mesh]")
{
    const Geometry geometry(square), endless(square + "For i In {0:1e15}\n x = i;\nEndFor\n");
    const std::string whole = packed(ask(geometry.file));
    std::vector<std::thread> threads;
    std::vector<std::string> answers(4);
    GmshOptions options;
    options.time_limit = 0.5;
    threads.emplace_back([&] { (void)endless.refusal(options); }); // delays no other reader
    for (std::string& answer : answers)
        threads.emplace_back([&] { answer = packed(ask(geometry.file)); });
    for (std::thread& thread : threads)
        thread.join();
    CHECK(answers == std::vector<std::string>(4, whole));
    CHECK(nothing_left());

    int server = 0;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") == std::string::npos &&
            parent_of(std::stoi(name)) == getpid())
            server = std::stoi(name);
    }
    REQUIRE(server > 0);
    kill(server, SIGKILL);
    waitpid(server, nullptr, 0);
    CHECK(packed(ask(geometry.file)) == whole);
    CHECK(nothing_left());
}

TEST_CASE("A mesh file with one node too few for its elements is refused", "[mesh]")
{
    // Gmsh 4.8 reads elements beyond the end of its list of nodes
    const std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n"
                             "3 1 1 0\n4 0 1 0\n$EndNodes\n$Elements\n1\n1 3 2 1 1 1 2 3 4\n"
                             "$EndElements\n";
    CHECK(Geometry(text, "square.msh").refusal() != "read");
}

TEST_CASE("Gmsh is ended when its time is up or nobody waits", "[mesh]")
{
    const Geometry endless(square + "For i In {0:1e15}\n x = i;\nEndFor\n");
    GmshOptions options;
    options.time_limit = 0.3;
    CHECK_THAT(endless.refusal(options),
               Contains("square.geo: Gmsh did not end within 0.3 s") && Contains("--trust-meshes"));
    CHECK(nothing_left());

    options.time_limit = 600;
    const auto start = std::chrono::steady_clock::now();
    options.progress = [start](double) -> bool { return seconds_since(start) < 0.3; };
    CHECK_THROWS_AS(ask(endless.file, options), Interrupted);
    CHECK(seconds_since(start) < 0.8); // 0.5 s after the interrupt
    CHECK(nothing_left());
}

TEST_CASE("A mesh that takes more memory than it may is refused with the limit", "[mesh]")
{
    GmshOptions options;
    options.memory = 3e8; // Gmsh and its libraries take 1.2e8 of it
    const Geometry large(square + "x() = LinSpace[0, 1, 50000000];");
    CHECK_THAT(large.refusal(options),
               Contains("square.geo: Gmsh needs more than the 0.3 GB of memory that it may take") ||
                   (Contains("square.geo: Gmsh ended by signal") && Contains("with 0.3 GB")));
}

TEST_CASE("Gmsh leaves nothing in the folder of temporary files and needs none", "[mesh]")
{
    const Geometry geometry("DefineConstant[ w = 1 ];\n" + square);
    const io::ScratchFolder temporary;
    const char* const before = std::getenv("TMPDIR");
    const std::string kept = before != nullptr ? before : "";
    GmshRequest request;
    request.file = geometry.file.string();
    request.geometry = true;
    request.parameters = {{"w", 2}};
    for (const fs::path& folder : {temporary.path(), temporary / "none"}) {
        setenv("TMPDIR", folder.c_str(), 1);
        CHECK(run_gmsh(request, "square.geo").error.empty());
        CHECK(fs::is_empty(temporary.path()));
    }
    before != nullptr ? setenv("TMPDIR", kept.c_str(), 1) : unsetenv("TMPDIR");
}

TEST_CASE("A spoilt answer of Gmsh is an error and never read", "[mesh]")
{
    GmshAnswer answer;
    answer.node_tags = {1, 2, 3};
    answer.coordinates = {0, 0, 0, 1, 0, 0, 1, 1, 0};
    answer.groups = {{2, 1, "body"}};
    answer.elements = {{2, "Triangle 3", 3, {7}, {1, 2, 3}, {0}}};
    const std::string message = packed(answer);
    CHECK(packed(unpacked_answer(message)) == message);

    for (std::size_t n = 0; n < message.size(); ++n)
        CHECK_THROWS_AS(unpacked_answer(message.substr(0, n)), std::runtime_error);
    CHECK_THROWS_AS(unpacked_answer(message + " "), std::runtime_error);

    std::mt19937 random(1);
    for (int i = 0; i < 20000; ++i) { // any byte: an exception, or consistent lengths
        std::string spoilt = message;
        spoilt[random() % spoilt.size()] = static_cast<char>(random());
        try {
            const GmshAnswer read = unpacked_answer(spoilt);
            REQUIRE(read.coordinates.size() == 3 * read.node_tags.size());
            for (const GmshElements& block : read.elements) {
                REQUIRE(block.nodes.size() ==
                        block.tags.size() * static_cast<std::size_t>(block.n_nodes));
                for (const int group : block.groups)
                    REQUIRE(static_cast<std::size_t>(group) < read.groups.size());
            }
        } catch (const std::runtime_error&) {
        }
    }

    answer.elements[0].groups = {1};
    CHECK_THROWS_WITH(unpacked_answer(packed(answer)), "an answer that contradicts itself");
}
