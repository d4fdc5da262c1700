// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/lifetimeanalysis.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

class TestLifetime : public QObject
{
    Q_OBJECT

private:
    std::vector<DerivedEvent> see(LifetimeWatch& watch, std::vector<float> values, int ticks)
    {
        Derived out;
        for (int each = 0; each < ticks; ++each, ++m_tick)
            watch.step(m_tick, TimePoint(std::chrono::seconds(m_tick)), *m_topology, *lifetimeOf("port.link_downed"),
                       values, out);
        return out.events;
    }

    TopologyPtr m_topology;
    TickIndex m_tick = 0;

private Q_SLOTS:
    void init()
    {
        TopologyBuilder builder;
        for (const char* name : {"node-001", "node-002"}) {
            const EntityRef node = builder.addNode(name, builder.addRack("A1", {}), {});
            builder.add(EntityKind::Port, "mlx5_0/1", node);
            builder.add(EntityKind::Port, "mlx5_1/1", node);
        }
        m_topology = builder.build();
    }

    void aLargeCountIsReportedOnceWhenItIsFirstSeen()
    {
        LifetimeWatch watch;
        const auto reported = see(watch, {2, 255, 0, noData}, 100);
        QCOMPARE(reported.size(), std::size_t{1});
        QCOMPARE(reported[0].entity, (EntityRef{EntityKind::Port, 1}));
        QCOMPARE(reported[0].event.severity, Severity::Warning);
        QCOMPARE(reported[0].event.text, std::string("node-001 mlx5_1/1: Link-down events, lifetime 255"));
        QVERIFY(see(watch, {2, 256, 0, noData}, 100).empty()); // that it grows is reported by its rate
    }

    void manyAreOneEventAboutTheWorst()
    {
        LifetimeWatch watch;
        auto reported = see(watch, {noData, 12, noData, noData}, 2);
        const auto rest = see(watch, {40, 12, 255, noData}, 20); // other agents connect a little later
        reported.insert(reported.end(), rest.begin(), rest.end());
        QCOMPARE(reported.size(), std::size_t{1});
        QCOMPARE(reported[0].event.text,
                 std::string("node-002 mlx5_0/1: Link-down events, lifetime 255\n2 more at or above 10"));
    }

    void aLinkWhoseCountJumpsWithinADayIsReportedOnce()
    {
        LifetimeWatch watch;
        Derived out;
        const auto hour = [&](int hours, float recoveries) {
            watch.step(hours * 60, TimePoint(std::chrono::hours(hours)), *m_topology,
                       *lifetimeOf("port.link_error_recovery"), std::vector{2.0F, recoveries, 1.0F, noData}, out);
        };
        for (int hours = 0; hours < 72; ++hours)
            hour(hours, 3 + static_cast<float>(hours / 12)); // two a day
        QVERIFY(out.events.empty());
        for (int hours = 72; hours < 96; ++hours)
            hour(hours, 9 + 2 * static_cast<float>(hours - 72));
        QCOMPARE(out.events.size(), std::size_t{1});
        QCOMPARE(out.events[0].entity, (EntityRef{EntityKind::Port, 1}));
        QVERIFY2(out.events[0].event.text.ends_with(
                     "Link error recoveries, lifetime grew by 22 in 11.0 h, baseline 2 per day"),
                 out.events[0].event.text.c_str());
        watch.step(6000, TimePoint(std::chrono::hours(97)), *m_topology, *lifetimeOf("port.link_error_recovery"),
                   std::vector{2.0F, 0.0F, 1.0F, noData}, out); // it was reset
        QCOMPARE(out.events.size(), std::size_t{1});
    }

    void whatIsUsualIsNotReported()
    {
        LifetimeWatch watch;
        QVERIFY(see(watch, {0, 1, 9, noData}, 100).empty());
        QVERIFY(see(watch, {10, 11, 12, noData}, 100).empty()); // it grew while it was watched
    }
};

LOCKSTEP_TEST(tst_lifetime, TestLifetime)
#include "tst_lifetime.moc"
