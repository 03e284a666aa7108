#include "app/model/export_body.hpp"

#include "app/case/located.hpp"
#include "app/model/solver.hpp"
#include "fem/local_origin.hpp"
#include "fem/matrices.hpp"

#include <stdexcept>
#include <utility>

namespace slideway::app {

void export_body(const std::filesystem::path& folder, fem::Substructure reduced,
                 const Eigen::Vector2d& pole)
{
    fem::turn_about(reduced, -pole);
    try {
        fem::export_matrices(folder, reduced);
    } catch (const InputError&) {
        throw;
    } catch (const std::runtime_error& error) { // of the file system
        throw InputError(error.what());
    }
}

void export_body(const SubstructureEntry& entry, const Case& c, fem::Substructure reduced,
                 const Eigen::Vector2d& pole)
{
    if (entry.export_folder.empty() || !writes())
        return;
    located(entry.places, "substructure." + entry.name, "export", entry.export_folder, [&] {
        export_body(c.file.parent_path() / entry.export_folder, std::move(reduced), pole);
    });
}

} // namespace slideway::app
