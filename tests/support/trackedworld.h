// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/store/analysishost.h"
#include "models/view/ratesettings.h"
#include "tests/support/fakeworld.h"
#include "tests/support/waiting.h"

#include <QTest>

#include <functional>

namespace lockstep {

/// A fake cluster with a job of 16 ranks on its first two nodes, whose waits are analysed while it runs. Rank 11, GPU 3
/// of the second node, is always slow.
class TrackedWorld : public FakeWorld
{
public:
    explicit TrackedWorld(std::uint32_t nodes)
        : FakeWorld(FakeClusterOptions{.nodes = nodes}, FakeTrainingOptions{.ranks = 16, .straggler = 11}),
          m_host(cluster)
    {
        m_host.add(std::make_unique<SyncAnalysis>(syncResults));
        introduce();
    }

    /// @param eachSecond called for each second
    void run(int seconds, const std::function<void()>& eachSecond = {})
    {
        for (int second = 0; second < seconds; ++second) {
            FakeWorld::run(1);
            if (eachSecond)
                eachSecond();
            QVERIFY(test::waitFor([this] { return !m_host.isBusy(); }));
        }
    }

    [[nodiscard]] ViewContext context()
    {
        ViewContext made = FakeWorld::context();
        made.rates = &rates;
        return made;
    }

    SyncResults syncResults;
    RateSettings rates;

private:
    AnalysisHost m_host;
};

} // namespace lockstep
