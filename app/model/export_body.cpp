#include "app/model/export_body.hpp"

#include "base/text.hpp"
#include "base/to_vector.hpp"
#include "fem/local_origin.hpp"
#include "fem/matrices.hpp"
#include "reduction/modal_damping.hpp"

namespace slideway::app {

void add_damping_ratios(const SubstructureEntry& entry, fem::Substructure& reduced,
                        const Monitor& monitor)
{
    if (!entry.damping_ratio && entry.damping_ratios.empty())
        return;
    const char* const key = entry.damping_ratio ? "damping.ratio" : "damping.ratios";
    located(entry.places.of(key), "substructure." + entry.name + ".damping", [&] {
        if (entry.damping_ratio)
            reduction::add_modal_damping(reduced, *entry.damping_ratio, monitor.until_stopped());
        else
            reduction::add_modal_damping(reduced, to_vector(entry.damping_ratios),
                                         monitor.until_stopped());
    });
}

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
