// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/store/clusterstore.h"
#include "models/store/columns/coldcolumns.h"
#include "models/store/settledticks.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr Duration second = std::chrono::seconds(1);

/// A past that goes back for an hour, and up to the present.
class LongPast : public ColdColumns
{
public:
    [[nodiscard]] TickRange ticks() const override
    {
        return {tickIndexOf(at(-3600), second), tickIndexOf(at(60), second)};
    }
    [[nodiscard]] std::span<const float> column(MetricId, TickIndex) const override { return {}; }
    [[nodiscard]] float value(MetricId, std::uint32_t, TickIndex) const override { return noData; }
    [[nodiscard]] std::optional<std::span<const float>> presence(TickIndex) const override { return {}; }
};

} // namespace

class TestSettledTicks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLiveStoreIsFollowedFromWhatCameAndNotFromItsPast();
};

void TestSettledTicks::aLiveStoreIsFollowedFromWhatCameAndNotFromItsPast()
{
    const LongPast past;
    ClusterStore store({second, std::chrono::minutes(10)});
    store.setColdColumns(&past);
    TestNode node("node-1");
    std::vector<BatchPtr> batches{node.identity()};
    for (int tick = 0; tick < 10; ++tick)
        batches.push_back(share(node.tick(at(tick), 50.0F)));
    (void)store.apply(batches);
    SettledTicks settled;
    const TickRange taken = settled.take(store, 10);
    QCOMPARE(taken.from, store.ticksInMemory().from);
    QCOMPARE(taken.to, store.ticksInMemory().to - SettledTicks::settledAfter);
}

LOCKSTEP_TEST(tst_settledticks, TestSettledTicks)

#include "tst_settledticks.moc"
