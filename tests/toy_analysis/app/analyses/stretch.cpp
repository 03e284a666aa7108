#include "app/analyses/stretch.hpp"

#include "app/results/quantities.hpp"
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

void arrays(io::Entries& a, StretchResults& r)
{
    a.named(r.bodies, "stretch", "B", "a body", [&](StretchedBody& b) {
        a.array(b.force, "force", "N", "force that each dof takes", "dofs");
    });
}

void quantities(io::Entries& q, StretchResults& r)
{
    q.named(r.bodies, "", "B", "a body", [&](StretchedBody& b) {
        q.array(b.energy, "energy", "J", "elastic energy of the body");
    });
}

Outcome run(const Stretch& e, const Case& /*c*/, const BuiltModel& built,
            const Monitor& /*monitor*/)
{
    const auto result = std::make_shared<StretchResults>();
    for (const fem::Substructure& body : built.model.bodies) {
        const Vector u = Vector::Constant(body.n(), e.amount), f = body.K * u;
        result->bodies.push_back({body.name, f, 0.5 * u.dot(f)});
    }
    Outcome outcome{.summary = {}, .arrays = writer_of(result)};
    outcome.summary.extent = "stretched by " + number_text(e.amount) + " m";
    add_quantities(outcome.summary, [&](io::Entries& q) { quantities(q, *result); });
    return outcome;
}

} // namespace slideway::app
