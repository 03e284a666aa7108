#include "app/results/stored_modes.hpp"

#include "app/results/modal_outputs.hpp"
#include "base/text.hpp"
#include "dynamics/modal/jointed_system.hpp"
#include "io/entries.hpp"

#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

namespace slideway::app {

namespace {

// Tolerance for equal modes, relative to the highest frequency and to the largest component of a
// mode. It covers round-off of different builds of the program.
constexpr double same_modes = 1e-9;

std::vector<dynamics::ModalOutput> port_outputs(const BuiltModel& built,
                                                const dynamics::ModalModel& modal)
{
    std::vector<dynamics::Probe> probes;
    for (std::size_t b = 0; b < built.model.bodies.size(); ++b)
        for (const fem::Port& port : built.model.bodies[b].ports)
            for (Index i = 0; i < port.n_components(); ++i)
                probes.push_back({built.bodies[b].name + "." + port.name + "." +
                                      port.components[static_cast<std::size_t>(i)],
                                  b, fem::mean_row(port, i)});
    return modal_outputs(built.model, modal, probes);
}

void refuse_other_names(const EarlierResults& results, const std::string& what,
                        const std::vector<std::string>& stored,
                        const std::vector<std::string>& model_names)
{
    auto names = [&](const std::vector<std::string>& prefix) -> std::string {
        return prefix.empty() ? "no " + what : "the " + what + " " + join(prefix);
    };
    if (stored != model_names)
        results.refuse("has " + names(stored) + ", this case " + names(model_names) +
                       "; they must be the same, in the same order");
}

// Rows of the ports that both cases have: indices of stored rows, and of rows of this case.
std::pair<std::vector<Index>, std::vector<Index>>
common_ports(const EarlierResults& results, const StoredModes& stored, const StoredModes& modes)
{
    std::map<std::string, Index> row;
    for (const std::string& port : stored.ports)
        row.emplace(port, static_cast<Index>(row.size()));
    std::pair<std::vector<Index>, std::vector<Index>> common;
    for (std::size_t k = 0; k < modes.ports.size(); ++k)
        if (const auto found = row.find(modes.ports[k]); found != row.end()) {
            common.first.push_back(found->second);
            common.second.push_back(static_cast<Index>(k));
        }
    if (common.first.empty())
        refuse_other_names(results, "ports", stored.ports, modes.ports);
    return common;
}

} // namespace

StoredModes stored_modes(const BuiltModel& built, const dynamics::ModalModel& modal,
                         const dynamics::JointedSystem& system)
{
    StoredModes modes;
    modes.Omega = system.Omega;
    modes.omega = system.modes.omega;
    const std::vector<dynamics::ModalOutput> outputs = port_outputs(built, modal);
    modes.shapes.resize(static_cast<Index>(outputs.size()), system.n_modes());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        modes.ports.push_back(outputs[i].name);
        modes.shapes.row(static_cast<Index>(i)) = outputs[i].row.transpose();
    }
    modes.contacts = system.names;
    for (const dynamics::ModalLaw& joint : system.joints) {
        modes.joints.push_back(joint.name);
        modes.laws.emplace_back(joint.law->keyword());
    }
    return modes;
}

void arrays(io::Entries& a, StoredModes& m)
{
    a.array(m.Omega, "Omega", "rad/s", "frequency of the drive; 0: none");
    a.array(m.omega, "omega", "rad/s", "frequencies of the modes", "m");
    a.array(m.ports, "ports", "", "components of ports, in the order of the rows of shapes", "P");
    a.array(m.shapes, "shapes", "1/sqrt(kg)",
            "means over the ports in the modes: displacement relative to imposed motions is "
            "shapes q",
            "P x m");
    a.array(m.contacts, "contacts", "", "dry contacts, in the order of their states", "c",
            "with dry contacts");
    a.array(m.joints, "joints", "", "joints of other laws that are not linear", "j",
            "with such joints");
    a.array(m.laws, "laws", "", "laws of these joints", "j", "with such joints");
    if (a.reads() && (m.shapes.rows() != static_cast<Index>(m.ports.size()) ||
                      m.shapes.cols() != m.omega.size()))
        throw std::invalid_argument("modes: arrays do not fit together");
}

Vector signs_of_modes(const EarlierResults& results, const StoredModes& stored,
                      const StoredModes& modes)
{
    const std::string same =
        "; bodies, their reductions, supports, bonds and linear joints must be "
        "the same";
    const auto [of_stored, of_case] = common_ports(results, stored, modes);
    refuse_other_names(results, "dry contacts", stored.contacts, modes.contacts);
    refuse_other_names(results, "joints", stored.joints, modes.joints);
    refuse_other_names(results, "laws of joints", stored.laws, modes.laws);
    if (stored.omega.size() != modes.omega.size())
        results.refuse("has " + std::to_string(stored.omega.size()) + " modes, this case " +
                       std::to_string(modes.omega.size()) + same);
    Vector signs = Vector::Ones(modes.omega.size());
    const double highest = modes.omega.size() > 0 ? modes.omega.maxCoeff() : 0;
    for (Index i = 0; i < modes.omega.size(); ++i) {
        const std::string mode = "mode " + std::to_string(i + 1);
        if (!(std::abs(stored.omega(i) - modes.omega(i)) <= same_modes * highest))
            results.refuse("has " + mode + " at " + number_text(stored.omega(i), 9) +
                           " rad/s, this case at " + number_text(modes.omega(i), 9) + " rad/s" +
                           same);
        const Vector before = stored.shapes(of_stored, i), now = modes.shapes(of_case, i);
        if (now.size() < modes.shapes.rows() && !(now.norm() > same_modes * modes.shapes.norm()))
            results.refuse("has no port of this case that moves in " + mode +
                           "; name the same ports in both cases");
        if (before.dot(now) < 0)
            signs(i) = -1;
        if (!((before - signs(i) * now).cwiseAbs().maxCoeff() <=
              same_modes * now.cwiseAbs().maxCoeff()))
            results.refuse("has another shape of " + mode + " than this case" + same);
    }
    return signs;
}

} // namespace slideway::app
