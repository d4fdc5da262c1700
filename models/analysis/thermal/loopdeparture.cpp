// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/loopdeparture.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

constexpr float muchFlow = 0.03F; ///< of the usual
constexpr float muchElse = 0.1F;

void addDeparture(std::string& text, const char* what, const Departure& departure)
{
    if (!departure.isFar())
        return;
    const float share = departure.share();
    text += fmt::format("{}{} {:.1f} % {} what it was", text.empty() ? "" : ", ", what, 100 * std::abs(share),
                        share < 0 ? "below" : "above");
}

} // namespace

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
