#pragma once

#include "fem/readers/gmsh_exchange.hpp"
#include "io/given.hpp"

namespace slideway::app {

/// A mesh that a program passes in memory: nodes, blocks of elements and groups in the layout of
/// Gmsh. It can be written as a `.msh` file, from which an equal body is made.
class GivenMesh final : public io::Given {
public:
    static constexpr const char* name = "mesh";

    /// @throws InputError  no nodes or elements, inconsistent lengths, an element with an unknown
    ///                     node, a repeated node or group, a name with a quote, with a control
    ///                     character or with more than 250 bytes
    explicit GivenMesh(fem::GmshAnswer mesh);

    [[nodiscard]] const fem::GmshAnswer& mesh() const { return mesh_; }

    [[nodiscard]] std::string kind() const override { return name; }
    [[nodiscard]] std::string text() const override;
    [[nodiscard]] std::string record() const override { return io::record_of(text(), checksum_); }
    [[nodiscard]] bool equals(const Given& other) const override;
    [[nodiscard]] double bytes() const override;
    [[nodiscard]] std::string ending() const override { return ".msh"; }
    void write(std::ostream& stream) const override;

private:
    fem::GmshAnswer mesh_;
    std::string checksum_;
};

} // namespace slideway::app
