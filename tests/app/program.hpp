#pragma once

#include "tests/app/change.hpp"
#include "tests/io/scratch_folder.hpp"

#include <filesystem>
#include <string>

/// The program as a user meets it, and a small case to spoil.
namespace slideway::test {

/// The program that the tests start; tests/app/program_path.cpp, compiled once for each.
[[nodiscard]] std::string program_path();

struct ProgramRun {
    int exit_status = -1; ///< -1: ended by a signal
    std::string out, err;
};

/// Runs the program in `folder` with arguments as one would type them in a shell: as a fork of
/// tests that are linked with it (run_forked.cpp), else by a start (run_started.cpp).
ProgramRun run_program(const io::ScratchFolder& folder, const std::string& arguments);

/// Starts the program as a new process, so that variables such as OPENBLAS_NUM_THREADS are read
/// when it is loaded.
ProgramRun start_program(const io::ScratchFolder& folder, const std::string& arguments);

/// @param status of waitpid
[[nodiscard]] ProgramRun what_it_left(const io::ScratchFolder& folder, int status);

/// The program running beside the test.
class RunningProgram {
public:
    RunningProgram(const io::ScratchFolder& folder, const std::string& arguments);
    ~RunningProgram(); ///< kills it if it still runs
    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;

    void send(int signal) const;
    [[nodiscard]] int pid() const { return pid_; }
    [[nodiscard]] bool ended();
    /// Waits for the end. @return exit status, -1 if ended by a signal
    int wait();
    /// Status from waitpid, once the process has ended.
    [[nodiscard]] int status() const { return status_; }
    [[nodiscard]] std::string err() const;
    /// That it has now; 0: it has ended.
    [[nodiscard]] int n_threads() const;
    /// Used so far, of all threads [s].
    [[nodiscard]] double processor_time() const;

private:
    std::filesystem::path folder_;
    int pid_ = -1;
    int status_ = 0;
    bool ended_ = false;
};

/// Two short, coarse beams in contact: two milliseconds of sliding, 3000 steps. The meshes are
/// lower.inp and upper.inp: a start of Gmsh takes four times as long as all else that `slideway
/// check` does.
inline const std::string small_case = model("small_case");

/// A folder with the meshes of small_case, lower.geo and upper.geo, and `text` as case.toml.
class CaseFolder : public io::ScratchFolder {
public:
    explicit CaseFolder(const std::string& text);
};

/// `text` with `from`, which it must hold, replaced by `to`.
[[nodiscard]] std::string replaced(std::string text, const std::string& from,
                                   const std::string& to);

/// Number of the line of `text` in which `part` first occurs, from 1.
[[nodiscard]] int line_of(const std::string& text, const std::string& part);

/// The small case with other keys.
[[nodiscard]] inline std::string small_case_with(const std::string& from, const std::string& to)
{
    return replaced(small_case, from, to);
}

/// The lower beam of the small case, and the same of lower.geo.
inline const std::string lower_mesh = "mesh = \"lower.inp\"\n";
inline const std::string lower_geo =
    "mesh = \"lower.geo\"\nmesh_parameters = { nx = 20, ny = 1 }\n";

/// A beam of two elements, 0.1 x 0.002 m, as .msh 2.2 with groups beam, clamp, top, free_end and
/// free_tip like lower.geo.
struct SmallMesh {
    std::string nodes, elements; ///< lines of the file, without their counts
    [[nodiscard]] std::string text() const;
};
[[nodiscard]] SmallMesh small_mesh();

} // namespace slideway::test
