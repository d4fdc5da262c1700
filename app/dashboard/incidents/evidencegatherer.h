// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/incidents/evidence.h"
#include "models/incidents/lostthroughput.h"
#include "models/store/columnstore.h"

#include <QBasicTimer>
#include <QObject>
#include <deque>

#include <functional>
#include <memory>
#include <vector>

namespace lockstep {

class ClusterModel;

/// What evidence is wanted of.
struct EvidenceWish
{
    TimeRange range;
    std::vector<EntityRef> entities; ///< their own series
    MetricId metric; ///< series and heatmap; invalid: none
};

/// Copies the evidence of an incident out of the live state, a little each time the event loop is idle, so that no
/// frame waits for it: what has left memory is fetched first. Series of the chosen things, a heatmap of the metric over
/// all of its kind, the spans of the lanes concerned, events and gaps. GUI thread; owned by the composition.
class EvidenceGatherer : public QObject
{
    Q_OBJECT

public:
    using Done = std::function<void(Evidence, LostThroughput)>;

    /// Where the store has its columns from just now.
    struct Origin
    {
        std::function<std::string()> name; ///< "live state", "recording /var/..."
        /// Columns that were asked for are still on their way from disk.
        std::function<bool(MetricId, TickRange)> isComing;
    };

    explicit EvidenceGatherer(const ClusterModel& cluster, QObject* parent = nullptr);
    ~EvidenceGatherer() override;

    void setOrigin(Origin origin) { m_origin = std::move(origin); }

    /// Gathers, then calls @p done. Several wishes are met one after another.
    void gather(EvidenceWish wish, Done done);

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    struct Work; ///< one wish on its way

    /// @return false while it has to wait for what is on its way from disk
    [[nodiscard]] bool prepare(Work& work);

    const ClusterModel& m_cluster;
    std::deque<std::unique_ptr<Work>> m_works; ///< the first is on its way
    Origin m_origin;
    QBasicTimer m_idle;
};

} // namespace lockstep
