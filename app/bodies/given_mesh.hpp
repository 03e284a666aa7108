#pragma once

#include "fem/readers/gmsh_exchange.hpp"
#include "io/given.hpp"

namespace slideway::app {

/// A mesh as a program gives it: nodes, blocks of elements and groups as Gmsh has them. Its file is
/// a `.msh`, of which the same body is made.
class GivenMesh final : public io::Given {
public:
    static constexpr const char* name = "mesh";

    /// @throws InputError  no nodes or elements, lengths that do not fit, an element with a node
    ///                     that is not there, a node or a group twice, a name with a quote, a
    ///                     control character or more than 250 bytes
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
