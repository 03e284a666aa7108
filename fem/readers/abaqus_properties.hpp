#pragma once

#include "fem/readers/abaqus_keyword.hpp"
#include "fem/readers/mesh_text.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

// Element data of an Abaqus deck other than nodes. A body has one material and one thickness, those
// of the case. All these data therefore become notes with their numbers.

namespace slideway::fem {

/// Materials, sections, values of point masses and springs, and how many elements a type has.
class AbaqusProperties {
public:
    /// Reads a keyword with its data and returns true if the keyword concerns properties.
    bool read(MeshLines& lines, const AbaqusKeyword& keyword);

    /// Counts an element of the type.
    void count(const std::string& type, MeshPlace place);

    /// Material of the section of a set of elements in capitals.
    struct OfSet {
        std::string set;
        std::string name;
        Material material;
        std::string missing; ///< reason why the material is not known; empty: it is
    };
    [[nodiscard]] std::vector<OfSet> materials(const MeshLines& lines) const;
    /// Notes about materials and sections, which hold if a body does not use them.
    [[nodiscard]] std::vector<std::string> material_notes(const MeshLines& lines) const;
    /// Elements of plane strain and of bodies of revolution.
    [[nodiscard]] std::vector<DeckData::State> states(const MeshLines& lines) const;

    /// Notes about all other properties. @param n_elements  number of elements of a set by its name
    [[nodiscard]] std::vector<std::string>
    notes(const MeshLines& lines,
          const std::function<std::size_t(const std::string& set)>& n_elements) const;

private:
    struct Count {
        MeshPlace place;
        std::size_t n = 0;
    };
    struct Mass {
        std::string set;
        double value = 0;
    };
    void read_material_data(MeshLines& lines, const AbaqusKeyword& keyword);
    void read_section(MeshLines& lines, const AbaqusKeyword& keyword);
    void read_mass(MeshLines& lines, const AbaqusKeyword& keyword);

    // A material as far as it is read, and the material of a section.
    struct Given {
        std::optional<double> young, poisson, density;
        std::string other; ///< reason why it is not isotropic and constant
    };
    struct Section {
        std::string set, material;
        MeshPlace place;
    };
    std::vector<Given> given_; ///< one for each of materials_
    std::vector<Section> of_sets_;
    std::vector<MeshProperty> materials_, sections_, springs_;
    std::vector<Mass> masses_;
    std::map<std::string, Count> types_;
};

/// Role of an element of an Abaqus deck in a plane body.
enum class AbaqusRole {
    plane,    ///< element of plane stress
    shell,    ///< shell or membrane, read as plane stress
    line,     ///< side of the body that sets name
    no_field, ///< point mass, spring or dashpot; omitted
    other     ///< any other type, in files of which only the nodes are read
};

struct AbaqusType {
    std::size_t n_nodes = 0;
    AbaqusRole role = AbaqusRole::plane;
};

/// Returns the type of that name in upper case; null if it is not supported.
[[nodiscard]] const AbaqusType* abaqus_type(const std::string& name);

/// Refuses a type that is not supported; the message describes the type and lists what is allowed.
[[noreturn]] void refuse_abaqus_type(const MeshLines& lines, const AbaqusKeyword& keyword,
                                     const std::string& type);

} // namespace slideway::fem
