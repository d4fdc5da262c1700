// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/pieces/eventpieces.h"
#include "tests/datasources/traces/tracefiles.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <simdjson.h>

#include <random>

using namespace lockstep;

namespace {

struct Pieces
{
    std::vector<std::string> events; ///< each as minimal JSON
    std::string frame;
    std::string problem;
    std::size_t pieces = 0;
};

Pieces readPieces(const std::filesystem::path& path)
{
    Pieces result;
    TraceBudget budget;
    TraceMeter meter(budget, path.string());
    auto reader = BlockReader::open(path, meter);
    if (!reader.isOk()) {
        result.problem = reader.error().message;
        return result;
    }
    EventPieces pieces(std::move(reader).value());
    simdjson::dom::parser parser;
    while (const auto piece = pieces.next()) {
        ++result.pieces;
        simdjson::dom::array array;
        if (parser.parse(piece->data(), piece->size(), false).get_array().get(array) != simdjson::SUCCESS) {
            result.problem = "a piece is no JSON: " + std::string(piece->substr(0, 80));
            return result;
        }
        for (const auto event : array)
            result.events.push_back(simdjson::minify(event));
    }
    result.frame = pieces.frame();
    if (pieces.problem())
        result.problem = pieces.problem()->message;
    return result;
}

/// Events with everything that could fool a counter of brackets.
std::string eventText(int number, std::size_t padding)
{
    return R"({"name":"a \"},{\" \\","args":{"list":[{"x":1},{"y":[2,3]}],"text":"]}{["},"n":)" + std::to_string(number)
        + R"(,"pad":")" + std::string(padding, 'x') + "\"}";
}

std::string document(int count, std::size_t padding)
{
    std::string text
        = R"({"schemaVersion": 1, "info": {"traceEvents": 3, "list": [1, "traceEvents"]}, "traceEvents": [ )";
    for (int i = 0; i < count; ++i)
        text += (i == 0 ? "" : " ,\n ") + eventText(i, padding);
    return text + R"( ], "traceName": "x[{" })";
}

} // namespace

class EventPiecesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allEventsArriveWholeAndInOrder_data();
    void allEventsArriveWholeAndInOrder();
    void theFrameIsTheDocumentWithoutItsEvents();
    void anEventLongerThanABlockArrives();
    void aTopLevelArrayNeedsNoEnd();
    void textCutAnywhereGivesTheWholeEventsBeforeTheCut();
    void damagedGzipGivesWhatCameBefore();
    void textAfterTheEndIsReportedOf();
    void severalGzipMembersAreOneFile();
    void aFolderOrNothingIsAnError();
    void destroyingAReaderBeforeItsEndStopsIt();
};

void EventPiecesTest::allEventsArriveWholeAndInOrder_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("padding");
    QTest::addColumn<bool>("zipped");
    QTest::newRow("few") << 3 << 0 << false;
    QTest::newRow("none") << 0 << 0 << false;
    QTest::newRow("many small") << 20000 << 7 << true;
    QTest::newRow("long ones") << 40 << 100'000 << true;
    QTest::newRow("at a block's edge") << 3000 << 1000 << false;
}

void EventPiecesTest::allEventsArriveWholeAndInOrder()
{
    QFETCH(int, count);
    QFETCH(int, padding);
    QFETCH(bool, zipped);
    const TraceFiles files;
    const auto text = document(count, static_cast<std::size_t>(padding));
    const auto path = zipped ? files.writeGzip("t.json.gz", text) : files.write("t.json", text);
    const auto result = readPieces(path);
    QCOMPARE(QString::fromStdString(result.problem), QString());
    QCOMPARE(result.events.size(), static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        QCOMPARE(result.events[static_cast<std::size_t>(i)], eventText(i, static_cast<std::size_t>(padding)));
}

void EventPiecesTest::theFrameIsTheDocumentWithoutItsEvents()
{
    const TraceFiles files;
    const auto result = readPieces(files.write("t.json", document(5, 10)));
    QCOMPARE(QString::fromStdString(result.frame),
             QStringLiteral(R"({"schemaVersion":1,"info":{"traceEvents":3,"list":[1,"traceEvents"]},"traceEvents":[],)"
                            R"("traceName":"x[{"})"));
}

void EventPiecesTest::anEventLongerThanABlockArrives()
{
    const TraceFiles files;
    const auto text = "[" + eventText(1, 5'000'000) + "," + eventText(2, 0) + "]";
    const auto result = readPieces(files.writeGzip("t.gz", text));
    QCOMPARE(QString::fromStdString(result.problem), QString());
    QCOMPARE(result.events.size(), std::size_t{2});
}

void EventPiecesTest::aTopLevelArrayNeedsNoEnd()
{
    // The format allows the bracket to be left out, as a tracer that was killed does.
    const TraceFiles files;
    const auto result
        = readPieces(files.write("t.json", "\xEF\xBB\xBF [" + eventText(1, 3) + ",\n" + eventText(2, 3) + ","));
    QCOMPARE(QString::fromStdString(result.problem), QString());
    QCOMPARE(result.events.size(), std::size_t{2});
}

void EventPiecesTest::textCutAnywhereGivesTheWholeEventsBeforeTheCut()
{
    const TraceFiles files;
    const auto text = document(6, 4);
    for (std::size_t length = 1; length < text.size(); ++length) {
        const auto result = readPieces(files.write("cut.json", std::string_view(text).substr(0, length)));
        QVERIFY2(!result.problem.empty() || result.events.size() <= 6, "a cut went unnoticed");
        for (std::size_t i = 0; i < result.events.size(); ++i)
            QCOMPARE(result.events[i], eventText(static_cast<int>(i), 4));
    }
    const auto inside = text.find("\"n\":3");
    const auto result = readPieces(files.write("cut.json", std::string_view(text).substr(0, inside)));
    QCOMPARE(result.events.size(), std::size_t{3});
    QVERIFY(result.problem.find("ends inside an event, after 3 complete ones") != std::string::npos);
}

void EventPiecesTest::damagedGzipGivesWhatCameBefore()
{
    const TraceFiles files;
    std::string text = "[";
    std::mt19937 random(1);
    for (int i = 0; i < 60000; ++i)
        text += (i == 0 ? "" : ",") + eventText(static_cast<int>(random() % 1000000), 2);
    const auto packed = gzip(text + "]");
    const auto cut = readPieces(files.write("cut.gz", std::string_view(packed).substr(0, packed.size() / 2)));
    QVERIFY(cut.problem.find("ends early") != std::string::npos);
    QVERIFY(cut.events.size() > 10000 && cut.events.size() < 60000);

    auto broken = packed;
    for (std::size_t i = packed.size() / 2; i < packed.size() / 2 + 200; ++i)
        broken[i] = static_cast<char>(broken[i] ^ 0x5A);
    const auto damaged = readPieces(files.write("broken.gz", broken));
    QVERIFY(!damaged.problem.empty());
}

void EventPiecesTest::textAfterTheEndIsReportedOf()
{
    const TraceFiles files;
    const auto result = readPieces(files.write("t.json", document(2, 1) + " {}"));
    QCOMPARE(result.events.size(), std::size_t{2});
    QVERIFY(result.problem.find("continues after its end") != std::string::npos);
}

void EventPiecesTest::severalGzipMembersAreOneFile()
{
    const TraceFiles files;
    const auto text = document(50, 100);
    const auto half = text.size() / 2;
    const auto joined = gzip(std::string_view(text).substr(0, half)) + gzip(std::string_view(text).substr(half));
    const auto result = readPieces(files.write("t.gz", joined));
    QCOMPARE(QString::fromStdString(result.problem), QString());
    QCOMPARE(result.events.size(), std::size_t{50});
}

void EventPiecesTest::aFolderOrNothingIsAnError()
{
    const TraceFiles files;
    TraceBudget budget;
    TraceMeter meter(budget, "file");
    QVERIFY(!BlockReader::open(files.folder(), meter).isOk());
    const auto absent = BlockReader::open(files.folder() / "absent", meter);
    QVERIFY(!absent.isOk());
    QVERIFY(absent.error().message.find("absent") != std::string::npos);
}

void EventPiecesTest::destroyingAReaderBeforeItsEndStopsIt()
{
    const TraceFiles files;
    const auto path = files.writeGzip("t.gz", document(200, 100'000));
    for (int i = 0; i < 20; ++i) {
        TraceBudget budget;
        TraceMeter meter(budget, "file");
        auto reader = BlockReader::open(path, meter);
        QVERIFY(reader.isOk());
        EventPieces pieces(std::move(reader).value());
        QVERIFY(pieces.next().has_value());
    }
}

LOCKSTEP_TEST(tst_eventpieces, EventPiecesTest)
#include "tst_eventpieces.moc"
