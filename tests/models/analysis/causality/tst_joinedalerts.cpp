// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/joinedalerts.h"
#include "models/core/work/threadcputime.h"
#include "models/store/clusterstore.h"
#include "tests/models/analysis/causality/smallhall.h"
#include "tests/support/testentry.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <string>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

/// Requests for alerts never block, and the final result is the same.
class TestJoinedAlerts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fewAreJoinedAtOnce()
    {
        ClusterStore store;
        const SmallHall hall;
        store.setTopology(hall.topology);
        const JoinedAlerts joinedAlerts(store);
        tell(store, {SmallHall::reported(1, hall.loop(), "loop.flow", "Loop cdu-1 loses flow")});
        QCOMPARE(joinedAlerts.at(SmallHall::at(60)).size(), 1UL);
        QVERIFY(!joinedAlerts.isFirstResultPending());
    }

    void manyAreJoinedBesideWhoeverAsks()
    {
        ClusterStore store;
        const TopologyPtr topology = largeHall();
        store.setTopology(topology);
        const JoinedAlerts joinedAlerts(store);
        QSignalSpy joined(&joinedAlerts, &JoinedAlerts::joined);
        tell(store, manyTroubles(*topology, 6'000, 0));
        const TimePoint moment = SmallHall::at(6'100);

        QVERIFY(joinedAlerts.isFirstResultPending());
        const auto before = threadCpuTime();
        QVERIFY(joinedAlerts.at(moment).empty());
        const auto first = threadCpuTime() - before;
        QVERIFY(joinedAlerts.isFirstResultPending());
        QTRY_COMPARE(joined.size(), 1);
        const auto started = threadCpuTime();
        const std::vector<Alert> here = alertsAt(store.reported().events(), *topology, {}, moment);
        const auto whole = threadCpuTime() - started;
        qInfo("%zu findings: asked in %.2f ms, joined in %.2f ms", store.reported().size(),
              std::chrono::duration<double, std::milli>(first).count(),
              std::chrono::duration<double, std::milli>(whole).count());
        QVERIFY(!here.empty());
        QCOMPARE(joinedAlerts.at(moment), here);
        QVERIFY2(first < whole / 3, "whoever asks does the work");
    }

    void whileNewOnesAreJoinedTheOldOnesStand()
    {
        ClusterStore store;
        const TopologyPtr topology = largeHall();
        store.setTopology(topology);
        const JoinedAlerts joinedAlerts(store);
        QSignalSpy joined(&joinedAlerts, &JoinedAlerts::joined);
        tell(store, manyTroubles(*topology, 1'000, 0));
        const TimePoint moment = SmallHall::at(1'500);
        (void)joinedAlerts.at(moment);
        QTRY_COMPARE(joined.size(), 1);
        const std::vector<Alert> before = joinedAlerts.at(moment);
        QVERIFY(!before.empty());
        tell(store, {SmallHall::reported(1'400, {EntityKind::Loop, 0}, "loop.flow", "Loop cdu-1 loses flow")});
        QCOMPARE(joinedAlerts.at(moment), before);
        QTRY_COMPARE(joined.size(), 2);
        QCOMPARE(joinedAlerts.at(moment), alertsAt(store.reported().events(), *topology, {}, moment));
        QVERIFY(joinedAlerts.at(moment) != before);
    }

    void twoWhoAskForTwoMomentsBothGetTheirs()
    {
        ClusterStore store;
        const TopologyPtr topology = largeHall();
        store.setTopology(topology);
        JoinedAlerts joinedAlerts(store);
        tell(store, manyTroubles(*topology, 1'000, 0));
        const TimePoint one = SmallHall::at(300);
        const TimePoint other = SmallHall::at(1'500);
        int reported = 0;
        const auto ask = [&] {
            (void)joinedAlerts.at(one);
            (void)joinedAlerts.at(other);
        };
        QObject::connect(&joinedAlerts, &JoinedAlerts::joined, &joinedAlerts, [&] {
            ++reported;
            ask();
        });
        ask();
        QTRY_VERIFY(reported >= 2);
        const TimePoint third = SmallHall::at(900);
        (void)joinedAlerts.at(third);
        QTRY_COMPARE(joinedAlerts.at(third), alertsAt(store.reported().events(), *topology, {}, third));
        QCOMPARE(reported, 3); // only the requested moments were computed
        QCOMPARE(joinedAlerts.at(one), alertsAt(store.reported().events(), *topology, {}, one));
        QCOMPARE(joinedAlerts.at(other), alertsAt(store.reported().events(), *topology, {}, other));
    }

    void whatIsJoinedOfAnotherClusterIsNotReported()
    {
        ClusterStore store;
        store.setTopology(largeHall());
        const JoinedAlerts joinedAlerts(store);
        QSignalSpy joined(&joinedAlerts, &JoinedAlerts::joined);
        tell(store, manyTroubles(*store.topology(), 1'000, 0));
        const TimePoint moment = SmallHall::at(1'500);
        (void)joinedAlerts.at(moment);
        store.setTopology(std::make_shared<Topology>());
        QTRY_COMPARE(joined.size(), 1);
        QVERIFY(joinedAlerts.at(moment).empty());
    }

    void itMayGoWhileItJoins()
    {
        ClusterStore store;
        store.setTopology(largeHall());
        tell(store, manyTroubles(*store.topology(), 1'000, 0));
        {
            const JoinedAlerts joinedAlerts(store);
            (void)joinedAlerts.at(SmallHall::at(1'500));
        }
        QCoreApplication::processEvents(); // delivers pending signals
    }

private:
    static void tell(ClusterStore& store, std::vector<DerivedEvent> events)
    {
        Derived derived;
        derived.events = std::move(events);
        (void)store.applyDerived(derived);
    }

    /// 64 racks of eight nodes of eight GPUs, each eight on a loop.
    static TopologyPtr largeHall()
    {
        TopologyBuilder builder;
        for (int rack = 0; rack < 64; ++rack)
            builder.addRack("R" + std::to_string(rack), {});
        for (int loop = 0; loop < 8; ++loop) {
            std::vector<std::string> racks;
            for (int rack = loop * 8; rack < loop * 8 + 8; ++rack)
                racks.push_back("R" + std::to_string(rack));
            builder.serve(builder.add(EntityKind::Loop, "cdu-" + std::to_string(loop + 1), {}), racks);
        }
        for (std::uint32_t index = 0; index < 512; ++index) {
            const EntityRef node = builder.addNode("node-" + std::to_string(index), {EntityKind::Rack, index / 8}, {});
            for (int gpu = 0; gpu < 8; ++gpu)
                builder.add(EntityKind::Gpu, "gpu" + std::to_string(gpu), node);
        }
        return builder.build();
    }

    static std::vector<DerivedEvent> manyTroubles(const Topology& topology, std::uint32_t count, double from)
    {
        std::vector<DerivedEvent> events;
        const auto gpus = static_cast<std::uint32_t>(topology.count(EntityKind::Gpu));
        for (std::uint32_t index = 0; index < count; ++index)
            events.push_back(SmallHall::reported(from + index, {EntityKind::Gpu, (index * 61) % gpus}, "gpu.cooling",
                                                 "a GPU is 9 K hotter than its peers"));
        return events;
    }
};

LOCKSTEP_TEST(tst_joinedalerts, TestJoinedAlerts)
#include "tst_joinedalerts.moc"
