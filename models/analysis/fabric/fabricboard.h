// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/metric.h"
#include "models/store/changeset.h"

#include <QObject>
#include <deque>

#include <cstdint>
#include <memory>
#include <vector>

namespace lockstep {

/// A group of GPUs that communicate, and how well of late.
struct CommunicatorFlow
{
    std::uint32_t communicator = 0; ///< a NameId of the store
    bool crossesNodes = false;
    float busBandwidth = 0; ///< bytes per second, of its last large collective
    float lineRate = noData; ///< bytes per second that the slowest NIC of its ring carries
    float traffic = noData; ///< bytes per second that each member passes on, over about half a minute
    std::shared_ptr<const std::vector<EntityRef>> gpus; ///< its members, never null; invalid ones: not known
};

/// Where results on collectives are put up for the views, those of the last minutes too, so that a cursor in the past
/// finds them. GUI thread; owned with the analyses, outlives the views.
class FabricBoard : public QObject
{
    Q_OBJECT

public:
    using Flows = std::shared_ptr<const std::vector<CommunicatorFlow>>; ///< by communicator
    /// Of all moments together; the oldest moments are forgotten. About 25 MB.
    static constexpr std::size_t maxKept = 400'000;

    explicit FabricBoard(QObject* parent = nullptr);

    /// The newest; never null.
    [[nodiscard]] const Flows& flows() const { return m_flows; }
    /// As they were at a tick; null: not known for that time.
    [[nodiscard]] Flows flowsAt(TickIndex tick) const;

    void publish(TickIndex tick, Flows flows);
    void clear(); ///< another cluster, or another time

Q_SIGNALS:
    void changed();

private:
    struct Moment
    {
        TickIndex tick;
        Flows flows;
    };

    Flows m_flows;
    std::deque<Moment> m_moments; ///< by tick
    std::size_t m_kept = 0; ///< flows in them
};

} // namespace lockstep
