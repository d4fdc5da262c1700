// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/store/analysishost.h"
#include "models/store/clustermodel.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <cmath>
#include <semaphore>

using namespace lockstep;
using namespace lockstep::test;

namespace {

DerivedColumn gpuColumn(std::string name, TickIndex tick, std::vector<float> values)
{
    DerivedColumn column;
    column.metric.name = std::move(name);
    column.metric.entityKind = EntityKind::Gpu;
    column.tick = tick;
    column.values = std::move(values);
    return column;
}

/// Doubles the GPU temperature of the newest tick, once released by the test.
class Doubling : public Analysis
{
public:
    struct Record
    {
        std::counting_semaphore<100> allowed{0};
        std::vector<TickRange> asked;
        int published = 0;
    };

    explicit Doubling(Record& record) : m_record(record) { }

    Task take(const ClusterStore& store, const ChangeSet& changes) override
    {
        if (changes.ticks.isEmpty())
            return {};
        m_record.asked.push_back(changes.ticks);
        const TickIndex tick = changes.ticks.to - 1;
        const auto column = store.column(store.metrics().find("gpu.temperature"), tick);
        return [&record = m_record, tick, values = std::vector<float>(column.begin(), column.end())] {
            record.allowed.acquire();
            std::vector<float> doubled;
            for (const float value : values)
                doubled.push_back(2.0F * value);
            Result result;
            result.derived.columns.push_back(gpuColumn("gpu.temperature.doubled", tick, std::move(doubled)));
            result.publish = [&record] {
                ++record.published;
            };
            return result;
        };
    }

private:
    Record& m_record;
};

} // namespace

class TestAnalysisHost : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aResultIsAMetricLikeAnyOther();
    void aBusyAnalysisSeesLaterWhatItMissed();
    void aColumnOutsideMemoryIsLeftOut();
    void nothingToSayAnyMoreIsNotTheLastThingSaid();
    void itCanBeStoppedWhileATaskWaits();

private:
    static void applyTick(ClusterModel& cluster, TestNode& node, int second, float value)
    {
        const BatchPtr batch = share(node.tick(at(second), value));
        cluster.apply({&batch, 1}, at(second));
    }
};

void TestAnalysisHost::aResultIsAMetricLikeAnyOther()
{
    Doubling::Record record;
    record.allowed.release(10);
    ClusterModel cluster;
    AnalysisHost host(cluster);
    host.add(std::make_unique<Doubling>(record));
    TestNode node("n1", 2);
    applyTick(cluster, node, 0, 40.0F);
    const std::uint64_t samples = cluster.store().samplesApplied();
    QTRY_COMPARE(record.published, 1);

    const MetricId metric = cluster.store().metrics().find("gpu.temperature.doubled");
    QVERIFY(metric.isValid());
    QCOMPARE(cluster.store().column(metric, cluster.store().ticks().to - 1)[1], 80.0F);
    QCOMPARE(cluster.store().latest(metric)[0], 80.0F);
    QCOMPARE(cluster.store().samplesApplied(), samples); // it was not received
    QCOMPARE(record.asked.size(), std::size_t{1}); // it is not notified of its own result
}

void TestAnalysisHost::aBusyAnalysisSeesLaterWhatItMissed()
{
    Doubling::Record record;
    ClusterModel cluster;
    AnalysisHost host(cluster);
    host.add(std::make_unique<Doubling>(record));
    TestNode node("n1", 2);
    for (int second = 0; second < 5; ++second)
        applyTick(cluster, node, second, 40.0F);
    QCOMPARE(record.asked.size(), std::size_t{1});
    record.allowed.release(10);
    QTRY_COMPARE(record.published, 2);
    QCOMPARE(record.asked.size(), std::size_t{2});
    QCOMPARE(record.asked[1].length(), 4); // ticks 1 to 4, at once
}

void TestAnalysisHost::aColumnOutsideMemoryIsLeftOut()
{
    ClusterModel cluster;
    TestNode node("n1", 2);
    applyTick(cluster, node, 0, 40.0F);
    const TickRange before = cluster.store().ticks();
    Derived derived;
    derived.columns.push_back(gpuColumn("gpu.future", before.to + 1000, {1.0F, 2.0F}));
    QSignalSpy changed(&cluster, &ClusterModel::changed);
    cluster.applyDerived(derived);
    QCOMPARE(changed.count(), 0);
    QCOMPARE(cluster.store().ticks(), before);
    QVERIFY(!cluster.store().metrics().find("gpu.future").isValid());
}

void TestAnalysisHost::nothingToSayAnyMoreIsNotTheLastThingSaid()
{
    ClusterModel cluster;
    TestNode node("n1", 2);
    applyTick(cluster, node, 0, 40.0F);
    Derived derived;
    derived.columns.push_back(gpuColumn("gpu.x", cluster.store().ticks().to - 1, {1.0F, 2.0F}));
    cluster.applyDerived(derived);
    derived.columns[0].values = {noData, 3.0F};
    cluster.applyDerived(derived);
    const MetricId metric = cluster.store().metrics().find("gpu.x");
    QVERIFY(std::isnan(cluster.store().latest(metric)[0]));
    QCOMPARE(cluster.store().latest(metric)[1], 3.0F);
}

void TestAnalysisHost::itCanBeStoppedWhileATaskWaits()
{
    Doubling::Record record;
    record.allowed.release(1);
    ClusterModel cluster;
    TestNode node("n1", 2);
    {
        AnalysisHost host(cluster);
        host.add(std::make_unique<Doubling>(record));
        applyTick(cluster, node, 0, 40.0F);
    }
    applyTick(cluster, node, 1, 40.0F); // no receiver is left
    QCoreApplication::processEvents();
    QCOMPARE(record.published, 0);
}

LOCKSTEP_TEST(tst_analysishost, TestAnalysisHost)
#include "tst_analysishost.moc"
