// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/livesession.h"
#include "models/core/batch.h"
#include "models/store/clustermodel.h"
#include "models/view/time/timewindow.h"
#include "tests/support/simulatedbatches.h"

#include <QTemporaryDir>

namespace lockstep::test {

/// A live session of some nodes that keeps a minute in memory, with or without a recording.
class RecordedLive
{
public:
    RecordedLive(std::uint32_t nodes, int seconds, bool isRecorded = true, Feed feed = Feed::Live)
        : cluster({.history = std::chrono::seconds(60), .feed = feed}), source(nodes)
    {
        if (isRecorded)
            history.start(folder.path());
        give(source.introduce());
        for (int second = 0; second < seconds; ++second)
            give(source.next());
    }
    void give(const std::vector<BatchPtr>& batches) { cluster.apply(batches, batches.front()->received); }
    [[nodiscard]] TimePoint at(int second) const { return SimulatedBatches::start + std::chrono::seconds(second); }

    QTemporaryDir folder;
    ClusterModel cluster;
    TimeWindow time;
    SimulatedBatches source;
    RollingRecording history{cluster, time};
};

} // namespace lockstep::test
