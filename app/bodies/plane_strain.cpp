#include "app/bodies/plane_strain.hpp"

namespace slideway::app {

void fields(io::Fields& f, PlaneStrain& e)
{
    fields(f, e.plane, e.placement);
}

std::vector<std::filesystem::path> input_files(const PlaneStrain& e,
                                               const std::filesystem::path& folder)
{
    return e.plane.mesh.input_files(folder);
}

Drawing draw(const PlaneStrain& e, const BodySource& source, const Monitor& monitor)
{
    return draw(e.plane, PlaneStrain::type, e.placement, source, monitor);
}

MadeBody make(const PlaneStrain& e, const BodySource& source, Drawing drawing)
{
    return make(e.plane, PlaneStrain::type, e.placement, source, std::move(drawing));
}

} // namespace slideway::app
