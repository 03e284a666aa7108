#include "app/analyses/stretch.hpp"

#include "assembly/coupled_model.hpp"
#include "base/text.hpp"
#include "fem/substructure.hpp"

namespace slideway::app {

void fields(io::Fields& f, Stretch& e)
{
    f.number({"amount", "m", "that every dof moves by", true, io::Range::positive()}, e.amount);
}

std::string check(const Stretch& e, const Case& /*c*/, const BuiltModel& /*built*/,
                  const Monitor& /*monitor*/)
{
    return "analysis stretch by " + number_text(e.amount) + " m\n";
}

Outcome run(const Stretch& e, const Case& /*c*/, const BuiltModel& built,
            const Monitor& /*monitor*/)
{
    Outcome outcome;
    std::vector<std::pair<std::string, Vector>> forces;
    for (std::size_t b = 0; b < built.bodies.size(); ++b) {
        const fem::Substructure& body = built.model.bodies[b];
        const Vector u = Vector::Constant(body.n(), e.amount);
        forces.emplace_back(built.bodies[b].name, body.K * u);
        outcome.summary.quantities.push_back(
            {built.bodies[b].name + ".energy", {0.5 * u.dot(forces.back().second)}, "J"});
    }
    outcome.summary.extent = "stretched by " + number_text(e.amount) + " m";
    outcome.arrays = [forces](io::ArraySink& sink) {
        for (const auto& [name, f] : forces)
            sink.write("stretch/" + name + "/force", f, "N", "of each dof");
    };
    return outcome;
}

} // namespace slideway::app
