// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/tracereader.h"
#include "tests/datasources/traces/tracefiles.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

using namespace lockstep;

namespace {

std::string threadName(int pid, int tid, const char* name)
{
    return fmt::format(R"({{"name":"thread_name","ph":"M","pid":{},"tid":{},"args":{{"name":"{}"}}}})", pid, tid, name);
}

std::string op(int pid, int tid, const char* name = "forward-compute", const char* args = R"("step":3,"seq_id":1)")
{
    return fmt::format(R"({{"name":"{}","cat":"x","ph":"X","pid":{},"tid":{},"ts":10.25,"dur":2.5,"args":{{{}}}}})",
                       name, pid, tid, args);
}

Result<TraceSet> read(const std::string& events)
{
    const TraceFiles files;
    const std::vector<TraceInput> inputs{{files.write("t.json", events), {}, false}};
    return readTraces(inputs);
}

} // namespace

class ParallelTraceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void threadNamesTellTheStageWhereverTheyStand();
    void theObjectFormIsReadToo();
    void opsOnNamelessThreadsAreReportedOf();
    void theLowestTensorRankSpeaksForItsWorker();
    void spansThatAreNoOpsAreReportedOf();
    void aTransferThatClocksMakeNegativeIsKept();
    void aTraceWithoutStageNamesIsAnError();
    void kindsAreNotMixed();
    void emptyAndForeignFilesAreErrors_data();
    void emptyAndForeignFilesAreErrors();
    void theRealTraceIsReadWhole();
};

void ParallelTraceTest::threadNamesTellTheStageWhereverTheyStand()
{
    const auto set = read("[" + op(2, 40) + "," + threadName(2, 40, "PP rank 5, TP rank 0, compute") + "]");
    QVERIFY2(set.isOk(), set.isOk() ? "" : set.error().message.c_str());
    const auto& read = set.value().training.ops.at(0);
    QCOMPARE(read.dpRank, 2);
    QCOMPARE(read.stage, 5);
    QCOMPARE(read.step, 3);
    QCOMPARE(read.sequence, 1);
    QVERIFY(read.start == TimePoint(Duration(10250)));
    QVERIFY(read.duration == Duration(2500));
}

void ParallelTraceTest::theObjectFormIsReadToo()
{
    const auto set
        = read(R"({"displayTimeUnit":"ms","traceEvents":[)" + threadName(0, 1, "PP rank 0") + "," + op(0, 1) + "]}");
    QVERIFY(set.isOk());
    QCOMPARE(set.value().training.ops.size(), std::size_t{1});
}

void ParallelTraceTest::opsOnNamelessThreadsAreReportedOf()
{
    const auto set
        = read("[" + op(0, 1) + "," + op(0, 2) + "," + threadName(0, 1, "PP rank 0, TP rank 0, compute") + "]");
    QVERIFY(set.isOk());
    QCOMPARE(set.value().training.ops.size(), std::size_t{1});
    QCOMPARE(set.value().notes.size(), std::size_t{1});
}

void ParallelTraceTest::theLowestTensorRankSpeaksForItsWorker()
{
    const auto set = read("[" + op(0, 1) + "," + op(0, 2) + "," + threadName(0, 1, "PP rank 0, TP rank 1, compute")
                          + "," + threadName(0, 2, "PP rank 0, TP rank 0, compute") + "]");
    QVERIFY(set.isOk());
    QCOMPARE(set.value().training.ops.size(), std::size_t{1});
    QVERIFY(set.value().notes.front().find("tensor-parallel") != std::string::npos);
}

void ParallelTraceTest::spansThatAreNoOpsAreReportedOf()
{
    const auto set = read("[" + op(0, 1) + "," + op(0, 1, "lunch") + "," + op(0, 1, "optimizer", R"("step":"x")") + ","
                          + threadName(0, 1, "PP rank 0") + "]");
    QVERIFY(set.isOk());
    QCOMPARE(set.value().training.ops.size(), std::size_t{1});
    QVERIFY(set.value().notes.front().find("not used: 2") != std::string::npos);
}

/// As in a trace of many nodes, whose clocks differ. If these were omitted, the median transfer would be too long.
void ParallelTraceTest::aTransferThatClocksMakeNegativeIsKept()
{
    const auto lasting = [](const char* name, const char* microseconds) {
        return fmt::format(R"({{"name":"{}","ph":"X","pid":0,"tid":1,"ts":10.25,"dur":{},"args":{{"step":3}}}})", name,
                           microseconds);
    };
    const auto set = read("[" + threadName(0, 1, "PP rank 0") + "," + lasting("forward-send", "-312.5") + ","
                          + lasting("forward-send", "-10001") + "," + lasting("forward-compute", "-1") + ","
                          + lasting("optimizer-clip-main-grad", "-1e300") + "]");
    QVERIFY(set.isOk());
    QCOMPARE(set.value().training.ops.size(), std::size_t{1});
    QVERIFY(set.value().training.ops.front().duration == std::chrono::nanoseconds(-312'500));
    QVERIFY(set.value().notes.front().find("not used: 3") != std::string::npos);
}

void ParallelTraceTest::aTraceWithoutStageNamesIsAnError()
{
    const auto set = read("[" + op(0, 1) + "]");
    QVERIFY(!set.isOk());
    QVERIFY(set.error().message.find("PP rank") != std::string::npos);
}

void ParallelTraceTest::kindsAreNotMixed()
{
    const TraceFiles files;
    const std::vector<TraceInput> inputs{
        {files.write("a.json", "[" + threadName(0, 1, "PP rank 0") + "," + op(0, 1) + "]"), {}, false},
        {files.write("rank1.json", R"([{"ph":"X","cat":"kernel","name":"ncclKernel_AllReduce","ts":1,"dur":1}])"),
         {},
         false},
    };
    const auto set = readTraces(inputs);
    QVERIFY(!set.isOk());
    QVERIFY(set.error().message.find("one kind") != std::string::npos);
    const std::vector<TraceInput> twice{inputs[0], {files.write("b.json", contentOf(inputs[0].path)), {}, false}};
    QVERIFY(!readTraces(twice).isOk());
}

void ParallelTraceTest::emptyAndForeignFilesAreErrors_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("spaces") << QByteArray("  \n\t ");
    QTest::newRow("empty array") << QByteArray("[]");
    QTest::newRow("text") << QByteArray("hello, world");
    QTest::newRow("other JSON") << QByteArray(R"({"a":1})");
    QTest::newRow("gzip header alone") << QByteArray("\x1f\x8b\x08\x00", 4);
    QTest::newRow("brackets") << QByteArray(100'000, '[');
    QTest::newRow("braces") << QByteArray("[").append(QByteArray(100'000, '{'));
    QTest::newRow("a string without end") << QByteArray("[{\"name\":\"").append(QByteArray(3'000'000, 'x'));
    QTest::newRow("binary") << QByteArray("\x80\xff\x00\x01\x02\x03", 6);
    QTest::newRow("bad UTF-8") << QByteArray("[{\"name\":\"\xc3\x28\"}]");
}

void ParallelTraceTest::emptyAndForeignFilesAreErrors()
{
    QFETCH(QByteArray, content);
    const auto set = read(content.toStdString());
    QVERIFY(!set.isOk());
    QVERIFY2(set.error().message.find("t.json: ") != std::string::npos, set.error().message.c_str());
}

void ParallelTraceTest::theRealTraceIsReadWhole()
{
    const auto path = realData("straggler/timeline-ST.json.gz");
    if (path.empty())
        QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
    const std::vector<TraceInput> inputs{{path, {}, false}};
    const auto set = readTraces(inputs);
    QVERIFY(set.isOk());
    QCOMPARE(set.value().training.ops.size(), std::size_t{6784});
    QVERIFY(set.value().notes.empty());

    // This trace names its threads at its end: from half of it no stage can be determined, and the error says why.
    const auto packed = [&] {
        QFile file(QString::fromStdString(path.string()));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }();
    const TraceFiles files;
    const std::vector<TraceInput> cut{{files.write("cut.gz", packed.substr(0, packed.size() / 2)), {}, false}};
    const auto half = readTraces(cut);
    QVERIFY(!half.isOk());
    QVERIFY(half.error().message.find("PP rank") != std::string::npos);
    QVERIFY(half.error().message.find("ends early") != std::string::npos);
}

LOCKSTEP_TEST(tst_paralleltrace, ParallelTraceTest)
#include "tst_paralleltrace.moc"
