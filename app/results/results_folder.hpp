#pragma once

#include <filesystem>
#include <string>

namespace slideway::app {

/// The folder of a run, held by it from beginning to end. New results are written into a hidden
/// folder inside it. When all of them are whole and on the disk, one renaming makes that folder the
/// result; then its files take the places of the old ones. Whatever moment a run is killed at, the
/// old results are there or the new ones: `io::result_file` finds either, and the next run into the
/// folder moves what is left to be moved, and removes what a killed run left unfinished.
///
/// Files of earlier results are removed or replaced; files of others stay as they are
/// (app/results/owned_results.hpp).
class ResultsFolder {
public:
    /// Makes the folder and its parents, and locks it; the lock ends with the process.
    /// @throws InputError          it cannot be written; another process has it; summary.json or
    ///                             results.h5 in it is not of an earlier run
    /// @throws std::runtime_error  the disk is full
    explicit ResultsFolder(std::filesystem::path folder);
    ~ResultsFolder(); ///< removes what was written and did not replace anything
    ResultsFolder(const ResultsFolder&) = delete;
    ResultsFolder& operator=(const ResultsFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return folder_; }
    /// An empty folder for the new results.
    [[nodiscard]] std::filesystem::path staging() const;
    /// The new results in place of the old ones.
    /// @throws std::runtime_error  the disk is full, and nothing has changed then; a file of
    ///                             somebody else has the name of a new one, which waits beside it
    void replace();

private:
    void lock();
    void unlock() const;

    std::filesystem::path folder_;
    int lock_ = -1;
};

/// Where a map that is being computed keeps its points.
[[nodiscard]] std::filesystem::path kept_points(const std::filesystem::path& folder);

} // namespace slideway::app
