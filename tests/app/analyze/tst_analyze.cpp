// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/analyze.h"
#include "tests/datasources/traces/tracefiles.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <map>

using namespace lockstep;

namespace {

CommandResult run(std::vector<std::string> arguments)
{
    return analyze(arguments);
}

QJsonObject parse(const std::string& text)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
}

QJsonObject fileObject(const std::filesystem::path& path)
{
    return parse(contentOf(path));
}

bool within(double value, double expected, double share)
{
    return std::abs(value - expected) <= share * std::abs(expected);
}

} // namespace

class AnalyzeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIfEqualsThePublishedAnswers_data();
    void whatIfEqualsThePublishedAnswers();
    void clocksThatDifferShiftNoAnswer();
    void waitsEqualTheIndependentAnswers();
    void aCutTraceGivesAPartialAnswerThatSaysSo();
    void aLoneRankHasUnknownWaits();
    void aLoneProcessThatWaitsForItsDataIsNamed();
    void aHangIsReportedBeforeAnythingElse();
    void noDataIsNoSuccess();
    void wrongUsageIsTwo();
    void helpIsAsked();
    void anExportNestsAndTellsForWhomRanksWaited();
};

void AnalyzeTest::whatIfEqualsThePublishedAnswers_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("verdict");
    QTest::newRow("AR, one slowed worker") << QStringLiteral("AR") << QStringLiteral("one worker");
    QTest::newRow("ST, a long last stage") << QStringLiteral("ST") << QStringLiteral("last stage");
}

void AnalyzeTest::whatIfEqualsThePublishedAnswers()
{
    QFETCH(QString, name);
    QFETCH(QString, verdict);
    const auto folder = realData("straggler");
    if (folder.empty())
        QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
    const auto of = [&](const char* what, const char* end) {
        return folder / (what + name.toStdString() + end);
    };
    const auto answer = run({"--json", of("timeline-", ".json.gz").string()});
    QCOMPARE(answer.exitCode, 0);
    const auto ours = parse(answer.out);
    const auto published = fileObject(of("result-", ".json"));

    QVERIFY(within(ours[u"slowdown"].toDouble(), published[u"blocking_slowdown"].toDouble(), 1e-5));
    QVERIFY(std::abs(ours[u"m_w"].toDouble() - fileObject(of("mw-", ".json"))[u"Mw"].toDouble()) < 1e-4);
    QVERIFY(std::abs(ours[u"m_s"].toDouble() - fileObject(of("ms-", ".json"))[u"Ms"].toDouble()) < 1e-4);
    QCOMPARE(ours[u"verdict"].toString(), verdict);
    for (const auto* part : {"dp_rank", "stage", "optype"}) {
        const auto mine = ours[QLatin1StringView("by_") + QLatin1StringView(part)].toObject();
        const auto theirs = published[QLatin1StringView("blocking_decompose_by_") + QLatin1StringView(part)].toObject();
        QCOMPARE(mine.keys(), theirs.keys());
        for (const auto& key : theirs.keys())
            QVERIFY2(within(mine[key].toDouble(), theirs[key].toDouble(), 1e-4), qPrintable(key));
    }
    QCOMPARE(ours[u"steps"].toInt(), published[u"step_t_nodelay"].toObject().size());
    QCOMPARE(ours[u"notes"].toArray().size(), 0);
}

/// Receivers' clocks are 0.7 ms behind senders' clocks, as between nodes, so most receives end before they begin. If
/// these were dropped, the ideal step would lose a quarter of its ops.
void AnalyzeTest::clocksThatDifferShiftNoAnswer()
{
    const auto folder = realData("straggler");
    if (folder.empty())
        QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
    QJsonArray events
        = QJsonDocument::fromJson(QByteArray::fromStdString(contentOf(folder / "timeline-ST.json.gz"))).array();
    int negative = 0;
    for (auto each : events) {
        QJsonObject event = each.toObject();
        if (!event[u"name"].toString().endsWith(u"-recv"))
            continue;
        const double lasts = event[u"dur"].toDouble() - 700;
        event[u"dur"] = lasts;
        negative += lasts < 0 ? 1 : 0;
        each = event;
    }
    QVERIFY(negative > 700);
    const TraceFiles files;
    const auto answer
        = run({"--json", files.write("skewed.json", QJsonDocument(events).toJson().toStdString()).string()});
    QCOMPARE(answer.exitCode, 0);
    const auto ours = parse(answer.out);
    const auto published = fileObject(folder / "result-ST.json");
    QVERIFY(within(ours[u"slowdown"].toDouble(), published[u"blocking_slowdown"].toDouble(), 3e-3));
    QVERIFY(std::abs(ours[u"m_w"].toDouble() - fileObject(folder / "mw-ST.json")[u"Mw"].toDouble()) < 2e-3);
    QCOMPARE(ours[u"notes"].toArray().size(), 0);
}

void AnalyzeTest::waitsEqualTheIndependentAnswers()
{
    const auto folder = realData("kineto_megatron_tp8_a100");
    if (folder.empty())
        QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
    const auto answer = run({folder.string(), "--json"});
    QCOMPARE(answer.exitCode, 0);
    const auto ours = parse(answer.out);
    const auto expected = fileObject(folder / "expected.json");
    QCOMPARE(ours[u"collectives"].toInt(), expected[u"collectives"].toArray().size());
    const auto ranks = ours[u"ranks"].toArray();
    QCOMPARE(ranks.size(), 8);
    for (const auto& value : ranks) {
        const auto rank = value.toObject();
        const auto key = QString::number(rank[u"rank"].toInt());
        QCOMPARE(rank[u"last_arrivals"].toInt(), expected[u"last_arriver_counts"][key].toInt());
        QCOMPARE(rank[u"wait_us"].toDouble(), expected[u"wait_us"][key].toDouble());
        QCOMPARE(rank[u"collective_us"].toDouble(), expected[u"ranks"][key][u"nccl_sum_us"].toDouble());
        QCOMPARE(rank[u"compute_us"].toDouble(), expected[u"ranks"][key][u"compute_sum_us"].toDouble());
    }
    QCOMPARE(ours[u"stragglers"].toArray(), (QJsonArray{0, 6}));
    QVERIFY(within(ours[u"busbw_gbps"].toDouble(), 195, 0.01));
}

void AnalyzeTest::aCutTraceGivesAPartialAnswerThatSaysSo()
{
    const auto path = realData("straggler/timeline-ST.json.gz");
    if (path.empty())
        QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
    QFile file(QString::fromStdString(path.string()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    // This trace names its threads at the end, so a truncated copy needs the names at the front.
    auto text = contentOf(path);
    std::string names = "[";
    for (auto at = text.find("{\"name\":\"thread_name\""); at != std::string::npos;
         at = text.find("{\"name\":\"thread_name\"", at + 1))
        names += text.substr(at, text.find("}}", at) + 2 - at) + ",";
    text = names + text.substr(1, text.size() * 6 / 10);
    const TraceFiles files;
    const auto answer = run({"--json", files.writeGzip("cut.json.gz", text).string()});
    QVERIFY2(answer.exitCode == 0, answer.err.c_str());
    const auto ours = parse(answer.out);
    QVERIFY(ours[u"steps"].toInt() > 5 && ours[u"steps"].toInt() < 32);
    QVERIFY(ours[u"notes"].toArray().size() >= 2); // the file's end and the step it cut
    QCOMPARE(ours[u"verdict"].toString(), QStringLiteral("last stage"));
}

void AnalyzeTest::aLoneRankHasUnknownWaits()
{
    const TraceFiles files;
    const auto path
        = files.write("rank0.json", R"([{"ph":"X","cat":"kernel","name":"ncclKernel_AllReduce","ts":1,"dur":9}])");
    const auto ours = parse(run({"--json", path.string()}).out);
    const auto rank = ours[u"ranks"][0].toObject();
    QCOMPARE(rank[u"collective_us"].toDouble(), 9.0);
    QVERIFY(rank[u"wait_us"].isNull());
    QVERIFY(rank[u"last_arrivals"].isNull());
    QCOMPARE(ours[u"matched"].toInt(-1), 0);
    QVERIFY(!ours[u"notes"].toArray().isEmpty());
    const auto text = run({path.string()});
    QVERIFY(text.out.find("no data") != std::string::npos);
    QVERIFY(text.err.find("waits are unknown") != std::string::npos);
}

void AnalyzeTest::aLoneProcessThatWaitsForItsDataIsNamed()
{
    const TraceFiles files;
    const auto path = files.write(
        "trace.json",
        R"([{"ph":"X","cat":"user_annotation","name":"enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",)"
        R"("ts":0,"dur":700},{"ph":"X","cat":"kernel","name":"gemm","ts":600,"dur":200},)"
        R"({"ph":"X","cat":"kernel","name":"gelu","ts":700,"dur":200},)"
        R"({"ph":"X","cat":"cpu_op","name":"aten::mm","ts":700,"dur":300}])");
    const auto ours = parse(run({"--json", path.string()}).out);
    const auto rank = ours[u"ranks"][0].toObject();
    QCOMPARE(rank[u"traced_us"].toDouble(), 1000.0);
    QCOMPARE(rank[u"gpu_busy_us"].toDouble(), 300.0); // kernels that run side by side count once
    QCOMPARE(rank[u"data_loading_us"].toDouble(), 700.0);
    QCOMPARE(rank[u"data_loading_idle_us"].toDouble(), 600.0);
    QCOMPARE(ours[u"bound_by_data_loading"].toArray().size(), 1);
    const auto text = run({path.string()});
    QCOMPARE(text.exitCode, 0);
    QVERIFY2(text.out.find("limited by data loading") != std::string::npos, text.out.c_str());
    QVERIFY(text.out.find("4294967295") == std::string::npos);
}

void AnalyzeTest::aHangIsReportedBeforeAnythingElse()
{
    const auto folder = realData("flight_recorder_moe16/lock_gil_1st");
    if (folder.empty())
        QSKIP("the real data is not here (LOCKSTEP_DATA_DIR)");
    const auto ours = parse(run({"--json", folder.string()}).out);
    QCOMPARE(ours[u"stragglers"].toArray(), (QJsonArray{9, 14}));
    QCOMPARE(ours[u"behind"][0][u"reason"].toString(), QStringLiteral("empty dump"));
    const auto text = run({folder.string()});
    QVERIFY2(text.out.find("The job hangs\n  ranks 9, 14 never entered") != std::string::npos, text.out.c_str());
    QVERIFY(text.out.find("no data") == std::string::npos); // no table for data that dumps lack
}

void AnalyzeTest::noDataIsNoSuccess()
{
    const TraceFiles files;
    const auto cpuOnly = files.write("rank0.json", R"([{"ph":"X","cat":"cpu_op","name":"mm","ts":1,"dur":9}])");
    for (const auto& argument :
         {cpuOnly.string(), (files.folder() / "absent").string(), files.write("e", "").string()}) {
        const auto answer = run({"--json", argument});
        QCOMPARE(answer.exitCode, 1);
        QVERIFY(answer.out.empty());
        QVERIFY(!answer.err.empty());
    }
    const TraceFiles empty;
    QCOMPARE(run({empty.folder().string()}).exitCode, 1);
}

void AnalyzeTest::wrongUsageIsTwo()
{
    QCOMPARE(run({}).exitCode, 2);
    QCOMPARE(run({"--json"}).exitCode, 2);
    const auto answer = run({"--fast", "x"});
    QCOMPARE(answer.exitCode, 2);
    QVERIFY(answer.err.find("--fast") != std::string::npos);
}

void AnalyzeTest::helpIsAsked()
{
    const auto answer = run({"--help"});
    QCOMPARE(answer.exitCode, 0);
    QVERIFY(answer.out.find("Usage: lockstep analyze") == 0);
}

void AnalyzeTest::anExportNestsAndTellsForWhomRanksWaited()
{
    const TraceFiles files;
    std::vector<std::string> arguments{"--json"};
    for (int rank = 0; rank < 2; ++rank) {
        const auto name = QStringLiteral("rank%1.json").arg(rank).toStdString();
        const auto text = QStringLiteral(
                              R"([{"ph":"X","cat":"kernel","name":"gemm","ts":0,"dur":%1,"args":{}},
            {"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","ts":%1,"dur":%2,"args":{"stream":7}}])")
                              .arg(rank * 30)
                              .arg(40 - rank * 30)
                              .toStdString();
        arguments.push_back(files.write(name, text).string());
    }
    const auto out = files.folder() / "out.json";
    arguments.insert(arguments.end(), {"--export", out.string()});
    const auto answer = run(arguments);
    QVERIFY2(answer.exitCode == 0, answer.err.c_str());

    const QJsonArray events = parse(contentOf(out))[u"traceEvents"].toArray();
    std::map<QString, int> phases;
    double waited = 0;
    QString arrowFrom;
    std::map<int, QString> threads;
    for (const QJsonValueConstRef& each : events) {
        const QJsonObject event = each.toObject();
        const QString phase = event[u"ph"].toString();
        ++phases[phase];
        if (event[u"name"] == QStringLiteral("thread_name"))
            threads[event[u"tid"].toInt()] = event[u"args"].toObject()[u"name"].toString();
        if (event[u"cat"] == QStringLiteral("wait") && phase == QStringLiteral("X"))
            waited += event[u"dur"].toDouble();
        if (phase == QStringLiteral("s"))
            arrowFrom = QString::number(event[u"tid"].toInt());
    }
    QCOMPARE(waited, 30.0);
    QCOMPARE(phases[QStringLiteral("s")], 1);
    QCOMPARE(phases[QStringLiteral("f")], 1);
    QCOMPARE(threads[arrowFrom.toInt()], QStringLiteral("rank 1"));
    QVERIFY(!std::filesystem::exists(out.string() + ".part"));
}

LOCKSTEP_TEST(tst_analyze, AnalyzeTest)
#include "tst_analyze.moc"
