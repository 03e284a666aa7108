#include "app/model/build_model.hpp"

#include "app/case/located.hpp"
#include "base/to_vector.hpp"
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

} // namespace slideway::app
