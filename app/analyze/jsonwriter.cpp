// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/jsonwriter.h"

#include <fmt/format.h>

#include <cmath>

namespace lockstep {

void JsonWriter::separate()
{
    if (m_needsComma)
        m_text += ',';
    m_needsComma = true;
}

void JsonWriter::quote(std::string_view value)
{
    m_text += '"';
    for (const char c : value) {
        if (c == '"' || c == '\\')
            m_text += '\\';
        if (static_cast<unsigned char>(c) < 0x20)
            m_text += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        else
            m_text += c;
    }
    m_text += '"';
}

JsonWriter& JsonWriter::open(char bracket)
{
    separate();
    m_text += bracket;
    m_needsComma = false;
    return *this;
}

JsonWriter& JsonWriter::close(char bracket)
{
    m_text += bracket;
    m_needsComma = true;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name)
{
    separate();
    quote(name);
    m_text += ':';
    m_needsComma = false;
    return *this;
}

JsonWriter& JsonWriter::text(std::string_view value)
{
    separate();
    quote(value);
    return *this;
}

JsonWriter& JsonWriter::number(double value)
{
    if (!std::isfinite(value))
        return nothing();
    separate();
    constexpr double exact = 9e15;
    if (value == std::floor(value) && std::abs(value) < exact)
        m_text += fmt::format("{}", static_cast<std::int64_t>(value));
    else
        m_text += fmt::format("{}", value);
    return *this;
}

JsonWriter& JsonWriter::number(std::uint64_t value)
{
    separate();
    m_text += fmt::format("{}", value);
    return *this;
}

JsonWriter& JsonWriter::nothing()
{
    separate();
    m_text += "null";
    return *this;
}

} // namespace lockstep
