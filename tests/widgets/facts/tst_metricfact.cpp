// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/metriccatalogue.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"
#include "widgets/facts/metricfactsmodel.h"

#include <QTest>

using namespace lockstep;
using test::at;
using test::TestNode;

namespace {

/// A node whose only GPU and port report one metric each.
struct OnePortOneGpu
{
    OnePortOneGpu()
    {
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 2;
        layout->metrics
            = {*findMetric("gpu.throttle_reasons"), *lifetimeOf("port.link_downed"), *findMetric("port.link_downed")};
        layout->entities
            = {{EntityKind::Node, "n1", 0}, {EntityKind::Gpu, "gpu0", 0}, {EntityKind::Port, "mlx5_0/1", 0}};
        layout->columns = {{0, {1}}, {1, {2}}, {2, {2}}};
        node.setLayout(layout);
    }

    void report(float reasons, float downs)
    {
        const BatchPtr batch = test::share(node.tick(at(second), {reasons, downs, 0}));
        (void)store.apply({&batch, 1});
        (void)store.advance(at(second++));
    }
    [[nodiscard]] std::vector<MetricFact> facts(EntityKind kind) const
    {
        return metricFactsOf(store, {kind, 0}, std::nullopt, store.ticks());
    }

    TestNode node{"n1"};
    ClusterStore store;
    int second = 0;
};

} // namespace

class TestMetricFact : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void flagsAreWordsWithASeverityAndWithoutATrend()
    {
        OnePortOneGpu world;
        world.report(0x1, 0);
        MetricFact fact = world.facts(EntityKind::Gpu).front();
        QCOMPARE(fact.valueText, QStringLiteral("idle"));
        QVERIFY(!fact.severity);
        QVERIFY(fact.trend.empty());
        world.report(0x24, 0);
        fact = world.facts(EntityKind::Gpu).front();
        QCOMPARE(fact.valueText, QStringLiteral("thermal slowdown, power cap"));
        QCOMPARE(fact.severity, std::optional(Severity::Warning));
        const auto worst = worstFacts(world.store, std::nullopt, world.store.ticks());
        QCOMPARE(worst.front().valueText, QStringLiteral("thermal slowdown, power cap"));
    }

    void aLifetimeOfLinkDownsIsSeenFirst()
    {
        OnePortOneGpu world;
        world.report(0, 255);
        const std::vector<MetricFact> facts = world.facts(EntityKind::Port);
        QCOMPARE(facts.size(), std::size_t{2});
        QCOMPARE(facts.front().name, QStringLiteral("Link-down events, lifetime"));
        QCOMPARE(facts.front().valueText, QStringLiteral("255"));
        QCOMPARE(facts.front().severity, std::optional(Severity::Warning));
        QVERIFY(!facts.back().severity); // its rate is healthy
    }
};

LOCKSTEP_TEST(tst_metricfact, TestMetricFact)
#include "tst_metricfact.moc"
