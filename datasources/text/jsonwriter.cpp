// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/jsonwriter.h"

#include "models/core/visibletext.h"

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
    for (const char c : visibleText(value)) {
        if (c == '"' || c == '\\')
            (m_text += '\\') += c;
        else if (c == '\n')
            m_text += "\\n";
        else if (c == '\t')
            m_text += "\\t";
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

JsonWriter& JsonWriter::raw(std::string_view value)
{
    separate();
    m_text += value;
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
    return std::isfinite(value) ? raw(fmt::format("{}", value)) : nothing();
}

JsonWriter& JsonWriter::number(float value)
{
    return std::isfinite(value) ? raw(fmt::format("{}", value)) : nothing();
}

} // namespace lockstep
