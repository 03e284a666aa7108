#pragma once

#include "tests/app/program.hpp"

#include <catch2/catch.hpp>

#include <functional>
#include <string>
#include <vector>

namespace slideway::test {

/// `slideway COMMAND` refuses case.toml of the folder, which holds `text`, in one line:
/// "case.toml:LINE: MESSAGE", where LINE is that of `place` in the text; no line if it is "".
inline void check_refused(const CaseFolder& folder, const std::string& text,
                          const std::string& place, const std::string& message,
                          const std::string& command = "check case.toml")
{
    CAPTURE(command);
    const ProgramRun run = run_program(folder, command);
    CHECK(run.exit_status == 2);
    const std::string line = place.empty() ? "" : ":" + std::to_string(line_of(text, place));
    CHECK(run.err == "case.toml" + line + ": " + message + "\n");
}

inline void check_refused(const std::string& text, const std::string& place,
                          const std::string& message)
{
    check_refused(CaseFolder(text), text, place, message);
}

/// `from` becomes `to`; LINE of the message is that of `place` in the spoilt text.
struct Mistake {
    std::string what, from, to, place, message;
};

/// Each mistake alone; `prepare` puts other files into its folder.
inline void check_refused(const std::string& right, const std::vector<Mistake>& mistakes,
                          const std::function<void(const CaseFolder&)>& prepare = {})
{
    for (const Mistake& m : mistakes) {
        CAPTURE(m.what);
        const std::string text = replaced(right, m.from, m.to);
        const CaseFolder folder(text);
        if (prepare)
            prepare(folder);
        check_refused(folder, text, m.place, m.message);
    }
}

} // namespace slideway::test
