// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidentbundle.h"
#include "datasources/recording/recording.h"
#include "datasources/recording/segmentwriter.h"
#include "datasources/sqlite/query.h"
#include "models/core/codec/bytestream.h"
#include "tests/datasources/incidents/incidentfixture.h"
#include "tests/support/smallrecording.h"
#include "tests/support/testentry.h"

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr TickIndex firstBlock = SmallRecording::start.time_since_epoch() / std::chrono::seconds(1);
constexpr TimeRange wholeTime{SmallRecording::start - std::chrono::hours(1),
                              SmallRecording::start + std::chrono::hours(1)};

/// A block of columns that contains only its size.
std::vector<std::uint8_t> emptyColumns(std::uint32_t rows, std::uint32_t width)
{
    std::vector<float> values(std::size_t{rows} * width, noData);
    return ColumnCodec().encode(values, {rows, width});
}

/// A block of spans that contains only their number.
std::vector<std::uint8_t> emptySpans(std::uint64_t count)
{
    std::vector<std::uint8_t> packed;
    ByteWriter out(packed);
    out.byte(1);
    out.number(count);
    for (int plane = 0; plane < 28; ++plane)
        out.byte(0);
    return packed;
}

} // namespace

/// Segments with valid checksums and malicious contents. Only the rejected part is lost.
class TestHostileSegment : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::string m_path;

    void bend(const std::string& sql)
    {
        Database database = must(Database::open(m_path, Database::Access::ReadWrite));
        const Status changed = database.execute(sql);
        QVERIFY2(changed.isOk(), changed.isOk() ? "" : changed.error().message.c_str());
    }
    void putBlob(const char* sql, const std::vector<std::uint8_t>& blob)
    {
        Database database = must(Database::open(m_path, Database::Access::ReadWrite));
        const Status put = run(database, sql, checksum(blob), std::as_bytes(std::span(blob)));
        QVERIFY2(put.isOk(), put.isOk() ? "" : put.error().message.c_str());
    }
    static MetricId powerOf(const Recording& recording) { return recording.metrics().find("gpu.power"); }
    void isRefused(const char* why)
    {
        const Result<Recording> opened = Recording::open(m_path);
        QVERIFY(!opened.isOk());
        QVERIFY2(opened.error().message.starts_with(m_path), opened.error().message.c_str());
        QVERIFY2(opened.error().message.find(why) != std::string::npos, opened.error().message.c_str());
    }

private Q_SLOTS:
    void init() { m_path = must(SmallRecording::write(m_folder.filePath(QString::number(++m_count)).toStdString())); }

    void aBlockOfMoreEntitiesThanThereAreIsRefused();
    void aRowOfMoreEntitiesThanThereAreIsRefused();
    void spansThatNoBytesStandForAreRefused();
    void clockworkSpansComeBack();
    void placesBeyondTheHallAreRefused_data();
    void placesBeyondTheHallAreRefused();
    void aPositionOfANodeIsBounded();
    void thingsInThingsWithoutEndAreRefused();
    void thingsThatAreInEachOtherAreRefused();
    void aNameOfMegabytesIsRefused();
    void rowsThatShareTheirBytesAreNotReadAgainAndAgain();
    void centuriesAreNotSteppedThrough();
    void timesThatNoClockShowsAreRefused_data();
    void timesThatNoClockShowsAreRefused();

private:
    int m_count = 0;
};

void TestHostileSegment::aBlockOfMoreEntitiesThanThereAreIsRefused()
{
    // A few bytes that claim to be 64 x 16,000,000 values.
    putBlob("UPDATE blocks SET crc = ?, data = ?, rows = 64, width = 16000000 WHERE rowid = (SELECT min(rowid) FROM "
            "blocks)",
            [] {
                std::vector<std::uint8_t> packed;
                ByteWriter out(packed);
                out.byte(1);
                out.number(64);
                out.number(16'000'000);
                out.number(1024);
                return packed;
            }());
    Recording recording = must(Recording::open(m_path));
    std::size_t read = 0;
    for (std::uint32_t id = 0; id < recording.metrics().size(); ++id) {
        const RecordedBlock block = recording.block(MetricId{id}, firstBlock);
        QVERIFY(block.width < 100);
        QVERIFY(recording.row(MetricId{id}, firstBlock + 3).size() < 100);
        read += block.width > 0 ? 1 : 0;
    }
    QVERIFY(read > 0); // the other metric's
    QVERIFY2(recording.problems().at(0).find("claims 16000000 entities, but only") != std::string::npos,
             recording.problems().at(0).c_str());
}

void TestHostileSegment::aRowOfMoreEntitiesThanThereAreIsRefused()
{
    putBlob("INSERT INTO late(metric, tick, width, samples, crc, data) SELECT id, 1772334725, 200000, 0, ?1, ?2 FROM "
            "metrics WHERE name = 'gpu.power'",
            emptyColumns(1, 200'000));
    Recording recording = must(Recording::open(m_path));
    QVERIFY(recording.row(powerOf(recording), firstBlock + 5).empty());
    QVERIFY(recording.block(powerOf(recording), firstBlock).written == 0);
    QVERIFY(recording.block(powerOf(recording), firstBlock + 64).written != 0);
    QVERIFY(recording.problems().at(0).find("claims 200000 entities") != std::string::npos);
}

void TestHostileSegment::spansThatNoBytesStandForAreRefused()
{
    const std::size_t honest = must(Recording::open(m_path)).spans(wholeTime).size();
    QVERIFY(honest > 100);
    putBlob("INSERT INTO span_blocks(from_ns, to_ns, count, crc, data) VALUES(1772334720000000000, "
            "1772334730000000000, 16000000, ?, ?)",
            emptySpans(16'000'000));
    const Result<std::vector<RecordedSpan>> unpacked = unpackSpans(emptySpans(16'000'000));
    QVERIFY(!unpacked.isOk());
    QVERIFY2(unpacked.error().message.find("claims to hold 16000000 spans") != std::string::npos,
             unpacked.error().message.c_str());
    QVERIFY(unpackSpans(emptySpans(1000)).isOk());
}

/// Spans so regular that they would take hardly any space. They take one byte each, as readers require.
void TestHostileSegment::clockworkSpansComeBack()
{
    std::vector<RecordedSpan> spans(100'000);
    for (std::size_t at = 0; at < spans.size(); ++at) {
        spans[at].entity = {EntityKind::Gpu, 3};
        spans[at].startNs = static_cast<std::int64_t>(at) * 1000;
        spans[at].endNs = spans[at].startNs + 500;
    }
    const std::vector<std::uint8_t> packed = packSpans(spans);
    QVERIFY(spans.size() <= maxSpansIn(packed.size()));
    QVERIFY(packed.size() < 2 * spans.size());
    const Result<std::vector<RecordedSpan>> back = unpackSpans(packed);
    QVERIFY2(back.isOk(), back.isOk() ? "" : back.error().message.c_str());
    QVERIFY(back.value() == spans);
}

void TestHostileSegment::placesBeyondTheHallAreRefused_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("reported");
    QTest::newRow("x") << "UPDATE entities SET x = 9e30 WHERE kind = 'rack'"
                       << "rack R1 is at 9e+30 m";
    QTest::newRow("z") << "UPDATE entities SET z = -20000 WHERE kind = 'rack'"
                       << "is at -20000 m";
    QTest::newRow("infinite") << "UPDATE entities SET x = 9e999 WHERE kind = 'rack'"
                              << "is at inf m";
    QTest::newRow("position") << "UPDATE entities SET position = 4000000000 WHERE kind = 'rack'"
                              << "rack 4000000000";
    QTest::newRow("units") << "UPDATE entities SET height = 4000000000 WHERE kind = 'rack'"
                           << "4000000000 units";
    QTest::newRow("below") << "UPDATE entities SET bottom = -1 WHERE kind = 'node'"
                           << "-1 units";
}

void TestHostileSegment::placesBeyondTheHallAreRefused()
{
    QFETCH(QString, change);
    QFETCH(QString, reported);
    bend(change.toStdString());
    isRefused(qPrintable(reported));
}

void TestHostileSegment::aPositionOfANodeIsBounded()
{
    bend("UPDATE identities SET row = 'A', rack = 'R9', bottom = 4000000000, height = 4000000000");
    Recording recording = must(Recording::open(m_path));
    TopologyBuilder builder;
    for (const RecordedIdentity& each : recording.standing(wholeTime.to).identities)
        builder.describeNode(each.identity);
    const TopologyPtr hall = builder.build();
    QVERIFY(hall->count(EntityKind::Node) == 2);
    for (std::uint32_t node = 0; node < 2; ++node)
        QVERIFY(hall->nodePlace({EntityKind::Node, node}).bottomUnit <= budget::rackUnits);
    QVERIFY(hall->rackPlace({EntityKind::Rack, 0}).heightUnits <= budget::heapUnits);
}

void TestHostileSegment::thingsInThingsWithoutEndAreRefused()
{
    bend("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) "
         "INSERT INTO entities(kind, idx, name, parent_kind, parent_idx) SELECT 'job', i, 'j', 'job', i - 1 FROM n; "
         "UPDATE meta SET value = value + 1 WHERE key IN ('topology', 'entities')");
    isRefused("deep");
}

void TestHostileSegment::thingsThatAreInEachOtherAreRefused()
{
    bend("UPDATE entities SET parent_kind = 'gpu', parent_idx = 0 WHERE kind = 'rack'");
    isRefused("damaged");
}

void TestHostileSegment::aNameOfMegabytesIsRefused()
{
    bend("UPDATE names SET name = printf('%.*c', 1000000, 'x') WHERE id = 1");
    isRefused("names is damaged");
}

/// Each row's text is in the same pages of the file, so thousands of rows would be thousands of times the file.
void TestHostileSegment::rowsThatShareTheirBytesAreNotReadAgainAndAgain()
{
    Database database = must(Database::open(m_path, Database::Access::ReadWrite));
    QVERIFY(database
                .execute("INSERT INTO events(time_ns, node, kind, idx, severity, code, text) VALUES"
                         "(1772334721000000000, 0, 'gpu', 0, 1, 'x', printf('%.*c', 3000000, 'x'))")
                .isOk());
    Statement rows = must(database.prepare("SELECT e.text FROM events e, names a, names b, names c, names d, names f "
                                           "WHERE length(e.text) > 99"));
    std::size_t read = 0;
    Result<bool> next = rows.step();
    for (; next.isOk() && next.value(); next = rows.step())
        read += rows.text(0).empty() ? 0 : 1;
    QVERIFY(!next.isOk());
    QVERIFY(read <= 10); // of 3 MB each: four times what the file and its log have
}

void TestHostileSegment::centuriesAreNotSteppedThrough()
{
    putBlob(
        "INSERT INTO late(metric, tick, width, samples, crc, data) SELECT id, 2000000000, 1, 0, ?1, ?2 FROM metrics "
        "WHERE name = 'gpu.power'",
        emptyColumns(1, 1));
    bend("UPDATE meta SET value = 2000000001 WHERE key = 'end_tick'");
    Recording recording = must(Recording::open(m_path));
    QCOMPARE(recording.ticks().to, TickIndex{2'000'000'001});
    QCOMPARE(recording.blocksWithin(recording.ticks()),
             (std::vector<TickIndex>{firstBlock, firstBlock + 64, firstBlock + 128, 2'000'000'000 & ~63}));
    const TimeRange all{SmallRecording::start, SmallRecording::start + std::chrono::hours(24 * 366 * 10)};
    const std::string copy = m_path + ".copy";
    QVERIFY(extractRecording(recording, all, copy, {}).isOk());
    QCOMPARE(must(Recording::open(copy)).blocksWithin({0, TickIndex{1} << 40}).size(), std::size_t{4});
}

void TestHostileSegment::timesThatNoClockShowsAreRefused_data()
{
    QTest::addColumn<QString>("change");
    QTest::newRow("late") << "UPDATE late SET tick = 9223372036854775807; INSERT INTO late SELECT 9, 0, "
                             "9223372036854775807, 1, 0, 0, x''";
    QTest::newRow("blocks")
        << "UPDATE blocks SET first_tick = -9223372036854775807 WHERE rowid = (SELECT min(rowid) FROM blocks)";
    QTest::newRow("period") << "UPDATE meta SET value = 9223372036854775807 WHERE key = 'tick_period_ns'";
}

void TestHostileSegment::timesThatNoClockShowsAreRefused()
{
    QFETCH(QString, change);
    bend(change.toStdString());
    isRefused("");
}

LOCKSTEP_TEST(tst_hostilesegment, TestHostileSegment)
#include "tst_hostilesegment.moc"
