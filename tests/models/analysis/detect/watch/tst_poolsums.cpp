// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/poolsums.h"
#include "tests/models/analysis/detect/watch/watchedcolumns.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

namespace {

/// A service of two pools, with two replicas that decode and one that prefills, and a job without replicas.
WatchedColumns<PoolSums> replicas()
{
    TopologyBuilder builder;
    for (const char* name : {"org/chat", "org/chat/decode", "org/chat/decode/n1:8000", "org/chat/decode/n2:8000",
                             "org/chat/prefill", "org/chat/prefill/n3:8000", "train"})
        (void)builder.add(EntityKind::Job, name, {});
    return WatchedColumns<PoolSums>(builder.build());
}

std::vector<float>& columnOf(WatchedColumns<PoolSums>& hall, std::string_view metric)
{
    const auto at = std::ranges::find(PoolSums::watched, metric) - PoolSums::watched.begin();
    return hall.columns[static_cast<std::size_t>(at)];
}

/// Of the last tick; NaN: not computed.
float resultOf(const WatchedColumns<PoolSums>& hall, std::string_view metric, std::size_t job)
{
    const auto found = std::find_if(hall.reported.columns.rbegin(), hall.reported.columns.rend(),
                                    [&](const DerivedColumn& column) { return column.metric.name == metric; });
    return found == hall.reported.columns.rend() ? noData : found->values[job];
}

} // namespace

class TestPoolSums : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void poolsAndServicesAreSumsOfTheirReplicas();
    void aPoolThatASourceReportsIsLeftAlone();
    void transfersFromSpansDoNotReplaceSums();
    void anotherClusterHasOtherPools();
};

void TestPoolSums::poolsAndServicesAreSumsOfTheirReplicas()
{
    namespace serving = metrics::serving;
    auto hall = replicas();
    columnOf(hall, serving::requests) = {noData, noData, 3, 1, noData, 2, noData};
    columnOf(hall, serving::running) = {noData, noData, 10, 4, noData, 5, 9};
    columnOf(hall, serving::kvCache) = {noData, noData, 0.5F, 0.75F, noData, 0.25F, noData};
    columnOf(hall, serving::timePerToken) = {noData, noData, 0.02F, 0.04F, noData, noData, noData};
    columnOf(hall, serving::timePerTokenTail) = {noData, noData, 0.1F, 0.3F, noData, noData, noData};
    columnOf(hall, serving::generatedTokens) = {noData, noData, 300, 100, noData, noData, noData};
    columnOf(hall, serving::transferTime) = {noData, noData, 0.004F, 0.008F, noData, noData, noData};
    columnOf(hall, serving::transferTimeTail) = {noData, noData, 0.02F, 0.05F, noData, noData, noData};
    columnOf(hall, serving::transferWaiting) = {noData, noData, 2, 3, noData, noData, noData};
    hall.run(static_cast<int>(PoolSums::unreportedTicks) - 1);
    QVERIFY(hall.reported.columns.empty());
    hall.run(1);
    constexpr std::size_t service = 0, decode = 1, prefill = 4, train = 6;
    QCOMPARE(resultOf(hall, serving::running, service), 19.0F);
    QCOMPARE(resultOf(hall, serving::running, decode), 14.0F);
    QCOMPARE(resultOf(hall, serving::running, prefill), 5.0F);
    QVERIFY(std::isnan(resultOf(hall, serving::running, train)));
    QCOMPARE(resultOf(hall, serving::kvCache, decode), 0.75F);
    QCOMPARE(resultOf(hall, serving::timePerToken, decode), 0.025F);
    QCOMPARE(resultOf(hall, serving::timePerTokenTail, service), 0.3F);
    QCOMPARE(resultOf(hall, serving::imbalance, decode), 0.5F);
    QCOMPARE(resultOf(hall, serving::transferTime, service), 0.005F);
    QCOMPARE(resultOf(hall, serving::transferTimeTail, service), 0.05F);
    QCOMPARE(resultOf(hall, serving::transferWaiting, decode), 5.0F);
    QVERIFY(std::isnan(resultOf(hall, serving::imbalance, prefill)));
    QCOMPARE(hall.reported.columns.front().latest[2], 3.0F); // replicas keep theirs
    // The sums are in the columns from the next tick on.
    columnOf(hall, serving::running) = {19, 14, 10, noData, 5, 5, 9};
    hall.run(1);
    QCOMPARE(resultOf(hall, serving::running, decode), 10.0F);
}

void TestPoolSums::aPoolThatASourceReportsIsLeftAlone()
{
    namespace serving = metrics::serving;
    auto hall = replicas();
    columnOf(hall, serving::running) = {20, 15, 10, 4, noData, 5, noData};
    hall.run(10);
    QVERIFY(std::isnan(resultOf(hall, serving::running, 0)));
    QVERIFY(std::isnan(resultOf(hall, serving::running, 1)));
    QCOMPARE(resultOf(hall, serving::running, 4), 5.0F);
}

/// Of a service, TransferAnalysis computes them.
void TestPoolSums::transfersFromSpansDoNotReplaceSums()
{
    namespace serving = metrics::serving;
    auto hall = replicas();
    columnOf(hall, serving::running) = {noData, noData, 10, 4, noData, 5, noData};
    columnOf(hall, serving::transferBytes) = {1e6F, noData, 3, 4, noData, noData, noData};
    hall.run(static_cast<int>(PoolSums::unreportedTicks));
    QCOMPARE(resultOf(hall, serving::running, 0), 19.0F);
    QVERIFY(std::isnan(resultOf(hall, serving::transferBytes, 0)));
    QCOMPARE(resultOf(hall, serving::transferBytes, 1), 7.0F);
}

void TestPoolSums::anotherClusterHasOtherPools()
{
    auto hall = replicas();
    columnOf(hall, metrics::serving::running) = {noData, noData, 10, 4, noData, 5, noData};
    hall.run(static_cast<int>(PoolSums::unreportedTicks));
    const std::size_t before = hall.reported.columns.size();
    hall.topology = TopologyBuilder().build();
    hall.columns.assign(PoolSums::watched.size(), {});
    hall.run(1);
    QCOMPARE(hall.reported.columns.size(), before);
}

LOCKSTEP_TEST(tst_poolsums, TestPoolSums)
#include "tst_poolsums.moc"
