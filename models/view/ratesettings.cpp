// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/ratesettings.h"

#include <utility>

namespace lockstep {

RateSettings::RateSettings(QObject* parent) : QObject(parent) { }

void RateSettings::setRates(Rates rates)
{
    if (rates == m_rates)
        return;
    m_rates = std::move(rates);
    Q_EMIT changed();
}

} // namespace lockstep

#include "moc_ratesettings.cpp"
