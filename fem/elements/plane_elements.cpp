#include "fem/elements/plane_element.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/elements/element_q4.hpp"
#include "fem/elements/element_q8.hpp"
#include "fem/elements/element_qm6.hpp"
#include "fem/elements/element_t3.hpp"
#include "fem/elements/element_t6.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

namespace slideway::fem {

namespace {

const PlaneElement& named(std::string_view name)
{
    std::vector<std::string> names;
    for (const PlaneElement& element : plane_elements()) {
        if (element.name == name)
            return element;
        names.emplace_back(element.name);
    }
    throw InputError("no plane element \"" + std::string(name) + "\"" + name_hint(name, names));
}

} // namespace

std::span<const PlaneElement> plane_elements()
{
    static const std::array elements{
        element_qm6(), element_q4(), element_t3(), element_q8(), element_t6(),
    };
    return elements;
}

const PlaneElement& plane_element(std::string_view shape, std::span<const std::string> chosen)
{
    const PlaneElement* fits = nullptr;
    for (const std::string& name : chosen)
        if (const PlaneElement& element = named(name); !fits && element.shape == shape)
            fits = &element;
    for (const PlaneElement& element : plane_elements())
        if (!fits && element.shape == shape)
            fits = &element;
    if (!fits)
        throw InputError("no plane element has the shape \"" + std::string(shape) + "\"");
    return *fits;
}

Vector node_shares(const PlaneElement& element, const ElementNodes& X, double density_thickness)
{
    const ElementMatrix M = element.mass(X, density_thickness); // shape functions add up to 1
    Vector share = Vector::Zero(X.rows());
    for (Index i = 0; i < X.rows(); ++i)
        for (Index j = 0; j < X.rows(); ++j)
            share(i) += M(2 * i, 2 * j);
    return share;
}

double corner_quality(const ElementNodes& X)
{
    const Index n = X.rows();
    double smallest = std::numeric_limits<double>::infinity(), longest = 0;
    for (Index i = 0; i < n; ++i) {
        const Eigen::RowVector2d in = X.row(i) - X.row((i + n - 1) % n);
        const Eigen::RowVector2d out = X.row((i + 1) % n) - X.row(i);
        smallest = std::min(smallest, in(0) * out(1) - in(1) * out(0));
        longest = std::max(longest, out.squaredNorm());
    }
    return longest > 0 ? smallest / longest : 0;
}

} // namespace slideway::fem
