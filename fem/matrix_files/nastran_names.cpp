#include "fem/matrix_files/nastran_names.hpp"

namespace slideway::fem {

FileQuantity nastran_quantity(const std::string& name)
{
    for (const char* result : {"MUG", "MES", "MEE", "MEF", "MGP", "MQG", "MQM"})
        if (name.starts_with(result))
            return FileQuantity::unknown;
    if (name.starts_with("K4"))
        return FileQuantity::structural;
    switch (name.empty() ? ' ' : name.front()) {
    case 'K':
        return FileQuantity::stiffness;
    case 'M':
        return FileQuantity::mass;
    case 'B':
        return FileQuantity::damping;
    default:
        return FileQuantity::unknown;
    }
}

} // namespace slideway::fem
