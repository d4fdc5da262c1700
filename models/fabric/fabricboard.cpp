// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fabric/fabricboard.h"

namespace lockstep {

FabricBoard::FabricBoard(QObject* parent) : QObject(parent), m_flows(std::make_shared<std::vector<CommunicatorFlow>>())
{ }

void FabricBoard::publish(Flows flows)
{
    m_flows = std::move(flows);
    Q_EMIT changed();
}

} // namespace lockstep
