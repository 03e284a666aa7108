#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/elements/element_hex20.hpp"
#include "fem/elements/element_hex8.hpp"
#include "fem/elements/element_hex8i.hpp"
#include "fem/elements/element_tet10.hpp"
#include "fem/elements/element_tet4.hpp"
#include "fem/elements/element_wedge15.hpp"
#include "fem/elements/element_wedge6.hpp"

#include <array>
#include <string>
#include <vector>

namespace slideway::fem {

std::span<const SolidElement> solid_elements()
{
    static const std::array elements{
        element_hex8i(), element_hex8(), element_hex20(),   element_hex20r(),
        element_tet10(), element_tet4(), element_wedge15(), element_wedge6(),
    };
    return elements;
}

const SolidElement& solid_element(std::string_view shape, std::span<const std::string> chosen)
{
    const SolidElement* fits = nullptr;
    for (const std::string& name : chosen) {
        const SolidElement* named = nullptr;
        std::vector<std::string> names;
        for (const SolidElement& element : solid_elements()) {
            names.emplace_back(element.name);
            if (element.name == name)
                named = &element;
        }
        if (!named)
            throw InputError("no solid element \"" + name + "\"" + name_hint(name, names));
        if (!fits && named->shape == shape)
            fits = named;
    }
    for (const SolidElement& element : solid_elements())
        if (!fits && element.shape == shape)
            fits = &element;
    if (!fits)
        throw InputError("no solid element has the shape \"" + std::string(shape) + "\"");
    return *fits;
}

namespace {

Elasticity of_lame(double lambda, double G)
{
    Elasticity D = Elasticity::Zero();
    D.topLeftCorner<3, 3>().setConstant(lambda);
    D.diagonal() += (Eigen::Matrix<double, 6, 1>() << 2 * G, 2 * G, 2 * G, G, G, G).finished();
    return D;
}

} // namespace

Elasticity isotropic(double young, double poisson)
{
    const double G = young / (2 * (1 + poisson));
    return of_lame(2 * G * poisson / (1 - 2 * poisson), G);
}

bool is_isotropic(const Elasticity& D)
{
    return D == of_lame(D(0, 1), D(3, 3));
}

} // namespace slideway::fem
