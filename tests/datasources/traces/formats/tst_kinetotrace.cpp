// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/tracefile.h"
#include "datasources/traces/formats/tracereader.h"
#include "models/analysis/sync/matching/waitsplit.h"
#include "tests/datasources/traces/tracefiles.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::string_literals;

namespace {

Result<TraceSet> readFile(const std::filesystem::path& path)
{
    const std::vector<TraceInput> inputs{{path, {}, false}};
    return readTraces(inputs);
}

const auto modern = R"json({"schemaVersion":1,"distributedInfo":{"backend":"nccl","rank":1,"world_size":4,"pg_config":[
  {"pg_name":"2","pg_size":2,"ranks":[1,3]}]},
 "traceEvents":[
  {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10.5,"dur":4.25,"args":{"stream":7,"correlation":1}},
  {"args":{"Collective name":"_reduce_scatter_base","In msg nelems":1000,"Out msg nelems":500,"Group size":2,"dtype":"BFloat16",
    "Process Group Name":"2","Process Group Description":"dp","Process Group Ranks":"[1, ...]","Seq":9,"stream":20},
   "name":"ncclDevKernel_Generic(args)","cat":"kernel","ph":"X","pid":0,"tid":20,"ts":100.25,"dur":50.5},
  {"ph":"X","cat":"kernel","name":"ncclDevKernel_SendRecv(args)","pid":0,"tid":21,"ts":200,"dur":5,"args":{"stream":21,
    "Collective name":"send","In msg nelems":8,"dtype":"Float","Process Group Name":"3","Src Rank":1,"Dst Rank":2,"Seq":4}}
 ],"baseTimeNanoseconds":1711964646000000000})json"s;

} // namespace

class KinetoTraceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aModernKernelTellsItsCollective();
    void anOldKernelIsLinkedToTheOpThatLaunchedIt();
    void theOldestDialectIsRead();
    void theRankComesFromTheNameWhereTheTraceLacksIt();
    void namesTellRanks_data();
    void namesTellRanks();
    void twoFilesOfOneRankAreAnError();
    void aTraceWithoutKernelsIsAnError();
    void damagedEventsAreReportedOf();
    void realTracesOfEveryDialectAreRead_data();
    void realTracesOfEveryDialectAreRead();
    void anEventOrderDoesNotMatter();
};

void KinetoTraceTest::aModernKernelTellsItsCollective()
{
    const TraceFiles files;
    const auto set = readFile(files.write("t.json", modern));
    QVERIFY2(set.isOk(), set.isOk() ? "" : set.error().message.c_str());
    const auto& trace = set.value().collectives;
    QCOMPARE(trace.ops.size(), std::size_t{2});
    QCOMPARE(trace.participants[0].rank.value_or(-1), 1);
    QVERIFY(trace.participants[0].compute == Duration(4250));
    const auto& op = trace.ops[0];
    QVERIFY(op.kind == CollectiveKind::ReduceScatter);
    QCOMPARE(op.sequence, std::int64_t{9});
    QCOMPARE(op.bytes, std::uint64_t{2000});
    QCOMPARE(op.start->time_since_epoch().count(), 1711964646000000000 + 100250);
    QVERIFY(op.duration == Duration(50500));
    const auto& group = trace.communicators[op.communicator];
    QCOMPARE(group.name, "2 (dp)"s);
    QCOMPARE(group.members, (std::vector<std::int32_t>{1, 3})); // the kernel's list is shortened, pg_config's is not
    QCOMPARE(trace.communicators[trace.ops[1].communicator].members, (std::vector<std::int32_t>{1, 2}));
}

void KinetoTraceTest::anOldKernelIsLinkedToTheOpThatLaunchedIt()
{
    const auto text = R"json({"distributedInfo":{"rank":0,"world_size":2},"traceEvents":[
      {"ph":"X","cat":"cpu_op","name":"record_param_comms","pid":9,"tid":9,"ts":100,"dur":80,
       "args":{"Concrete Inputs":["","337","938","0","","[]","[]","2"]}},
      {"ph":"X","cat":"user_annotation","name":"nccl:all_reduce","pid":9,"tid":9,"ts":110,"dur":60,
       "args":{"Input type":["c10::Half"],"Input Dims":[[4,2048,4096]]}},
      {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernelExC","pid":9,"tid":9,"ts":130,"dur":5,"args":{"correlation":54}},
      {"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum_f16_RING_LL(ncclDevComm*)","pid":0,"tid":24,
       "ts":1706850122862403,"dur":662,"args":{"stream":24,"correlation":54}}]
})json"s;
    const TraceFiles files;
    const auto set = readFile(files.write("t.json", text));
    QVERIFY(set.isOk());
    const auto& trace = set.value().collectives;
    QCOMPARE(trace.ops[0].sequence, std::int64_t{337});
    QCOMPARE(trace.ops[0].bytes, std::uint64_t{67108864});
    QCOMPARE(trace.ops[0].start->time_since_epoch().count(), std::int64_t{1706850122862403000});
    QCOMPARE(trace.communicators[0].size, 2U);
    QVERIFY(trace.communicators[0].isInferred && trace.communicators[0].isNumberedFromZero);
}

void KinetoTraceTest::theOldestDialectIsRead()
{
    const auto text
        = R"json({"traceEvents":[{"ph":"X","cat":"Kernel","name":"ncclKernel_AllReduce_RING_LL_Sum_float(ncclColl)",
      "pid":3,"tid":"stream 21","ts":1661203463042907,"dur":5847,"args":{"Trace name":"PyTorch Profiler","stream":21}}]
})json"s;
    const TraceFiles files;
    const auto set = readFile(files.write("rank3of8.json", text));
    QVERIFY(set.isOk());
    QCOMPARE(set.value().collectives.ops.size(), std::size_t{1});
    QVERIFY(set.value().collectives.ops[0].kind == CollectiveKind::AllReduce);
}

void KinetoTraceTest::theRankComesFromTheNameWhereTheTraceLacksIt()
{
    auto text = modern;
    text.replace(text.find("\"rank\":1,"), 9, "");
    const TraceFiles files;
    const auto set = readFile(files.write("sampled_rank-3.json", text));
    QVERIFY(set.isOk());
    QCOMPARE(set.value().collectives.participants[0].rank.value_or(-1), 3);
    QCOMPARE(set.value().collectives.ops[0].member, 3);
    QCOMPARE(set.value().notes.size(), std::size_t{1});
}

void KinetoTraceTest::namesTellRanks_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("rank");
    const auto row = [](const char* name, int rank) {
        QTest::newRow(name) << QString::fromLatin1(name) << rank;
    };
    row("sampled_rank-0.json.gz", 0);
    row("trace_diff_control_rank3of8.json.gz", 3);
    row("nccl_trace_rank_12", 12);
    row("cpu_only_rank-34.pt.trace.json.gz", 34);
    row("megatron_kineto_7.json.gz", 7);
    row("rank_not_found.json.gz", -1);
    row("worker.1717171717123.pt.trace.json", -1);
    row("trace_h100.json", -1);
    row("", -1);
    row("5", 5);
}

void KinetoTraceTest::namesTellRanks()
{
    QFETCH(QString, name);
    QFETCH(int, rank);
    QCOMPARE(rankFromFileName(name.toStdString()).value_or(-1), rank);
}

void KinetoTraceTest::twoFilesOfOneRankAreAnError()
{
    const TraceFiles files;
    files.write("a.json", modern);
    files.write("b.json", modern);
    const auto set = readTraces(listTraces(files.folder()).value());
    QVERIFY(!set.isOk());
    QVERIFY(set.error().message.find("both claim to be rank 1") != std::string::npos);
}

void KinetoTraceTest::aTraceWithoutKernelsIsAnError()
{
    const TraceFiles files;
    const auto set = readFile(files.write(
        "t.json",
        R"json({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":1,"dur":1}]})json"));
    QVERIFY(!set.isOk());
    QVERIFY(set.error().message.find("no GPU kernel") != std::string::npos);
}

void KinetoTraceTest::damagedEventsAreReportedOf()
{
    auto text = modern;
    text.replace(text.find("\"ts\":100.25"), 11, "\"ts\":1x0.25");
    const TraceFiles files;
    QVERIFY(!readFile(files.write("t.json", text)).isOk());
    // Well-formed nonsense is skipped.
    const auto odd
        = readFile(files.write("odd.json", R"json({"traceEvents":[1,"x",null,[{}],{"ph":3,"ts":"a"},{"ph":"X"},
      {"ph":"X","cat":"kernel","name":"nccl","ts":1e300,"dur":1},{"ph":"X","cat":"kernel","name":"nccl","ts":1,"dur":-5},
      {"ph":"X","cat":"kernel","name":"ncclKernel_AllReduce","ts":5,"dur":5,"args":{"stream":"x","Group size":-3,"Seq":-1}}]})json"));
    QVERIFY2(odd.isOk(), odd.isOk() ? "" : odd.error().message.c_str());
    QCOMPARE(odd.value().collectives.ops.size(), std::size_t{1});
}

void KinetoTraceTest::realTracesOfEveryDialectAreRead_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("collectives"); // -1: an error is right
    QTest::addColumn<int>("rank");
    QTest::newRow("modern") << QStringLiteral("nccl_data.json.gz") << 21 << 0;
    QTest::newRow("2022") << QStringLiteral("trace_diff_control_rank3of8.json.gz") << 60 << 3;
    QTest::newRow("2023") << QStringLiteral("sampled_rank-1.json.gz") << 10 << 1;
    QTest::newRow("no GPU") << QStringLiteral("cpu_only_rank-34.pt.trace.json.gz") << -1 << 0;
    QTest::newRow("no rank") << QStringLiteral("rank_not_found.json.gz") << -1 << 0;
    QTest::newRow("no distributedInfo") << QStringLiteral("distributed_info_not_found.json.gz") << -1 << 0;
}

void KinetoTraceTest::realTracesOfEveryDialectAreRead()
{
    QFETCH(QString, file);
    QFETCH(int, collectives);
    QFETCH(int, rank);
    const auto path = realData("kineto_hta/" + file.toStdString());
    if (path.empty())
        QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
    const auto set = readFile(path);
    QCOMPARE(set.isOk(), collectives >= 0);
    if (collectives < 0) {
        QVERIFY(set.error().message.find("no GPU kernel") != std::string::npos);
        return;
    }
    const auto& trace = set.value().collectives;
    QCOMPARE(trace.ops.size(), static_cast<std::size_t>(collectives));
    QCOMPARE(trace.participants[0].rank.value_or(-1), rank);
    for (const auto& op : trace.ops)
        QVERIFY(op.kind != CollectiveKind::Generic); // from the kernel or the op that launched it
}

void KinetoTraceTest::anEventOrderDoesNotMatter()
{
    const auto event = [](int i) {
        return R"json({"ph":"X","cat":"kernel","name":"ncclKernel_AllReduce","tid":1,"ts":)json"s
            + std::to_string(1000 - i * 10) + R"json(,"dur":5,"args":{"stream":1}})json";
    };
    std::string forward = "[";
    std::string backward = "[";
    for (int i = 0; i < 50; ++i) {
        forward += (i == 0 ? "" : ",") + event(i);
        backward += (i == 0 ? "" : ",") + event(49 - i);
    }
    const TraceFiles files;
    const auto a = readFile(files.write("rank0.json", forward + "]"));
    const auto b = readFile(files.write("rank0b.json", backward + "]"));
    QVERIFY(a.isOk() && b.isOk());
    const auto starts = [](const TraceSet& set) {
        const auto matches = matchCollectives(set.collectives);
        std::vector<std::int64_t> result;
        for (const auto op : matches.ops)
            result.push_back(set.collectives.ops[op].start->time_since_epoch().count());
        return result;
    };
    QCOMPARE(starts(a.value()), starts(b.value()));
    QVERIFY(std::ranges::is_sorted(starts(a.value())));
}

LOCKSTEP_TEST(tst_kinetotrace, KinetoTraceTest)
#include "tst_kinetotrace.moc"
