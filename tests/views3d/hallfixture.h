// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "models/view/viewcontext.h"
#include "tests/support/fakecluster.h"

namespace lockstep {

/// A cluster and everything that a view needs, with data from the test. Members are in order of dependency.
struct HallFixture
{
    explicit HallFixture(FakeClusterOptions options) : cluster(options)
    {
        model.apply(cluster.introductions(now), now);
        tick();
    }

    /// One second passes and every node that is not silent reports.
    void tick()
    {
        now += std::chrono::seconds(1);
        model.apply(cluster.tick(now), now);
        time.setExtent({start, now});
    }
    void colourBy(std::string_view metric) { selection.setMetric(model.store().metrics().find(metric)); }
    [[nodiscard]] const Topology& topology() const { return *model.store().topology(); }
    [[nodiscard]] ViewContext context() { return {model, time, selection, theme, frames}; }

    static constexpr TimePoint start = TimePoint(std::chrono::seconds(1'800'000'000));

    FakeCluster cluster;
    TimePoint now = start;
    ClusterModel model;
    TimeWindow time;
    Selection selection;
    Theme theme;
    FrameStats frames;
};

} // namespace lockstep
