#pragma once

#include <gmsh.h>

namespace slideway::fem {

/// Gmsh is global: one session at a time, and what one leaves behind (models, parameters, log)
/// would reach the next. Included by the Gmsh module only.
class GmshSession {
public:
    GmshSession()
    {
        gmsh::initialize(0, nullptr, false); // false: the user's .gmshrc must not change a mesh
        gmsh::option::setNumber("General.Terminal", 0);
        // With the API's default of 2 the first error throws out of the parser, whose buffer then
        // keeps the rest of the broken file and breaks the next one. With 0 errors go to the log.
        gmsh::option::setNumber("General.AbortOnError", 0);
        gmsh::onelab::clear(); // else parameters of the last .geo override the defaults of this one
        gmsh::logger::start();
    }
    ~GmshSession()
    {
        gmsh::logger::stop();
        gmsh::finalize();
    }
    GmshSession(const GmshSession&) = delete;
    GmshSession& operator=(const GmshSession&) = delete;
};

} // namespace slideway::fem
