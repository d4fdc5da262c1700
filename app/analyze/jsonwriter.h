// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace lockstep {

/// Writes JSON text piece by piece and inserts the commas. The caller balances open and close.
class JsonWriter
{
public:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    JsonWriter& key(std::string_view name);
    JsonWriter& text(std::string_view value);
    JsonWriter& number(double value); ///< null if not finite; integers without a decimal point
    JsonWriter& number(std::uint64_t value);
    JsonWriter& nothing();

    [[nodiscard]] const std::string& result() const { return m_text; }
    /// Output since the last call, for texts that are too long to hold in memory.
    [[nodiscard]] std::string drain() { return std::exchange(m_text, {}); }

private:
    void separate();
    void quote(std::string_view value);

    std::string m_text;
    bool m_needsComma = false;
};

} // namespace lockstep
