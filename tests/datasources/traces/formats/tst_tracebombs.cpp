// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/kinetocomm.h"
#include "datasources/traces/formats/tracefile.h"
#include "tests/datasources/traces/bombs.h"
#include "tests/datasources/traces/tracefiles.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <stop_token>

using namespace lockstep;
using namespace std::string_literals;

/// Files whose cost is out of proportion to their size are rejected with a message, without effect on other files.
class TraceBombsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatExplodesIsRefusedInWords_data();
    void whatExplodesIsRefusedInWords();
    void aPickleThatUsesItsValuesWithoutEndIsRefused();
    void aBombAmongGoodFilesCostsNoOther();
    void aRefusedFileGivesBackWhatItTook();
    void manySmallFilesNeedNoPool();
    void whoStopsWaitsForNoFile();
    void aGroupOfManyRanksIsKeptOnce();
    void theMeterCountsByTheFilesSize();
};

namespace {

/// So little that a bomb of some megabytes is one.
constexpr TraceAllowances small{{
    {100, 1 << 20, 1 << 20},
    {64, 1 << 18, 1 << 20},
    {128, 1 << 16, 1 << 16},
}};

std::string profile(int rank)
{
    return R"({"distributedInfo":{"rank":)" + std::to_string(rank)
        + R"(},"traceEvents":[{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","ts":5,"dur":2,)"
          R"("args":{"Process Group Name":"0","Process Group Ranks":"[0, 1]"}}]})";
}

Result<TraceFile> readWithin(TraceBudget& budget, const std::filesystem::path& path)
{
    TraceMeter meter(budget, path.string());
    return readTraceFile({path, 0, false}, meter, TraceDetail::Everything);
}

} // namespace

void TraceBombsTest::whatExplodesIsRefusedInWords_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t index = 0; index < bombs().size(); ++index)
        QTest::newRow(bombs()[index].name) << static_cast<int>(index);
}

void TraceBombsTest::whatExplodesIsRefusedInWords()
{
    QFETCH(int, index);
    const TraceFiles files;
    // Larger than one read, so that it is rejected for its content, not for being short.
    const auto path = files.write("bomb", bombs()[static_cast<std::size_t>(index)].gzipped(std::size_t{24} << 20));
    TraceBudget budget(small);
    const auto read = readWithin(budget, path);
    QVERIFY(!read.isOk());
    QVERIFY2(read.error().message.starts_with(path.string() + ": "), read.error().message.c_str());
    QVERIFY2(read.error().message.find("expected") != std::string::npos, read.error().message.c_str());
}

void TraceBombsTest::aPickleThatUsesItsValuesWithoutEndIsRefused()
{
    const TraceFiles files;
    const auto pickle = endlessPickle(900'000); // 8e11 dimensions
    QVERIFY(pickle.size() < 20'000);
    TraceBudget budget;
    const auto read = readWithin(budget, files.write("bomb", pickle));
    QVERIFY(!read.isOk());
    QVERIFY2(read.error().message.find("refers to its values more than") != std::string::npos,
             read.error().message.c_str());
    QVERIFY(readWithin(budget, files.write("honest", endlessPickle(20))).isOk());
}

void TraceBombsTest::aBombAmongGoodFilesCostsNoOther()
{
    const TraceFiles files;
    const std::vector<TraceInput> inputs{
        {files.write("a.json", profile(0)), {}, false},
        {files.write("bomb.json.gz", endlessPickle(900'000)), {}, false},
        {files.write("b.json", profile(1)), {}, false},
    };
    const auto set = readTraces(inputs);
    QVERIFY2(set.isOk(), set.isOk() ? "" : set.error().message.c_str());
    QCOMPARE(set.value().files, std::size_t{2});
    QCOMPARE(set.value().notes.size(), std::size_t{1});
    QVERIFY(set.value().notes.front().starts_with(inputs[1].path.string()));
}

void TraceBombsTest::aRefusedFileGivesBackWhatItTook()
{
    const TraceFiles files;
    TraceBudget budget(small);
    const auto bomb = files.writeGzip(
        "bomb.json.gz", R"({"traceEvents":[)" + [] {
            std::string events;
            for (int i = 0; i < 4000; ++i)
                events += R"({"ph":"X","cat":"kernel","name":"nccl","ts":1,"dur":1},)";
            return events;
        }() + "{}]}");
    for (int i = 0; i < 5; ++i) {
        const auto read = readWithin(budget, bomb);
        QVERIFY(!read.isOk());
        QVERIFY2(read.error().message.find("of memory") != std::string::npos, read.error().message.c_str());
    }
    QVERIFY(budget.draw(TraceCost::Held, small[1].pool));
}

void TraceBombsTest::manySmallFilesNeedNoPool()
{
    const TraceFiles files;
    constexpr TraceAllowances noPool{{{100, 1 << 20, 0}, {64, 1 << 18, 0}, {128, 1 << 20, 0}}};
    TraceBudget budget(noPool);
    const auto path = files.writeGzip("t.json.gz", profile(0));
    for (int i = 0; i < 100; ++i)
        QVERIFY(readWithin(budget, path).isOk());
    for (const auto* real : {"kineto_hta/nccl_data.json.gz", "kineto_hta/trace_diff_control_rank3of8.json.gz",
                             "kineto_megatron_tp8_a100/megatron_kineto_0.json.gz", "straggler/timeline-AR.json.gz",
                             "flight_recorder/tutorial_doc_sample.json"}) {
        if (const auto file = realData(real); !file.empty()) {
            const auto read = readWithin(budget, file);
            QVERIFY2(read.isOk(), read.isOk() ? "" : read.error().message.c_str());
        }
    }
}

void TraceBombsTest::whoStopsWaitsForNoFile()
{
    const TraceFiles files;
    const auto path = files.write("bomb", bombs().front().gzipped(std::size_t{24} << 20));
    std::stop_source stop;
    stop.request_stop();
    TraceBudget budget;
    TraceMeter meter(budget, path.string(), stop.get_token());
    const auto read = readTraceFile({path, 0, false}, meter, TraceDetail::Waits);
    QVERIFY(!read.isOk());
    QCOMPARE(QString::fromStdString(read.error().message), QStringLiteral("reading was stopped"));
}

void TraceBombsTest::aGroupOfManyRanksIsKeptOnce()
{
    TraceBudget budget;
    TraceMeter meter(budget, "file");
    RankLists lists(meter);
    const auto ranks = lists.of("[0, 1, 2]");
    QVERIFY(ranks != nullptr);
    QVERIFY(ranks == lists.of("[0, 1, 2]"));
    QVERIFY(lists.of("[0, 1, ...]") == nullptr);
}

void TraceBombsTest::theMeterCountsByTheFilesSize()
{
    constexpr TraceAllowances tight{{{2, 0, 1 << 20}, {2, 0, 1 << 20}, {2, 0, 0}}};
    TraceBudget budget(tight);
    TraceMeter first(budget, "first");
    first.addInput(1 << 20);
    QVERIFY(first.hold(3 << 19)); // its right
    QVERIFY(first.hold(1 << 20)); // and half of the pool
    {
        TraceMeter second(budget, "second");
        QVERIFY(!second.hold(1 << 20)); // less than that is left
        QVERIFY(!second.mayContinue());
        QVERIFY(second.problem().message.starts_with("second: "));
    }
    first.release(1 << 20);
    TraceMeter third(budget, "third");
    QVERIFY(third.hold(3 << 18));
    QVERIFY(first.mayContinue());
}

LOCKSTEP_TEST(tst_tracebombs, TraceBombsTest)
#include "tst_tracebombs.moc"
