// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives whose duration varies. Detected relative to the job's past, but not with growing load, a single change or
// noise. The event names the common place of the affected groups, and ends.
#include "models/analysis/sync/live/jitterwatch.h"
#include "models/analysis/sync/live/verdicttext.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"
#include "tests/support/testhall.h"

#include <QTest>

#include <functional>
#include <random>

using namespace lockstep;

namespace {

constexpr std::uint32_t groups = 8;
constexpr std::uint32_t allReduce = 7; // as the spans name it

/// A job with eight data-parallel groups, each of which takes 11 ms for an all-reduce in a step of 400 ms.
struct JitteryJob
{
    using Seconds = std::function<double(std::uint32_t group)>;

    JitteryJob() { now.name = "train-a"; }

    void run(int steps, const Seconds& secondsOf)
    {
        for (int end = at + steps; at < end; ++at) {
            StepTransfers step{static_cast<std::uint32_t>(at), restarts, {}, {}};
            for (std::uint32_t group = 0; group < groups; ++group)
                step.transfers.push_back({100 + group, allReduce, 30, 16, 1,
                                          static_cast<std::int64_t>(1e9 * secondsOf(group) * noise(random))});
            now.time = TimePoint(std::chrono::milliseconds(400 * at));
            now.stepSeconds = 0.4;
            watch.step(
                1, step, now, nameOf,
                [this](std::span<const std::uint32_t> some, std::span<const std::uint32_t> others) {
                    affected.assign(some.begin(), some.end());
                    return " of " + std::to_string(some.size() + others.size());
                },
                reported);
        }
    }
    [[nodiscard]] std::string texts() const { return test::sentences(reported); }

    static std::string nameOf(std::uint32_t op) { return op == allReduce ? "all_reduce" : "?"; }

    JitterWatch watch;
    JitterWatch::Job now{{}, {EntityKind::Node, 3}, {}, 0};
    Derived reported;
    std::vector<std::uint32_t> affected;
    std::mt19937 random{5};
    std::normal_distribution<double> noise{1, 0.01};
    std::uniform_real_distribution<double> swing{0.2, 1.8};
    std::uint32_t restarts = 0;
    int at = 0;
};

double usualSeconds(std::uint32_t)
{
    return 0.011;
}

} // namespace

class TestJitterWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void collectivesThatJitterAreReportedOnceAndAreOver()
    {
        JitteryJob job;
        job.run(300, usualSeconds);
        QVERIFY2(job.reported.events.empty(), job.texts().c_str());
        const auto jittery = [&](std::uint32_t group) {
            return 0.011 * (group == 2 || group == 5 ? job.swing(job.random) : 1);
        };
        const TimePoint onset = job.now.time;
        job.run(40, jittery);
        QVERIFY2(job.reported.events.size() == 1, job.texts().c_str());
        const DerivedEvent first = job.reported.events.front();
        QCOMPARE(first.event.code, std::string("sync.jitter"));
        QCOMPARE(first.event.severity, Severity::Warning);
        QCOMPARE(first.entity, (EntityRef{EntityKind::Node, 3}));
        QVERIFY2(first.event.text.starts_with("train-a: all_reduce takes "), first.event.text.c_str());
        QVERIFY2(first.event.text.find("baseline \u00b1 ") != std::string::npos, first.event.text.c_str());
        QVERIFY2(first.event.text.find("in 2 of 8 communicators of 8") != std::string::npos, first.event.text.c_str());
        QCOMPARE(job.affected, (std::vector<std::uint32_t>{102, 105}));
        QVERIFY(first.event.onset() > onset && first.event.onset() < onset + std::chrono::seconds(6));
        job.run(60, jittery);
        QVERIFY2(job.reported.events.size() == 1, job.texts().c_str());
        job.run(60, usualSeconds);
        QVERIFY2(job.reported.events.size() == 2, job.texts().c_str());
        QCOMPARE(job.reported.events.back().event.severity, Severity::Information);
        QCOMPARE(job.reported.events.back().entity, first.entity);
    }

    void loadThatGrowsIsNoJitter_data()
    {
        QTest::addColumn<int>("course");
        QTest::addRow("grows slowly") << 0;
        QTest::addRow("doubles at once, and goes back") << 1;
        QTest::addRow("one odd step in twenty") << 2;
        QTest::addRow("all swing by a little") << 3;
    }
    void loadThatGrowsIsNoJitter()
    {
        QFETCH(const int, course);
        JitteryJob job;
        job.run(300, usualSeconds);
        job.run(200, [&](std::uint32_t group) {
            const int since = job.at - 300;
            switch (course) {
            case 0:
                return 0.011 * (1 + since * 0.01);
            case 1:
                return since > 50 && since < 120 ? 0.022 : 0.011;
            case 2:
                return since % 20 == 10 && group == 1 ? 0.5 : 0.011;
            default:
                return 0.011 * (0.98 + 0.02 * job.swing(job.random));
            }
        });
        QVERIFY2(job.reported.events.empty(), job.texts().c_str());
    }

    void whatAlwaysJittersIsUsual()
    {
        JitteryJob job;
        job.run(1500, [&](std::uint32_t) { return 0.011 * job.swing(job.random); });
        QVERIFY2(job.reported.events.empty(), job.texts().c_str());
    }

    void whatCostsTheStepNothingIsNobodysConcern()
    {
        JitteryJob job;
        job.run(300, [](std::uint32_t) { return 0.001; });
        job.run(100, [&](std::uint32_t) { return 0.001 * job.swing(job.random); });
        QVERIFY2(job.reported.events.empty(), job.texts().c_str());
    }

    void aRunThatBeginsAnewIsNotHeldAgainstTheLast()
    {
        JitteryJob job;
        job.run(300, usualSeconds);
        ++job.restarts;
        job.run(100, [](std::uint32_t) { return 0.022; });
        QVERIFY2(job.reported.events.empty(), job.texts().c_str());
    }

    void whatIsUsualOutlivesARestartOfWhoeverWatches()
    {
        JitteryJob before;
        before.run(300, usualSeconds);
        const std::vector<float> kept = before.watch.values(1, JitteryJob::nameOf);
        QVERIFY(!kept.empty());
        QCOMPARE(before.watch.ranges(1, JitteryJob::nameOf).front().what,
                 std::string("jitter of all_reduce as a share of its duration"));
        JitteryJob with;
        JitteryJob without;
        QVERIFY(with.watch.restore(1, kept));
        QVERIFY(!without.watch.restore(1, std::vector<float>{3, 1}));
        for (JitteryJob* each : {&with, &without})
            each->run(40, [each](std::uint32_t) { return 0.011 * each->swing(each->random); });
        QVERIFY2(with.reported.events.size() == 1, with.texts().c_str());
        QVERIFY2(without.reported.events.empty(), without.texts().c_str()); // takes its first observations as normal
    }

    void ofAJobThatEndsAllIsOver()
    {
        JitteryJob job;
        job.run(300, usualSeconds);
        job.run(60, [&](std::uint32_t) { return 0.011 * job.swing(job.random); });
        QVERIFY2(job.reported.events.size() == 1, job.texts().c_str());
        job.watch.forget(1, job.now.time, "train-a", job.reported);
        QVERIFY2(job.reported.events.size() == 2, job.texts().c_str());
        QCOMPARE(job.reported.events.back().event.severity, Severity::Information);
    }

    void whatAllAffectedGroupsSendOverIsNamed()
    {
        // Four nodes of two GPUs with a NIC each on two rails; two leaves a rail, two nodes a leaf.
        TopologyBuilder builder;
        for (int rail = 0; rail < 2; ++rail) {
            for (int leaf = 0; leaf < 2; ++leaf)
                builder.add(EntityKind::Switch, "r" + std::to_string(rail) + "-leaf" + std::to_string(leaf), {});
        }
        for (int node = 0; node < 4; ++node) {
            const EntityRef its = builder.addNode("node-" + std::to_string(node), {}, {});
            for (int slot = 0; slot < 2; ++slot) {
                builder.add(EntityKind::Gpu, "gpu" + std::to_string(slot), its);
                builder.connect(builder.add(EntityKind::Port, "nic" + std::to_string(slot), its),
                                {"r" + std::to_string(slot) + "-leaf" + std::to_string(node / 2), {}});
            }
        }
        const TopologyPtr topology = builder.build();
        const auto group = [](std::initializer_list<std::uint32_t> gpus) {
            GroupPlaces places;
            for (const std::uint32_t gpu : gpus)
                places.push_back({EntityKind::Gpu, gpu});
            return places;
        };
        // Rank 2 n + s is GPU s of node n.
        const std::vector<GroupPlaces> rail1{group({1, 3})};
        const std::vector<GroupPlaces> rest{group({0, 2}), group({4, 6}), group({5, 7})};
        QCOMPARE(sharedSwitchText(*topology, rail1, rest), std::string(", all of them through r1-leaf0"));
        const std::vector<GroupPlaces> wide{group({1, 3}), group({1, 5})};
        QCOMPARE(sharedSwitchText(*topology, wide, rest), std::string(", all of them through r1-leaf0"));
        const std::vector<GroupPlaces> apart{group({1, 3}), group({4, 6})};
        QCOMPARE(sharedSwitchText(*topology, apart, rest), std::string());
        const std::vector<GroupPlaces> inside{group({0, 1})};
        QCOMPARE(sharedSwitchText(*topology, inside, rest), std::string());
        QCOMPARE(sharedSwitchText(*topology, rail1, {}), std::string(", all of them through r1-leaf0"));
    }
};

LOCKSTEP_TEST(tst_jitterwatch, TestJitterWatch)
#include "tst_jitterwatch.moc"
