#include "fem/matrix_files/entry_list.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace slideway::fem {

namespace {

// True if `a` stands before `b` in the files.
bool before(const FileEntry& a, const FileEntry& b)
{
    return std::tie(a.place.file, a.place.line) < std::tie(b.place.file, b.place.line);
}

// Entries of one pair of rows are adjacent in this order; that below the diagonal comes first.
auto pair_of(const FileEntry& e)
{
    const auto [low, high] = std::minmax(e.row, e.column);
    return std::tuple{low, high, e.row == low};
}

bool same_pair(const FileEntry& a, const FileEntry& b)
{
    return std::minmax(a.row, a.column) == std::minmax(b.row, b.column);
}

[[noreturn]] void refuse(const FileEntry& a, const FileEntry& b, const EntryNames& names,
                         const std::string& reason)
{
    const auto& [first, last] = before(a, b) ? std::pair{a, b} : std::pair{b, a};
    const auto text = [&](const FileEntry& e) -> std::string {
        return "(" + names.row(e.row) + ") (" + names.row(e.column) +
               ") = " + number_text(e.value, 9);
    };
    names.lines.refuse(last.place, text(last) + ", but line " + std::to_string(first.place.line) +
                                       " has " + text(first) + reason);
}

[[noreturn]] void refuse_both_sides(const FileEntry& a, const FileEntry& b, const EntryNames& names)
{
    const FileEntry& last = before(a, b) ? b : a;
    names.lines.refuse(last.place, names.matrix + ": (" + names.row(last.column) + ") and (" +
                                       names.row(last.row) +
                                       ") given above and below the diagonal; IFO = 6 takes it "
                                       "once");
}

// Removes repeated places. @throws InputError  different values
void remove_repeated(std::vector<FileEntry>& entries, const EntryNames& names)
{
    std::size_t kept = 0;
    for (const FileEntry& e : entries) {
        if (kept > 0 && entries[kept - 1].row == e.row && entries[kept - 1].column == e.column) {
            if (entries[kept - 1].value != e.value)
                refuse(entries[kept - 1], e, names, "; expected each entry once");
            continue;
        }
        entries[kept++] = e;
    }
    entries.resize(kept);
}

} // namespace

SparseMatrix matrix_of(std::vector<FileEntry> entries, Index n, const EntryNames& names,
                       Triangles triangles)
{
    std::sort(entries.begin(), entries.end(), [](const FileEntry& a, const FileEntry& b) -> bool {
        return pair_of(a) < pair_of(b);
    });
    remove_repeated(entries, names);
    std::size_t single = 0, conflict = entries.size();
    Eigen::VectorXi in_column = Eigen::VectorXi::Zero(n);
    for (std::size_t k = 0; k < entries.size(); ++k) {
        const FileEntry& e = entries[k];
        ++in_column(e.column);
        if (e.row == e.column)
            continue;
        if (k + 1 < entries.size() && same_pair(e, entries[k + 1])) {
            if (triangles == Triangles::one)
                refuse_both_sides(e, entries[k + 1], names);
            if (e.value != entries[k + 1].value)
                conflict = std::min(conflict, k);
            ++in_column(entries[++k].column);
        } else {
            ++single;
            ++in_column(e.row);
        }
    }
    if (triangles == Triangles::any && conflict < entries.size() && single > 0)
        refuse(entries[conflict], entries[conflict + 1], names,
               "; expected one of them, or both triangles complete");

    SparseMatrix A(n, n);
    A.reserve(in_column);
    for (std::size_t k = 0; k < entries.size(); ++k) {
        const FileEntry& e = entries[k];
        A.insert(e.row, e.column) = e.value;
        const bool has_pair = (k > 0 && same_pair(e, entries[k - 1])) ||
                              (k + 1 < entries.size() && same_pair(e, entries[k + 1]));
        if (e.row != e.column && !has_pair && triangles != Triangles::all)
            A.insert(e.column, e.row) = e.value;
    }
    A.makeCompressed();
    return A;
}

} // namespace slideway::fem
