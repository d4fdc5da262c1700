// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/exportcommand.h"
#include "app/export/incidentexport.h"
#include "app/export/reportpages.h"
#include "app/export/userfiles.h"
#include "datasources/recording/recorder.h"
#include "datasources/recording/recording.h"
#include "tests/datasources/incidents/incidentfixture.h"
#include "tests/support/placedrecorder.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>
#include <QTextTable>

#include <sys/stat.h>
#include <unistd.h>

using namespace lockstep;
using namespace lockstep::test;

namespace {

using Arguments = std::vector<std::string>;

CommandResult run(Arguments arguments)
{
    return exportFromCommandLine(arguments);
}

QByteArray contentOf(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

PostMortem sampleStory(TimeRange range)
{
    PostMortem story;
    story.incident = sampleIncident();
    story.incident.range = range;
    story.annotations = {sampleAnnotation(1, 10), sampleAnnotation(2, 60, 30)};
    story.links = {{{1}, {2}, LinkKind::Caused}};
    story.evidence = sampleEvidence();
    return story;
}

} // namespace

/// `lockstep export` on users' files: an incident database, a recording, a bundle.
class TestExportCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyFormatIsWritten_data();
    void everyFormatIsWritten();
    void theEndOfTheFileNameIsAFormat();
    void aBundleGivesTheSameReportWithItsHash();
    void timesAreInTheZoneThatIsAskedFor();
    void hiddenNamesAreInNoFormat();
    void wrongUsageIsReportedWithWhatIsRight_data();
    void wrongUsageIsReportedWithWhatIsRight();
    void reportsAreNamedAfterTheirDayAndTitle_data();
    void reportsAreNamedAfterTheirDayAndTitle();
    void aFolderGetsAFileOfThatName();
    void helpIsAnAnswer();
    void whatCannotBeDoneIsReportedAndLeavesNothing();
    void pagesArePaintedAsTheyArePrinted();
    void pagesBreakBetweenWhatBelongsTogether();
    void picturesThatUnpackToGigabytesAreLeftOut();
    void thePdfStopsWhenItIsReported();

private:
    [[nodiscard]] std::string path(const char* name) const { return pathIn(m_folder, name); }
    [[nodiscard]] Arguments order(Arguments more) const
    {
        Arguments all{"--incident",  "Pump 2 lost flow, ring waits on rank 3",
                      "--incidents", path("incidents.sqlite"),
                      "--recording", path("recording")};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    QTemporaryDir m_folder;
    PostMortem m_story;
};

void TestExportCommand::initTestCase()
{
    SimulatedBatches cluster(2);
    RecorderOptions options;
    options.folder = path("recording");
    const std::unique_ptr<test::PlacedRecorder> recorder = must(test::PlacedRecorder::start(options, nullptr));
    recorder->record(cluster.introduce());
    for (int second = 0; second < 200; ++second)
        recorder->record(cluster.next());
    recorder->flush();

    m_story = sampleStory(
        {SimulatedBatches::start + std::chrono::seconds(60), SimulatedBatches::start + std::chrono::seconds(120)});
    IncidentDatabase database = must(IncidentDatabase::open(path("incidents.sqlite")));
    IncidentChange change = making(m_story.incident);
    for (const Annotation& note : m_story.annotations)
        change.annotations.push_back({{}, note});
    change.links = {{{}, m_story.links[0]}};
    (void)must(database.apply(change, "noor", incidentStart));
    QVERIFY(database.putEvidence(m_story.incident.key, m_story.evidence).isOk());
}

void TestExportCommand::everyFormatIsWritten_data()
{
    QTest::addColumn<QByteArray>("begin");
    QTest::newRow("html") << QByteArray("<!DOCTYPE html>");
    QTest::newRow("pdf") << QByteArray("%PDF-1.");
    QTest::newRow("md") << QByteArray("# Pump 2");
    QTest::newRow("json") << QByteArray("{\"schema\":\"lockstep.postmortem/1\"");
    QTest::newRow("csv") << QByteArray("time,what,");
    QTest::newRow("trace") << QByteArray("{");
    QTest::newRow("bundle") << QByteArray("SQLite format 3");
}

void TestExportCommand::everyFormatIsWritten()
{
    QFETCH(QByteArray, begin);
    const char* const format = QTest::currentDataTag();
    const std::string out = path((std::string("report.") + format).c_str());
    const mode_t before = ::umask(0);
    const CommandResult answer = run(order({"--format", format, "--out", out}));
    ::umask(before);
    QVERIFY2(answer.exitCode == 0, answer.err.c_str());
    QCOMPARE(answer.err, std::string());
    constexpr QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(QString::fromStdString(out)) & others)); // as private as its source
    QVERIFY(answer.out.find(out) == 0);
    QVERIFY2(contentOf(out).startsWith(begin), contentOf(out).left(60).constData());
}

void TestExportCommand::theEndOfTheFileNameIsAFormat()
{
    QCOMPARE(run(order({"--out", path("a.lockstep")})).exitCode, 0);
    QVERIFY(must(Recording::open(path("a.lockstep"))).ticks().length() > 100);
    QCOMPARE(run(order({"--out", path("a.md")})).exitCode, 0);
    for (const char* wanted : {"1", "RING waits", ""})
        QCOMPARE(run(order({"--incident", wanted, "--out", path("b.md")})).exitCode, 0);
    QCOMPARE(run(order({"--out", path("a.xyz")})).exitCode, 2);
}

void TestExportCommand::aBundleGivesTheSameReportWithItsHash()
{
    const std::string bundle = path("whole.lockstep");
    QCOMPARE(run(order({"--out", bundle})).exitCode, 0);
    QVERIFY(run({bundle, "--out", path("from-bundle.json")}).exitCode == 0);
    QVERIFY(run(order({"--out", path("from-database.json")})).exitCode == 0);
    QCOMPARE(contentOf(path("from-bundle.json")), contentOf(path("from-database.json")));
    QVERIFY(run({bundle, "--out", path("from-bundle.html")}).exitCode == 0);
    QVERIFY(contentOf(path("from-bundle.html")).contains(QByteArray::fromStdString(fileHash(bundle))));
    // A bundle of the bundle has its recording, too.
    QVERIFY(run({bundle, "--out", path("again.lockstep")}).err.empty());
    QCOMPARE(must(Recording::open(path("again.lockstep"))).counts().samples,
             must(Recording::open(bundle)).counts().samples);
}

void TestExportCommand::timesAreInTheZoneThatIsAskedFor()
{
    QCOMPARE(run(order({"--out", path("tokyo.html"), "--zone", "Asia/Tokyo"})).exitCode, 0);
    const QByteArray html = contentOf(path("tokyo.html"));
    QVERIFY(html.contains("JST"));
    QVERIFY(html.contains("Times in Asia/Tokyo"));
    // Daylight saving time depends on the moment, not on today.
    const ReportZone berlin = must(reportZone("Europe/Berlin"));
    QCOMPARE(berlin.at(TimePoint(std::chrono::seconds(1'772'334'720))).fromUtc, std::chrono::seconds(3600));
    QCOMPARE(berlin.at(TimePoint(std::chrono::seconds(1'782'334'720))).fromUtc, std::chrono::seconds(7200));
}

void TestExportCommand::hiddenNamesAreInNoFormat()
{
    for (const std::string format : {"html", "md", "json", "csv", "trace", "bundle"}) { // a PDF's text is packed
        const std::string out = path(("hidden." + format).c_str());
        const CommandResult answer = run(order({"--format", format, "--out", out, "--hide-names"}));
        QVERIFY2(answer.exitCode == 0, answer.err.c_str());
        const QByteArray content = contentOf(out);
        for (const char* name : {"node-17", "noor"})
            QVERIFY2(!content.contains(name), (format + " has " + name).c_str());
        QCOMPARE(answer.err.find("cannot be hidden") != std::string::npos, format == "bundle");
    }
}

void TestExportCommand::wrongUsageIsReportedWithWhatIsRight_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("nothing") << QStringList() << QStringLiteral("expected a BUNDLE or --incident ID");
    QTest::newRow("no out") << QStringList{QStringLiteral("a.lockstep")} << QStringLiteral("expected --out FILE");
    QTest::newRow("format") << QStringList{QStringLiteral("a.lockstep"), QStringLiteral("--out=x"),
                                           QStringLiteral("--format=doc")}
                            << QStringLiteral("expected html, pdf");
    QTest::newRow("zone") << QStringList{QStringLiteral("a.lockstep"), QStringLiteral("--out=x.md"),
                                         QStringLiteral("--zone=Mars/Base")}
                          << QStringLiteral("Mars/Base");
    QTest::newRow("option") << QStringList{QStringLiteral("--to=x")} << QStringLiteral("unknown option --to");
}

void TestExportCommand::wrongUsageIsReportedWithWhatIsRight()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    Arguments all;
    for (const QString& argument : arguments)
        all.push_back(argument.toStdString());
    const CommandResult answer = run(all);
    QCOMPARE(answer.exitCode, 2);
    QVERIFY2(answer.err.find(says.toStdString()) != std::string::npos, answer.err.c_str());
    QVERIFY(answer.err.find("Usage: lockstep export") != std::string::npos);
}

void TestExportCommand::reportsAreNamedAfterTheirDayAndTitle_data()
{
    QTest::addColumn<QByteArray>("title");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("plain") << QByteArray("Pump 2 lost flow") << QByteArray("2026-03-01 Pump 2 lost flow.pdf");
    QTest::newRow("path") << QByteArray("GPU is 84\u2009°C: A1 / node-17 / gpu3")
                          << QByteArray("2026-03-01 GPU is 84 °C A1 node-17 gpu3.pdf");
    QTest::newRow("nothing") << QByteArray("") << QByteArray("2026-03-01 Incident.pdf");
    QTest::newRow("dots and a shell") << QByteArray("../../$(rm) `x`.") << QByteArray("2026-03-01 .. .. (rm) x.pdf");
    QTest::newRow("one word") << QByteArray("ü").repeated(200)
                              << QByteArray("2026-03-01 ") + QByteArray("ü").repeated(40) + ".pdf";
    QTest::newRow("long") << QByteArray("word ").repeated(40)
                          << QByteArray("2026-03-01 ") + QByteArray("word ").repeated(16).trimmed() + ".pdf";
}

void TestExportCommand::reportsAreNamedAfterTheirDayAndTitle()
{
    QFETCH(QByteArray, title);
    Incident incident = sampleIncident();
    incident.title = title.toStdString();
    QTEST(QByteArray::fromStdString(reportFileName(incident, "pdf")), "name");
}

void TestExportCommand::aFolderGetsAFileOfThatName()
{
    QTemporaryDir folder;
    const std::string out = folder.path().toStdString();
    for (const char* name : {"/2023-11-14 Pump 2 lost flow, ring waits on rank 3.html",
                             "/2023-11-14 Pump 2 lost flow, ring waits on rank 3 (2).html"}) {
        const CommandResult answer = run(order({"--format", "html", "--out", out}));
        QVERIFY2(answer.exitCode == 0, answer.err.c_str());
        QVERIFY2(answer.out.starts_with(out + name), answer.out.c_str());
        QVERIFY(contentOf(out + name).startsWith("<!DOCTYPE html>"));
    }
}

void TestExportCommand::helpIsAnAnswer()
{
    const CommandResult answer = run({"--help"});
    QCOMPARE(answer.exitCode, 0);
    QVERIFY(answer.out.starts_with("Usage: lockstep export"));
    QVERIFY(answer.err.empty());
}

void TestExportCommand::whatCannotBeDoneIsReportedAndLeavesNothing()
{
    const auto fails = [](const Arguments& arguments, const char* says) {
        const CommandResult answer = run(arguments);
        QCOMPARE(answer.exitCode, 1);
        QVERIFY2(answer.err.find(says) != std::string::npos, answer.err.c_str());
    };
    fails({"--incident", "no such thing", "--incidents", path("incidents.sqlite"), "--out", path("x.md")}, "\n    1  ");
    fails({"--incident", "", "--incidents", path("nowhere.sqlite"), "--out", path("x.md")}, "no such file");
    fails({path("nowhere.lockstep"), "--out", path("x.md")}, "no such file");
    fails({path("."), "--out", path("x.md")}, "is a folder; expected a bundle");
    QCOMPARE(::symlink("/dev/zero", path("endless.lockstep").c_str()), 0);
    fails({path("endless.lockstep"), "--out", path("x.md")}, "not a regular file");
    QCOMPARE(::mkfifo(path("pipe.lockstep").c_str(), 0600), 0);
    fails({path("pipe.lockstep"), "--out", path("x.md")}, "not a regular file");
    QVERIFY(run(order({"--out", path("self.lockstep")})).exitCode == 0);
    fails({path("self.lockstep"), "--out", path("self.lockstep")}, "must differ from the input");
    for (const char* format : {"html", "pdf", "bundle"})
        fails(order({"--format", format, "--out", "/nowhere/x"}), "/nowhere/x");
    QVERIFY(!QFile::exists(QString::fromStdString(path("x.md"))));
}

void TestExportCommand::pagesArePaintedAsTheyArePrinted()
{
    const QList<QImage> pages = previewPages(makeReport(m_story, {}), 794, 20, {});
    QVERIFY(pages.size() >= 2);
    QCOMPARE(pages[0].size(), QSize(794, 1123));
    int inked = 0;
    for (int y = 0; y < pages[0].height(); ++y) {
        for (int x = 0; x < pages[0].width(); ++x)
            inked += pages[0].pixelColor(x, y) != QColor(Qt::white);
    }
    QVERIFY(inked > 5000);
    if (const QString folder = qEnvironmentVariable("LOCKSTEP_PICTURES"); !folder.isEmpty()) {
        for (int page = 0; page < pages.size(); ++page)
            pages[page].save(QStringLiteral("%1/page-%2.png").arg(folder).arg(page + 1));
    }
}

/// Wherever pages end, headings stay with the following text, captions with their figures, and the lines of a row
/// together. Only the last page may be half empty.
void TestExportCommand::pagesBreakBetweenWhatBelongsTogether()
{
    PostMortem story = m_story;
    for (int event = 0; event < 30; ++event)
        story.evidence.events.push_back({incidentStart,
                                         Severity::Warning,
                                         {},
                                         "sync.late",
                                         "rank 5 of train-a late; 31 ranks wait for it, and its node runs warmer than "
                                         "all of its neighbours in the rack"});
    QImage gauge(1, 1, QImage::Format_RGB32);
    gauge.setDotsPerMeterX(qRound(96 / 0.0254));
    gauge.setDotsPerMeterY(qRound(96 / 0.0254));
    for (int lines = 0; lines < 60; lines += 3) {
        story.incident.summary += "A line of the summary.\n\nAnother one.\n\nAnd a third one.\n\n";
        const auto document = makeReportDocument(makeReport(story, {}), gauge);
        const auto* const layout = document->documentLayout();
        const double height = document->pageSize().height();
        const auto top = [layout](const QTextBlock& block) {
            const double its = layout->blockBoundingRect(block).top();
            return (block.layout()->lineCount() > 0 ? its + block.layout()->lineAt(0).y() : its) + 1;
        };
        const auto bottom = [layout](const QTextBlock& block) {
            return layout->blockBoundingRect(block).bottom() - 1;
        };
        const auto pageOf = [height](double y) {
            return static_cast<int>(y / height);
        };
        std::vector<double> filled(static_cast<std::size_t>(document->pageCount()), 0);
        for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
            const QString where = QStringLiteral("%1 lines: %2").arg(lines).arg(block.text());
            const int page = pageOf(bottom(block));
            if (!block.text().isEmpty())
                filled.at(static_cast<std::size_t>(page)) = bottom(block) - page * height;
            if (block.blockFormat().headingLevel() > 0 && !block.text().isEmpty())
                QVERIFY2(pageOf(top(block)) == pageOf(top(block.next())), qPrintable(where));
            if (block.blockFormat().nonBreakableLines())
                QVERIFY2(pageOf(top(block)) == page, qPrintable(where));
            const QTextTable* const table = QTextCursor(block).currentTable();
            if (table == nullptr)
                continue;
            const int row = table->cellAt(QTextCursor(block)).row();
            for (int column = 0; column < table->columns(); ++column) {
                const QTextBlock cell = table->cellAt(row, column).firstCursorPosition().block();
                QVERIFY2(pageOf(top(cell)) == page && pageOf(bottom(cell)) == page, qPrintable(where));
            }
        }
        const QTextBlock last = document->lastBlock();
        QVERIFY2(pageOf(top(last)) == pageOf(bottom(last.previous())), qPrintable(QString::number(lines)));
        for (std::size_t page = 0; page + 1 < filled.size(); ++page)
            QVERIFY2(filled[page] > 0.6 * height,
                     qPrintable(QStringLiteral("%1 lines, page %2: %3").arg(lines).arg(page + 1).arg(filled[page])));
    }
}

/// A few kilobytes of a single colour can have any number of pixels, which a document holds until it is written.
void TestExportCommand::picturesThatUnpackToGigabytesAreLeftOut()
{
    PostMortem story = m_story;
    const auto attach = [&story](QSize size) {
        QImage image(size, QImage::Format_Mono);
        image.fill(1);
        QByteArray bytes;
        QBuffer buffer(&bytes);
        image.save(&buffer, "PNG");
        const auto packed = std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
        Attachment picture{{1}, story.incident.key, "Hall", "image/png", incidentStart, "x", "", "", {}};
        picture.bytes.assign(packed.begin(), packed.end());
        story.attachments.push_back(std::move(picture));
    };
    attach({12'000, 12'000});
    for (int time = 0; time < 11; ++time)
        attach({5000, 5000});
    QImage page(1, 1, QImage::Format_RGB32);
    const auto document = makeReportDocument(makeReport(story, {}), page);
    // The large picture, and those that exceed the total limit.
    QCOMPARE(document->toPlainText().count(QStringLiteral("omitted")), 1 + 3);
}

void TestExportCommand::thePdfStopsWhenItIsReported()
{
    IncidentExport pdf;
    pdf.format = ExportFormat::Pdf;
    pdf.path = path("stopped.pdf");
    std::stop_source stop;
    stop.request_stop();
    pdf.options.stop = stop.get_token();
    QVERIFY(!exportIncident({m_story, {}}, pdf).isOk());
    QVERIFY(!QFile::exists(QString::fromStdString(pdf.path)));
}

LOCKSTEP_GUI_TEST(tst_exportcommand, TestExportCommand)
#include "tst_exportcommand.moc"
