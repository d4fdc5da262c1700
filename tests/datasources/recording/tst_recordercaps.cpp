// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/recorder.h"
#include "datasources/recording/recording.h"
#include "datasources/recording/segmentreader.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "tests/support/fulldisk.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/placedrecorder.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <random>
#include <set>
#include <thread>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr std::uint64_t mebi = 1U << 20U;

RecorderOptions cappedOptionsFor(const QTemporaryDir& folder, std::uint64_t capBytes = RecordingCaps().bytes)
{
    RecorderOptions options;
    options.folder = folder.path().toStdString();
    options.caps.bytes = capBytes;
    return options;
}

/// A node with a given number of GPUs and random values, which compress badly.
class NoisyNode
{
public:
    explicit NoisyNode(std::uint32_t gpus, std::string name = "noisy") : m_name(std::move(name))
    {
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 1;
        MetricDescriptor metric;
        metric.name = "gpu.power";
        metric.entityKind = EntityKind::Gpu;
        layout->metrics = {metric};
        layout->entities = {{EntityKind::Node, m_name, 0}};
        layout->columns = {{0, {}}};
        for (std::uint32_t gpu = 0; gpu < gpus; ++gpu) {
            layout->entities.push_back({EntityKind::Gpu, "gpu" + std::to_string(gpu), 0});
            layout->columns[0].entities.push_back(gpu + 1);
        }
        m_layout = layout;
    }
    void setLayout(std::shared_ptr<const NodeLayout> layout) { m_layout = std::move(layout); }

    BatchPtr tick(TimePoint time, TimePoint received)
    {
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{1};
        batch->node = m_name;
        batch->sequence = ++m_sequence;
        batch->received = received;
        batch->clock = ClockOffset{20us, 50us}; // its probes are honest
        const auto begin = noise().begin() + m_random() % (noise().size() - m_layout->sampleCount());
        batch->tick = NodeTick{time, m_layout, {begin, begin + m_layout->sampleCount()}, {}, {}};
        return batch;
    }

private:
    static const std::vector<float>& noise()
    {
        static const std::vector<float> values = [] {
            std::mt19937 random{7}; // NOLINT: the same noise each time
            std::vector<float> noise(1U << 20U);
            for (float& value : noise)
                value = static_cast<float>(random()) / 1e6F;
            return noise;
        }();
        return values;
    }

    std::string m_name;
    std::shared_ptr<const NodeLayout> m_layout;
    std::uint64_t m_sequence = 0;
    std::mt19937 m_random{7}; // NOLINT: the same noise each time
};

std::uint64_t bytesIn(const std::string& folder)
{
    std::uint64_t bytes = 0;
    for (const SegmentFile& segment : listSegments(folder))
        bytes += segment.bytes;
    return bytes;
}

} // namespace

/// What a recording keeps, loses and reports under attack or on a failing disk.
class TestRecorderCaps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ticksOfTheFutureNeitherRotateNorDelete()
    {
        const QTemporaryDir folder;
        std::string old;
        {
            auto recorder = test::PlacedRecorder::start(cappedOptionsFor(folder), nullptr).value();
            SimulatedBatches yesterday(1);
            recorder->record(yesterday.next());
            recorder->flush();
            old = recorder->status().segment;
        }
        auto recorder = test::PlacedRecorder::start(cappedOptionsFor(folder), nullptr).value();
        SimulatedBatches honest(1);
        NoisyNode liar(8);
        for (int second = 0; second < 200; ++second) {
            const auto batches = honest.next();
            recorder->record(batches);
            const TimePoint now = batches.front()->received;
            const BatchPtr lie = liar.tick(now + 24h * (second / 10 + 30), now);
            recorder->record({&lie, 1});
            if (second % 10 == 9)
                recorder->flush();
        }
        recorder.reset();
        QCOMPARE(listSegments(folder.path().toStdString()).size(), std::size_t{2});
        QCOMPARE(listSegments(folder.path().toStdString()).front().path, old);
        Recording recording = Recording::open(folder.path().toStdString()).value();
        QVERIFY(recording.ticks().length() <= 210);
        QCOMPARE(recording.events({TimePoint::min(), TimePoint::max()}).back().event.code, std::string("store.ahead"));
    }

    void capsHoldFromTheStart()
    {
        const QTemporaryDir folder;
        for (int run = 0; run < 6; ++run) {
            auto recorder = test::PlacedRecorder::start(cappedOptionsFor(folder, 0), nullptr).value();
            SimulatedBatches cluster(1);
            recorder->record(cluster.next());
            recorder->flush();
            QCOMPARE(listSegments(folder.path().toStdString()).size(), std::size_t{1});
        }
    }

    void aFloodEndsItsSegmentAndStaysWithinTheCap()
    {
        const QTemporaryDir folder;
        constexpr std::uint64_t cap = 40 * mebi;
        constexpr int seconds = test::isSanitized ? 280 : 400; // 46 or 65 MB of noise
        auto recorder = test::PlacedRecorder::start(cappedOptionsFor(folder, cap), nullptr).value();
        std::vector<NoisyNode> nodes;
        for (int node = 0; node < 40; ++node)
            nodes.emplace_back(1024, "noisy-" + std::to_string(node));
        std::uint64_t max = 0;
        for (int second = 0; second < seconds; ++second) { // in less time than a segment's shortest
            const TimePoint time = SimulatedBatches::start + std::chrono::seconds(second);
            for (NoisyNode& node : nodes) {
                const BatchPtr batch = node.tick(time, time);
                recorder->record({&batch, 1});
            }
            if (second % 10 == 9) {
                recorder->flush();
                max = std::max(max, bytesIn(folder.path().toStdString()));
            }
        }
        const RecorderStatus status = recorder->finish();
        QCOMPARE(status.problem, std::string());
        QCOMPARE(status.droppedTicks + status.lostRows, std::uint64_t{0});
        QVERIFY2(max <= cap, qPrintable(QString::number(max / mebi)));
        QVERIFY(bytesIn(folder.path().toStdString()) > cap / 4);
        // The end remains, complete.
        Recording recording = Recording::open(folder.path().toStdString()).value();
        QVERIFY(recording.problems().empty());
        const MetricId power = recording.metrics().find("gpu.power");
        const TickRange ticks = recording.ticks();
        QCOMPARE(ticks.to, tickIndexOf(SimulatedBatches::start, 1s) + seconds);
        for (TickIndex tick = ticks.to - 30; tick < ticks.to; ++tick)
            QCOMPARE(countSamples(recording.row(power, tick)), std::size_t{40 * 1024});
    }

    void theCapHoldsAtEachMomentOfAFlood()
    {
        const QTemporaryDir folder;
        constexpr std::uint64_t cap = 20 * mebi;
        constexpr int seconds = test::isSanitized ? 150 : 300; // 25 or 49 MB
        auto recorder = test::PlacedRecorder::start(cappedOptionsFor(folder, cap), nullptr).value();
        std::vector<NoisyNode> nodes;
        for (int node = 0; node < 40; ++node)
            nodes.emplace_back(1024, "noisy-" + std::to_string(node));
        std::uint64_t max = 0;
        {
            std::jthread watch([&max, path = folder.path().toStdString()](const std::stop_token& stop) {
                while (!stop.stop_requested()) {
                    max = std::max(max, bytesIn(path));
                    std::this_thread::sleep_for(1ms); // between looks
                }
            });
            for (int second = 0; second < seconds; ++second) { // much of which is queued at once
                const TimePoint time = SimulatedBatches::start + std::chrono::seconds(second);
                for (NoisyNode& node : nodes) {
                    const BatchPtr batch = node.tick(time, time);
                    recorder->record({&batch, 1});
                }
                if (second % 50 == 49)
                    recorder->flush();
            }
            (void)recorder->finish();
        }
        QVERIFY2(max <= cap, qPrintable(QString::number(max / mebi)));
        QVERIFY2(max > cap / 4, qPrintable(QString::number(max / mebi)));
    }

    void aServiceThatRunsForMonthsKeepsTheNamesOfItsJobs()
    {
        const QTemporaryDir folder;
        RecorderOptions options = cappedOptionsFor(folder);
        options.maxSegmentLength = 1h;
        auto recorder = test::PlacedRecorder::start(options, nullptr).value();
        NoisyNode node(1);
        constexpr int jobs = 1500; // more names than a table holds
        constexpr std::uint32_t communicators = 60;
        const auto nameOf = [](int job) {
            return "job " + std::to_string(job);
        };
        for (int job = 0; job < jobs; ++job) {
            const TimePoint time = SimulatedBatches::start + std::chrono::minutes(job);
            auto batch = std::make_shared<Batch>(*node.tick(time, time));
            auto names
                = std::make_shared<std::vector<std::string>>(std::vector<std::string>{"", "rank 0", nameOf(job)});
            for (std::uint32_t each = 0; each < communicators; ++each) {
                names->push_back(nameOf(job) + " group " + std::to_string(each));
                Span span{.start = time, .end = time + 1s, .kind = SpanKind::Compute};
                span.lane = 1;
                span.job = 2;
                span.communicator = 3 + each;
                span.rank = 0;
                batch->tick->spans.push_back(span);
            }
            batch->names = std::move(names);
            const BatchPtr said = std::move(batch);
            recorder->record({&said, 1});
            if (job % 10 == 9)
                recorder->flush();
        }
        QCOMPARE(recorder->finish().problem, std::string());
        std::set<std::string> found;
        for (const SegmentFile& segment : listSegments(options.folder)) {
            SegmentReader reader = SegmentReader::open(segment.path).value();
            const auto spans = reader.spans({TimePoint::min(), TimePoint::max()});
            QVERIFY(spans.isOk());
            for (const RecordedSpan& span : spans.value()) {
                const std::string job = nameOf(static_cast<int>(
                    (span.startNs - SimulatedBatches::start.time_since_epoch().count()) / 60'000'000'000));
                QCOMPARE(reader.names()[span.job], job);
                QCOMPARE(reader.names()[span.lane], std::string("rank 0"));
                QVERIFY(reader.names()[span.communicator].starts_with(job + " group "));
                found.insert(job);
            }
        }
        QCOMPARE(found.size(), std::size_t{jobs});
    }

    void cutsWithinABlockLoseNothing()
    {
        const QTemporaryDir folder;
        auto recorder = test::PlacedRecorder::start(cappedOptionsFor(folder, 24 * mebi), nullptr).value();
        std::vector<NoisyNode> nodes;
        for (int node = 0; node < 20; ++node)
            nodes.emplace_back(1024, "noisy-" + std::to_string(node));
        constexpr int seconds = 150;
        for (int second = 0; second < seconds; ++second) {
            const TimePoint time = SimulatedBatches::start + std::chrono::seconds(second);
            for (NoisyNode& node : nodes) {
                const BatchPtr batch = node.tick(time, time);
                recorder->record({&batch, 1});
            }
            if (second % 8 == 7)
                recorder->flush();
        }
        recorder.reset();
        Recording recording = Recording::open(folder.path().toStdString()).value();
        QVERIFY(recording.problems().empty());
        QVERIFY(listSegments(folder.path().toStdString()).size() > 1);
        const MetricId power = recording.metrics().find("gpu.power");
        for (TickIndex tick = recording.ticks().from; tick < recording.ticks().to; ++tick)
            QCOMPARE(countSamples(recording.row(power, tick)), std::size_t{20 * 1024});
    }

    void afterOurClockWasSetBackRotationGoesOn()
    {
        const QTemporaryDir folder;
        RecorderOptions options = cappedOptionsFor(folder);
        options.segmentBytes = 1;
        options.minSegmentLength = 64s;
        auto recorder = test::PlacedRecorder::start(options, nullptr).value();
        NoisyNode node(8);
        for (int second = 0; second < 600; ++second) {
            const TimePoint time
                = SimulatedBatches::start + std::chrono::seconds(second) + (second < 50 ? 24h * 30 : 0h);
            const BatchPtr batch = node.tick(time, time);
            recorder->record({&batch, 1});
            if (second % 8 == 7)
                recorder->flush();
        }
        recorder.reset();
        QVERIFY(listSegments(folder.path().toStdString()).size() >= 5);
        Recording recording = Recording::open(folder.path().toStdString()).value();
        const MetricId power = recording.metrics().find("gpu.power");
        for (int second = 50; second < 600; ++second) {
            const TickIndex tick = tickIndexOf(SimulatedBatches::start + std::chrono::seconds(second), 1s);
            QCOMPARE(countSamples(recording.row(power, tick)), std::size_t{8});
        }
        for (const SegmentFile& segment : listSegments(options.folder))
            QVERIFY(SegmentReader::open(segment.path).value().ticks().length() < 200);
    }

    void moreMetricsThanAReaderTakesLeaveTheSegmentReadable()
    {
        const QTemporaryDir folder;
        auto recorder = test::PlacedRecorder::start(cappedOptionsFor(folder), nullptr).value();
        SimulatedBatches honest(1);
        recorder->record(honest.introduce());
        NoisyNode liar(1);
        for (std::uint32_t id = 1; id <= 30; ++id) {
            auto layout = std::make_shared<NodeLayout>();
            layout->id = id;
            layout->entities = {{EntityKind::Node, "noisy", 0}};
            for (std::uint32_t metric = 0; metric < 4000; ++metric) {
                MetricDescriptor invented;
                invented.name = "invented." + std::to_string(id * 4000 + metric);
                layout->metrics.push_back(invented);
                layout->columns.push_back({metric, {0}});
            }
            liar.setLayout(layout);
            const auto batches = honest.next();
            const BatchPtr lie = liar.tick(batches.front()->received, batches.front()->received);
            recorder->record({&lie, 1});
            recorder->record(batches);
        }
        QCOMPARE(recorder->finish().problem, std::string());
        recorder.reset();
        Recording recording = Recording::open(folder.path().toStdString()).value();
        QVERIFY(recording.problems().empty());
        QVERIFY(recording.metrics().size() < budget::ownMetricsPerSource + 500);
        const MetricId temperature = recording.metrics().find("gpu.temperature");
        QVERIFY(temperature.isValid());
        QCOMPARE(countSamples(recording.row(temperature, recording.ticks().to - 1)), std::size_t{8});
        const auto events = recording.events({TimePoint::min(), TimePoint::max()});
        QVERIFY(std::ranges::any_of(events,
                                    [](const RecordedEvent& each) { return each.event.code == "store.over_limit"; }));
    }

    void noRowIsWiderThanItsTopology()
    {
        const QTemporaryDir folder;
        auto recorder = test::PlacedRecorder::start(cappedOptionsFor(folder), nullptr).value();
        for (int node = 0; node < 40; ++node) { // one by one, so that blocks grow in steps
            NoisyNode one(7, "noisy-" + std::to_string(node));
            const TimePoint time = SimulatedBatches::start + std::chrono::seconds(node);
            const BatchPtr batch = one.tick(time, time);
            recorder->record({&batch, 1});
            recorder->flush();
        }
        SegmentReader reader = SegmentReader::open(listSegments(folder.path().toStdString()).front().path).value();
        const auto gpus = reader.topology()->count(EntityKind::Gpu);
        for (std::uint32_t metric = 0; metric < reader.metrics().size(); ++metric) {
            for (TickIndex tick = reader.ticks().from; tick < reader.ticks().to; ++tick)
                QVERIFY(reader.row(metric, tick).value().size() <= gpus);
        }
    }

    void whatADiskThatStaysFullLosesIsCounted()
    {
        const QTemporaryDir folder;
        auto recorder = test::PlacedRecorder::start(cappedOptionsFor(folder), nullptr).value();
        NoisyNode node(1000);
        std::string firstProblem;
        RecorderStatus end;
        {
            const test::FullDisk full(200'000);
            for (int second = 0; second < 100; ++second) {
                const TimePoint time = SimulatedBatches::start + std::chrono::seconds(second);
                const BatchPtr batch = node.tick(time, time);
                recorder->record({&batch, 1});
                if (second % 10 == 9)
                    recorder->flush();
                if (firstProblem.empty())
                    firstProblem = recorder->status().problem;
            }
            end = recorder->finish();
        }
        QVERIFY(!firstProblem.empty());
        QCOMPARE(end.problem, firstProblem); // later ones are only consequences
        QVERIFY(!end.isWriting);
        QVERIFY2(end.lostRows > 0, "it says that nothing was lost");
        recorder.reset();
        // Nothing is damaged; data recorded plus data lost equals data received.
        std::uint64_t ticks = 0;
        const Result<Recording> opened = Recording::open(folder.path().toStdString());
        if (opened.isOk()) {
            Recording recording = Recording::open(folder.path().toStdString()).value();
            QVERIFY(recording.problems().empty());
            const MetricId power = recording.metrics().find("gpu.power");
            for (TickIndex tick = recording.ticks().from; tick < recording.ticks().to; ++tick)
                ticks += countSamples(recording.row(power, tick)) > 0 ? 1 : 0;
        }
        QVERIFY(ticks < 100);
        QVERIFY(end.lostRows >= 100 - ticks);
    }

    void aDiskThatHasRoomAgainLosesNothing()
    {
        const QTemporaryDir folder;
        auto recorder = test::PlacedRecorder::start(cappedOptionsFor(folder), nullptr).value();
        NoisyNode node(1000);
        auto give = [&](int from, int to) {
            for (int second = from; second < to; ++second) {
                const TimePoint time = SimulatedBatches::start + std::chrono::seconds(second);
                const BatchPtr batch = node.tick(time, time);
                recorder->record({&batch, 1});
                if (second % 10 == 9)
                    recorder->flush();
            }
        };
        {
            const test::FullDisk full(200'000);
            give(0, 100);
            QVERIFY(!recorder->status().problem.empty());
        }
        give(100, 110);
        const RecorderStatus end = recorder->finish();
        QCOMPARE(end.problem, std::string());
        QCOMPARE(end.lostRows, std::uint64_t{0});
        recorder.reset();
        Recording recording = Recording::open(folder.path().toStdString()).value();
        QVERIFY(recording.problems().empty());
        const MetricId power = recording.metrics().find("gpu.power");
        const TickIndex first = tickIndexOf(SimulatedBatches::start, 1s);
        for (TickIndex tick = first; tick < first + 110; ++tick)
            QCOMPARE(countSamples(recording.row(power, tick)), std::size_t{1000});
        QVERIFY(!recording.gaps({TimePoint::min(), TimePoint::max()}).empty()); // the delay is recorded as a gap
    }
};

LOCKSTEP_TEST(tst_recordercaps, TestRecorderCaps)
#include "tst_recordercaps.moc"
