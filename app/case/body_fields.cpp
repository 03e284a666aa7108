#include "app/case/case.hpp"

#include "base/text.hpp"
#include "reduction/methods.hpp"

// The keys of [[substructure]].

namespace slideway::app {

using io::Range;

namespace {

void damping_fields(io::Fields& d, SubstructureEntry& e)
{
    d.number(
        {"alpha", "1/s", "C = alpha M + beta K: mass proportional", false, Range::not_negative()},
        e.alpha);
    d.number({"beta", "s", "stiffness proportional", false, Range::not_negative()}, e.beta);
    double ratio = 0;
    d.number({"ratio",
              "",
              "damping ratio of all modes of the (reduced) body by itself; its rigid motions have "
              "none",
              false,
              {.min = 0, .max = 1, .max_open = true},
              "none"},
             ratio);
    d.numbers({"ratios",
               "",
               "of its lowest modes, one each; higher modes have none",
               false,
               {.min = 0, .max = 1, .max_open = true},
               "none"},
              e.damping_ratios);
    d.number(
        {"loss_factor", "",
         "structural damping, K (1 + i loss_factor) in frf and complex-modes; modes and static "
         "leave it out",
         false, Range::not_negative()},
        e.loss_factor);
    double viscous_at_hz = 0;
    d.number({"viscous_at_hz", "Hz",
              "makes structural damping (loss_factor, or of matrices) viscous, C = H / (2 pi f), "
              "equal at this frequency, for all analyses",
              false, Range::positive(), "it stays structural"},
             viscous_at_hz);
    if (d.has("viscous_at_hz"))
        e.viscous_at_hz = viscous_at_hz;
    if (d.has("ratio"))
        e.damping_ratio = ratio;
    if (d.has("ratio") && d.has("ratios"))
        d.refuse("ratios", "give either ratio or ratios");
}

} // namespace

void fields(io::Fields& f, SubstructureEntry& e)
{
    name_fields(f, e.name, e.like);
    fields(f, e.kind);
    f.text_or_texts({"fixed", "", std::string(supports(e.kind))}, e.fixed);
    f.named_tables({"ports", "", "further ports, e.g. { face = { group = \"end\" } }"},
                   [&e](const std::string& name, io::Fields& p) {
                       fem::GroupPort port{.name = name, .group = {}};
                       p.text(
                           {"group", "", "a port of the body whose nodes it takes together", true},
                           port.group);
                       p.choice({"motion"}, port.motion);
                       e.ports.push_back(port);
                   });
    bool given = false;
    f.table({"damping", "", "viscous: Rayleigh, and by ratios of modes; structural; they add up"},
            given, [&e](io::Fields& d) { damping_fields(d, e); });
    f.table({"reduction", "",
             "fewer dofs; the interface is what contacts, motions and loads touch, of a group its "
             "nodes, of a port made of it (ports) its components; a load on all nodes of the "
             "body, as its weight, keeps no dofs"},
            given, [&e](io::Fields& r) {
                std::vector<std::string> names, with_modes;
                std::string help;
                for (const reduction::Method& m : reduction::methods()) {
                    names.emplace_back(m.name);
                    help += (help.empty() ? "" : "; ") + names.back() + ": " + std::string(m.help);
                    if (m.takes_modes)
                        with_modes.push_back(names.back());
                }
                r.choice({"method", "", help}, e.reduction.method, names);
                r.integer({"n_modes", "", "number of modes besides the constraint modes", false,
                           Range::not_negative()},
                          e.reduction.n_modes);
                if (r.has("n_modes") && !reduction::method(e.reduction.method).takes_modes)
                    r.refuse("n_modes",
                             "method " + e.reduction.method +
                                 " takes no number of modes; those that do: " + join(with_modes));
                r.choice({"solver"}, e.reduction.solver);
                r.text_or_texts({"boundary", "", "further interface ports or components"},
                                e.reduction.boundary);
                r.text_or_texts(
                    {"recover",
                     "",
                     "groups of the mesh of a body: displacement and stress are "
                     "there for their elements alone, of a curve or points for those that "
                     "touch it, and of the basis the rows for that are kept",
                     false,
                     {},
                     "the whole mesh; distributed: none"},
                    e.reduction.recover);
            });
    f.text({"export",
            "",
            "folder for the matrices and ports of the (reduced) body, inside of the folder of the "
            "case file, unless --export-anywhere is given; a body of type matrices reads it",
            false,
            {},
            "none",
            true},
           e.export_folder);
}

} // namespace slideway::app
