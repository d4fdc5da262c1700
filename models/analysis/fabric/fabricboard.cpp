// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricboard.h"

#include <utility>

namespace lockstep {

FabricBoard::FabricBoard(QObject* parent) : QObject(parent), m_newest(std::make_shared<std::vector<CommunicatorFlow>>())
{ }

void FabricBoard::publish(Flows flows)
{
    m_newest = std::move(flows);
    if (m_isNewestShown)
        Q_EMIT changed();
}

void FabricBoard::clear()
{
    publish(std::make_shared<std::vector<CommunicatorFlow>>());
}

void FabricBoard::show(Flows ofMoment)
{
    const bool wasNewest = std::exchange(m_isNewestShown, false);
    if (std::exchange(m_ofMoment, ofMoment) != ofMoment || wasNewest)
        Q_EMIT changed();
}

void FabricBoard::showNewest()
{
    m_ofMoment.reset();
    if (!std::exchange(m_isNewestShown, true))
        Q_EMIT changed();
}

} // namespace lockstep

#include "moc_fabricboard.cpp"
