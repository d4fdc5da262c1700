// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/bundleimport.h"
#include "datasources/incidents/incidentbundle.h"
#include "datasources/recording/recorder.h"
#include "datasources/recording/recordingfolder.h"
#include "datasources/sqlite/database.h"
#include "tests/datasources/incidents/incidentfixture.h"
#include "tests/support/placedrecorder.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"

#include <bit>
#include <cmath>
#include <set>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr int seconds = 400;

bool isSame(std::span<const float> a, std::span<const float> b)
{
    return std::ranges::equal(a, b, [](float x, float y) {
        return (std::isnan(x) && std::isnan(y)) || std::bit_cast<int>(x) == std::bit_cast<int>(y);
    });
}

std::vector<std::string> reported(std::vector<RecordedSpan> spans)
{
    std::vector<std::string> all;
    for (const RecordedSpan& span : spans)
        all.push_back(std::to_string(span.startNs) + '/' + std::to_string(span.endNs) + '/'
                      + std::to_string(span.entity.index) + '/' + std::to_string(span.op) + '/'
                      + std::to_string(span.lane));
    std::ranges::sort(all);
    return all;
}

PostMortem storyOf(TimeRange range)
{
    PostMortem all;
    all.incident = sampleIncident();
    all.incident.range = range;
    all.annotations = {sampleAnnotation(1, 10)};
    all.evidence = sampleEvidence();
    return all;
}

} // namespace

class TestBundle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aStretchReadsAsItDidInTheRecording();
    void blocksOfOneSegmentAreCopiedAsTheyStand();
    void aBundleIsARecordingAndItsIncident();
    void aBundleOfABundleIsTheSame();
    void whereNothingWasRecordedThatIsSaid();
    void anExportThatIsGivenUpLeavesNothing_data();
    void anExportThatIsGivenUpLeavesNothing();
    void aBundleThatIsThereStaysWhenAnotherIsGivenUp();

private:
    [[nodiscard]] std::string folder() const { return m_folder.path().toStdString(); }
    /// Where the first session of the recorder ends and the second begins: their blocks meet in one.
    [[nodiscard]] static TimeRange acrossSessions()
    {
        return {SimulatedBatches::start + std::chrono::seconds(150),
                SimulatedBatches::start + std::chrono::seconds(290)};
    }

    QTemporaryDir m_folder;
};

void TestBundle::initTestCase()
{
    SimulatedBatches cluster(3);
    const auto introductions = cluster.introduce();
    for (int session = 0; session < 2; ++session) {
        RecorderOptions options;
        options.folder = folder();
        const std::unique_ptr<test::PlacedRecorder> recorder = must(test::PlacedRecorder::start(options, nullptr));
        recorder->record(introductions);
        for (int second = 0; second < seconds / 2; ++second)
            recorder->record(cluster.next());
        recorder->flush();
    }
    QCOMPARE(listSegments(folder()).size(), std::size_t{2});
}

void TestBundle::aStretchReadsAsItDidInTheRecording()
{
    Recording all = must(Recording::open(folder()));
    const std::string path = pathIn(m_folder, "stretch.lockstep");
    const Status copied = extractRecording(all, acrossSessions(), path, {});
    QVERIFY2(copied.isOk(), copied.isOk() ? "" : copied.error().message.c_str());
    Recording part = must(Recording::open(path));
    QCOMPARE(part.problems().size(), std::size_t{0});
    QVERIFY(timeOfTick(part.ticks().from, part.tickPeriod()) <= acrossSessions().from);
    QVERIFY(timeOfTick(part.ticks().to, part.tickPeriod()) >= acrossSessions().to);
    QVERIFY(part.ticks().length() < all.ticks().length());
    QCOMPARE(part.metrics().size(), all.metrics().size());
    int compared = 0;
    for (std::uint32_t id = 0; id < all.metrics().size(); ++id) {
        const MetricId theirs = part.metrics().find(all.metrics().descriptor(MetricId{id}).name);
        for (TickIndex first = RecordedBlock::firstOf(part.ticks().from); first < part.ticks().to; first += 64) {
            const RecordedBlock before = all.block(MetricId{id}, first);
            const RecordedBlock after = part.block(theirs, first);
            for (TickIndex tick = std::max(first, part.ticks().from); tick < first + 64; ++tick, ++compared)
                QVERIFY(isSame(before.row(tick), after.row(tick)));
        }
    }
    QVERIFY(compared > 1000);
    QCOMPARE(reported(part.spans(acrossSessions())), reported(all.spans(acrossSessions())));
    QCOMPARE(part.events(acrossSessions()).size(), all.events(acrossSessions()).size());
    const TimePoint end = acrossSessions().to;
    std::set<std::uint32_t> known;
    for (const RecordedIdentity& identity : part.standing(end).identities)
        known.insert(identity.node);
    QCOMPARE(known.size(), part.topology()->count(EntityKind::Node));
}

void TestBundle::blocksOfOneSegmentAreCopiedAsTheyStand()
{
    Recording all = must(Recording::open(folder()));
    int copied = 0;
    int unpacked = 0;
    for (std::uint32_t id = 0; id < all.metrics().size(); ++id) {
        for (TickIndex first = RecordedBlock::firstOf(all.ticks().from); first < all.ticks().to; first += 64) {
            const bool isPacked = must(all.packedBlock(MetricId{id}, first, [](const PackedBlock& block) {
                return block.data.empty() ? Status(Error{"there is nothing in it"}) : success();
            }));
            (isPacked ? copied : unpacked) += 1;
        }
    }
    // Blocks of few entities are joined in a file; separate ones are copied, except where two sessions meet.
    std::int64_t apart = 0;
    for (const SegmentFile& file : listSegments(folder())) {
        Database segment = must(Database::open(file.path, Database::Access::ReadOnly));
        apart += must(segment.number("SELECT count(*) FROM blocks WHERE rows = 64"));
    }
    QVERIFY(copied <= apart);
    QVERIFY(unpacked > 0 && copied + unpacked > 100);
}

void TestBundle::aBundleIsARecordingAndItsIncident()
{
    Recording all = must(Recording::open(folder()));
    const std::string path = pathIn(m_folder, "pump.lockstep");
    const PostMortem story = storyOf(acrossSessions());
    double done = 0;
    ExportOptions options;
    options.progress = [&done](double now) {
        QVERIFY(now >= done);
        done = now;
    };
    const Status written = writeBundle(story, {}, path, options, &all);
    QVERIFY2(written.isOk(), written.isOk() ? "" : written.error().message.c_str());
    QCOMPARE(done, 1.0);
    for (const char* rest : {"-wal", "-shm", ".unfinished"})
        QVERIFY(!QFile::exists(QString::fromStdString(path + rest)));
    QVERIFY(must(Recording::open(path)).ticks().length() > 200);
    IncidentDatabase there = must(IncidentDatabase::open(":memory:"));
    QCOMPARE(must(importBundle(path, there, {"sam", incidentStart})).size(), std::size_t{1});
    QCOMPARE(must(there.incident({7}))->title, story.incident.title);
    QVERIFY(must(there.hasEvidence({7})));
}

void TestBundle::aBundleOfABundleIsTheSame()
{
    const std::string first = pathIn(m_folder, "pump.lockstep");
    const std::string second = pathIn(m_folder, "again.lockstep");
    Recording once = must(Recording::open(first));
    QVERIFY(writeBundle(storyOf(acrossSessions()), {}, second, {}, &once).isOk());
    Recording twice = must(Recording::open(second));
    QCOMPARE(twice.ticks().from, once.ticks().from);
    QCOMPARE(twice.ticks().to, once.ticks().to);
    QCOMPARE(twice.counts().samples, once.counts().samples);
    QCOMPARE(twice.counts().spans, once.counts().spans);
    QCOMPARE(twice.counts().events, once.counts().events);
    QCOMPARE(twice.counts().gaps, once.counts().gaps);
    for (std::uint32_t id = 0; id < once.metrics().size(); ++id) {
        for (TickIndex at = RecordedBlock::firstOf(once.ticks().from); at < once.ticks().to; at += 64)
            QVERIFY(isSame(once.block(MetricId{id}, at).values, twice.block(MetricId{id}, at).values));
    }
}

void TestBundle::whereNothingWasRecordedThatIsSaid()
{
    Recording all = must(Recording::open(folder()));
    const std::string path = pathIn(m_folder, "other.lockstep");
    const Status written = writeBundle(storyOf({incidentStart, incidentStart + std::chrono::minutes(1)}), {}, path, {},
                                       &all); // years later
    QVERIFY(!written.isOk());
    QVERIFY(written.error().message.find("has no data from") != std::string::npos);
    QVERIFY(!QFile::exists(QString::fromStdString(path)));
}

void TestBundle::anExportThatIsGivenUpLeavesNothing_data()
{
    QTest::addColumn<double>("at");
    QTest::newRow("at once") << 0.0;
    QTest::newRow("in the middle of the columns") << 0.2;
    QTest::newRow("in the middle of the spans") << 0.6;
    QTest::newRow("on the way to the disk") << 0.9;
}

void TestBundle::anExportThatIsGivenUpLeavesNothing()
{
    QFETCH(double, at);
    Recording all = must(Recording::open(folder()));
    const std::string path = pathIn(m_folder, "given-up.lockstep");
    std::stop_source stop;
    double last = 0;
    int reportedAfterwards = 0;
    ExportOptions options;
    options.stop = stop.get_token();
    options.progress = [&](double done) {
        reportedAfterwards += stop.stop_requested() ? 1 : 0;
        last = done;
        if (done >= at)
            stop.request_stop();
    };
    QVERIFY(!writeBundle(storyOf(acrossSessions()), {}, path, options, &all).isOk());
    QVERIFY(last < 1 && last < at + 0.5);
    QCOMPARE(reportedAfterwards, 0);
    QCOMPARE(QDir(m_folder.path()).entryList({QStringLiteral("given-up*")}).size(), 0);
}

void TestBundle::aBundleThatIsThereStaysWhenAnotherIsGivenUp()
{
    Recording all = must(Recording::open(folder()));
    const std::string path = pathIn(m_folder, "pump.lockstep");
    const auto before = QFileInfo(QString::fromStdString(path)).size();
    std::stop_source stop;
    stop.request_stop();
    ExportOptions options;
    options.stop = stop.get_token();
    QVERIFY(!writeBundle(storyOf(acrossSessions()), {}, path, options, &all).isOk());
    QCOMPARE(QFileInfo(QString::fromStdString(path)).size(), before);
    QVERIFY(must(Recording::open(path)).ticks().length() > 200);
    QCOMPARE(QDir(m_folder.path()).entryList({QStringLiteral("pump*")}).size(), 1);
}

LOCKSTEP_TEST(tst_bundle, TestBundle)
#include "tst_bundle.moc"
