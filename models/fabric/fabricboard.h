// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/metric.h"
#include "models/fabric/collectivetracker.h"

#include <QObject>

#include <memory>
#include <vector>

namespace lockstep {

/// A group of GPUs that communicate, and how well.
struct CommunicatorFlow
{
    CommunicatorBandwidth reached; ///< communicator: a NameId of the store; lanes: of the store
    std::vector<EntityRef> gpus; ///< by lane of the above; invalid: not known
    bool crossesNodes = false;
    float lineRate = noData; ///< bytes per second that the slowest NIC of its ring carries
};

/// Where the newest results on collectives are put up for the views. GUI thread; owned with the analyses, outlives the
/// views.
class FabricBoard : public QObject
{
    Q_OBJECT

public:
    using Flows = std::shared_ptr<const std::vector<CommunicatorFlow>>;

    explicit FabricBoard(QObject* parent = nullptr);

    /// By communicator; never null.
    [[nodiscard]] const Flows& flows() const { return m_flows; }
    void publish(Flows flows);

Q_SIGNALS:
    void changed();

private:
    Flows m_flows;
};

} // namespace lockstep
