#include "app/motions/start/long_period.hpp"

#include "base/text.hpp"
#include "dynamics/orbits/motion_steps.hpp"

namespace slideway::app {

void refuse_long_period(const dynamics::DrivenModes& system, double Omega, const SourceLine& place,
                        const std::string& key, double rad_per_s, const std::string& unit)
{
    const double steps = dynamics::steps_a_period(system, Omega),
                 most = dynamics::most_steps_a_period;
    if (!(steps > most))
        return;
    throw InputError(place, key, number_text(Omega / rad_per_s, 6) + " " + unit,
                     "a period of the drive takes about " + number_text(steps, 2) +
                         " steps of the fastest mode; expected at least " +
                         number_text(Omega * steps / most / rad_per_s, 3) + " " + unit + " (" +
                         number_text(most, 2) + " steps), or bodies reduced to fewer modes");
}

void refuse_long_period(const dynamics::DrivenModes& system, const Case& c)
{
    refuse_long_period(system, system.Omega, c.excitation.where, "excitation", 1, "rad/s");
}

} // namespace slideway::app
