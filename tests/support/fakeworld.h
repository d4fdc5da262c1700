// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/causality/storecoverage.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "models/view/viewcontext.h"
#include "tests/support/fakecluster.h"
#include "tests/support/faketraining.h"

#include <optional>
#include <vector>

namespace lockstep {

/// Everything a view needs, around a fake cluster whose clock the test controls. GUI thread.
class FakeWorld
{
public:
    explicit FakeWorld(FakeClusterOptions options = {}, std::optional<FakeTrainingOptions> training = std::nullopt)
        : m_fake(options)
    {
        if (training) {
            training->gpusPerNode = options.gpusPerNode;
            train(*training);
        }
    }

    [[nodiscard]] ViewContext context()
    {
        return {.cluster = cluster,
                .time = time,
                .selection = selection,
                .theme = theme,
                .frames = frames,
                .alerts = &alerts,
                .coverage = &coverage};
    }
    [[nodiscard]] TimePoint now() const { return m_now; }
    [[nodiscard]] FakeCluster& fake() { return m_fake; }

    /// Runs a further job from now on, on nodes without another job.
    void train(FakeTrainingOptions options)
    {
        options.begin = m_now;
        m_trainings.emplace_back(options);
    }

    /// Sends the nodes' identities.
    void introduce() { cluster.apply(m_fake.introductions(m_now), m_now); }

    /// Advances by seconds, one tick each, as the pump would apply them.
    void run(int seconds)
    {
        for (int i = 0; i < seconds; ++i) {
            m_now += std::chrono::seconds(1);
            cluster.apply(tickNow(), m_now);
            showExtent();
        }
    }

    /// A node reports an event now, with its tick.
    void report(std::uint32_t node, Event event)
    {
        m_now += std::chrono::seconds(1);
        event.time = m_now;
        std::vector<BatchPtr> batches;
        for (const BatchPtr& batch : tickNow()) {
            auto copy = std::make_shared<Batch>(*batch);
            if (copy->node == m_fake.nodeName(node))
                copy->tick->events.push_back(event);
            batches.push_back(std::move(copy));
        }
        cluster.apply(batches, m_now);
        showExtent();
    }

    /// Applies a batch unchanged, at the current time.
    void apply(const BatchPtr& batch) { cluster.apply(std::vector<BatchPtr>{batch}, m_now); }

    /// Advances time without data.
    void silence(int seconds)
    {
        m_now += std::chrono::seconds(seconds);
        cluster.apply({}, m_now);
    }

    ClusterModel cluster;
    JoinedAlerts alerts{std::as_const(cluster).store()};
    StoreCoverage coverage{std::as_const(cluster).store()};
    TimeWindow time;
    Selection selection;
    Theme theme;
    FrameStats frames;

private:
    [[nodiscard]] std::vector<BatchPtr> tickNow()
    {
        auto batches = m_fake.tick(m_now);
        for (const FakeTraining& training : m_trainings)
            batches = training.withSpans(batches, m_now);
        return batches;
    }

    void showExtent()
    {
        const Duration period = cluster.store().tickPeriod();
        const TickRange ticks = cluster.store().ticks();
        time.setExtent({timeOfTick(ticks.from, period), timeOfTick(ticks.to, period)});
    }

    FakeCluster m_fake;
    std::vector<FakeTraining> m_trainings;
    TimePoint m_now{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1) + std::chrono::hours(3)
                    + std::chrono::minutes(12)};
};

} // namespace lockstep
