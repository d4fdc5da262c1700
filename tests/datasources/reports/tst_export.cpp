// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/bundleimport.h"
#include "datasources/incidents/incidentbundle.h"
#include "datasources/reports/exportdocument.h"
#include "datasources/reports/exporttext.h"
#include "datasources/reports/report.h"
#include "datasources/reports/reportcharts.h"
#include "models/core/visibletext.h"
#include "tests/datasources/incidents/incidentfixture.h"
#include "tests/datasources/reports/schemacheck.h"
#include "tests/support/testentry.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace lockstep;
using namespace lockstep::test;

namespace {

PostMortem samplePostMortem()
{
    PostMortem all;
    all.incident = sampleIncident();
    all.incident.summary
        += "\n\n<script>alert(1)</script> [bad](javascript:alert(1)) [good](https://example.org/a?b=1)";
    all.annotations = {sampleAnnotation(1, 10), sampleAnnotation(2, 60, 30), sampleAnnotation(3, 400)};
    all.annotations[0].text = "Flow | falls, \"quoted\" <b>";
    all.links = {{{1}, {2}, LinkKind::Caused}, {{2}, {3}, LinkKind::Relates}};
    Attachment picture{{5}, {7}, "Hall", "image/png", incidentStart, "noor", "hall", "{}", {}};
    picture.bytes = {std::byte{1}, std::byte{2}, std::byte{3}};
    all.attachments = {picture};
    all.evidence = sampleEvidence();
    return all;
}

ReportZone berlin()
{
    return {"Europe/Berlin", [](TimePoint) {
                return ZoneOffset{std::chrono::hours(1), "CET"};
            }};
}

QString htmlFor(const PostMortem& all, const ExportOptions& options = {})
{
    return QString::fromStdString(htmlOf(makeReport(all, options)));
}

} // namespace

class TestExport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void htmlIsSelfContained();
    void htmlIsWellFormedWhateverPeopleWrite();
    void htmlTellsEverything();
    void anOutageOfManyNodesIsOneRow();
    void causesAndActionsComeBeforeFigures();
    void commandsInActionsAreCode();
    void whatWasLostIsReportedWithWhereThatIsFrom();
    void theDamageIsOnTheFirstPageAndTheRunbookInside();
    void theWorstEventsAreInHoweverManyThereAre();
    void noUnitIsPartedFromItsNumber();
    void theLegendOfSpansNamesWhatIsThere();
    void timesAreInTheReadersZone();
    void markdownSaysTheSame();
    void nothingInAMarkdownReportBreaksOut();
    void jsonHoldsEverythingAndUnknownIsNull();
    void jsonKeepsItsPublishedSchema();
    void csvIsQuotedAndLeavesGapsEmpty();
    void theTraceHasSlicesCountersAndFlows();
    void namesAreHiddenEverywhereAlike();
    void manyNamesInMuchTextAreHidden();
    void secretsAreBlottedOut();
    void aBundleComesBackWithoutADifference();
    void importingTwiceChangesNothingAndMergesEdits();
    void aBundleThatCannotBeWrittenLeavesTheOldOne();
    void anythingInATextIsMadeValid();
    void anHourOfALargeClusterExportsInTime();
};

void TestExport::htmlIsSelfContained()
{
    const QString html = htmlFor(samplePostMortem());
    QVERIFY(html.startsWith(u"<!DOCTYPE html>"_qs));
    QVERIFY(!html.contains(u"<script"_qs, Qt::CaseInsensitive));
    QVERIFY(!html.contains(u"javascript:alert(1)\""_qs));
    QVERIFY(!html.contains(u"src=\"http"_qs));
    QVERIFY(html.contains(u"href=\"https://example.org/a?b=1\""_qs));
    QVERIFY(html.contains(u"&lt;script&gt;"_qs));
}

/// XML is stricter than HTML: what passes is well formed.
void TestExport::htmlIsWellFormedWhateverPeopleWrite()
{
    PostMortem all = samplePostMortem();
    all.incident.title = "</title><svg onload=x> & \"quotes\" \xFF\x01";
    all.annotations[0].author = "'><img>";
    all.evidence.heats[0].rows[0].first = "<row>&";
    QString html = htmlFor(all);
    html.remove(u"<!DOCTYPE html>"_qs);
    html.replace(QRegularExpression(u"<(meta|img)([^>]*)>"_qs), u"<\\1\\2/>"_qs);
    html.replace(u"<br>"_qs, u"<br/>"_qs);
    QXmlStreamReader reader(html);
    while (!reader.atEnd())
        reader.readNext();
    QVERIFY2(!reader.hasError(),
             qPrintable(reader.errorString() + u" at line "_qs + QString::number(reader.lineNumber())));
}

void TestExport::htmlTellsEverything()
{
    const QString html = htmlFor(samplePostMortem());
    for (const char* part : {"Summary",
                             "Impact",
                             "Cost",
                             "Timeline",
                             "Evidence",
                             "Causes",
                             "Actions",
                             "Data gaps",
                             "critical",
                             "<strong>worn impeller</strong>",
                             "agent restarted",
                             "At least",
                             "Unknown, not included in the total",
                             "caused by 1",
                             "caused 2",
                             "url(#nodata)",
                             "<svg viewBox",
                             "data:image/png;base64,",
                             "GPU time lost 33.3\u202FGPU\u00A0h",
                             "entered manually",
                             "38\u202Fms"})
        QVERIFY2(html.contains(QString::fromUtf8(part)), part);
    PostMortem bare;
    bare.incident.title = "Nothing measured";
    const QString poor = htmlFor(bare);
    QVERIFY(poor.contains(u"No measurements are stored"_qs));
    QVERIFY(poor.contains(u"unknown"_qs));
    QVERIFY(poor.contains(u"not measured or entered"_qs));
    QVERIFY(!html.contains(u"0000000000000007"_qs)); // a key is for programs
    QVERIFY(!poor.contains(u"No data is known to be missing"_qs)); // unmeasured data does not mean that all is well
}

void TestExport::anOutageOfManyNodesIsOneRow()
{
    PostMortem all = samplePostMortem();
    all.evidence.gaps.assign(64, all.evidence.gaps.front());
    const QString html = htmlFor(all);
    QCOMPARE(html.count(u"agent restarted"_qs), htmlFor(samplePostMortem()).count(u"agent restarted"_qs));
    QVERIFY(html.contains(u"A1 / node-3 and 63 more"_qs));
}

void TestExport::causesAndActionsComeBeforeFigures()
{
    const QString html = htmlFor(samplePostMortem());
    QList<qsizetype> places;
    for (const char* part : {"Summary</h2>", "Causes</h2>", "Actions</h2>", "Impact</h2>", "Cost</h2>", "Timeline</h2>",
                             "Evidence</h2>", "Data gaps</h2>"})
        places << html.indexOf(QString::fromUtf8(part));
    QVERIFY(places.first() > 0);
    QVERIFY(std::ranges::is_sorted(places));
}

void TestExport::commandsInActionsAreCode()
{
    PostMortem all = samplePostMortem();
    all.incident.actions = {{"Lower the limit: `nvidia-smi -pl 500`", "facilities", false}};
    const QString html = htmlFor(all);
    QVERIFY(html.contains(u"<code>nvidia-smi -pl 500</code>"_qs));
    QVERIFY(!html.contains(u'`'));
}

void TestExport::whatWasLostIsReportedWithWhereThatIsFrom()
{
    PostMortem all = samplePostMortem();
    all.incident.costs.lostGpuSeconds = 7200;
    all.incident.costs.lostSource = "Blame: waits of 64 GPUs over 2 min";
    QVERIFY(htmlFor(all).contains(u"2\u202FGPU\u00A0h"_qs));
    QVERIFY(htmlFor(all).contains(u"Blame: waits of 64 GPUs over 2\u202Fmin"_qs));
    all.incident.costs.lostGpuSeconds.reset();
    all.incident.costs.lostSource = "no job reported what its ranks did in this time";
    QVERIFY(htmlFor(all).contains(u"unknown</td><td data-name=\"Source\">no job reported"_qs));
    QVERIFY(!htmlFor(all).contains(u">0\u202FGPU"_qs));
}

void TestExport::theDamageIsOnTheFirstPageAndTheRunbookInside()
{
    PostMortem all = samplePostMortem();
    all.runbooks = {{"pump_degradation",
                     "# Pump degradation\n\nSymptom: flow.\n\n## Act\n\n1. Start the pump.\n"
                     "2. Lower the `limit`.\n"}};
    const QString html = htmlFor(all);
    const qsizetype damage = html.indexOf(u"<dt>Cost</dt><dd>33.3\u202FGPU\u00A0h without progress; 41 steps"_qs);
    QVERIFY2(damage > 0 && damage < html.indexOf(u"Summary</h2>"_qs), qPrintable(html.left(6000)));
    QVERIFY(html.contains(u"<td data-name=\"Source\">train-a: completed 3 of 44 steps"_qs));
    QVERIFY(html.contains(u"Runbook</h2>\n<h3>Pump degradation</h3>"_qs));
    QVERIFY(html.contains(u"<ol><li>Start the pump.</li><li>Lower the <code>limit</code>.</li></ol>"_qs));
    QVERIFY(markdownOf(makeReport(all, {})).find("1. Start the pump.\n1. Lower the `limit`.") != std::string::npos);
    all.runbooks.clear();
    QVERIFY(!htmlFor(all).contains(u"Runbook"_qs));
    all.incident.costs.lostStepsSource.clear();
    QVERIFY(htmlFor(all).contains(u"entered manually"_qs));
}

void TestExport::theWorstEventsAreInHoweverManyThereAre()
{
    PostMortem all = samplePostMortem();
    EvidenceEvent event = all.evidence.events.front();
    event.severity = Severity::Warning;
    event.text = "one of many";
    all.evidence.events.assign(300, event);
    all.evidence.events[200].severity = Severity::Critical;
    all.evidence.events[200].text = "the worst of them";
    all.evidence.events.back().text = "the last of them";
    const std::string report = markdownOf(makeReport(all, {}));
    QVERIFY(report.find("the worst of them") != std::string::npos);
    QVERIFY(report.find("the last of them") != std::string::npos);
    QVERIFY(report.find("240 less severe events are omitted here") != std::string::npos);
}

void TestExport::noUnitIsPartedFromItsNumber()
{
    QCOMPARE(withHeldUnits("at 84\u2009°C for 12 min, 3 K/min"),
             std::string("at 84\u202F°C for 12\u202Fmin, 3\u202FK/min"));
    QCOMPARE(withHeldUnits("2.08 GPU h lost"), std::string("2.08\u202FGPU\u00A0h lost"));
    QCOMPARE(withHeldUnits("2.10 USD/GPU h"), std::string("2.10\u202FUSD/GPU\u00A0h"));
    QCOMPARE(withHeldUnits("of 64 GPUs, rank 3 waits, 8 hosts"), std::string("of 64 GPUs, rank 3 waits, 8 hosts"));
    PostMortem all = samplePostMortem();
    all.annotations[1].text = "GPU 3 is at 84\u2009°C, beyond 83 °C";
    all.incident.causes = "Flow fell to 27 L/min, use `sleep 5 s`.";
    const QString html = htmlFor(all);
    QVERIFY(!html.contains(u'\u2009'));
    QVERIFY(html.contains(u"beyond 83\u202F°C"_qs));
    QVERIFY(html.contains(u"27\u202FL/min"_qs));
    QVERIFY(html.contains(u"<code>sleep 5 s</code>"_qs));
}

void TestExport::theLegendOfSpansNamesWhatIsThere()
{
    EvidenceSpan span;
    span.kind = SpanKind::Compute;
    std::vector<EvidenceSpan> spans{span};
    QCOMPARE(spanLegend(spans), std::string("compute (grey-blue)"));
    spans.back().kind = SpanKind::Collective;
    spans.push_back(span);
    QCOMPARE(spanLegend(spans), std::string("collectives (green), compute (grey-blue)"));
    spans.front().kind = SpanKind::Wait;
    QCOMPARE(spanLegend(spans), std::string("waits (yellow), compute (grey-blue); longest waits first"));
}

void TestExport::timesAreInTheReadersZone()
{
    ExportOptions options;
    options.zone = berlin();
    const QString html = htmlFor(samplePostMortem(), options);
    QVERIFY(html.contains(u"2026-03-01 04:12:00"_qs));
    QVERIFY(html.contains(u"04:12:10 CET"_qs));
    QVERIFY(html.contains(u"Times in Europe/Berlin"_qs));
    QVERIFY(!html.contains(u" UTC<"_qs));
}

void TestExport::nothingInAMarkdownReportBreaksOut()
{
    PostMortem all = samplePostMortem();
    all.incident.summary = "[a](https://x.org/>![](https://evil.org/pixel) [b](https://x.org/<y z>\"\\[`|) "
                           "[c](https://x.org/%20?a=1&b=\xC3\xA4)\n\n~~~\n\n`in``side` see![d](https://evil.org/pixel)";
    const std::string text = markdownOf(makeReport(all, {}));
    // Brackets in an address must be escaped.
    for (std::size_t at = text.find("](<"); at != std::string::npos; at = text.find("](<", at + 1)) {
        const std::string_view address = std::string_view(text).substr(at + 3, text.find('>', at) - at - 3);
        QVERIFY2(address.starts_with("https://"), std::string(address).c_str());
        QVERIFY2(address.find_first_of("<>()[]\"\\`| \n") == std::string_view::npos, std::string(address).c_str());
        QCOMPARE(text[text.find('>', at) + 1], ')');
    }
    QVERIFY(text.find("(<https://x.org/%3E![") == std::string::npos);
    QVERIFY(text.find("(<https://x.org/%20?a=1&b=%C3%A4>)") != std::string::npos);
    QVERIFY(text.find("\n~~~") == std::string::npos); // would turn the remaining text into code
    // No link is an image, which a viewer would fetch. The report's own pictures are data.
    for (std::size_t at = text.find("!["); at != std::string::npos; at = text.find("![", at + 1))
        QVERIFY2(text[at - 1] == '\\' || text.find("](data:", at) == text.find("](", at), text.substr(at, 80).c_str());
    QVERIFY(text.find("see\\![d](<https://evil.org/pixel>)") != std::string::npos);
}

void TestExport::markdownSaysTheSame()
{
    const QString text = QString::fromStdString(markdownOf(makeReport(samplePostMortem(), {})));
    QVERIFY(text.startsWith(u"# Pump 2 lost flow, ring waits on rank 3\n"_qs));
    QVERIFY(text.contains(u"- [ ] Replace the impeller *(sam)*"_qs)
            || text.contains(u"- [ ] Replace the impeller *\\(sam)*"_qs));
    QVERIFY(text.contains(u"**worn impeller**"_qs));
    QVERIFY(text.contains(u"Flow \\| falls"_qs)); // a bar must not end the cell
    QVERIFY(text.contains(u"data:image/svg+xml;base64,"_qs));
    QVERIFY(!text.contains(u"<script>"_qs));
    for (const QString& line : text.split(u'\n')) {
        if (line.startsWith(u"| 1 |"_qs))
            QCOMPARE(QString(line).remove(u"\\|"_qs).count(u'|'), 8);
    }
}

void TestExport::jsonHoldsEverythingAndUnknownIsNull()
{
    QJsonParseError error;
    const QJsonDocument document
        = QJsonDocument::fromJson(QByteArray::fromStdString(jsonOf(samplePostMortem())), &error);
    QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(error.errorString()));
    const QJsonObject root = document.object();
    QCOMPARE(root[u"schema"].toString(), u"lockstep.postmortem/1"_qs);
    QCOMPARE(root[u"incident"][u"from"].toString(), u"2026-03-01T03:12:00.000000000Z"_qs);
    QCOMPARE(root[u"annotations"].toArray().size(), 3);
    QVERIFY(root[u"cost"][u"inputs"][u"labour_rate_per_hour"].isNull());
    QCOMPARE(root[u"cost"][u"inputs"][u"compute_rate_per_gpu_hour"].toDouble(), 2.1);
    const QJsonArray values = root[u"evidence"][u"series"][0][u"values"].toArray();
    QCOMPARE(values.size(), 720);
    QVERIFY(values[205].isNull());
    QCOMPARE(values[1].toDouble(), 60.25);
    QCOMPARE(root[u"evidence"][u"heatmaps"][0][u"values"].toArray().size(), 16);
    QCOMPARE(root[u"evidence"][u"gaps"][0][u"reason"].toString(), u"agent restarted"_qs);
}

void TestExport::jsonKeepsItsPublishedSchema()
{
    QFile file(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + u"/resources/reports/postmortem.schema.json"_qs);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const SchemaCheck schema(QJsonDocument::fromJson(file.readAll()).object());
    PostMortem all = samplePostMortem();
    QVERIFY(!all.evidence.spans.empty() && !all.evidence.events.empty() && !all.evidence.gaps.empty());
    QJsonObject written = QJsonDocument::fromJson(QByteArray::fromStdString(jsonOf(all))).object();
    QCOMPARE(schema.problems(written), QStringList());
    QJsonObject incident = written[u"incident"].toObject();
    incident[u"severity"] = u"awful"_qs;
    incident.remove(u"owner"_qs);
    incident[u"mood"] = u"bad"_qs;
    written[u"incident"] = incident;
    QCOMPARE(schema.problems(written),
             QStringList({u"$.incident.mood: not in the schema"_qs, u"$.incident.severity: not one of the words"_qs,
                          u"$.incident.owner: missing"_qs}));
}

void TestExport::csvIsQuotedAndLeavesGapsEmpty()
{
    PostMortem all = samplePostMortem();
    all.annotations[1].text = "=HYPERLINK(\"http://x\")";
    const QString csv = QString::fromStdString(csvOf(all));
    QVERIFY(csv.contains(u"\"Flow | falls, \"\"quoted\"\" <b>\""_qs));
    QVERIFY(csv.contains(u"\"'=HYPERLINK("_qs));
    QVERIFY(
        csv.contains(u"2026-03-01T03:15:25.000000000Z,series,A1 / node-17 / gpu3,gpu.temperature,,celsius,\r\n"_qs));
    QCOMPARE(csv.count(u",series,"_qs), 720);
}

void TestExport::theTraceHasSlicesCountersAndFlows()
{
    QJsonParseError error;
    const QJsonDocument document
        = QJsonDocument::fromJson(QByteArray::fromStdString(traceOf(samplePostMortem())), &error);
    QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(error.errorString()));
    QHash<QString, int> phases;
    for (const QJsonValue& value : document[u"traceEvents"].toArray()) {
        const QJsonObject event = value.toObject();
        const QString phase = event[u"ph"].toString();
        ++phases[phase];
        QVERIFY(event.contains(u"pid"));
        if (phase != u"M"_qs)
            QVERIFY(event[u"ts"].toDouble(-1) >= 0);
        if (phase == u"X"_qs)
            QVERIFY(event[u"dur"].toDouble(-1) >= 0);
    }
    QCOMPARE(phases[u"X"_qs], 3 + 1 + 20); // notes, gap, spans
    QCOMPARE(phases[u"C"_qs], 690); // 30 of 720 are a gap
    QCOMPARE(phases[u"s"_qs], 2);
    QCOMPARE(phases[u"f"_qs], 2);
    QCOMPARE(phases[u"i"_qs], 1);
}

void TestExport::namesAreHiddenEverywhereAlike()
{
    PostMortem all = samplePostMortem();
    all.incident.summary = "node-17 throttled; noor saw it. node-170 did not.";
    all.evidence.heats[0].rows[2].last = "A1 / node-elsewhere / gpu7";
    const PostMortem hidden = withoutNames(all);
    const std::string everything = jsonOf(hidden) + csvOf(hidden) + traceOf(hidden) + htmlOf(makeReport(hidden, {}));
    for (const char* name : {"node-17 ", "\"noor\"", "sam)", "node-3\"", "node-elsewhere"})
        QVERIFY2(everything.find(name) == std::string::npos, name);
    const std::size_t host = hidden.incident.summary.find("host-");
    QCOMPARE(host, 0U);
    const std::string alias = hidden.incident.summary.substr(0, hidden.incident.summary.find(' '));
    QVERIFY(hidden.incident.entities[0].path == "A1 / " + alias + " / gpu3");
    QVERIFY(hidden.incident.summary.find("node-170")
            != std::string::npos); // a different name, which is not in the data
    QVERIFY(hidden.attachments.empty());
    QVERIFY(hidden.incident.entities[1].path == "loop-2");
}

void TestExport::manyNamesInMuchTextAreHidden()
{
    PostMortem all = samplePostMortem();
    constexpr int names = 20'000;
    for (int number = 0; number < names; ++number) {
        const std::string name = "host " + std::to_string(number) + " of many"; // names with blanks, which begin alike
        all.incident.entities.push_back({EntityKind::Node, name});
        all.incident.summary += name + ", ";
    }
    all.incident.summary += "host 19999 of";
    const PostMortem hidden = withoutNames(all); // searching for each name in each text took minutes
    QVERIFY(hidden.incident.summary.find("of many") == std::string::npos);
    QVERIFY(hidden.incident.summary.ends_with("host 19999 of")); // not a name
}

void TestExport::secretsAreBlottedOut()
{
    PostMortem all = samplePostMortem();
    all.incident.summary
        = "ran with --token=abc123 and password: hunter2\nAuthorization: Bearer abc.def\nhf_abcdefghijklmnopqrstuvwx";
    all.annotations[0].text = "api_key='deadbeef', tokens per second fell";
    const PostMortem clean = withoutSecrets(all);
    for (const char* secret : {"abc123", "hunter2", "abc.def", "hf_abc", "deadbeef"})
        QVERIFY2((clean.incident.summary + clean.annotations[0].text).find(secret) == std::string::npos, secret);
    QVERIFY(clean.annotations[0].text.find("tokens per second fell") != std::string::npos);
    QVERIFY(clean.incident.causes == all.incident.causes);
}

void TestExport::aBundleComesBackWithoutADifference()
{
    QTemporaryDir folder;
    IncidentDatabase here = must(IncidentDatabase::open(pathIn(folder, "here.sqlite")));
    const PostMortem all = samplePostMortem();
    IncidentChange change = making(all.incident);
    for (const Annotation& note : all.annotations)
        change.annotations.push_back({{}, note});
    for (const AnnotationLink& link : all.links)
        change.links.push_back({{}, link});
    change.attachments = {{{}, all.attachments[0]}};
    (void)must(here.apply(change, "noor", incidentStart));
    QVERIFY(here.putEvidence({7}, all.evidence).isOk());
    const std::string path = pathIn(folder, "a.lockstep");
    const Status written = writeBundle(must(loadPostMortem(here, {7})), must(here.history({7})), path, {});
    QVERIFY2(written.isOk(), written.isOk() ? "" : written.error().message.c_str());
    QVERIFY(!QFile::exists(QString::fromStdString(path + "-wal")));

    IncidentDatabase there = must(IncidentDatabase::open(pathIn(folder, "there.sqlite")));
    const TimePoint later = incidentStart + std::chrono::hours(24);
    QCOMPARE(must(importBundle(path, there, {"sam", later})).size(), 1U);
    QVERIFY(must(there.records()) == must(here.records()));
    const std::vector<HistoryEntry> reported = must(there.history({7}));
    QCOMPARE(reported.size(), must(here.history({7})).size() + 1); // and that it was imported
    QVERIFY(must(there.attachments({7}, true)) == all.attachments);
    QCOMPARE(jsonOf(must(loadPostMortem(there, {7}))), jsonOf(must(loadPostMortem(here, {7}))));
    IncidentQuery query;
    query.text = "impeller";
    QCOMPARE(must(there.search(query)).found, 1U);
}

void TestExport::importingTwiceChangesNothingAndMergesEdits()
{
    QTemporaryDir folder;
    const PostMortem all = samplePostMortem();
    const std::string path = pathIn(folder, "a.lockstep");
    QVERIFY(writeBundle(all, {}, path, {}).isOk());
    IncidentDatabase there = must(IncidentDatabase::open(pathIn(folder, "there.sqlite")));
    for (int twice = 0; twice < 2; ++twice)
        (void)must(importBundle(path, there, {"sam", incidentStart}));
    QCOMPARE(must(there.history({7})).size(), 1U);
    PostMortem later = all;
    later.incident.causes = "Known by now.";
    QVERIFY(writeBundle(later, {}, path, {}).isOk());
    (void)must(importBundle(path, there, {"sam", incidentStart, BundleChoice::Bundle}));
    QCOMPARE(must(there.incident({7}))->causes, std::string("Known by now."));
    QCOMPARE(must(there.history({7})).size(), 2U);
    QCOMPARE(must(there.history({7}))[1].change, std::string("Import a bundle"));
    QCOMPARE(must(there.history({7}))[1].field, std::string("causes"));
}

void TestExport::aBundleThatCannotBeWrittenLeavesTheOldOne()
{
    QTemporaryDir folder;
    const std::string path = pathIn(folder, "a.lockstep");
    QVERIFY(writeBundle(samplePostMortem(), {}, path, {}).isOk());
    std::stop_source stop;
    stop.request_stop();
    ExportOptions options;
    options.stop = stop.get_token();
    PostMortem other = samplePostMortem();
    other.incident.title = "other";
    QVERIFY(!writeBundle(other, {}, path, options).isOk());
    IncidentDatabase old = must(IncidentDatabase::open(path, Database::Access::ReadOnly));
    QCOMPARE(must(old.incident({7}))->title, sampleIncident().title);
    QVERIFY(!QFile::exists(QString::fromStdString(path + ".unfinished")));
    QVERIFY(!writeBundle(other, {}, "/nowhere/a.lockstep", {}).isOk());
    const Result<std::vector<IncidentKey>> missing = importBundle("/nowhere/a.lockstep", old, {"x", incidentStart});
    QVERIFY(!missing.isOk());
}

void TestExport::anythingInATextIsMadeValid()
{
    for (const char* bad : {"\xFF", "\xC0\xAF", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE2\x82", "a\x01z"}) {
        const std::string clean = visibleText(bad);
        QVERIFY2(QString::fromUtf8(clean.c_str()).toStdString() == clean, bad);
        QVERIFY(clean != bad);
    }
    for (const char* good : {"Kühlung", "\u2009", "\U0001F525", "plain\n\ttext"})
        QCOMPARE(visibleText(good), std::string(good));
}

void TestExport::anHourOfALargeClusterExportsInTime()
{
    PostMortem all = samplePostMortem();
    EvidenceSeries series = all.evidence.series[0];
    series.values.resize(3600, 61.5F);
    all.evidence.series.assign(32, series);
    EvidenceHeat& heat = all.evidence.heats[0];
    heat.rows.assign(256, {"A1 / node-0 / gpu0", "A1 / node-7 / gpu7"});
    heat.columns = 360;
    heat.values.resize(std::size_t{256} * 360);
    for (std::size_t i = 0; i < heat.values.size(); ++i)
        heat.values[i] = 60.0F + static_cast<float>(i * 7919 % 1000) / 40;
    all.evidence.spans.assign(4000, all.evidence.spans[0]);
    QElapsedTimer timer;
    const auto measure = [&timer](const char* name, auto&& make) {
        timer.start();
        const std::string text = make();
        qInfo("%-6s %8zu bytes in %.1f ms", name, text.size(), static_cast<double>(timer.nsecsElapsed()) * 1e-6);
        QVERIFY(!text.empty());
    };
    measure("html", [&] { return htmlOf(makeReport(all, {})); });
    measure("md", [&] { return markdownOf(makeReport(all, {})); });
    measure("json", [&] { return jsonOf(all); });
    measure("csv", [&] { return csvOf(all); });
    measure("trace", [&] { return traceOf(all); });
}

LOCKSTEP_TEST(tst_export, TestExport)
#include "tst_export.moc"
