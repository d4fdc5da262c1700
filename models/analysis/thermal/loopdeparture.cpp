// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/loopdeparture.h"

#include "models/analysis/detect/baseline/learnedbook.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

constexpr float muchFlow = 0.03F; ///< minimum deviation to report, relative to the baseline
constexpr float muchElse = 0.1F;

void addDeparture(std::string& text, const char* what, const Departure& departure)
{
    if (!departure.isFar())
        return;
    const float share = departure.share();
    text += fmt::format("{}{} {:.1f} % {} baseline", text.empty() ? "" : ", ", what, 100 * std::abs(share),
                        share < 0 ? "below" : "above");
}

} // namespace

std::vector<float> LoopDeparture::values() const
{
    std::vector<float> values;
    for (const Departure* each : {&m_flow, &m_pressure, &m_pumpPower})
        appendPart(values, each->baseline().values());
    return values;
}

bool LoopDeparture::restore(std::span<const float> values)
{
    const std::vector<std::span<const float>> parts = partsOf(values, 3);
    if (parts.empty())
        return false;
    std::size_t at = 0;
    for (Departure* each : {&m_flow, &m_pressure, &m_pumpPower})
        (void)each->baseline().restore(parts[at++]); // a quantity that was not measured is empty
    return true;
}

bool LoopDeparture::isWorthTelling() const
{
    const auto isMuch = [](const Departure& departure, float much) {
        return departure.isFar() && std::abs(departure.share()) > much;
    };
    return isMuch(m_flow, muchFlow) || isMuch(m_pressure, muchElse) || isMuch(m_pumpPower, muchElse);
}

std::string LoopDeparture::text() const
{
    std::string text;
    addDeparture(text, "flow", m_flow);
    addDeparture(text, "pressure", m_pressure);
    addDeparture(text, "pump power", m_pumpPower);
    return text;
}

} // namespace lockstep
