// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidentdatabase.h"
#include "models/incidents/incidentrecords.h"
#include "tests/datasources/incidents/incidentfixture.h"
#include "tests/support/fulldisk.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cerrno>
#include <cstring>
#include <thread>

using namespace lockstep;
using namespace lockstep::test;

class TestIncidentDatabase : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsReadBack();
    void theFileAndTheRecordsAgreeOnEveryChange();
    void whatIsJudgedIsRememberedAndUndone();
    void undoGoesThroughTheFile();
    void theHistoryTellsWhoChangedWhatFromWhat();
    void twoDashboardsKeepEachOthersEdits();
    void twoWritersAtOnceLoseNothing();
    void aForeignWriteIsNoticed();
    void evidenceComesBackBitForBit();
    void attachmentsComeWithAndWithoutTheirBytes();
    void anIncidentIsFoundByTitleOrByTheStartOfItsKey();
    void aFileThatIsNoDatabaseIsRefusedWithItsName();
    void onAFullDiskTheReasonIsReported();
    void damagedValuesAreReportedAndNotBelieved();
};

void TestIncidentDatabase::whatIsWrittenIsReadBack()
{
    QTemporaryDir folder;
    const std::string path = pathIn(folder, "incidents.sqlite");
    Annotation annotation = sampleAnnotation(1, 10, 5);
    annotation.lane = "rank 3";
    annotation.operation = "all_reduce";
    annotation.view = "timeline";
    {
        IncidentDatabase file = must(IncidentDatabase::open(path));
        IncidentChange change = making(sampleIncident());
        change.annotations = {{{}, annotation}, {{}, sampleAnnotation(2, 5)}};
        change.links = {{{}, AnnotationLink{{1}, {2}, LinkKind::Caused}}};
        QVERIFY(must(file.apply(change, "noor", incidentStart)) == change);
    }
    IncidentDatabase file = must(IncidentDatabase::open(path));
    QVERIFY(*must(file.incident({7})) == sampleIncident());
    const auto annotations = must(file.annotations(IncidentKey{7}));
    QCOMPARE(annotations.size(), 2U);
    QVERIFY(annotations[0] == sampleAnnotation(2, 5)); // by time
    QVERIFY(annotations[1] == annotation);
    QCOMPARE(must(file.links(IncidentKey{7})).size(), 1U);
    QVERIFY(!must(file.incident({8})));
}

void TestIncidentDatabase::whatIsJudgedIsRememberedAndUndone()
{
    QTemporaryDir folder;
    const std::string path = pathIn(folder, "incidents.sqlite");
    Judgement mute = sampleJudgement(2, Judgement::Verdict::Muted);
    mute.until = incidentStart + std::chrono::hours(8);
    IncidentChange change;
    change.text = "Confirm alert";
    change.judgements = {{{}, sampleJudgement(1)}, {{}, mute}};
    {
        IncidentDatabase file = must(IncidentDatabase::open(path));
        QVERIFY(must(file.apply(change, "noor", incidentStart)) == change);
    }
    IncidentDatabase file = must(IncidentDatabase::open(path));
    const std::vector<Judgement> read = must(file.judgements());
    QCOMPARE(read.size(), 2U);
    QVERIFY(read[0] == sampleJudgement(1));
    QVERIFY(read[1] == mute);
    QCOMPARE(must(file.records()).judgements().size(), 2U);
    must(file.apply(inverse(change), "noor", incidentStart));
    QVERIFY(must(file.judgements()).empty());
    QVERIFY(file.database().execute("INSERT INTO judgement VALUES(9,'liked','','','','',NULL,'',0,'')").isOk());
    const auto damaged = file.judgements();
    QVERIFY(!damaged.isOk());
    QVERIFY(damaged.error().message.find("liked") != std::string::npos);
}

void TestIncidentDatabase::theFileAndTheRecordsAgreeOnEveryChange()
{
    QTemporaryDir folder;
    IncidentDatabase file = must(IncidentDatabase::open(pathIn(folder, "incidents.sqlite")));
    IncidentRecords records;
    Incident edited = sampleIncident();
    edited.tags = {"cooling"};
    edited.costs.labourHours = 2;
    edited.actions.clear();
    Annotation moved = sampleAnnotation(1, 99);
    moved.incident = {};
    const std::vector<IncidentChange> changes{
        making(sampleIncident()),
        making(sampleAnnotation(1, 10)),
        editing<Incident>("Edit", {{sampleIncident(), edited}}),
        editing<Annotation>("Move", {{sampleAnnotation(1, 10), moved}}),
        making(AnnotationLink{{1}, {2}, LinkKind::Relates}),
        making(AnnotationLink{{1}, {2}, LinkKind::Relates}), // once is enough
        editing<Incident>("Edit what is gone", {{sampleIncident(9), sampleIncident(9)}}),
        editing<Incident>("Delete", {{edited, {}}}),
    };
    for (const IncidentChange& change : changes) {
        const IncidentChange done = must(file.apply(change, "noor", incidentStart));
        QVERIFY(done == records.apply(change));
        QVERIFY(must(file.records()) == records);
    }
}

void TestIncidentDatabase::undoGoesThroughTheFile()
{
    QTemporaryDir folder;
    IncidentDatabase file = must(IncidentDatabase::open(pathIn(folder, "incidents.sqlite")));
    UndoHistory history;
    const IncidentRecords before = must(file.records());
    history.add(must(file.apply(making(sampleIncident()), "noor", incidentStart)), incidentStart);
    history.add(must(file.apply(making(sampleAnnotation(1, 10)), "noor", incidentStart)),
                incidentStart + std::chrono::minutes(1));
    const IncidentRecords after = must(file.records());
    while (const auto back = history.undo())
        (void)must(file.apply(*back, "noor", incidentStart));
    QVERIFY(must(file.records()) == before);
    while (const auto again = history.redo())
        (void)must(file.apply(*again, "noor", incidentStart));
    QVERIFY(must(file.records()) == after);
}

void TestIncidentDatabase::theHistoryTellsWhoChangedWhatFromWhat()
{
    QTemporaryDir folder;
    IncidentDatabase file = must(IncidentDatabase::open(pathIn(folder, "incidents.sqlite")));
    (void)must(file.apply(making(sampleIncident()), "noor", incidentStart));
    (void)must(file.apply(making(sampleAnnotation(1, 10)), "noor", incidentStart));
    Annotation edited = sampleAnnotation(1, 10);
    edited.text = "better said";
    (void)must(file.apply(editing<Annotation>("Edit the note", {{sampleAnnotation(1, 10), edited}}), "sam",
                          incidentStart + std::chrono::minutes(2)));
    const std::vector<HistoryEntry> history = must(file.history({7}));
    const HistoryEntry expected{
        incidentStart + std::chrono::minutes(2), "sam", "Edit the note", {1}, "text", "note 1", "better said"};
    QVERIFY(history.back() == expected);
    QCOMPARE(history.front().author, std::string("noor"));
    QCOMPARE(history.front().field, std::string("title"));
}

void TestIncidentDatabase::twoDashboardsKeepEachOthersEdits()
{
    QTemporaryDir folder;
    const std::string path = pathIn(folder, "incidents.sqlite");
    IncidentDatabase one = must(IncidentDatabase::open(path));
    IncidentDatabase two = must(IncidentDatabase::open(path));
    (void)must(one.apply(making(sampleIncident()), "one", incidentStart));
    // Both read the same state, then both write.
    const Incident seen = *must(two.incident({7}));
    Incident byOne = seen;
    byOne.summary = "by one";
    Incident byTwo = seen;
    byTwo.causes = "by two";
    byTwo.tags.push_back("two");
    (void)must(one.apply(editing<Incident>("Edit", {{seen, byOne}}), "one", incidentStart));
    (void)must(two.apply(editing<Incident>("Edit", {{seen, byTwo}}), "two", incidentStart));
    const Incident both = *must(one.incident({7}));
    QCOMPARE(both.summary, std::string("by one"));
    QCOMPARE(both.causes, std::string("by two"));
    QCOMPARE(both.tags.back(), std::string("two"));
}

void TestIncidentDatabase::twoWritersAtOnceLoseNothing()
{
    QTemporaryDir folder;
    const std::string path = pathIn(folder, "incidents.sqlite");
    constexpr std::uint64_t each = 150;
    const auto write = [&path](std::uint64_t first) {
        IncidentDatabase file = must(IncidentDatabase::open(path)); // also races to make the tables
        for (std::uint64_t i = 0; i < each; ++i)
            (void)must(file.apply(making(sampleAnnotation(first + i, static_cast<double>(i))), "w", incidentStart));
    };
    std::thread one(write, 1);
    std::thread two(write, 1000);
    one.join();
    two.join();
    IncidentDatabase file = must(IncidentDatabase::open(path));
    QCOMPARE(must(file.annotations(std::nullopt)).size(), 2 * each);
    QCOMPARE(must(file.database().number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check='ok'")), 1);
}

void TestIncidentDatabase::aForeignWriteIsNoticed()
{
    QTemporaryDir folder;
    const std::string path = pathIn(folder, "incidents.sqlite");
    IncidentDatabase mine = must(IncidentDatabase::open(path));
    IncidentDatabase theirs = must(IncidentDatabase::open(path));
    const std::int64_t before = must(mine.dataVersion());
    (void)must(mine.apply(making(sampleIncident(1)), "mine", incidentStart));
    QCOMPARE(must(mine.dataVersion()), before);
    (void)must(theirs.apply(making(sampleIncident(2)), "theirs", incidentStart));
    QVERIFY(must(mine.dataVersion()) != before);
}

void TestIncidentDatabase::evidenceComesBackBitForBit()
{
    QTemporaryDir folder;
    IncidentDatabase file = must(IncidentDatabase::open(pathIn(folder, "incidents.sqlite")));
    QVERIFY(must(file.evidence({7})).isEmpty());
    const Evidence written = sampleEvidence();
    for (int twice = 0; twice < 2; ++twice) // the second replaces the first
        QVERIFY(file.putEvidence({7}, written).isOk());
    const Evidence read = must(file.evidence({7}));
    QCOMPARE(read.cluster, written.cluster);
    QVERIFY(read.range == written.range);
    QVERIFY(read.clockUncertainty == written.clockUncertainty);
    QCOMPARE(read.series.size(), 1U);
    QCOMPARE(read.series[0].values.size(), written.series[0].values.size());
    QVERIFY(std::memcmp(read.series[0].values.data(), written.series[0].values.data(), 720 * sizeof(float)) == 0);
    QCOMPARE(*read.series[0].metric.warning, 83.0F);
    QVERIFY(!read.series[0].metric.fullScale);
    QVERIFY(read.series[0].entity == written.series[0].entity);
    QVERIFY(read.heats[0].rows == written.heats[0].rows);
    QVERIFY(std::memcmp(read.heats[0].values.data(), written.heats[0].values.data(), 1920 * sizeof(float)) == 0);
    QVERIFY(read.heats[0].colours == written.heats[0].colours);
    QCOMPARE(read.spans.size(), 20U);
    QVERIFY(read.spans[7].end == written.spans[7].end);
    QCOMPARE(read.spans[7].rank, 3U);
    QCOMPARE(read.events[0].text, written.events[0].text);
    QCOMPARE(read.gaps[0].reason, std::string("agent restarted"));
    QVERIFY(read.gaps[0].range == written.gaps[0].range);
    // As written before rows had two names.
    QVERIFY(
        file.database()
            .execute("UPDATE evidence_heat SET row_names = replace(replace(row_names, 'A1 / node-0 / gpu0' || char(9) "
                     "|| 'A1 / node-0 / gpu0', 'A1 / node-0 / gpu0'), char(9), ' to ')")
            .isOk());
    QVERIFY(must(file.evidence({7})).heats[0].rows == written.heats[0].rows);
}

void TestIncidentDatabase::attachmentsComeWithAndWithoutTheirBytes()
{
    QTemporaryDir folder;
    IncidentDatabase file = must(IncidentDatabase::open(pathIn(folder, "incidents.sqlite")));
    Attachment picture{{5}, {7}, "Hall", "image/png", incidentStart, "noor", "hall", R"({"metric":"gpu.power"})", {}};
    picture.bytes.assign(100'000, std::byte{0x5A});
    const IncidentChange done = must(file.apply(making(picture), "noor", incidentStart));
    QVERIFY(must(file.attachments({7}, true)) == std::vector{picture});
    QVERIFY(must(file.attachments({7}, false))[0].bytes.empty());
    QVERIFY(*must(file.attachment({5})) == picture);
    (void)must(file.apply(inverse(done), "noor", incidentStart));
    QVERIFY(!must(file.attachment({5})));
}

void TestIncidentDatabase::anIncidentIsFoundByTitleOrByTheStartOfItsKey()
{
    QTemporaryDir folder;
    IncidentDatabase file = must(IncidentDatabase::open(pathIn(folder, "incidents.sqlite")));
    (void)must(file.apply(making(sampleIncident(0x1234'5678'0000'0001)), "noor", incidentStart));
    (void)must(file.apply(making(sampleIncident(0x1234'9999'0000'0002)), "noor", incidentStart));
    QVERIFY(must(file.findOne("12345")) == IncidentKey{0x1234'5678'0000'0001});
    const Result<IncidentKey> both = file.findOne("1234");
    QVERIFY(!both.isOk());
    QVERIFY2(both.error().message.find("several incidents") != std::string::npos, both.error().message.c_str());
    QVERIFY(!file.findOne("%").isOk());
    QVERIFY(!file.findOne("Pump 2 lost flow, ring waits on rank 3").isOk()); // both have this title
    QVERIFY(!file.findOne("").isOk());
    Incident other = sampleIncident(0x5678'0000'0000'0003);
    other.title = "überhitzt: GPU 4 of\nnode-7";
    other.range.from += std::chrono::seconds(60);
    (void)must(file.apply(making(other), "noor", incidentStart));
    QVERIFY(must(file.findOne("überHITZT")) == other.key);
    QVERIFY(must(file.findOne("2")) == IncidentKey{0x1234'9999'0000'0002});
    QVERIFY(must(file.findOne("3")) == other.key);
    for (const char* wanted : {"9", "pump", "", "rack"}) {
        const Result<IncidentKey> none = file.findOne(wanted);
        QVERIFY(!none.isOk());
        const QString list = QString::fromStdString(none.error().message);
        QVERIFY2(list.contains(QStringLiteral("\n    1  1234567800000001  2026-03-01  Pump 2 lost flow")),
                 qPrintable(list));
        QCOMPARE(list.count(QLatin1Char('\n')), *wanted == 'p' ? 2 : 3); // a title adds no line
    }
    for (std::uint64_t key = 100; key < 130; ++key)
        (void)must(file.apply(making(sampleIncident(key)), "noor", incidentStart));
    const std::string many = file.findOne("").error().message;
    QVERIFY2(many.ends_with("\n  and 13 more"), many.c_str());
}

void TestIncidentDatabase::aFileThatIsNoDatabaseIsRefusedWithItsName()
{
    QTemporaryDir folder;
    QFile text(folder.filePath(QStringLiteral("notes.txt")));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write(QByteArray(5000, 'x'));
    text.close();
    const Result<IncidentDatabase> opened = IncidentDatabase::open(text.fileName().toStdString());
    QVERIFY(!opened.isOk());
    QVERIFY2(opened.error().message.find("notes.txt") != std::string::npos, opened.error().message.c_str());
    QVERIFY(!IncidentDatabase::open("/nowhere/at/all.sqlite").isOk());
}

/// SQLite reports only a disk error.
void TestIncidentDatabase::onAFullDiskTheReasonIsReported()
{
    QTemporaryDir folder;
    const std::string path = pathIn(folder, "incidents.sqlite");
    (void)must(IncidentDatabase::open(path));
    const FullDisk full(1000);
    const auto opened = IncidentDatabase::open(path);
    QVERIFY(!opened.isOk());
    QVERIFY2(opened.error().message.ends_with(std::string("(") + std::strerror(EFBIG) + ")"),
             opened.error().message.c_str());
}

void TestIncidentDatabase::damagedValuesAreReportedAndNotBelieved()
{
    QTemporaryDir folder;
    IncidentDatabase file = must(IncidentDatabase::open(pathIn(folder, "incidents.sqlite")));
    (void)must(file.apply(making(sampleIncident()), "noor", incidentStart));
    QVERIFY(file.putEvidence({7}, sampleEvidence()).isOk());
    const auto breaks = [&file](const char* sql, auto&& read) {
        QVERIFY(file.database().execute("SAVEPOINT here").isOk());
        QVERIFY(file.database().execute(sql).isOk());
        QVERIFY2(!read(), sql);
        QVERIFY(file.database().execute("ROLLBACK TO here; RELEASE here").isOk());
        QVERIFY2(read(), sql);
    };
    const auto incident = [&] {
        return file.incident({7}).isOk();
    };
    const auto evidence = [&] {
        return file.evidence({7}).isOk();
    };
    breaks("UPDATE incident SET severity=9", incident);
    breaks("UPDATE incident SET state=-1", incident);
    breaks("UPDATE incident_entity SET kind='toaster'", incident);
    breaks("UPDATE evidence_series SET samples=x'010203'", evidence);
    breaks("UPDATE evidence_heat SET columns=7", evidence);
    breaks("UPDATE evidence_heat SET step_ns=0", evidence);
    breaks("UPDATE evidence_span SET end_ns=start_ns-1", evidence);
    breaks("UPDATE evidence_metric SET unit='furlongs'", evidence);
}

LOCKSTEP_TEST(tst_incidentdatabase, TestIncidentDatabase)
#include "tst_incidentdatabase.moc"
