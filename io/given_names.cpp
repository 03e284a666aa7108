#include "io/given_names.hpp"

#include "io/case_text.hpp"

#include <utility>

namespace slideway::io {

GivenNames::GivenNames(std::vector<std::string> names)
    : names_(std::make_shared<const std::vector<std::string>>(std::move(names)))
{
}

std::string GivenNames::record() const
{
    std::string text = "[";
    for (const std::string& name : *names_)
        text += (text.size() > 1 ? ", " : "") + in_quotes(name);
    return text + "]";
}

bool GivenNames::equals(const Given& other) const
{
    const auto* with = dynamic_cast<const GivenNames*>(&other);
    return with != nullptr && (names_ == with->names_ || *names_ == *with->names_);
}

double GivenNames::bytes() const
{
    return static_cast<double>(names_->size() * sizeof(std::string));
}

std::string in_words(const std::string& kind)
{
    return kind == GivenNames::name ? "list of texts" : kind + " in Python";
}

} // namespace slideway::io
