#include "fem/readers/geo_commands.hpp"

#include "base/error.hpp"
#include "tests/fem/readers/mesh_text_file.hpp"

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <array>
#include <string>
#include <vector>

using namespace slideway;
using namespace slideway::fem;
using Catch::Contains;

namespace {

// "FILE:LINE: ..." without the folder, or "allowed".
std::string verdict(const std::string& text, bool trusted = false)
{
    const io::ScratchFolder folder;
    write_file(folder / "part.geo", text);
    try {
        (void)files_of_gmsh(folder / "part.geo", trusted);
    } catch (const InputError& error) {
        return std::string(error.what()).substr(folder.path().string().size() + 1);
    }
    return "allowed";
}

} // namespace

TEST_CASE("Commands of a geometry with effects outside it are refused with their line", "[mesh]")
{
    const std::string end = "; not allowed in a mesh, unless it is trusted: --trust-meshes";
    const std::vector<std::array<std::string, 3>> commands = {
        {R"(SystemCall "touch x";)", "SystemCall", "starts a program"},
        {R"(System Str("touch x");)", "System", "starts a program"},
        {R"(NonBlockingSystemCall "touch x";)", "NonBlockingSystemCall", "starts a program"},
        {R"(OnelabRun("tool", "touch x");)", "OnelabRun", "starts a program"},
        {R"(OnelabRun "tool";)", "OnelabRun", "starts a program"},
        {"Field[1] = ExternalProcess;", "ExternalProcess", "starts a program"},
        {R"(Save "x.msh";)", "Save", "writes a file"},
        {R"(Save View[0] "x.pos";)", "Save", "writes a file"},
        {R"(Print "x.png";)", "Print", "writes a file"},
        {R"(Printf("%g", (1)) > "x";)", "Printf", "writes a file"},
        {"Printf(\"text\")\n>> \"x\";", "Printf", "writes a file"},
        {R"(CreateDir "x";)", "CreateDir", "makes a folder"},
        {R"(SendToServer View[0] "x";)", "SendToServer", "opens a connection"},
        {"Plugin(CutPlane).Run;", "Plugin", "can write files"},
        {R"(S2N["SystemCall"] "x";)", "S2N", "can make a command of a text"},
        {R"(StringToName["SystemCall"] "x";)", "StringToName", "can make a command of a text"},
        {R"(home = GetEnv("HOME");)", "GetEnv", "reads the environment of the user"},
    };
    for (const auto& [command, word, does] : commands) {
        CAPTURE(command);
        const std::string text = "x = 1; // Save\n/* Print\n \"*/\n" + command + "\n";
        CHECK(verdict(text) == "part.geo:4: " + word + " " + does + end);
        CHECK(verdict(text, true) == "allowed");
    }
    CHECK_THAT(verdict(std::string("// \0Save \"x\";", 13)), Contains("part.geo:1: Save"));
    CHECK_THAT(verdict("a = \"" + std::string(1100, 'a') + "\";"),
               Contains("part.geo:1: a text of more than 1023 characters"));
}

TEST_CASE("Words that are not commands are allowed in a geometry", "[mesh]")
{
    for (const char* text :
         {"Save = 1; If (Save) x = 2; EndIf", "Print.Background = 1;", "Mesh.SaveAll = 1;",
          "Printf(\"Save %g > x\", 1); // Save \"x\"", "a = \"SystemCall\"; b = 'Print \"x\"';",
          "Printf(\"1\"); x = 2 > 1;", "Physical Curve(\"Save\") = {1};", "/* Save \"x\" */", ""}) {
        CAPTURE(text);
        CHECK(verdict(text) == "allowed");
    }
}

TEST_CASE("Files that a geometry reads are found and searched too", "[mesh]")
{
    const io::ScratchFolder folder;
    const auto file = folder / "part.geo";
    write_file(file, "Include \"sizes.geo\";\nMerge 'holes.msh';\nMerge \"none.geo\";\n"
                     "x() = ListFromFile(\"numbers.txt\");\n");
    write_file(folder / "sizes.geo", "h = 1;\nInclude \"part.geo\";\n");
    write_file(folder / "holes.msh", "$MeshFormat\n2.2 0 8\nSave \"x\"\n");
    write_file(folder / "numbers.txt", "1 2 Save \"x\"");
    const std::vector<std::filesystem::path> all = {file, folder / "sizes.geo",
                                                    folder / "holes.msh", folder / "numbers.txt"};
    CHECK(files_of_gmsh(file) == all);

    write_file(folder / "sizes.geo", "h = 1;\nSave \"x\";\n");
    CHECK_THROWS_WITH(files_of_gmsh(file), Contains("sizes.geo:2: Save writes a file"));
    write_file(folder / "sizes.geo", "h = 1;\n");
    write_file(folder / "holes.msh.opt", "\nSystemCall \"x\";"); // Gmsh runs it too
    CHECK_THROWS_WITH(files_of_gmsh(folder / "holes.msh"),
                      Contains("holes.msh.opt:2: SystemCall starts a program"));
    CHECK_THROWS_WITH(files_of_gmsh(file), Contains("holes.msh.opt:2: SystemCall"));
    CHECK(files_of_gmsh(file, true).size() == 5);
}

TEST_CASE("A geometry names the files it reads, and they are files", "[mesh]")
{
    CHECK_THAT(verdict("\nInclude StrCat(\"a\", \"b\");"),
               Contains("part.geo:2: Include needs the name of its file written out"));
    CHECK_THAT(verdict("Merge \"/dev/zero\";"), Contains("part.geo:1: \"/dev/zero\" is not a "
                                                         "regular file"));
    const io::ScratchFolder folder;
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    write_file(folder / "part.geo", "\nx() = ListFromFile(\"pipe\");");
    CHECK_THROWS_WITH(files_of_gmsh(folder / "part.geo"),
                      Contains("part.geo:2: ") && Contains("is not a regular file"));
    std::filesystem::remove(folder / "part.geo");
    REQUIRE(mkfifo((folder / "part.geo").c_str(), 0600) == 0);
    CHECK_THROWS_WITH(read_mesh(folder / "part.geo"), Contains("a pipe or a device"));
}
