#pragma once

#include "fem/mesh.hpp"
#include "fem/readers/bulk_data.hpp"

#include <map>
#include <string>
#include <vector>

namespace slideway::fem {

/// Materials and properties of Nastran bulk data: MAT1, PSHELL, and for solids MAT9 and PSOLID.
class NastranMaterials {
public:
    /// Reads a card; false if it is of another kind. @param solid  true: of a solid mesh
    bool read(const BulkCard& card, bool solid);

    /// Returns the material of the elements of a property, for the group "pid_N".
    /// @param number  of the property: "3"
    [[nodiscard]] DeckData::OfGroup of_property(const MeshLines& lines,
                                                const std::string& number) const;
    /// Notes about the numbers in the file, which hold if a body does not use them.
    [[nodiscard]] std::vector<std::string> notes(const MeshLines& lines, bool solid) const;

private:
    std::map<std::string, BulkCard> materials_, properties_; // by number
    std::vector<MeshProperty> material_texts_, property_texts_;
};

} // namespace slideway::fem
