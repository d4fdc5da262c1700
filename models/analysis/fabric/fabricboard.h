// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/metric.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <vector>

namespace lockstep {

/// A group of GPUs that communicate, and its recent bandwidth.
struct CommunicatorFlow
{
    std::uint32_t communicator = 0; ///< a NameId of the store
    bool crossesNodes = false;
    float busBandwidth = 0; ///< bytes per second, of its last large collective
    float lineRate = noData; ///< bytes per second that the slowest NIC of its ring carries
    float traffic = noData; ///< bytes per second that each member passes on, over about half a minute
    std::shared_ptr<const std::vector<EntityRef>> gpus; ///< its members, never null; invalid ones: not known
};

/// Holds results on collectives for the views: the newest, or those of the moment shown. GUI thread; owned with the
/// analyses, outlives the views.
class FabricBoard : public QObject
{
    Q_OBJECT

public:
    using Flows = std::shared_ptr<const std::vector<CommunicatorFlow>>; ///< by communicator

    explicit FabricBoard(QObject* parent = nullptr);

    /// The flows to show; null: not known for the moment shown, or not yet.
    [[nodiscard]] const Flows& flows() const { return m_isNewestShown ? m_newest : m_ofMoment; }

    /// The newest.
    void publish(Flows flows);
    void clear(); ///< another cluster
    /// Shows those of a moment from now on, whatever is published; null: they are not known.
    void show(Flows ofMoment);
    void showNewest();

Q_SIGNALS:
    void changed();

private:
    Flows m_newest; ///< never null
    Flows m_ofMoment;
    bool m_isNewestShown = true;
};

} // namespace lockstep
