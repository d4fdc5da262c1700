// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/analysis/sync/live/verdicttext.h"
#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/analysishost.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <set>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t straggler = 11;

/// A cluster in which the other ranks wait for rank 11, with the analysis running.
struct Watched
{
    Watched() : host(world.cluster)
    {
        host.add(std::make_unique<SyncAnalysis>(syncResults));
        world.introduce();
    }

    void run(int seconds)
    {
        for (int second = 0; second < seconds; ++second) {
            world.run(1);
            rest();
        }
    }

    /// Waits until all data in the store has been processed.
    void rest()
    {
        QVERIFY(test::waitFor([this] { return !host.isBusy(); }));
    }

    [[nodiscard]] float newest(const char* metric, EntityRef entity) const
    {
        const ClusterStore& store = world.cluster.store();
        const MetricId id = store.metrics().find(metric);
        const auto values = id.isValid() ? store.latest(id) : std::span<const float>();
        return entity.index < values.size() ? values[entity.index] : noData;
    }

    FakeWorld world{FakeClusterOptions{.nodes = 3}, FakeTrainingOptions{.ranks = 16, .straggler = straggler}};
    SyncResults syncResults;
    AnalysisHost host;
};

constexpr const char* derivedMetrics[]{"gpu.sync.blame",  "gpu.sync.wait_share",  "gpu.sync.slowdown",
                                       "node.sync.blame", "node.sync.wait_share", "rack.sync.blame"};

/// Two jobs that share a rack, each with its own pace and its own straggler.
std::vector<BatchPtr> twoJobs(int seconds)
{
    const TimePoint begin{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)};
    FakeCluster cluster(FakeClusterOptions{.nodes = 4, .hostMetrics = false});
    const FakeTraining first({.ranks = 16, .straggler = straggler, .begin = begin});
    const FakeTraining second({.ranks = 16,
                               .firstNode = 2,
                               .straggler = 2,
                               .step = std::chrono::milliseconds(1700),
                               .begin = begin,
                               .job = "moe"});
    std::vector<BatchPtr> batches = cluster.introductions(begin);
    for (int passed = 1; passed <= seconds; ++passed) {
        const TimePoint now = begin + std::chrono::seconds(passed);
        const auto tick = second.withSpans(first.withSpans(cluster.tick(now), now), now);
        batches.insert(batches.end(), tick.begin(), tick.end());
    }
    return batches;
}

/// A job, and after some seconds another one of the same ranks on the same GPUs.
std::vector<BatchPtr> oneJobAfterTheOther(int seconds, int begins)
{
    const TimePoint begin{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)};
    FakeCluster cluster(FakeClusterOptions{.nodes = 2, .hostMetrics = false});
    const FakeTraining first({.ranks = 16, .straggler = straggler, .begin = begin});
    const FakeTraining second(
        {.ranks = 16, .straggler = 2, .begin = begin + std::chrono::seconds(begins), .job = "moe"});
    std::vector<BatchPtr> batches = cluster.introductions(begin);
    for (int passed = 1; passed <= seconds; ++passed) {
        const TimePoint now = begin + std::chrono::seconds(passed);
        const auto tick = (passed <= begins ? first : second).withSpans(cluster.tick(now), now);
        batches.insert(batches.end(), tick.begin(), tick.end());
    }
    return batches;
}

/// Columns and events of the analysis if updates cover the given numbers of batches.
/// @param sizes used in turn
std::vector<std::vector<float>> foundBy(const std::vector<BatchPtr>& batches, const std::vector<std::size_t>& sizes)
{
    ClusterModel cluster;
    SyncResults syncResults;
    AnalysisHost host(cluster);
    host.add(std::make_unique<SyncAnalysis>(syncResults));
    std::size_t look = 0;
    for (std::size_t at = 0; at < batches.size();) {
        const std::size_t count = std::min(sizes[look++ % sizes.size()], batches.size() - at);
        cluster.apply(std::span(batches).subspan(at, count), batches[at]->received);
        at += count;
        if (!test::waitFor([&host] { return !host.isBusy(); }))
            return {};
    }
    const ClusterStore& store = cluster.store();
    std::vector<std::vector<float>> found;
    const auto keep = [&found](std::span<const float> values) {
        // Compared bit by bit, with this exception.
        auto& kept = found.emplace_back(values.begin(), values.end());
        std::ranges::replace_if(
            kept, [](float value) { return std::isnan(value); }, -1.0F);
    };
    for (const char* const metric : derivedMetrics) {
        const MetricId id = store.metrics().find(metric);
        if (!id.isValid())
            return {};
        keep(store.latest(id));
        for (TickIndex tick = store.ticks().from; tick < store.ticks().to; ++tick)
            keep(store.column(id, tick));
    }
    return found;
}

/// A job whose collectives, from a given second on, take up to a fifth of a step longer, with varying durations.
std::vector<BatchPtr> jitteryJob(int seconds, int from)
{
    const TimePoint begin{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)};
    FakeCluster cluster(FakeClusterOptions{.nodes = 2, .hostMetrics = false});
    const FakeTraining training({.ranks = 16, .straggler = straggler, .begin = begin});
    std::vector<BatchPtr> batches = cluster.introductions(begin);
    for (int passed = 1; passed <= seconds; ++passed) {
        const TimePoint now = begin + std::chrono::seconds(passed);
        for (const BatchPtr& each : training.withSpans(cluster.tick(now), now)) {
            Batch batch = *each;
            if (passed > from && batch.tick) {
                for (Span& span : batch.tick->spans) {
                    if (span.kind == SpanKind::Collective)
                        span.end += std::chrono::milliseconds(span.step * 37 % 80);
                }
            }
            batches.push_back(std::make_shared<const Batch>(std::move(batch)));
        }
    }
    return batches;
}

/// A job of 16 ranks, each of which reads 1 GB of a checkpoint in the given second.
std::vector<BatchPtr> restoredJob(int seconds, int restored)
{
    const TimePoint begin{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)};
    FakeCluster cluster(FakeClusterOptions{.nodes = 2, .hostMetrics = false});
    const FakeTraining training({.ranks = 16, .straggler = straggler, .begin = begin});
    std::vector<BatchPtr> batches = cluster.introductions(begin);
    for (int passed = 1; passed <= seconds; ++passed) {
        const TimePoint now = begin + std::chrono::seconds(passed);
        for (const BatchPtr& each : training.withSpans(cluster.tick(now), now)) {
            Batch batch = *each;
            if (passed == restored && batch.tick && !batch.tick->spans.empty()) {
                auto names = std::make_shared<std::vector<std::string>>(*batch.names);
                names->emplace_back("restore");
                std::set<std::uint32_t> ranks;
                for (const Span& span : std::vector<Span>(batch.tick->spans)) {
                    if (!ranks.insert(span.rank).second)
                        continue;
                    Span read = span;
                    read.kind = SpanKind::Restart;
                    read.op = static_cast<std::uint32_t>(names->size() - 1);
                    read.communicator = 0;
                    read.start = now - std::chrono::milliseconds(500 + span.rank % 4);
                    read.end = now - std::chrono::milliseconds(100);
                    read.bytes = 1'000'000'000;
                    batch.tick->spans.push_back(read);
                }
                batch.names = names;
            }
            batches.push_back(std::make_shared<const Batch>(std::move(batch)));
        }
    }
    return batches;
}

} // namespace

class TestSyncAnalysis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void beforeAnySpanThereIsAnEmptySnapshot()
    {
        const SyncResults syncResults;
        QVERIFY(syncResults.snapshot() != nullptr);
        QVERIFY(syncResults.snapshot()->jobs.empty());
        QVERIFY(syncResults.snapshot()->placeOf(3).job == nullptr);
    }

    void aStragglerIsBlamedInTheSnapshot()
    {
        Watched watched;
        watched.run(20);
        QVERIFY(!watched.syncResults.snapshot()->jobs.empty());
        const JobSync& job = *watched.syncResults.snapshot()->jobs.front();
        QCOMPARE(job.ranks.size(), std::size_t{16});
        QVERIFY(!job.culprits.empty());
        const CulpritRow& worst = job.culprits.front();
        QCOMPARE(static_cast<int>(worst.culprit.kind), static_cast<int>(CulpritKind::Lane));
        QCOMPARE(job.ranks[worst.culprit.index], straggler);
        QCOMPARE(static_cast<int>(worst.pattern), static_cast<int>(StragglerPattern::Systemic));
        const auto place = watched.syncResults.snapshot()->placeOf(job.lanes[3]);
        QCOMPARE(place.job, &job);
        QCOMPARE(place.lane, 3U);
    }

    void blameBecomesAMetricOfGpuNodeAndRack()
    {
        Watched watched;
        watched.run(20);
        const EntityRef gpu{EntityKind::Gpu, straggler};
        QVERIFY(watched.newest("gpu.sync.blame", gpu) > 1);
        QVERIFY(watched.newest("gpu.sync.blame", {EntityKind::Gpu, 2}) < 1);
        QVERIFY(watched.newest("gpu.sync.slowdown", gpu) > 1.2);
        QVERIFY(watched.newest("gpu.sync.wait_share", {EntityKind::Gpu, 2})
                > watched.newest("gpu.sync.wait_share", gpu));
        QVERIFY(watched.newest("node.sync.blame", {EntityKind::Node, 1}) > 1);
        QVERIFY(watched.newest("rack.sync.blame", {EntityKind::Rack, 0}) > 1);
        // A GPU without a rank has no value.
        QVERIFY(std::isnan(watched.newest("gpu.sync.blame", {EntityKind::Gpu, 20})));
        // Of each tick, so that heatmaps over time have no holes.
        const ClusterStore& store = watched.world.cluster.store();
        const MetricId blame = store.metrics().find("gpu.sync.blame");
        std::vector<float> series;
        store.series(blame, straggler, {store.ticks().from + 3, store.ticks().to - 4}, series);
        for (const float value : series)
            QVERIFY(!std::isnan(value));
    }

    void readingACheckpointIsMeasuredAndIsNoRestart()
    {
        ClusterModel cluster;
        SyncResults syncResults;
        AnalysisHost host(cluster);
        host.add(std::make_unique<SyncAnalysis>(syncResults));
        for (const BatchPtr& each : restoredJob(20, 10))
            cluster.apply({&each, 1}, each->received);
        QVERIFY(test::waitFor([&host] { return !host.isBusy(); }));
        const ClusterStore& store = cluster.store();
        const auto newest = [&](std::string_view metric) {
            const MetricId id = store.metrics().find(metric);
            return id.isValid() && !store.latest(id).empty() ? store.latest(id).front() : noData;
        };
        QVERIFY(std::abs(newest(metrics::job::restoreTime) - 0.403F) < 0.001F);
        QVERIFY(std::abs(newest(metrics::job::restoreBandwidth) / 16e9F * 0.403F - 1) < 0.01F);
        for (const LoggedEvent& each : store.events().events())
            QVERIFY2(each.event.code != codes::jobRestarts, each.event.text.c_str());
    }

    void whatIsFoundDoesNotDependOnHowManyBatchesAreLookedAtAtOnce()
    {
        const std::vector<BatchPtr> batches = twoJobs(16);
        const auto oneByOne = foundBy(batches, {1});
        QVERIFY(!oneByOne.empty());
        QVERIFY(!oneByOne.front().empty());
        QVERIFY(*std::ranges::max_element(oneByOne.front()) > 1);
        QVERIFY(foundBy(batches, {4}) == oneByOne);
        QVERIFY(foundBy(batches, {batches.size()}) == oneByOne);
        QVERIFY(foundBy(batches, {1, 9, 2, 30, 5}) == oneByOne);
    }

    void aRackIsBlamedForTheRanksOfAllItsJobs()
    {
        const auto found = foundBy(twoJobs(16), {4});
        QVERIFY(!found.empty());
        const std::size_t columns = found.size() / std::size(derivedMetrics);
        for (std::size_t tick = 5; tick + 4 < columns; ++tick) {
            const auto& gpus = found[tick];
            const auto& racks = found[5 * columns + tick];
            float sum = 0;
            for (const float blame : gpus)
                sum += std::max(blame, 0.0F);
            QVERIFY2(std::abs(racks.front() - sum) < 0.001F * sum, QByteArray::number(tick).constData());
        }
    }

    void aLastingStragglerIsReportedOnce()
    {
        Watched watched;
        watched.run(30);
        const auto& events = watched.world.cluster.store().events().events();
        std::size_t reports = 0;
        for (const LoggedEvent& logged : events) {
            if (logged.event.code == "sync.straggler" && logged.entity == EntityRef{EntityKind::Gpu, straggler})
                reports += logged.count;
        }
        QCOMPARE(reports, std::size_t{1});
    }

    void collectivesThatJitterAreReportedOnce()
    {
        const auto reportedBy = [](const std::vector<BatchPtr>& batches) {
            ClusterModel cluster;
            SyncResults syncResults;
            AnalysisHost host(cluster);
            host.add(std::make_unique<SyncAnalysis>(syncResults));
            std::vector<LoggedEvent> reported;
            for (std::size_t at = 0; at < batches.size(); at += 4) {
                const std::size_t count = std::min<std::size_t>(4, batches.size() - at);
                cluster.apply(std::span(batches).subspan(at, count), batches[at]->received);
                if (!test::waitFor([&host] { return !host.isBusy(); }))
                    return reported;
            }
            std::ranges::copy_if(cluster.store().events().events(), std::back_inserter(reported),
                                 [](const LoggedEvent& each) { return each.event.code == codes::syncJitter; });
            return reported;
        };
        QCOMPARE(reportedBy(jitteryJob(130, 130)).size(), 0UL);
        const std::vector<LoggedEvent> reported = reportedBy(jitteryJob(130, 100));
        QVERIFY(!reported.empty());
        QCOMPARE(reported.front().entity.kind, EntityKind::Node);
        QVERIFY2(reported.front().event.text.starts_with("llama-70b: "), reported.front().event.text.c_str());
        for (const LoggedEvent& each : reported)
            QCOMPARE(each.count, std::size_t{1});
    }

    void theSharesOfTheVerdictsNameTheStraggler()
    {
        Watched watched;
        watched.run(12);
        QVERIFY(!watched.syncResults.snapshot()->jobs.empty());
        const JobSync& job = *watched.syncResults.snapshot()->jobs.front();
        QVERIFY(!job.verdicts.empty());
        const WaitVerdict& verdict = job.verdicts.back()->front();
        QCOMPARE(job.ranks[verdict.last], straggler);
        QVERIFY(job.verdictOn(verdict.communicator, verdict.sequence, 0) == &verdict);
        QVERIFY(job.verdictOn(verdict.communicator, 999'999, 0) == nullptr);
        const std::uint32_t step = job.steps.back()->step;
        QVERIFY(job.verdictInStep(step, verdict.communicator, verdict.sequence, 0) == &verdict);
        QVERIFY(job.verdictInStep(step + 1, verdict.communicator, verdict.sequence, 0) == nullptr);
        QVERIFY(verdict.transferNs > 0);
    }

    void aJobThatFollowsOnTheSameGpusIsItsOwn()
    {
        ClusterModel cluster;
        SyncResults syncResults;
        AnalysisHost host(cluster);
        host.add(std::make_unique<SyncAnalysis>(syncResults));
        std::size_t maxJobs = 0;
        for (const BatchPtr& batch : oneJobAfterTheOther(50, 20)) {
            cluster.apply({&batch, 1}, batch->received);
            QVERIFY(test::waitFor([&host] { return !host.isBusy(); }));
            maxJobs = std::max(maxJobs, syncResults.snapshot()->jobs.size());
        }
        QCOMPARE(maxJobs, std::size_t{2});
        const SyncSnapshot& now = *syncResults.snapshot();
        QCOMPARE(now.jobs.size(), std::size_t{1}); // the first is over
        const JobSync& job = *now.jobs.front();
        QCOMPARE(job.ranks[job.culprits.front().culprit.index], 2U);
        QCOMPARE(now.places.size(), std::size_t{16});
        for (std::uint32_t lane = 0; lane < 16; ++lane)
            QCOMPARE(now.placeOf(lane).job, &job);
        std::vector<std::uint32_t> reported;
        std::vector<std::uint32_t> over;
        for (const LoggedEvent& logged : cluster.store().events().events()) {
            if (logged.event.code == "sync.straggler")
                (logged.event.severity == Severity::Information ? over : reported).push_back(logged.entity.index);
        }
        QCOMPARE(reported, (std::vector<std::uint32_t>{straggler, 2}));
        QCOMPARE(over, std::vector<std::uint32_t>{straggler}); // with its job
    }

    /// Ranks 0 to 7 are on a node that has no agent.
    void aVerdictOnHalfOfTheRanksSaysSo()
    {
        const TimePoint begin{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)};
        FakeCluster whole(FakeClusterOptions{.nodes = 2, .hostMetrics = false});
        const FakeTraining training({.ranks = 16, .straggler = 11, .begin = begin});
        ClusterModel cluster;
        SyncResults syncResults;
        AnalysisHost host(cluster);
        host.add(std::make_unique<SyncAnalysis>(syncResults));
        const std::vector<BatchPtr> introductions = whole.introductions(begin);
        const std::string silent = introductions.front()->node;
        for (int passed = 0; passed <= 20; ++passed) {
            const TimePoint now = begin + std::chrono::seconds(passed);
            std::vector<BatchPtr> batches = passed == 0 ? introductions : training.withSpans(whole.tick(now), now);
            std::erase_if(batches, [&](const BatchPtr& each) { return each->node == silent; });
            cluster.apply(batches, now);
            QVERIFY(test::waitFor([&host] { return !host.isBusy(); }));
        }
        const JobSync& job = *syncResults.snapshot()->jobs.front();
        QCOMPARE(job.completeness.ranks, std::size_t{8});
        QCOMPARE(job.completeness.expected, std::size_t{16});
        QCOMPARE(job.completeness.missing, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
        QVERIFY(job.completeness.collectives > 0);
        QCOMPARE(job.completeness.partial, std::size_t{0});
        const QString verdict = verdictText(job, cluster.store());
        QVERIFY2(verdict.startsWith(QStringLiteral("rank 11")), qPrintable(verdict));
        QVERIFY2(verdict.endsWith(QStringLiteral(". Only 8 of 16 ranks seen; no data from ranks 0 to 7.")),
                 qPrintable(verdict));
        const auto& events = cluster.store().events().events();
        const auto told
            = std::ranges::find(events, codes::syncStraggler, [](const LoggedEvent& each) { return each.event.code; });
        QVERIFY(told != events.end());
        QVERIFY2(told->event.text.ends_with("\n8 of 16 ranks seen"), told->event.text.c_str());

        JobSync asAllocated = job; // by a scheduler: unseen ranks have no numbers
        asAllocated.completeness = {16, 32, {}, 0, 0};
        QVERIFY(verdictText(asAllocated, cluster.store())
                    .endsWith(QStringLiteral(" Only 16 of 32 ranks seen; the scheduler allocated 32 GPUs.")));
        asAllocated.completeness = {16, 16, {}, 48, 3};
        QVERIFY(!verdictText(asAllocated, cluster.store()).contains(QStringLiteral("seen")));
        QVERIFY(verdictEvidence(asAllocated)
                    .contains(QStringLiteral("3 of 48 collectives lack data from at least one rank")));
    }

    void jobsThatHaveEndedHoldNoGpus()
    {
        Watched watched;
        watched.run(12);
        const SyncSnapshot& snapshot = *watched.syncResults.snapshot();
        const TimePoint last = snapshot.jobs.front()->steps.back()->range.to;
        QCOMPARE(snapshot.rankCount(last), std::size_t{16});
        QVERIFY(gpuTimeOf(snapshot.recentTime(last)).reserved > 0);
        const TimePoint later = last + SyncSnapshot::endedAfter + 1s;
        QCOMPARE(snapshot.rankCount(later), std::size_t{0});
        QCOMPARE(gpuTimeOf(snapshot.recentTime(later)).reserved, 0.0);
    }

    /// Such as requests of an inference service.
    void spansWithoutRankAreNoRanks()
    {
        const TimePoint begin{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)};
        ClusterModel cluster;
        SyncResults syncResults;
        AnalysisHost host(cluster);
        host.add(std::make_unique<SyncAnalysis>(syncResults));
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 1;
        layout->entities = {{EntityKind::Node, "n1", 0}, {EntityKind::Gpu, "gpu0", 0}};
        const auto names = std::make_shared<std::vector<std::string>>(std::vector<std::string>{"", "chat", "rank 0"});
        for (std::uint32_t second = 1; second < 20; ++second) {
            auto batch = std::make_shared<Batch>();
            batch->node = "n1";
            batch->names = names;
            batch->received = begin + std::chrono::seconds(second);
            batch->tick = NodeTick{batch->received, layout, {}, {}, {}};
            for (const std::uint32_t rank : {0U, Span::noRank}) {
                Span span;
                span.end = batch->received;
                span.start = span.end - 900ms;
                span.entity = 1;
                span.job = 1;
                span.lane = rank == Span::noRank ? 1 : 2;
                span.rank = rank;
                span.step = second;
                batch->tick->spans.push_back(span);
            }
            const BatchPtr whole = std::move(batch);
            cluster.apply({&whole, 1}, whole->received);
            QVERIFY(test::waitFor([&host] { return !host.isBusy(); }));
        }
        QCOMPARE(syncResults.snapshot()->rankCount(begin + 20s), std::size_t{1});
    }

    void jobsThatAreInventedOnANodeDoNotDrownOthers()
    {
        constexpr std::uint32_t jobs = 60; // with as many ranks as a node of 64 GPUs may report
        const TimePoint begin{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)};
        ClusterModel cluster;
        SyncResults syncResults;
        AnalysisHost host(cluster);
        host.add(std::make_unique<SyncAnalysis>(syncResults));
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 1;
        layout->entities = {{EntityKind::Node, "n1", 0}};
        for (int gpu = 0; gpu < 64; ++gpu)
            layout->entities.push_back({EntityKind::Gpu, "gpu" + std::to_string(gpu), 0});
        auto names = std::make_shared<std::vector<std::string>>(1);
        for (std::uint32_t job = 0; job < jobs; ++job) {
            for (const char* const what : {"job ", "group ", "one of ", "other of ", "third of "})
                names->push_back(what + std::to_string(job));
        }
        const auto tickAt = [&](int second, const auto& spansOf) {
            auto batch = std::make_shared<Batch>();
            batch->node = "n1";
            batch->names = names;
            batch->received = begin + std::chrono::seconds(second);
            batch->tick = NodeTick{batch->received, layout, {}, {}, {}};
            for (std::uint32_t job = 0; job < jobs; ++job)
                spansOf(1 + 5 * job, batch->received, batch->tick->spans);
            const BatchPtr whole = std::move(batch);
            cluster.apply({&whole, 1}, whole->received);
            QVERIFY(test::waitFor([&host] { return !host.isBusy(); }));
        };
        // Two ranks of each job report that they wait for each other, and nothing else.
        for (const SpanKind kind : {SpanKind::Collective, SpanKind::Marker}) {
            tickAt(kind == SpanKind::Marker ? 2 : 1,
                   [kind](std::uint32_t first, TimePoint now, std::vector<Span>& spans) {
                       for (const std::uint32_t rank : {0U, 1U}) {
                           Span span;
                           span.kind = kind;
                           span.end = now;
                           span.start = kind == SpanKind::Marker ? now : now - std::chrono::milliseconds(100);
                           span.job = first;
                           span.communicator = first + 1;
                           span.lane = first + 2 + rank;
                           span.rank = rank;
                           span.sequence = kind == SpanKind::Marker ? 1 : 0;
                           spans.push_back(span);
                       }
                   });
        }
        for (int second = 3; second < 40; second += 4) {
            tickAt(second, [](std::uint32_t first, TimePoint now, std::vector<Span>& spans) {
                Span span;
                span.start = now - std::chrono::milliseconds(100);
                span.end = now;
                span.job = first;
                span.lane = first + 4;
                span.rank = 2;
                spans.push_back(span);
            });
        }
        std::size_t hangs = 0;
        std::size_t pendingChanges = 0;
        for (const LoggedEvent& logged : cluster.store().events().events()) {
            hangs += logged.event.code == "sync.hang" && logged.event.severity == Severity::Critical ? 1 : 0;
            pendingChanges += logged.event.code == "sync.hangs_untold" ? 1 : 0;
        }
        QVERIFY2(hangs > 0 && hangs <= 16, qPrintable(QString::number(hangs)));
        QCOMPARE(pendingChanges, std::size_t{1});
    }

    void aNewTopologyStartsAnew()
    {
        Watched watched;
        watched.run(12);
        QVERIFY(!watched.syncResults.snapshot()->jobs.empty());
        watched.world.cluster.setTopology(std::make_shared<Topology>());
        watched.world.introduce();
        watched.run(12);
        QVERIFY(!watched.syncResults.snapshot()->jobs.empty());
        QCOMPARE(watched.syncResults.snapshot()->jobs.front()->ranks.size(), std::size_t{16});
    }
};

LOCKSTEP_TEST(tst_syncanalysis, TestSyncAnalysis)
#include "tst_syncanalysis.moc"
