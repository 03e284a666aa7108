#include "fem/readers/geo_commands.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

namespace slideway::fem {

namespace {

namespace fs = std::filesystem;

struct Token {
    enum class Kind { word, text, sign, end };
    Kind kind = Kind::end;
    std::string text; ///< a quoted text is stored without its quotes
    int line = 0;
};

bool letter(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool digit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// Splits a .geo into the tokens of Gmsh's own scanner; numbers are signs.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    Token next()
    {
        skip_blanks_and_comments();
        if (at_ >= text_.size())
            return {Token::Kind::end, "", line_};
        Token token{Token::Kind::sign, std::string(1, text_[at_]), line_};
        const std::size_t from = at_;
        if (text_[at_] == '"' || text_[at_] == '\'') {
            const auto end = std::min(text_.find(text_[at_], at_ + 1), text_.size());
            token.kind = Token::Kind::text;
            token.text = text_.substr(at_ + 1, end - at_ - 1);
            advance(end + 1);
        } else if (letter(text_[at_])) {
            while (at_ < text_.size() && (letter(text_[at_]) || digit(text_[at_])))
                ++at_;
            token.kind = Token::Kind::word;
            token.text = text_.substr(from, at_ - from);
        } else {
            advance(at_ + 1);
        }
        return token;
    }

private:
    void advance(std::size_t end)
    {
        end = std::min(end, text_.size());
        line_ +=
            static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                        text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
        at_ = end;
    }
    void skip_blanks_and_comments()
    {
        while (at_ < text_.size()) {
            if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
                advance(at_ + 1);
            } else if (text_.substr(at_, 2) == "//") { // NUL ends a comment too
                advance(text_.find_first_of(std::string_view("\n\0", 2), at_));
            } else if (text_.substr(at_, 2) == "/*") {
                const auto end = text_.find("*/", at_ + 2);
                advance(end == std::string_view::npos ? end : end + 2);
            } else {
                return;
            }
        }
    }
    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
};

std::vector<Token> tokens(std::string_view text)
{
    Scanner scanner(text);
    std::vector<Token> list;
    do
        list.push_back(scanner.next());
    while (list.back().kind != Token::Kind::end);
    return list;
}

struct Command {
    std::string_view word, does;
    bool reserved = true; ///< Gmsh allows no other use of this name
};

constexpr auto commands = std::to_array<Command>({
    {"System", "starts a program", false},
    {"SystemCall", "starts a program", false},
    {"NonBlockingSystemCall", "starts a program", false},
    {"ExternalProcess", "starts a program"},
    {"OnelabRun", "starts a program"},
    {"Plugin", "can write files"},
    {"Print", "writes a file", false},
    {"Save", "writes a file", false},
    {"CreateDir", "makes a folder", false},
    {"SendToServer", "opens a connection", false},
    {"GetEnv", "reads the environment of the user"},
    {"StringToName", "can make a command of a text"},
    {"S2N", "can make a command of a text"},
});

constexpr auto readers = std::to_array<std::string_view>(
    {"Include", "Merge", "MergeWithBoundingBox", "ListFromFile", "ShapeFromFile"});

class CommandSearch {
public:
    explicit CommandSearch(bool trusted) : trusted_(trusted) {}

    // @param where  place that names the file
    void visit(const fs::path& file, const std::string& where, int depth, bool runs = true)
    {
        std::error_code ignored;
        const fs::file_status status = fs::status(file, ignored);
        if (!fs::exists(status)) // Gmsh reports it
            return;
        const fs::path name = file.lexically_normal();
        if (std::find(files.begin(), files.end(), name) != files.end())
            return;
        if (!fs::is_regular_file(status))
            throw InputError(where + ": \"" + file.string() + "\" is not a regular file");
        if (depth > 20)
            throw InputError(where + ": files are nested deeper than 20");
        files.push_back(name);
        if (!runs)
            return;
        search(file, depth);
        visit(file.string() + ".opt", file.string(), depth + 1);
    }

    std::vector<fs::path> files;

private:
    void search(const fs::path& file, int depth)
    {
        std::ifstream stream(file, std::ios::binary);
        std::string head(11, '\0');
        stream.read(head.data(), 11);
        for (const std::string_view mesh :
             {"$PTS", "$NO", "$PARA", "$ELM", "$MeshFormat", "$Comments", "$PostFormat", "$View"})
            if (head.starts_with(mesh))
                return;
        std::error_code ignored;
        if (fs::file_size(file, ignored) > 1'000'000'000)
            throw InputError::in_file(file.string(), "larger than 1 GB, and no mesh");
        stream.clear();
        stream.seekg(0);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        const std::vector<Token> list = tokens(text);
        for (std::size_t i = 0; i + 1 < list.size(); ++i) {
            if (list[i].kind == Token::Kind::word)
                check_word(file, list, i, depth);
            if (list[i].kind == Token::Kind::text && list[i].text.size() > 1023 && !trusted_)
                refuse(file, list[i], "a text",
                       "of more than 1023 characters, which Gmsh truncates");
        }
    }

    void check_word(const fs::path& file, const std::vector<Token>& list, std::size_t i, int depth)
    {
        const Token &word = list[i], &next = list[i + 1];
        for (const Command& command : commands)
            if (word.text == command.word && !trusted_ && (command.reserved || begins_text(next)))
                refuse(file, word, word.text, command.does);
        if (word.text == "Printf" && !trusted_ && writes(list, i))
            refuse(file, word, word.text, "writes a file");
        if (std::find(readers.begin(), readers.end(), word.text) != readers.end())
            read(file, list, i, depth);
    }

    // True if a text follows, or a word that makes one; false for an option Print.X or a variable
    // Save = 1.
    static bool begins_text(const Token& token)
    {
        return token.kind == Token::Kind::text || token.kind == Token::Kind::word;
    }

    // True for Printf(...) > or >>.
    static bool writes(const std::vector<Token>& list, std::size_t i)
    {
        int depth = 0;
        for (++i; i + 1 < list.size(); ++i) {
            if (list[i].kind != Token::Kind::sign)
                continue;
            if (list[i].text == "(")
                ++depth;
            if (list[i].text == ")" && --depth == 0)
                return list[i + 1].kind == Token::Kind::sign && list[i + 1].text == ">";
            if (list[i].text == ";")
                return false;
        }
        return false;
    }

    void read(const fs::path& file, const std::vector<Token>& list, std::size_t i, int depth)
    {
        const Token& word = list[i];
        const bool bracket = list[i + 1].text == "(" || list[i + 1].text == "[";
        const Token& name = list[std::min(i + (bracket ? 2 : 1), list.size() - 1)];
        if (name.kind == Token::Kind::word && !trusted_)
            throw InputError(at(file, word) + ": " + word.text +
                             " needs the name of its file written out, as \"part.geo\"; if this "
                             "mesh is trusted: --trust-meshes");
        if (name.kind != Token::Kind::text)
            return;
        const fs::path path = file.parent_path() / name.text; // or name.text itself, if absolute
        const bool numbers = word.text == "ListFromFile" || word.text == "ShapeFromFile";
        visit(path, at(file, word), depth + 1, !numbers);
    }

    static std::string at(const fs::path& file, const Token& token)
    {
        return file.string() + ":" + std::to_string(token.line);
    }

    [[noreturn]] static void refuse(const fs::path& file, const Token& token,
                                    const std::string& what, std::string_view does)
    {
        throw InputError(at(file, token) + ": " + what + " " + std::string(does) +
                         "; not allowed in a mesh, unless it is trusted: --trust-meshes");
    }

    bool trusted_;
};

} // namespace

std::vector<fs::path> files_of_gmsh(const fs::path& file, bool trusted)
{
    CommandSearch search(trusted);
    search.visit(file, file.string(), 0);
    return search.files;
}

} // namespace slideway::fem
