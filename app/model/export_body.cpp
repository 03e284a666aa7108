#include "app/model/export_body.hpp"

#include "fem/local_origin.hpp"
#include "fem/matrices.hpp"

namespace slideway::app {

void export_body(const SubstructureEntry& entry, const Case& c, fem::Substructure reduced,
                 const Eigen::Vector2d& pole)
{
    if (entry.export_folder.empty())
        return;
    fem::turn_about(reduced, -pole);
    located(entry.places, "substructure." + entry.name, "export", entry.export_folder, [&] {
        try {
            fem::export_matrices(c.file.parent_path() / entry.export_folder, reduced);
        } catch (const InputError&) {
            throw;
        } catch (const std::runtime_error& error) { // of the file system
            throw InputError(error.what());
        }
    });
}

} // namespace slideway::app
