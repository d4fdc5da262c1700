// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/recorder.h"
#include "datasources/recording/recording.h"
#include "datasources/recording/retention.h"
#include "datasources/recording/segmentreader.h"
#include "models/core/batch.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/metrics/pointwise.h"
#include "models/store/clusterstore.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/samevalues.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <cmath>
#include <unistd.h>

using namespace lockstep;
using namespace lockstep::test;

namespace {

/// The live store and a recorder, given the same batches.
class LiveAndRecorded
{
public:
    explicit LiveAndRecorded(RecorderOptions options) : m_recorder(Recorder::start(std::move(options), nullptr).value())
    { }

    void give(const std::vector<BatchPtr>& batches)
    {
        const PlacedBatches placed = m_store.place(batches);
        (void)m_store.apply(placed);
        m_recorder->record(placed);
    }
    Recorder& recorder() { return *m_recorder; }
    void stop() { m_recorder.reset(); }
    ClusterStore& store() { return m_store; }

private:
    ClusterStore m_store{StoreLimits{std::chrono::seconds(1), std::chrono::hours(1)}};
    std::unique_ptr<Recorder> m_recorder;
};

RecorderOptions optionsFor(const QTemporaryDir& folder)
{
    RecorderOptions options;
    options.folder = folder.path().toStdString();
    return options;
}

std::vector<SegmentReader> openAll(const QTemporaryDir& folder)
{
    std::vector<SegmentReader> readers;
    for (const SegmentFile& segment : listSegments(folder.path().toStdString())) {
        auto reader = SegmentReader::open(segment.path);
        if (!reader.isOk())
            qWarning("%s", reader.error().message.c_str());
        else
            readers.push_back(std::move(reader).value());
    }
    return readers;
}

/// The first tick and metric in which a segment differs from the store; empty when it has the very same columns.
QString firstDifference(SegmentReader& reader, const ClusterStore& store, TickRange ticks)
{
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        for (std::uint32_t metric = 0; metric < reader.metrics().size(); ++metric) {
            if (reader.metrics()[metric].name == presenceMetric().name)
                continue; // the store has it in its nodes' states
            const auto block = reader.block(metric, RecordedBlock::firstOf(tick));
            const MetricId live = store.metrics().find(reader.metrics()[metric].name);
            if (!block.isOk() || !live.isValid() || !isSame(block.value().row(tick), store.column(live, tick)))
                return QString::fromStdString(reader.metrics()[metric].name) + QStringLiteral(" at tick %1").arg(tick);
        }
    }
    return {};
}

std::size_t spanCount(std::vector<SegmentReader>& readers)
{
    std::size_t count = 0;
    for (SegmentReader& reader : readers)
        count += reader.counts().value().spans;
    return count;
}

} // namespace

class TestRecorder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRecordingHoldsTheVeryColumnsOfTheStore()
    {
        const QTemporaryDir folder;
        LiveAndRecorded both(optionsFor(folder));
        SimulatedBatches cluster(4);
        both.give(cluster.introduce());
        for (int second = 0; second < 150; ++second) {
            both.give(cluster.next());
            if (second % 40 == 7)
                both.recorder().flush();
        }
        both.stop();

        auto readers = openAll(folder);
        QCOMPARE(readers.size(), std::size_t{1});
        SegmentReader& reader = readers.front();
        const std::size_t computed
            = static_cast<std::size_t>(std::ranges::count_if(pointwiseMetrics(), [&](const auto& each) {
                  return both.store().metrics().find(each.descriptor.name).isValid();
              }));
        QCOMPARE(reader.metrics().size(), both.store().metrics().size() - computed + 1); // plus the presence of nodes
        QCOMPARE(reader.ticks().from, both.store().ticks().from);
        QCOMPARE(reader.ticks().to, both.store().ticks().to);
        QCOMPARE(firstDifference(reader, both.store(), both.store().ticks()), QString());
        QCOMPARE(spanCount(readers), both.store().spans().spanCount());
        const Topology& live = *both.store().topology();
        for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
            const auto entityKind = static_cast<EntityKind>(kind);
            QCOMPARE(reader.topology()->count(entityKind), live.count(entityKind));
            for (std::uint32_t index = 0; index < live.count(entityKind); ++index)
                QCOMPARE(reader.topology()->path({entityKind, index}), live.path({entityKind, index}));
        }
        QCOMPARE(reader.counts().value().samples > 0, true);
        QCOMPARE(reader.identities().value().size(), live.count(EntityKind::Node));
        QCOMPARE(reader.states().value().size(), live.count(EntityKind::Node));
    }

    void aRecordingIsReadWhileItIsWritten()
    {
        const QTemporaryDir folder;
        LiveAndRecorded both(optionsFor(folder));
        SimulatedBatches cluster(1);
        both.give(cluster.introduce());
        for (int second = 0; second < 100; ++second)
            both.give(cluster.next());
        both.recorder().flush();
        QVERIFY(both.recorder().status().isWriting);
        QCOMPARE(both.recorder().status().problem, std::string());
        auto readers = openAll(folder);
        QCOMPARE(readers.size(), std::size_t{1});
        QCOMPARE(firstDifference(readers.front(), both.store(), both.store().ticks()), QString());
    }

    void lateAndRepeatedTicksEndUpAsInTheStore()
    {
        const QTemporaryDir folder;
        LiveAndRecorded both(optionsFor(folder));
        SimulatedBatches cluster(2);
        both.give(cluster.introduce());
        std::vector<BatchPtr> held;
        for (int second = 0; second < 200; ++second) {
            auto batches = cluster.next();
            if (second >= 20 && second < 60) { // the first node was disconnected and delivers these later
                held.push_back(batches.front());
                batches.erase(batches.begin());
            }
            both.give(batches);
            if (second % 16 == 0)
                both.recorder().flush();
        }
        for (BatchPtr& batch : held) {
            auto late = std::make_shared<Batch>(*batch);
            late->received = SimulatedBatches::start + std::chrono::seconds(200);
            batch = std::move(late);
        }
        both.give(held);
        both.give(held); // and once more
        both.stop();
        auto readers = openAll(folder);
        QCOMPARE(readers.size(), std::size_t{1});
        QCOMPARE(firstDifference(readers.front(), both.store(), both.store().ticks()), QString());
        QCOMPARE(spanCount(readers), both.store().spans().spanCount());
    }

    void whatADiskIsTooSlowForMovesNothingElse()
    {
        const QTemporaryDir folder;
        RecorderOptions options = optionsFor(folder);
        options.commitInterval = std::chrono::hours(1);
        LiveAndRecorded both(options);
        TestNode fast("fast", 2, 1);
        TestNode slow("slow", 2, 2);
        both.give({share(fast.tick(at(0), 1))}); // brings its GPUs, and is dropped
        both.give({share(slow.tick(at(0), 2))});
        const std::vector<BatchPtr> flood(1000, share(fast.tick(at(1), 1)));
        for (int turn = 0; turn < 70; ++turn)
            both.give(flood);
        Derived derived;
        derived.addColumn(metrics::gpu::temperatureDeviation, tickIndexOf(at(1), std::chrono::seconds(1)), 4)
            = {10, 11, 20, 21}; // by the store's indices
        both.recorder().record(derived);
        both.recorder().flush();
        QVERIFY(both.recorder().status().droppedTicks > 0);
        both.stop();

        auto readers = openAll(folder);
        QCOMPARE(readers.size(), std::size_t{1});
        const Topology& recorded = *readers.front().topology();
        const auto metric = std::ranges::find(readers.front().metrics(),
                                              std::string(metrics::gpu::temperatureDeviation), &MetricDescriptor::name);
        QVERIFY(metric != readers.front().metrics().end());
        const auto row = readers.front().row(static_cast<std::uint32_t>(metric - readers.front().metrics().begin()),
                                             tickIndexOf(at(1), std::chrono::seconds(1)));
        QVERIFY(row.isOk());
        for (const auto& [node, first] : {std::pair{"fast", 10.0F}, std::pair{"slow", 20.0F}}) {
            const EntityRef gpu = recorded.find(EntityKind::Gpu, recorded.findNode(node), "gpu0");
            QVERIFY(gpu.isValid());
            QCOMPARE(row.value()[gpu.index], first);
        }
    }

    void segmentsFollowEachOtherAndOldOnesAreDropped()
    {
        const QTemporaryDir folder;
        RecorderOptions options = optionsFor(folder);
        options.minSegmentLength = std::chrono::seconds(64);
        options.segmentBytes = 1;
        LiveAndRecorded both(options);
        SimulatedBatches cluster(1);
        both.give(cluster.introduce());
        for (int second = 0; second < 500; ++second) {
            both.give(cluster.next());
            if (second % 8 == 0)
                both.recorder().flush();
        }
        both.stop();
        auto readers = openAll(folder);
        QVERIFY(readers.size() >= 4);
        for (std::size_t at = 0; at < readers.size(); ++at) {
            if (at > 0)
                QCOMPARE(readers[at].ticks().from, readers[at - 1].ticks().to);
            QCOMPARE(firstDifference(readers[at], both.store(), readers[at].ticks()), QString());
            QCOMPARE(readers[at].identities().value().size(), both.store().topology()->count(EntityKind::Node));
        }
        QCOMPARE(spanCount(readers), both.store().spans().spanCount());

        const auto segments = listSegments(options.folder);
        QVERIFY(pinSegment(segments[0].path, true).isOk());
        const std::size_t dropped
            = Retention(options.folder, {1, std::chrono::hours(24)}).enforce({segments[segments.size() - 2].path});
        const auto left = listSegments(options.folder);
        QCOMPARE(left.size(), segments.size() - dropped);
        QCOMPARE(left.size(), std::size_t{2}); // pinned, in use
        QVERIFY(left.front().isPinned);
    }

    void theTimeBetweenTwoRunsIsAPause()
    {
        const QTemporaryDir folder;
        for (const auto later : {std::chrono::hours(0), std::chrono::hours(12)}) {
            LiveAndRecorded both(optionsFor(folder));
            SimulatedBatches cluster(sim::Simulation::create(sim::makeCluster(1, 8, *sim::findGpuModel("H100")), {}, 7,
                                                             SimulatedBatches::start + later)
                                         .value());
            both.give(cluster.introduce());
            for (int second = 0; second < 80; ++second)
                both.give(cluster.next());
            both.stop();
        }
        const Recording recording = Recording::open(folder.path().toStdString()).value();
        const auto pauses = recording.pauses(std::chrono::minutes(5));
        QCOMPARE(pauses.size(), std::size_t{1});
        QVERIFY(std::abs(pauses.front().length() - (12 * 3600 - 80)) <= 2);
        QVERIFY(recording.ticks().from < pauses.front().from && pauses.front().to < recording.ticks().to);
        QVERIFY(recording.pauses(std::chrono::hours(13)).empty());
    }

    void twoRecordersDoNotShareAFolder()
    {
        const QTemporaryDir folder;
        const auto first = Recorder::start(optionsFor(folder), nullptr);
        QVERIFY(first.isOk());
        const auto second = Recorder::start(optionsFor(folder), nullptr);
        QVERIFY(!second.isOk());
        QVERIFY(second.error().message.find("another Lockstep") != std::string::npos);
    }

    void aFolderThatCannotBeMadeIsAnError()
    {
        RecorderOptions options;
        options.folder = "/proc/no-such-place/recording";
        const auto recorder = Recorder::start(options, nullptr);
        QVERIFY(!recorder.isOk());
        QVERIFY(recorder.error().message.find(options.folder) != std::string::npos);
    }

    /// A file is empty for a moment, or permanently if its recorder is killed then.
    void anEmptySegmentIsReadOnceItHasATable()
    {
        const QTemporaryDir folder;
        const QTemporaryDir elsewhere;
        const auto record = [](const QTemporaryDir& into, int seconds) {
            LiveAndRecorded both(optionsFor(into));
            SimulatedBatches cluster(1);
            both.give(cluster.introduce());
            for (int second = 0; second < seconds; ++second)
                both.give(cluster.next());
            both.stop();
            return QString::fromStdString(listSegments(into.path().toStdString()).front().path);
        };
        const QString first = record(folder, 10);
        const QString next = record(elsewhere, 50);
        const QString name = folder.filePath(QStringLiteral("segment-20990101T000000Z-000.lockstep"));
        QFile empty(name);
        QVERIFY(empty.open(QIODevice::WriteOnly));
        Recording recording = Recording::open(folder.path().toStdString()).value();
        QVERIFY(recording.problems().empty());
        QCOMPARE(recording.ticks().length(), 10);
        QVERIFY(QFile::remove(name) && QFile::copy(next, name));
        QVERIFY(recording.refresh().isOk());
        QVERIFY(recording.problems().empty());
        QCOMPARE(recording.ticks().length(), 50);
    }

    void aDamagedSegmentIsRefusedAndSaysWhich()
    {
        const QTemporaryDir folder;
        {
            LiveAndRecorded both(optionsFor(folder));
            SimulatedBatches cluster(1);
            both.give(cluster.next());
            both.stop();
        }
        const std::string path = listSegments(folder.path().toStdString()).front().path;
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.write(QByteArray(200, 'x'));
        file.close();
        const auto reader = SegmentReader::open(path);
        QVERIFY(!reader.isOk());
        QVERIFY(reader.error().message.find(path) != std::string::npos);
    }
};

LOCKSTEP_TEST(tst_recorder, TestRecorder)
#include "tst_recorder.moc"
