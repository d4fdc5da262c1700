// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/tracereader.h"
#include "models/analysis/sync/matching/hangverdict.h"
#include "tests/datasources/traces/tracefiles.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

using namespace lockstep;
using namespace std::string_literals;

namespace {

/// The published case: two ranks, rank 0 makes one all-reduce more than rank 1 and hangs in it.
std::string dump(int completed, bool hangs)
{
    std::string entries;
    for (int i = 1; i <= completed + (hangs ? 1 : 0); ++i) {
        const bool isHung = i > completed;
        entries += (i == 1 ? "" : ",") + R"({"record_id":)"s + std::to_string(i)
            + R"(,"process_group":["0","default_pg"],"collective_seq_id":)" + std::to_string(i)
            + R"(,"p2p_seq_id":0,"op_id":1,"profiling_name":"nccl:all_reduce","time_created_ns":1724779239936775119,)"
              R"("input_sizes":[[3,4]],"input_dtypes":["Float"],"output_sizes":[[3,4]],"output_dtypes":["Float"],)"
              R"("duration_ms":1.5,"state":")"
            + (isHung ? "scheduled" : "completed") + R"(","is_p2p":false})";
    }
    return R"({"version":"2.10","pg_config":{"0":{"name":"0","desc":"default_pg","ranks":"[0, 1]"}},"pg_status":{},)"
           R"("entries":[)"
        + entries + "]}";
}

Result<TraceSet> readFolder(const TraceFiles& files)
{
    const auto inputs = listTraces(files.folder());
    return readTraces(inputs.value());
}

/// Dumps of one job in a folder of the real data.
std::vector<TraceInput> realDumps(const std::string& folder)
{
    std::vector<TraceInput> inputs;
    const auto path = realData(folder);
    if (path.empty())
        return inputs;
    for (const auto& entry : std::filesystem::directory_iterator(path))
        inputs.push_back({entry.path(), {}, true});
    return inputs;
}

std::vector<std::int32_t> suspects(const HangVerdict& verdict)
{
    std::vector<std::int32_t> ranks;
    for (const auto& suspect : verdict.suspects)
        ranks.push_back(suspect.rank);
    return ranks;
}

HangVerdict hangOf(const TraceSet& set)
{
    return findHang(set.collectives, matchCollectives(set.collectives));
}

} // namespace

class FlightRecorderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theRankThatNeverEnteredIsNamed();
    void aPickledDumpReadsAsItsJson();
    void sendsAndReceivesPairUp();
    void aPairIsOfTheJobsRanksNotOfTheGroups();
    void anEmptyDumpIsReadWithItsProgress();
    void progressIsThatOfTheGroupWhoseNumberIsTheSame();
    void dumpsThatAreAllEmptyAreAnError();
    void inARealJobThoseAtFaultAreNamed_data();
    void inARealJobThoseAtFaultAreNamed();
    void sizesThatDifferAreAFinding();
    void twoFilesWithoutARankAreAnError();
    void theTutorialsSampleIsRead();
    void whatIsNoDumpIsAnError_data();
    void whatIsNoDumpIsAnError();
};

void FlightRecorderTest::theRankThatNeverEnteredIsNamed()
{
    const TraceFiles files;
    files.write("nccl_trace_rank_0", dump(4, true));
    files.write("nccl_trace_rank_1", dump(4, false));
    const auto set = readFolder(files);
    QVERIFY2(set.isOk(), set.isOk() ? "" : set.error().message.c_str());
    const auto& trace = set.value().collectives;
    QCOMPARE(trace.participants.size(), std::size_t{2});
    const auto matches = matchCollectives(trace);
    QCOMPARE(matches.matches.size(), std::size_t{5});
    QCOMPARE(missingMembers(trace, matches, matches.matches[4], 5), std::vector<std::int32_t>{1});
    const auto hang = findHang(trace, matches);
    QCOMPARE(suspects(hang), std::vector<std::int32_t>{1});
    QCOMPARE(hang.suspects[0].place.sequence, std::int64_t{5});
    QCOMPARE(trace.ops[0].bytes, std::uint64_t{48});
    QVERIFY(trace.ops[0].duration == Duration(1'500'000));
}

void FlightRecorderTest::aPickledDumpReadsAsItsJson()
{
    // pickle.dumps of a dump of one entry, protocol 2, as Flight Recorder writes it
    const auto text = [](const std::string& of) {
        return "X"s + static_cast<char>(of.size()) + "\0\0\0"s + of;
    };
    const auto pickled = "\x80\x02}("s + text("version") + text("2.10") + text("pg_config") + "}" + text("0") + "}("
        + text("name") + text("0") + text("desc") + text("default_pg") + text("ranks") + text("[0, 1]") + "us"
        + text("entries") + "]}(" + text("process_group") + text("0") + text("default_pg") + "\x86"
        + text("collective_seq_id") + "K\x07" + text("profiling_name") + text("nccl:all_reduce") + text("state")
        + text("started") + text("duration_ms") + "G?\xf8\0\0\0\0\0\0"s + text("input_sizes") + "](](K\x03K\x04" + "ee"
        + text("input_dtypes") + "](" + text("Float") + "e" + text("is_p2p") + "\x89" + "ua" + "u.";
    const TraceFiles files;
    files.write("nccl_trace_rank_3", pickled);
    const auto set = readFolder(files);
    QVERIFY2(set.isOk(), set.isOk() ? "" : set.error().message.c_str());
    const auto& op = set.value().collectives.ops.at(0);
    QCOMPARE(op.sequence, std::int64_t{7});
    QCOMPARE(op.member, 3);
    QVERIFY(op.state == OpState::Started);
    QVERIFY(op.kind == CollectiveKind::AllReduce);
    QVERIFY(op.duration == Duration(1'500'000));
    QCOMPARE(set.value().collectives.communicators.at(0).members, (std::vector<std::int32_t>{0, 1}));
    QCOMPARE(set.value().collectives.shapes.at(op.shape), "[3, 4] Float"s);
}

void FlightRecorderTest::sendsAndReceivesPairUp()
{
    const auto pair = [](const char* name) {
        return R"({"version":"2.5","pg_config":{},"entries":[{"process_group":["pp",""],"collective_seq_id":0,"p2p_seq_id":3,)"
               R"("profiling_name":")"s
            + name + R"(","state":"completed","is_p2p":true}]})";
    };
    const TraceFiles files;
    files.write("rank1.json", pair("nccl:send 1->2"));
    files.write("rank2.json", pair("nccl:recv 2<-1"));
    files.write("rank3.json", pair("nccl:recv 3<-1"));
    const auto set = readFolder(files);
    QVERIFY(set.isOk());
    const auto matches = matchCollectives(set.value().collectives);
    std::size_t pairs = 0;
    for (const auto& match : matches.matches)
        pairs += match.opCount == 2 ? 1 : 0;
    QCOMPARE(pairs, std::size_t{1});
}

void FlightRecorderTest::aPairIsOfTheJobsRanksNotOfTheGroups()
{
    const TraceFiles files;
    files.write("rank4.json",
                R"({"version":"2.9","pg_config":{"7":{"name":"7","desc":"pp","ranks":"[0, 4, 8]"}},"entries":[)"
                R"({"process_group":["7","pp"],"collective_seq_id":0,"p2p_seq_id":3,"is_p2p":true,)"
                R"("profiling_name":"nccl:recv 1<-2","state":"scheduled"}]})");
    const auto set = readFolder(files);
    QVERIFY(set.isOk());
    const auto& communicator = set.value().collectives.communicators.at(0);
    QCOMPARE(communicator.members, (std::vector<std::int32_t>{4, 8}));
    QCOMPARE(communicator.name, "7 (pp) 8->4"s);
    QCOMPARE(communicator.group, "7 (pp)"s);
}

void FlightRecorderTest::anEmptyDumpIsReadWithItsProgress()
{
    const TraceFiles files;
    files.write("nccl_trace_rank_0", dump(4, true));
    files.write("nccl_trace_rank_1",
                R"({"version":"2.9","pg_config":{"0":{"name":"0","desc":"default_pg","ranks":"[0, 1]"}},)"
                R"("pg_status":{"0":{"last_enqueued_collective":"4","last_completed_collective":"4"}},"entries":[]})");
    const auto set = readFolder(files);
    QVERIFY2(set.isOk(), set.isOk() ? "" : set.error().message.c_str());
    const auto& trace = set.value().collectives;
    QCOMPARE(trace.participants.size(), std::size_t{2});
    QVERIFY(trace.participants[1].isEmptyDump);
    QCOMPARE(trace.progress.size(), std::size_t{1});
    QCOMPARE(trace.progress[0].participant, 1U);
    QCOMPARE(trace.progress[0].group, "0 (default_pg)"s);
    QCOMPARE(trace.progress[0].entered, std::int64_t{4});
    const auto hang = hangOf(set.value());
    QCOMPARE(suspects(hang), std::vector<std::int32_t>{1});
    QVERIFY(hang.suspects[0].reason == SuspectReason::EmptyDump);
}

void FlightRecorderTest::progressIsThatOfTheGroupWhoseNumberIsTheSame()
{
    // Groups are numbered otherwise in pg_status than they are called, in the same order; "10" is after "9".
    const auto written = [](int id) {
        const TraceFiles files;
        files.write("nccl_trace_rank_0",
                    fmt::format(R"({{"version":"2.9","pg_config":{{"10":{{"desc":"tp","ranks":"[0, 1]"}},)"
                                R"("9":{{"desc":"dp","ranks":"[0, 2]"}}}},)"
                                R"("pg_status":{{"3":{{"last_enqueued_collective":30}},)"
                                R"("5":{{"last_enqueued_collective":50}}}},"entries":[{{"pg_id":{},)"
                                R"("process_group":["10","tp"],"collective_seq_id":50,)"
                                R"("profiling_name":"nccl:all_reduce","state":"scheduled"}}]}})",
                                id));
        return readFolder(files);
    };
    const auto agreed = written(5);
    QVERIFY(agreed.isOk());
    QCOMPARE(agreed.value().collectives.progress.size(), std::size_t{2});
    QCOMPARE(agreed.value().collectives.progress[0].group, "9 (dp)"s);
    QCOMPARE(agreed.value().collectives.progress[0].entered, std::int64_t{30});
    const auto contradicted = written(3); // only the entry's own data is used
    QVERIFY(contradicted.isOk());
    QCOMPARE(contradicted.value().collectives.progress.size(), std::size_t{1});
    QCOMPARE(contradicted.value().collectives.progress[0].group, "10 (tp)"s);
}

void FlightRecorderTest::dumpsThatAreAllEmptyAreAnError()
{
    const TraceFiles files;
    for (const char* name : {"nccl_trace_rank_0", "nccl_trace_rank_1"})
        files.write(name, R"({"version":"2.9","pg_config":{},"entries":[]})");
    const auto set = readFolder(files);
    QVERIFY(!set.isOk());
    QVERIFY2(set.error().message.find("2 dumps without entries") != std::string::npos, set.error().message.c_str());
}

void FlightRecorderTest::inARealJobThoseAtFaultAreNamed_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QList<int>>("ranks");
    QTest::newRow("GPU error") << QStringLiteral("gpu_error_1st") << QList{12};
    QTest::newRow("held locks") << QStringLiteral("lock_gil_1st") << QList{9, 14};
}

/// The answers are those published with the dumps.
void FlightRecorderTest::inARealJobThoseAtFaultAreNamed()
{
    QFETCH(QString, folder);
    QFETCH(QList<int>, ranks);
    const auto inputs = realDumps("flight_recorder_moe16/" + folder.toStdString());
    if (inputs.empty())
        QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
    const auto set = readTraces(inputs);
    QVERIFY2(set.isOk(), set.isOk() ? "" : set.error().message.c_str());
    QCOMPARE(set.value().collectives.participants.size(), std::size_t{16});
    const auto found = suspects(hangOf(set.value()));
    QCOMPARE(QList<int>(found.begin(), found.end()), ranks);
}

void FlightRecorderTest::sizesThatDifferAreAFinding()
{
    auto other = dump(1, false);
    other.replace(other.find("[[3,4]]"), 7, "[[3,5]]");
    const TraceFiles files;
    files.write("rank0", dump(1, false));
    files.write("rank1", other);
    const auto set = readFolder(files);
    QVERIFY(set.isOk());
    QVERIFY(matchCollectives(set.value().collectives).matches.at(0).shapesDiffer);
}

void FlightRecorderTest::twoFilesWithoutARankAreAnError()
{
    const TraceFiles files;
    const auto one = files.write("first.json", dump(1, false));
    const auto two = files.write("second.json", dump(1, false));
    const std::vector<TraceInput> unsaid{{one, {}, false}, {two, {}, false}};
    const auto set = readTraces(unsaid);
    QVERIFY(!set.isOk());
    QVERIFY(set.error().message.find("RANK=FILE") != std::string::npos);
    const std::vector<TraceInput> said{{one, 0, false}, {two, 1, false}};
    QVERIFY(readTraces(said).isOk());
    const std::vector<TraceInput> twice{{one, 1, false}, {two, 1, false}};
    QVERIFY(!readTraces(twice).isOk());
}

void FlightRecorderTest::theTutorialsSampleIsRead()
{
    const auto path = realData("flight_recorder/tutorial_doc_sample.json");
    if (path.empty())
        QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
    const std::vector<TraceInput> inputs{{path, {}, false}};
    const auto set = readTraces(inputs);
    QVERIFY2(set.isOk(), set.isOk() ? "" : set.error().message.c_str());
    QCOMPARE(set.value().collectives.ops.size(), std::size_t{1});
    QVERIFY(set.value().collectives.ops[0].state == OpState::Completed);
    QVERIFY(!set.value().collectives.participants[0].rank);
    QVERIFY(!set.value().notes.empty());
}

void FlightRecorderTest::whatIsNoDumpIsAnError_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("no entries") << QByteArray(R"({"version":"2.5","entries":[]})");
    QTest::newRow("entries of nonsense") << QByteArray(
        R"({"version":"2.5","entries":[1,"x",{},{"profiling_name":3}]})");
    QTest::newRow("entries no list") << QByteArray(R"({"version":"2.5","entries":{"a":1}})");
    QTest::newRow("cut") << QByteArray(R"({"version":"2.5","entries":[{"profiling_name")");
    QTest::newRow("pickle of a number") << QByteArray("\x80\x02K\x01.", 5);
    QTest::newRow("pickle that imports") << QByteArray("\x80\x02"
                                                       "cos\nsystem\n.",
                                                       14);
}

void FlightRecorderTest::whatIsNoDumpIsAnError()
{
    QFETCH(QByteArray, content);
    const TraceFiles files;
    const auto path = files.write("rank0", content.toStdString());
    const std::vector<TraceInput> inputs{{path, {}, false}};
    const auto set = readTraces(inputs);
    QVERIFY(!set.isOk());
    QVERIFY2(set.error().message.find(path.string()) == 0, set.error().message.c_str());
}

LOCKSTEP_TEST(tst_flightrecorder, FlightRecorderTest)
#include "tst_flightrecorder.moc"
