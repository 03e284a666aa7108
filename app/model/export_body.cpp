#include "app/model/export_body.hpp"

#include "app/case/located.hpp"
#include "app/model/solver.hpp"
#include "fem/exported_body.hpp"
#include "fem/local_origin.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace slideway::app {

namespace {

namespace fs = std::filesystem;

fs::path resolved(const fs::path& path)
{
    std::error_code error;
    fs::path result = fs::weakly_canonical(fs::absolute(path), error);
    if (error)
        throw InputError("cannot be resolved: " + error.message());
    return result;
}

// Folder of an export with all links resolved.
fs::path export_folder(const SubstructureEntry& entry, const Case& c)
{
    const fs::path home = resolved(c.file.has_parent_path() ? c.file.parent_path() : ".");
    fs::path folder = resolved(home / entry.export_folder);
    const auto [end, _] = std::mismatch(home.begin(), home.end(), folder.begin(), folder.end());
    if (!c.export_anywhere && end != home.end())
        throw InputError("leads out of the folder of the case, to " + folder.string() +
                         "; expected a folder inside of it, or `slideway run --export-anywhere`");
    return folder;
}

template <class Work>
void in_entry(const SubstructureEntry& entry, Work&& work)
{
    located(entry.places, "substructure." + entry.name, "export", entry.export_folder,
            std::forward<Work>(work));
}

} // namespace

void check_exports(const Case& c)
{
    std::map<fs::path, std::string> taken;
    for (const SubstructureEntry& entry : c.substructures)
        if (!entry.export_folder.empty())
            in_entry(entry, [&] {
                const fs::path folder = export_folder(entry, c);
                if (const auto [first, is_new] = taken.emplace(folder, entry.name); !is_new)
                    throw InputError("body " + first->second +
                                     " is exported there; expected a folder for each body");
                fem::refuse_foreign_export(folder);
            });
}

void export_body(const std::filesystem::path& folder, fem::Substructure reduced,
                 const Eigen::Vector3d& pole)
{
    if (reduced.without_mass ||
        reduced.C_skew.nonZeros() + reduced.K_skew.nonZeros() + reduced.H.nonZeros() > 0)
        throw InputError("an export has M and symmetric C and K; body " + reduced.name + " has " +
                         (reduced.without_mass       ? "no M"
                          : reduced.H.nonZeros() > 0 ? "structural damping"
                                                     : "unsymmetric matrices"));
    fem::turn_about(reduced, -pole);
    try {
        fem::export_matrices(folder, reduced);
    } catch (const InputError&) {
        throw;
    } catch (const std::runtime_error& error) { // error of the file system
        throw InputError(error.what());
    }
}

void export_body(const SubstructureEntry& entry, const Case& c, fem::Substructure reduced,
                 const Eigen::Vector3d& pole)
{
    if (entry.export_folder.empty() || !writes())
        return;
    in_entry(entry, [&] { export_body(export_folder(entry, c), std::move(reduced), pole); });
}

} // namespace slideway::app
