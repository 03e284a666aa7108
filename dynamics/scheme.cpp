#include "dynamics/scheme.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slideway::dynamics {

SchemeCoefficients central_difference(const ModalBody& body, double h)
{
    return {1 - body.c.array() * h, body.omega.array().square() * h * h,
            Vector::Ones(body.n_modes())};
}

SchemeCoefficients exact_propagator(const ModalBody& body, double h)
{
    const Index n = body.n_modes();
    SchemeCoefficients s{Vector(n), Vector(n), Vector(n)};
    for (Index j = 0; j < n; ++j) {
        const double omega = body.omega(j), half_c = body.c(j) / 2;
        const double discriminant = omega * omega - half_c * half_c;
        s.a(j) = std::exp(-body.c(j) * h);
        if (discriminant > 0) {
            const double decay = -std::expm1(-half_c * h); // 1 - E
            const double sine = std::sin(std::sqrt(discriminant) * h / 2);
            s.b(j) = decay * decay + 4 * (1 - decay) * sine * sine;
            s.w(j) = s.b(j) / (omega * omega * h * h);
        } else {
            const double fast = -half_c - std::sqrt(-discriminant);
            const double slow = fast != 0 ? omega * omega / fast : 0; // product of roots: omega^2
            // (1 - e^x) / -x, also at x = 0
            auto ratio = [](double x) -> double { return x == 0 ? 1 : std::expm1(x) / x; };
            s.w(j) = ratio(fast * h) * ratio(slow * h);
            s.b(j) = s.w(j) * omega * omega * h * h;
        }
    }
    return s;
}

double step_limit(const ModalModel& model)
{
    double limit = std::numeric_limits<double>::infinity();
    for (const ModalBody& body : model.bodies)
        for (Index j = 0; j < body.n_modes(); ++j) {
            const double half_c = body.c(j) / 2, omega = body.omega(j);
            // (2/omega)(sqrt(1 + zeta^2) - zeta) with zeta = half_c / omega, regular at omega = 0
            const double sum = std::hypot(omega, half_c) + half_c;
            if (sum > 0)
                limit = std::min(limit, 2 / sum);
        }
    return limit;
}

} // namespace slideway::dynamics
