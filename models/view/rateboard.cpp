// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/rateboard.h"

#include <utility>

namespace lockstep {

RateBoard::RateBoard(QObject* parent) : QObject(parent) { }

void RateBoard::setRates(Rates rates)
{
    if (rates == m_rates)
        return;
    m_rates = std::move(rates);
    Q_EMIT changed();
}

} // namespace lockstep

#include "moc_rateboard.cpp"
