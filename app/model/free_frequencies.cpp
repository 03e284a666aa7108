#include "app/model/free_frequencies.hpp"

#include "app/bodies/body_kind.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "reduction/whole_modes.hpp"
#include "reduction/without_massless.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace slideway::app {

namespace {

constexpr Index n_shown = 3;
constexpr double round_off = 1e-3; // of a frequency: the root of that of the stiffness
constexpr Index most_rows = 20'000, most_entries = 2'000'000; // about a second

std::string frequencies_text(const fem::Substructure& body, const Monitor& monitor)
{
    const reduction::ReducedModel model = reduction::without_massless(
        body, {}, {},
        [](const fem::Substructure& rest, const reduction::Interface& /*none*/)
            -> reduction::ReducedModel { return reduction::unreduced(rest); });
    const fem::Substructure& rest = model.substructure;
    const Vector omega =
        reduction::whole_modes(rest.K, rest.M, std::min(rest.n(), rest.rigid.cols() + n_shown),
                               nullptr, monitor.until_stopped())
            .omega;
    Index n_rigid = (omega.array() == 0).count();
    if (const Index all = rest.rigid.cols();
        all < omega.size() && all > n_rigid && omega(all - 1) < round_off * omega(all))
        n_rigid = all; // with the stiffness of round-off of the file
    std::vector<std::string> elastic;
    for (Index k = n_rigid; k < std::min(omega.size(), n_rigid + n_shown); ++k)
        elastic.push_back(number_text(omega(k) / two_pi, 6));
    return plural(static_cast<std::size_t>(n_rigid), "rigid motion") +
           (elastic.empty() ? "" : ", then " + join(elastic) + " Hz");
}

} // namespace

std::string free_frequencies(const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    std::string text;
    for (std::size_t b = 0; b < c.substructures.size(); ++b) {
        const SubstructureEntry& entry = c.substructures[b];
        if (built.bodies[b].type != "matrices" || built.bodies[b].reduced.n_full > most_rows ||
            built.model.bodies[b].without_mass || built.model.bodies[b].K.nonZeros() > most_entries)
            continue;
        try {
            const Drawing drawing = draw_body(
                entry.kind, {entry.name, {}, c.file.parent_path(), c.trust_meshes}, monitor);
            const fem::Substructure& body = drawing.made->body;
            if (body.K_skew.nonZeros() == 0 && body.K.nonZeros() <= most_entries)
                text += "body " + entry.name + " free: " + frequencies_text(body, monitor) + "\n";
        } catch (const InputError& error) { // a body that its supports make usable
            text += "body " + entry.name + " free: no frequencies; " + error.what() + "\n";
        } catch (const std::domain_error& error) {
            text += "body " + entry.name + " free: no frequencies; " + error.what() + "\n";
        }
    }
    return text;
}

} // namespace slideway::app
