// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/syncresults.h"
#include "models/core/batch.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/timeline/bar/timestrip.h"
#include "widgets/timeline/marks/eventmarks.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;

class TestOverviewColumns : public QObject
{
    Q_OBJECT

private:
    static void loseTicks(FakeWorld& world, Duration ago, Duration length)
    {
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = world.now();
        batch->node = world.fake().nodeName(0);
        batch->gap = Gap{{world.now() - ago, world.now() - ago + length}, 1, "test"};
        world.apply(batch);
    }

private Q_SLOTS:
    void aGapOfOneNodeCountsAsItsShare()
    {
        FakeWorld world({.nodes = 4});
        world.introduce();
        world.run(100);
        loseTicks(world, 50s, 10s);
        const TimeAxis axis{{world.now() - 100s, world.now()}, 100};
        const auto columns = overviewColumns(world.cluster.store(), axis);
        QCOMPARE(columns.size(), std::size_t{100});
        QCOMPARE(columns[49].missing, 0.0F);
        QCOMPARE(columns[50].missing, 0.25F);
        QCOMPARE(columns[59].missing, 0.25F);
        QCOMPARE(columns[60].missing, 0.0F);
    }

    void ofTheStepsInAPixelTheOneThatWaitedMostShows()
    {
        const TimePoint start(1000s);
        const auto job = [&](std::size_t ranks, std::vector<double> waits) {
            auto sync = std::make_shared<JobSync>();
            sync->ranks.resize(ranks);
            for (std::size_t at = 0; at < waits.size(); ++at) {
                auto step = std::make_shared<SyncStep>();
                step->range = {start + 1s * at, start + 1s * (at + 1)};
                step->waitGpuSeconds = waits[at] * static_cast<double>(ranks);
                sync->steps.push_back(step);
            }
            return sync;
        };
        SyncSnapshot sync;
        sync.jobs = {job(4, {0.1, 0.5, 0.2, 0.2})};
        const TimeAxis axis{{start, start + 8s}, 4};
        std::vector<OverviewColumn> columns(4);
        addWaits(columns, sync, axis);
        QCOMPARE(columns[0].wait, 0.5F);
        QCOMPARE(columns[1].wait, 0.2F);
        QCOMPARE(columns[2].wait, 0.0F);
        // A job twice as large counts twice.
        sync.jobs.push_back(job(8, {0.2, 0.2}));
        columns.assign(4, {});
        addWaits(columns, sync, axis);
        QVERIFY(std::abs(columns[0].wait - 0.3F) < 1e-6F);
        QCOMPARE(columns[1].wait, 0.2F);
    }

    void aGapShorterThanAPixelIsSeenAndCountsOnce()
    {
        FakeWorld world;
        world.introduce();
        world.run(100);
        loseTicks(world, 50s, 1ms);
        loseTicks(world, 50s - 2ms, 1ms);
        const TimeAxis axis{{world.now() - 100s, world.now()}, 10};
        const auto columns = overviewColumns(world.cluster.store(), axis);
        QCOMPARE(columns[5].missing, 1.0F);
        QCOMPARE(std::ranges::count_if(columns, [](const auto& c) { return c.missing > 0; }), std::ptrdiff_t{1});
    }

    void aStaleNodeMissesAllSinceItsLastTick()
    {
        FakeWorld world({.nodes = 2});
        world.introduce();
        world.run(50);
        world.fake().silence(1);
        world.run(50);
        const TimeAxis axis{{world.now() - 100s, world.now()}, 100};
        const auto columns = overviewColumns(world.cluster.store(), axis);
        QCOMPARE(columns[10].missing, 0.0F);
        QCOMPARE(columns[80].missing, 0.5F);
    }

    void eventsAreCountedWhereTheyHappened()
    {
        FakeWorld world;
        world.introduce();
        world.run(10);
        world.report(0, {{}, Severity::Warning, 0, "port.down", "Port down"});
        const TimePoint when = world.now();
        world.run(10);
        const TimeAxis axis{{when - 10s, when + 10s}, 20};
        const auto columns = overviewColumns(world.cluster.store(), axis);
        QCOMPARE(columns[10].events, 1U);
        QCOMPARE(columns[9].events, 0U);
    }

    void theWorstEventStandsForItsNeighbours()
    {
        EventLog log;
        const auto add = [&](Duration at, Severity severity, const char* code) {
            log.add({EntityKind::Node, 0}, {TimePoint(at), severity, 0, code, "text"});
        };
        add(10s, Severity::Information, "a");
        add(10100ms, Severity::Critical, "b");
        add(10200ms, Severity::Information, "c");
        add(80s, Severity::Warning, "d");
        const TimeAxis axis{{TimePoint(0s), TimePoint(100s)}, 100};
        const auto marks = eventMarks(log, axis, 14);
        QCOMPARE(marks.size(), std::size_t{2});
        QCOMPARE(marks[0].severity, Severity::Critical);
        QCOMPARE(marks[0].events, std::size_t{3});
        QCOMPARE(marks[0].number, std::uint64_t{1});
        QCOMPARE(eventMarks(log, axis, 14, Severity::Critical).size(), std::size_t{1});
        QVERIFY(markAt(marks, 50, 6) == nullptr);
        QCOMPARE(markAt(marks, 78, 6), &marks[1]);
    }
};

LOCKSTEP_TEST(tst_overviewcolumns, TestOverviewColumns)
#include "tst_overviewcolumns.moc"
