// SPDX-License-Identifier: GPL-3.0-or-later
// Series that stop while their source still reports, last XIDs, and ranks whose results differ from their peers'.
#include "models/analysis/detect/divergenceanalysis.h"
#include "models/analysis/detect/seriesanalysis.h"
#include "models/analysis/detect/watch/xidwatch.h"
#include "models/core/eventcodes.h"
#include "tests/support/testentry.h"
#include "tests/support/testhall.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <random>

using namespace lockstep;

namespace {

constexpr std::uint32_t hallNodes = 4;
constexpr std::uint32_t hallGpus = 8;

/// Temperature, power and clock of all GPUs, memory of all nodes; tests set missing values.
struct ThinningHall
{
    using IsThere = std::function<bool(const std::string& metric, std::uint32_t entity)>;

    void run(TickIndex ticks, const IsThere& isThere)
    {
        for (const TickIndex end = tick + ticks; tick < end; ++tick) {
            std::vector<SeriesPresence> presences;
            const auto presence = [&](const char* metric, EntityKind kind, std::uint32_t count, TickIndex turn) {
                const TickIndex every = SeriesWatch::ticksBetweenChecks(seconds);
                if (tick % every != turn % every)
                    return;
                SeriesPresence& each = presences.emplace_back(SeriesPresence{metric, kind, {}, every});
                for (std::uint32_t at = 0; at < count; ++at)
                    each.lastPresent.push_back(isThere(metric, at) ? tick : SeriesPresence::never);
            };
            presence("gpu.temperature", EntityKind::Gpu, hallNodes * hallGpus, 0);
            presence("gpu.power", EntityKind::Gpu, hallNodes * hallGpus, 1);
            presence("gpu.clock.sm", EntityKind::Gpu, hallNodes * hallGpus, 2);
            presence("node.memory.used", EntityKind::Node, hallNodes, 3);
            const auto time = std::chrono::duration_cast<Duration>(tick * std::chrono::duration<double>(seconds));
            watch.step({tick, TimePoint(time), seconds}, *topology, presences, reported);
        }
    }

    TopologyPtr topology = test::TestHall(1, hallNodes, hallGpus).topology;
    SeriesWatch watch;
    Derived reported;
    TickIndex tick = 1000;
    float seconds = 1; ///< length of a tick
};

bool always(const std::string&, std::uint32_t)
{
    return true;
}

/// Eight ranks of one job on one node each, with steps of two seconds.
struct DivergingJob
{
    void run(int steps, const std::function<float(std::uint32_t gpu)>& norm)
    {
        for (int each = 0; each < 2 * steps; ++each, ++tick) {
            WatchedTick now{{tick, TimePoint(std::chrono::seconds(tick))}, topology, {}};
            now.columns.assign(3, std::vector<float>(hallGpus, noData));
            for (std::uint32_t gpu = 0; gpu < hallGpus; ++gpu) {
                // One rank's tick is occasionally a step late and is not compared with others' steps.
                const bool isLate = gpu == 2 && tick % 10 == 0;
                now.columns[0][gpu] = static_cast<float>(tick / 2 - (isLate ? 1 : 0));
                now.columns[2][gpu] = isLate ? 99.0F : norm(gpu);
            }
            watch.step(now, jobs, reported);
        }
    }
    [[nodiscard]] std::string texts() const { return test::sentences(reported); }

    TopologyPtr topology = test::TestHall(1, 1, hallGpus).topology;
    std::vector<DivergenceWatch::Job> jobs{{"train-a", allGpus()}};
    DivergenceWatch watch;
    Derived reported;
    TickIndex tick = 100;

    static std::vector<EntityRef> allGpus()
    {
        std::vector<EntityRef> gpus;
        for (std::uint32_t gpu = 0; gpu < hallGpus; ++gpu)
            gpus.push_back({EntityKind::Gpu, gpu});
        return gpus;
    }
};

} // namespace

class TestThinning : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSeriesThatStopsIsReported()
    {
        ThinningHall hall;
        hall.run(400, always);
        QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
        const auto withoutPower = [](const std::string& metric, std::uint32_t gpu) {
            return metric != "gpu.power" || gpu >= hallGpus;
        };
        hall.run(60, withoutPower);
        QVERIFY2(hall.reported.events.size() == 1, test::sentences(hall.reported).c_str());
        QCOMPARE(hall.reported.events[0].entity, (EntityRef{EntityKind::Node, 0}));
        QVERIFY2(sentenceOf(hall.reported.events[0].event)
                     .starts_with("n0: stopped reporting gpu.power, although it reports other metrics, for 30"),
                 test::sentences(hall.reported).c_str());
        hall.run(600, withoutPower);
        QCOMPARE(hall.reported.events.size(), std::size_t{1});
        hall.run(60, always);
        QVERIFY2(hall.reported.events.size() == 2, test::sentences(hall.reported).c_str());
        QCOMPARE(hall.reported.events[1].event.severity, Severity::Information);
    }

    void aSeriesThatStopsIsReportedAtAnyInterval()
    {
        for (const float seconds : {5.0F, 15.0F, 60.0F}) {
            ThinningHall hall;
            hall.seconds = seconds;
            hall.run(80, always);
            QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
            hall.run(10, [](const std::string& metric, std::uint32_t gpu) { return metric != "gpu.power" || gpu > 0; });
            QVERIFY2(hall.reported.events.size() == 1, test::sentences(hall.reported).c_str());
        }
    }

    void lostScrapesAreNoThinning()
    {
        for (const float seconds : {15.0F, 60.0F}) {
            ThinningHall hall;
            hall.seconds = seconds;
            hall.run(80, always);
            // Two scrapes of one exporter are lost, so that its rates miss three samples; the other one reports.
            hall.run(2, [](const std::string& metric, std::uint32_t) { return metric != "gpu.power"; });
            hall.run(1, [](const std::string& metric, std::uint32_t) { return metric != "gpu.power"; });
            hall.run(40, always);
            QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
        }
    }

    void aRateThatReturnsLaterThanItsGpuIsNoThinning()
    {
        ThinningHall hall;
        hall.seconds = 15;
        hall.run(80, always);
        hall.run(60,
                 [](const std::string& metric, std::uint32_t gpu) { return metric.starts_with("node") || gpu != 3; });
        hall.run(3, [](const std::string& metric, std::uint32_t gpu) { return metric != "gpu.power" || gpu != 3; });
        hall.run(40, always);
        QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
    }

    void manySourcesAtOnceAreOneEvent()
    {
        ThinningHall hall;
        hall.run(400, always);
        hall.run(100, [](const std::string& metric, std::uint32_t) { return metric == "gpu.temperature"; });
        QVERIFY2(hall.reported.events.size() == 1, test::sentences(hall.reported).c_str());
        QVERIFY2(hall.reported.events[0].event.text.starts_with(
                     "n0, n1, n2 and n3: stopped reporting gpu.clock.sm, gpu.power and node.memory.used"),
                 test::sentences(hall.reported).c_str());
    }

    void whatIsSilentAltogetherIsOthersToTell()
    {
        ThinningHall hall;
        hall.run(400, always);
        hall.run(600, [](const std::string&, std::uint32_t) { return false; }); // all nodes
        hall.run(400, always);
        hall.run(600,
                 [](const std::string& metric, std::uint32_t gpu) { return metric.starts_with("node") || gpu != 3; });
        QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
    }

    void whatComesAndGoesIsUsual()
    {
        ThinningHall hall;
        hall.run(3000, [&](const std::string& metric, std::uint32_t) {
            return metric != "gpu.clock.sm" || hall.tick / 200 % 2 == 0; // never there for five minutes
        });
        QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
    }

    void whatStaysAwayBecomesUsual()
    {
        ThinningHall hall;
        hall.run(400, always);
        hall.run(3700, [](const std::string& metric, std::uint32_t) { return metric != "gpu.clock.sm"; });
        QVERIFY2(hall.reported.events.size() == 2, test::sentences(hall.reported).c_str());
    }

    void theLastXidIsReportedWhenItChanges()
    {
        const TopologyPtr topology = test::TestHall(1, 1, 2).topology;
        XidWatch watch;
        Derived reported;
        TickIndex tick = 0;
        const auto step = [&](float first, float second) {
            ++tick;
            watch.step({{tick, TimePoint(std::chrono::seconds(tick))}, topology, {{first, second}, {}, {}}}, reported);
        };
        step(79, 0); // the time is unknown
        step(79, noData);
        step(79, 48);
        step(79, 48);
        step(79, 1e9F); // no XID
        QVERIFY2(reported.events.size() == 1, test::sentences(reported).c_str());
        QCOMPARE(reported.events[0].entity, (EntityRef{EntityKind::Gpu, 1}));
        QVERIFY(reported.events[0].event.severity == Severity::Critical);
        QVERIFY2(reported.events[0].event.text.starts_with("XID 48: double-bit"), test::sentences(reported).c_str());
    }

    void aNodeThatKeepsPausingAfterAnXidIsReported()
    {
        const TopologyPtr topology = test::TestHall(1, 2, 2).topology;
        for (const int seconds : {1, 15, 60}) {
            XidWatch watch;
            Derived reported;
            TickIndex tick = 0;
            // Node 0 works for two ticks of three or more.
            const auto run = [&](int minutes, int period, float xid, float memoryOfPause = noData) {
                for (int each = 0; each < 60 * minutes / seconds; ++each) {
                    ++tick;
                    const float work = period > 0 && tick * seconds % period < period / 3 ? 0.0F : 1.0F;
                    const float memory = std::isnan(memoryOfPause) || work > 0 ? 60e9F : memoryOfPause;
                    watch.step({{tick, TimePoint(std::chrono::seconds(tick * seconds)), static_cast<float>(seconds)},
                                topology,
                                {{xid, 0, 0, 0},
                                 {work, work, 1, 1},
                                 std::isnan(memoryOfPause) ? std::vector<float>()
                                                           : std::vector<float>{memory, memory, 60e9F, 60e9F}}},
                               reported);
                }
            };
            run(30, 600, 0); // checkpoints
            run(14, 600, 43);
            const auto isFailing = [](const DerivedEvent& each) {
                return each.event.fields.variant == variants::restarts;
            };
            QVERIFY2(std::ranges::none_of(reported.events, isFailing), test::sentences(reported).c_str());
            run(1, 600, 0); // the exporter has restarted
            run(10, 3 * std::max(30, seconds), 0);
            QVERIFY2(std::ranges::any_of(reported.events, isFailing), test::sentences(reported).c_str());
            const DerivedEvent last = reported.events.back();
            QCOMPARE(last.entity, (EntityRef{EntityKind::Gpu, 0}));
            QCOMPARE(last.event.fields.xid, 43U);
            QVERIFY(last.event.severity == Severity::Warning);
            reported = {};
            run(60, 3600, 0);
            QVERIFY2(reported.events.size() <= 1, test::sentences(reported).c_str());

            reported = {};
            run(30, 3 * std::max(50, seconds), 0, 60e9F); // checkpoints, as frequent as the restarts
            run(10, 3 * std::max(50, seconds), 43, 60e9F);
            QVERIFY2(std::ranges::none_of(reported.events, isFailing), test::sentences(reported).c_str());
            run(12, 3 * std::max(50, seconds), 43, 1e9F);
            QVERIFY2(std::ranges::any_of(reported.events, isFailing), test::sentences(reported).c_str());
        }
    }

    void pausesAfterAnXidAreNotUsualForTheNextXid()
    {
        const TopologyPtr topology = test::TestHall(1, 1, 1).topology;
        XidWatch watch;
        Derived reported;
        TickIndex tick = 0;
        const auto run = [&](int seconds, TickIndex period, float xid) {
            reported = {};
            for (const TickIndex end = tick + seconds; tick < end;) {
                ++tick;
                const float work = tick % period < period / 3 ? 0.0F : 1.0F;
                watch.step({{tick, TimePoint(std::chrono::seconds(tick))}, topology, {{xid}, {work}, {}}}, reported);
            }
        };
        run(1800, 10'000, 0);
        run(600, 120, 43);
        run(600, 120, 31);
        QVERIFY2(std::ranges::any_of(reported.events,
                                     [](const DerivedEvent& each) {
                                         return each.event.fields.variant == variants::restarts
                                             && each.event.fields.xid == 31;
                                     }),
                 test::sentences(reported).c_str());
    }

    void aRankWhoseGradientNormIsNotThatOfTheOthersIsReported()
    {
        DivergingJob job;
        job.run(50, [](std::uint32_t) { return 0.71F; });
        QVERIFY2(job.reported.events.empty(), job.texts().c_str());
        job.run(1, [](std::uint32_t gpu) { return gpu == 5 ? 3.9F : 0.72F; });
        QVERIFY2(job.reported.events.empty(), job.texts().c_str()); // one step may be a glitch of the log
        job.run(3, [](std::uint32_t gpu) { return gpu == 5 ? 3.9F : 0.73F; });
        QVERIFY2(job.reported.events.size() == 1, job.texts().c_str());
        QCOMPARE(job.reported.events[0].entity, (EntityRef{EntityKind::Gpu, 5}));
        QVERIFY(job.reported.events[0].event.severity == Severity::Critical);
        QVERIFY2(job.reported.events[0].event.text.find(
                     "gradient norm 3.90 in step 101 of train-a, but 7 other ranks have 0.73")
                     != std::string::npos,
                 job.texts().c_str());
        job.run(40, [](std::uint32_t) { return 0.7F; });
        QVERIFY2(job.reported.events.size() == 2, job.texts().c_str());
    }

    void ranksThatComputeFromDataOfTheirOwnDiffer()
    {
        DivergingJob job;
        std::mt19937 random(7);
        std::lognormal_distribution<float> loss(0.8F, 0.2F);
        job.run(2000, [&](std::uint32_t) { return loss(random); });
        QVERIFY2(job.reported.events.empty(), job.texts().c_str());
        job.run(20, [&](std::uint32_t gpu) { return gpu == 1 ? 40.0F : loss(random); });
        QVERIFY2(job.reported.events.size() == 1, job.texts().c_str());
        QVERIFY(job.reported.events[0].event.severity == Severity::Warning);
    }

    void halvesThatDisagreeBlameNobody()
    {
        DivergingJob job;
        job.run(50, [](std::uint32_t gpu) { return gpu % 2 == 0 ? 0.7F : 1.4F; });
        QVERIFY2(job.reported.events.empty(), job.texts().c_str());
    }

    void whatWasReportedEndsWithTheJob()
    {
        DivergingJob job;
        job.run(10, [](std::uint32_t gpu) { return gpu == 5 ? 3.9F : 0.72F; });
        QCOMPARE(job.reported.events.size(), std::size_t{1});
        job.jobs.clear();
        job.run(400, [](std::uint32_t) { return 0.7F; });
        QVERIFY2(job.reported.events.size() == 2, job.texts().c_str());
        QVERIFY(job.reported.events[1].event.severity == Severity::Information);
    }
};

LOCKSTEP_TEST(tst_thinning, TestThinning)
#include "tst_thinning.moc"
