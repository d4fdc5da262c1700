// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/tracereader.h"
#include "models/analysis/sync/matching/waitsplit.h"
#include "tests/datasources/traces/tracefiles.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

using namespace lockstep;

namespace {

std::string line(int rank, int sequence, int microseconds, const char* kind = "AllReduce")
{
    return fmt::format(
        R"({{"header":{{"id":"0xab","rank":{},"n_ranks":2,"nnodes":1}},"metadata":{{"hostname":"h","pid":{}}},)"
        R"("coll_perf":{{"coll":"{}","coll_sn":{},"coll_msg_size_bytes":1000000,"coll_exec_time_us":{}}}}})"
        "\n",
        rank, 100 + rank, kind, sequence, microseconds);
}

Result<TraceSet> readInspectorLog(const std::filesystem::path& path)
{
    const std::vector<TraceInput> inputs{{path, {}, false}};
    return readTraces(inputs);
}

} // namespace

class InspectorLogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ranksMatchByCommunicatorAndSequence();
    void aShardCountsAsTheWholeBuffer();
    void tornLinesAreCounted();
    void linesOfNothingAreAnError();
    void theDocumentedSamplesGiveTheirBandwidth();
};

void InspectorLogTest::ranksMatchByCommunicatorAndSequence()
{
    const TraceFiles files;
    files.write("h-pid100.log", line(0, 5, 900) + line(0, 6, 100));
    files.writeGzip("h-pid101.log.gz", line(1, 6, 250) + line(1, 5, 120));
    const auto set = readTraces(listTraces(files.folder()).value());
    QVERIFY2(set.isOk(), set.isOk() ? "" : set.error().message.c_str());
    const auto& trace = set.value().collectives;
    QCOMPARE(trace.communicators.size(), std::size_t{1});
    const auto waits = analyseWaits(trace, matchCollectives(trace));
    QCOMPARE(waits.collectives.size(), std::size_t{2});
    QCOMPARE(waits.participants[0].wait.count(), 780.0);
    QCOMPARE(waits.participants[1].wait.count(), 150.0);
    QCOMPARE(waits.participants[1].lastArrivals, std::uint64_t{1});
}

void InspectorLogTest::aShardCountsAsTheWholeBuffer()
{
    const TraceFiles files;
    const auto set = readInspectorLog(files.write("log.jsonl", line(0, 1, 10, "ReduceScatter")));
    QVERIFY(set.isOk());
    QCOMPARE(set.value().collectives.ops[0].bytes, std::uint64_t{2'000'000});
}

void InspectorLogTest::tornLinesAreCounted()
{
    const TraceFiles files;
    const auto set
        = readInspectorLog(files.write("log", line(0, 1, 10) + "\n{\"header\":{}}\n" + line(0, 2, 10).substr(0, 60)));
    QVERIFY(set.isOk());
    QCOMPARE(set.value().collectives.ops.size(), std::size_t{1});
    QCOMPARE(set.value().notes.size(), std::size_t{2});
}

void InspectorLogTest::linesOfNothingAreAnError()
{
    const TraceFiles files;
    const auto bad = line(7, 1, 10); // a rank its communicator has no room for
    QVERIFY(!readInspectorLog(files.write("log", bad)).isOk());
}

void InspectorLogTest::theDocumentedSamplesGiveTheirBandwidth()
{
    const auto path = realData("nccl_inspector_ras/inspector_doc_samples.jsonl");
    if (path.empty())
        QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
    const auto set = readInspectorLog(path);
    QVERIFY(set.isOk());
    const auto& trace = set.value().collectives;
    QCOMPARE(trace.ops.size(), std::size_t{2});
    const auto of = [&](std::size_t i) {
        const auto& op = trace.ops[i];
        return busBandwidth(op.kind, trace.communicators[op.communicator].size, op.bytes, *op.duration) / 1e9;
    };
    QVERIFY(std::abs(of(0) - 485.119099) < 0.01);
    QVERIFY(std::abs(of(1) - 366.134533) < 0.01);
    QVERIFY(trace.ops[1].start.has_value()); // the verbose one

    const auto real = readInspectorLog(realData("nccl_inspector_ras/inspector_real_line_datadog.jsonl"));
    QVERIFY(real.isOk());
    QCOMPARE(real.value().collectives.participants[0].rank.value_or(-1), 1);
    QCOMPARE(real.value().collectives.ops[0].sequence, std::int64_t{8995});
    QVERIFY(!readInspectorLog(realData("nccl_inspector_ras/ras_status.json")).isOk());
}

LOCKSTEP_TEST(tst_inspectorlog, InspectorLogTest)
#include "tst_inspectorlog.moc"
