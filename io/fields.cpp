#include "io/fields.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace slideway::io {

namespace {

std::string shown(const std::string& name)
{
    return "\"" + name + "\"";
}

std::string shown(double number)
{
    return number_text(number);
}

template <class T>
void refuse_repeated_in(const Fields& f, const std::string& key, const std::vector<T>& values)
{
    for (auto one = values.begin(); one != values.end(); ++one)
        if (std::find(values.begin(), one, *one) != one)
            f.refuse(key, shown(*one) + " is listed twice");
}

} // namespace

void Fields::refuse_repeated(const std::string& key, const std::vector<std::string>& values) const
{
    refuse_repeated_in(*this, key, values);
}

void Fields::refuse_repeated(const std::string& key, const std::vector<double>& values) const
{
    refuse_repeated_in(*this, key, values);
}

void Fields::several(const Key& key, std::vector<std::string>& names,
                     const std::vector<std::string>& allowed)
{
    text_or_texts(key, names);
    if (!has(key.name))
        return;
    for (const std::string& name : names)
        if (std::find(allowed.begin(), allowed.end(), name) == allowed.end())
            refuse(key.name, "no \"" + name + "\"" + name_hint(name, allowed));
    if (names.empty())
        refuse(key.name, "expected at least one of " + join(allowed));
    refuse_repeated(key.name, names);
}

} // namespace slideway::io
