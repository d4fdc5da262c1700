// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/store/clusterstore.h"
#include "models/store/columns/columnsource.h"
#include "models/store/settledticks.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <array>
#include <cmath>
#include <string_view>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr Duration second = std::chrono::seconds(1);

/// A past of one hour, up to the present.
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
    void aLongTickIsReadWhenAllNodesHaveReportedIt();
    void samplesOfASlowExporterAreHeldUntilTheNext();
    void aNodeThatReportsAgainHadNotReportedInItsGap();
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

void TestSettledTicks::aLongTickIsReadWhenAllNodesHaveReportedIt()
{
    constexpr Duration interval = std::chrono::seconds(15);
    ClusterStore store({interval, std::chrono::hours(1)});
    TestNode first("node-1");
    TestNode second("node-2", 2, 1);
    std::vector<BatchPtr> batches{first.identity(), second.identity()};
    for (int tick = 0; tick < 10; ++tick) {
        batches.push_back(share(first.tick(at(15 * tick), 50.0F)));
        if (tick < 9)
            batches.push_back(share(second.tick(at(15 * tick), 50.0F)));
    }
    (void)store.apply(batches);
    SettledTicks settled;
    QCOMPARE(settled.take(store, 10).to, store.ticksInMemory().to - 1);
    (void)store.apply(std::vector<BatchPtr>{share(first.tick(at(150), 50.0F))}); // the other one is late
    QVERIFY(settled.take(store, 10).isEmpty());
    (void)store.apply(std::vector<BatchPtr>{share(second.tick(at(135), 50.0F))});
    QCOMPARE(settled.take(store, 10).to, store.ticksInMemory().to - 1);
    (void)store.apply(std::vector<BatchPtr>{share(second.tick(at(150), 50.0F))});
    QCOMPARE(settled.take(store, 10).to, store.ticksInMemory().to);
}

/// Two exporters of one source: the node's is scraped at each tick, the GPUs' at every sixth, with one sample lost.
void TestSettledTicks::samplesOfASlowExporterAreHeldUntilTheNext()
{
    ClusterStore store({second, std::chrono::minutes(10)});
    TestNode node("node-1");
    std::vector<BatchPtr> batches{node.identity()};
    constexpr int ticks = 120;
    constexpr TickIndex interval = 6;
    for (int tick = 0; tick < ticks; ++tick) {
        const float temperature = tick % interval == 2 && tick != 62 ? static_cast<float>(tick) : noData;
        batches.push_back(share(node.tick(at(tick), {temperature, temperature, noData, noData, 0.5F})));
    }
    (void)store.apply(batches);
    SettledTicks settled;
    const TickIndex first = tickIndexOf(at(0), second);
    const TickRange all{first + 30, first + ticks};
    const std::array<std::string_view, 2> slow{"not.measured", "gpu.temperature"};
    const std::vector<AnalysedTick> spaced = settled.spaced(store, all, slow);
    QCOMPARE(spaced.size(), std::size_t{15});
    for (const AnalysedTick& each : spaced) {
        QCOMPARE(each.length, interval);
        QCOMPARE(each.seconds, 6.0F);
        const std::vector<float> values = settled.column(store, "gpu.temperature", each);
        // The newest sample, unless it is older than one and a half intervals.
        const TickIndex end = each.storeTick - first;
        const bool isLost = end >= 62 && end < 68 && end - 56 >= 9;
        const TickIndex newest = end >= 62 && end < 68 ? 56 : end - (end - 2) % interval;
        QVERIFY(values.size() >= 2 && (isLost ? std::isnan(values[1]) : values[1] == static_cast<float>(newest)));
    }
    const std::array<std::string_view, 1> quick{"node.cpu.utilisation"};
    const std::vector<AnalysedTick> dense = settled.spaced(store, all, quick);
    QCOMPARE(dense.size(), static_cast<std::size_t>(all.to - all.from));
    for (const AnalysedTick& each : dense) {
        if (const TickIndex end = each.storeTick - first; end < 62 || end >= 68)
            QVERIFY(settled.column(store, "gpu.temperature", each)[0] > 0); // held in between
    }
}

/// The ticks of an outage are analysed when the first node reports again.
void TestSettledTicks::aNodeThatReportsAgainHadNotReportedInItsGap()
{
    ClusterStore store({second, std::chrono::minutes(10)});
    TestNode node("node-1");
    std::vector<BatchPtr> batches{node.identity()};
    for (int tick = 0; tick < 10; ++tick)
        batches.push_back(share(node.tick(at(tick), 50.0F)));
    Batch again = node.tick(at(40), 50.0F);
    again.gap = Gap{{at(10), at(40)}, 30, "agent restarted"};
    batches.push_back(share(std::move(again)));
    (void)store.apply(batches);
    SettledTicks settled;
    const auto hasReported = [&](int time) {
        const TickIndex tick = tickIndexOf(at(time), store.tickPeriod());
        return settled.column(store, "node.reported", {tick, at(time), 1, tick}).at(0) == 1;
    };
    QVERIFY(hasReported(9));
    QVERIFY(!hasReported(10));
    QVERIFY(!hasReported(39));
    QVERIFY(hasReported(40));
    QVERIFY(!hasReported(41)); // its data may take longer than those of others
    QVERIFY(!hasReported(45)); // the clock of another node may be ahead
}

LOCKSTEP_TEST(tst_settledticks, TestSettledTicks)

#include "tst_settledticks.moc"
