// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricresults.h"

#include <utility>

namespace lockstep {

FabricResults::FabricResults(QObject* parent)
    : QObject(parent), m_newest(std::make_shared<std::vector<CommunicatorFlow>>())
{ }

void FabricResults::publish(Flows flows)
{
    m_newest = std::move(flows);
    if (m_isNewestShown)
        Q_EMIT changed();
}

void FabricResults::show(Flows ofMoment)
{
    const bool wasNewest = std::exchange(m_isNewestShown, false);
    if (std::exchange(m_ofMoment, ofMoment) != ofMoment || wasNewest)
        Q_EMIT changed();
}

void FabricResults::showNewest()
{
    m_ofMoment.reset();
    if (!std::exchange(m_isNewestShown, true))
        Q_EMIT changed();
}

} // namespace lockstep

#include "moc_fabricresults.cpp"
