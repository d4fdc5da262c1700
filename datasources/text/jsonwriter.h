// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lockstep {

/// Writes JSON text piece by piece and inserts the commas. The output is always valid UTF-8: characters that cannot be
/// shown become visible escapes, see visibleText(). The caller balances begin and end.
class JsonWriter
{
public:
    JsonWriter& beginObject() { return open('{'); }
    JsonWriter& endObject() { return close('}'); }
    JsonWriter& beginList() { return open('['); }
    JsonWriter& endList() { return close(']'); }
    JsonWriter& key(std::string_view name);
    JsonWriter& text(std::string_view value);
    JsonWriter& nothing() { return raw("null"); }
    JsonWriter& truth(bool value) { return raw(value ? "true" : "false"); }
    /// Writes the shortest text that reads back as the same number; null if the number is not finite.
    JsonWriter& number(double value);
    JsonWriter& number(float value);
    JsonWriter& number(std::optional<double> value) { return value ? number(*value) : nothing(); }
    JsonWriter& number(std::integral auto value) { return raw(std::to_string(value)); }
    JsonWriter& field(std::string_view name, std::string_view value) { return key(name).text(value); }

    /// A list of texts.
    JsonWriter& texts(std::string_view name, const auto& values)
    {
        key(name).beginList();
        for (const std::string_view value : values)
            text(value);
        return endList();
    }

    [[nodiscard]] const std::string& result() const { return m_text; }
    /// Output since the last call, for texts that are too long to hold in memory.
    [[nodiscard]] std::string drain() { return std::exchange(m_text, {}); }

private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    JsonWriter& raw(std::string_view value);
    void separate();
    void quote(std::string_view value);

    std::string m_text;
    bool m_needsComma = false;
};

} // namespace lockstep
