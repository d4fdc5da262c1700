// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// Writes JSON piece by piece, inserts the commas, and always produces valid UTF-8. The caller balances begin and end.
class JsonText
{
public:
    JsonText& beginObject() { return open('{'); }
    JsonText& endObject() { return close('}'); }
    JsonText& beginList() { return open('['); }
    JsonText& endList() { return close(']'); }
    JsonText& key(std::string_view name);
    JsonText& text(std::string_view value);
    JsonText& number(double value); ///< null where not finite
    JsonText& number(std::optional<double> value);
    JsonText& sample(float value); ///< shortest form that is read back as the same value; null if not finite
    JsonText& whole(std::uint64_t value);
    JsonText& truth(bool value);
    /// key(name).text(value) and the like.
    JsonText& field(std::string_view name, std::string_view value) { return key(name).text(value); }

    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    JsonText& open(char bracket);
    JsonText& close(char bracket);
    void separate();
    void quote(std::string_view value);

    std::string m_text;
    bool m_needsComma = false;
};

} // namespace lockstep
