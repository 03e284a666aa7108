#pragma once

#include <concepts>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace slideway::io {

/// One value of a JSON document; objects keep the order in which keys were set.
///
///   io::JsonValue q = io::JsonValue::object();
///   q.set("value", 0.0312).set("unit", "N");
class JsonValue {
public:
    using Array = std::vector<JsonValue>;
    using Object = std::vector<std::pair<std::string, JsonValue>>;

    template <std::same_as<bool> T> // prevents that a pointer converts to bool
    JsonValue(T flag) : value_(flag)
    {
    }
    template <std::integral T>
    requires(!std::same_as<T, bool>) JsonValue(T integer) : value_(static_cast<long long>(integer))
    {
        if (!std::in_range<long long>(integer))
            throw std::invalid_argument("JSON value: " + std::to_string(integer) + " is too large");
    }
    JsonValue(double number) : value_(number) {}
    JsonValue(const char* text) : value_(std::string(text)) {}
    JsonValue(std::string text) : value_(std::move(text)) {}
    JsonValue(const std::vector<double>& numbers) : value_(Array(numbers.begin(), numbers.end())) {}
    JsonValue(const std::vector<std::string>& texts) : value_(Array(texts.begin(), texts.end())) {}

    [[nodiscard]] static JsonValue array() { return JsonValue(Array{}); }
    [[nodiscard]] static JsonValue object() { return JsonValue(Object{}); }

    /// Sets a key of an object; an existing key keeps its position.
    /// @throws std::invalid_argument  this is no object
    JsonValue& set(const std::string& key, JsonValue value);

    /// Appends to an array. @throws std::invalid_argument  this is no array
    JsonValue& push(JsonValue value);

    using Variant = std::variant<bool, long long, double, std::string, Array, Object>;
    [[nodiscard]] const Variant& value() const { return value_; }

private:
    explicit JsonValue(Array array) : value_(std::move(array)) {}
    explicit JsonValue(Object object) : value_(std::move(object)) {}

    Variant value_;
};

/// Returns the document, indented by two. Numbers read back to the same double; bytes that are not
/// UTF-8 become U+FFFD.
/// @throws std::invalid_argument  names the dotted path of a NaN or an infinity
[[nodiscard]] std::string json_text(const JsonValue& value);

} // namespace slideway::io
