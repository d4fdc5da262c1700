// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/jsontext.h"

#include "datasources/reports/exporttext.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <cmath>

namespace lockstep {

void JsonText::separate()
{
    if (m_needsComma)
        m_text += ',';
    m_needsComma = true;
}

void JsonText::quote(std::string_view value)
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

JsonText& JsonText::open(char bracket)
{
    separate();
    m_text += bracket;
    m_needsComma = false;
    return *this;
}

JsonText& JsonText::close(char bracket)
{
    m_text += bracket;
    m_needsComma = true;
    return *this;
}

JsonText& JsonText::key(std::string_view name)
{
    separate();
    quote(name);
    m_text += ':';
    m_needsComma = false;
    return *this;
}

JsonText& JsonText::text(std::string_view value)
{
    separate();
    quote(value);
    return *this;
}

JsonText& JsonText::number(double value)
{
    separate();
    m_text += std::isfinite(value) ? fmt::format("{}", value) : "null";
    return *this;
}

JsonText& JsonText::number(std::optional<double> value)
{
    return number(value.value_or(std::nan("")));
}

JsonText& JsonText::sample(float value)
{
    separate();
    m_text += std::isfinite(value) ? fmt::format("{}", value) : "null";
    return *this;
}

JsonText& JsonText::whole(std::uint64_t value)
{
    separate();
    m_text += fmt::format("{}", value);
    return *this;
}

JsonText& JsonText::truth(bool value)
{
    separate();
    m_text += value ? "true" : "false";
    return *this;
}

} // namespace lockstep
