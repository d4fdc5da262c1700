// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidentbundle.h"
#include "datasources/recording/recording.h"
#include "datasources/sqlite/query.h"
#include "tests/datasources/incidents/circularpages.h"
#include "tests/datasources/incidents/incidentfixture.h"
#include "tests/support/smallrecording.h"
#include "tests/support/testentry.h"

#include <QFile>

#include <sys/stat.h>
#include <unistd.h>

using namespace lockstep;
using namespace lockstep::test;

namespace {

mode_t modeOf(const std::string& path)
{
    struct stat status
    { };
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

/// Sets the umask during its lifetime.
class Umask
{
public:
    explicit Umask(mode_t mask) : m_before(::umask(mask)) { }
    ~Umask() { ::umask(m_before); }
    Umask(const Umask&) = delete;
    Umask& operator=(const Umask&) = delete;

private:
    mode_t m_before;
};

} // namespace

/// Malicious files, and privacy of files.
class TestHostileFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSchemaThatNoLockstepWritesIsRefused_data();
    void aSchemaThatNoLockstepWritesIsRefused();
    void nothingButReadingIsAllowed();
    void pagesThatLeadInCirclesEnd();
    void whoIsAskedToStopReadsNoMore();
    void aPipeIsNotWaitedFor();
    void whatIsMadeIsForItsOwnerAlone_data();
    void whatIsMadeIsForItsOwnerAlone();
    void whatIsMadeAnewIsNotWrittenToWhereALinkLeads();
    void whatOthersCouldReadIsTakenFromThem();
};

void TestHostileFile::aSchemaThatNoLockstepWritesIsRefused_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("reported");
    QTest::newRow("a view without end")
        << "DROP TABLE names; CREATE VIEW names AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) "
           "SELECT id, 'x' AS name FROM n"
        << "view \"names\"";
    QTest::newRow("a view of another name") << "CREATE VIEW other AS SELECT 1"
                                            << "view \"other\"";
    QTest::newRow("a trigger") << "CREATE TRIGGER t AFTER INSERT ON names BEGIN DELETE FROM meta; END"
                               << "trigger \"t\"";
    QTest::newRow("a virtual table") << "DROP TABLE names; CREATE VIRTUAL TABLE names USING fts5(id, name)"
                                     << "virtual table \"names\"";
    QTest::newRow("a generated column")
        << "DROP TABLE names; CREATE TABLE names(id INTEGER PRIMARY KEY, name TEXT NOT NULL AS (printf('%.*c', "
           "100000000, 'x')))"
        << "table \"names\"";
    QTest::newRow("a check") << "DROP TABLE names; CREATE TABLE names(id INTEGER PRIMARY KEY, name TEXT NOT NULL "
                                "CHECK(length(name) > 0))"
                             << "table \"names\"";
    QTest::newRow("a computed index") << "CREATE INDEX odd ON names(abs(id))"
                                      << "index \"odd\"";
    QTest::newRow("one more table") << "CREATE TABLE more(x)"
                                    << "table \"more\"";
}

void TestHostileFile::aSchemaThatNoLockstepWritesIsRefused()
{
    QFETCH(QString, change);
    QFETCH(QString, reported);
    const QTemporaryDir folder;
    const std::string path = must(SmallRecording::write(folder.path().toStdString()));
    QVERIFY(Recording::open(path).isOk());
    {
        Database database = must(Database::open(path, Database::Access::ReadWrite));
        const Status changed = database.execute(change.toStdString());
        QVERIFY2(changed.isOk(), changed.isOk() ? "" : changed.error().message.c_str());
    }
    for (const Database::Access access :
         {Database::Access::ReadOnly, Database::Access::ReadWrite, Database::Access::Create}) {
        const Result<Database> opened = Database::open(path, access);
        QVERIFY(!opened.isOk());
        QVERIFY(opened.error().message.starts_with(path));
        QVERIFY2(opened.error().message.find(reported.toStdString()) != std::string::npos,
                 opened.error().message.c_str());
    }
    QVERIFY(!Recording::open(path).isOk());
    QVERIFY(!bundleContents(path).isOk());
}

/// The file may be written to after it was checked.
void TestHostileFile::nothingButReadingIsAllowed()
{
    const QTemporaryDir folder;
    const std::string path = must(SmallRecording::write(folder.path().toStdString()));
    Database reader = must(Database::open(path, Database::Access::ReadOnly));
    Database writer = must(Database::open(path, Database::Access::ReadWrite));
    QVERIFY(writer.execute("CREATE VIEW late AS SELECT id, name FROM names; ").isOk()
            == false); // a table has that name
    QVERIFY(writer.execute("CREATE VIEW seen AS SELECT id, name FROM names").isOk());
    QVERIFY(!reader.number("SELECT count(id) FROM seen").isOk());
    QVERIFY(!reader.number("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT total(i) FROM n")
                 .isOk());
    QVERIFY(!reader.execute("ATTACH ':memory:' AS other").isOk());
    QVERIFY(!reader.number("SELECT total(value) FROM json_each('[1]')").isOk());
    QVERIFY(!reader.number("SELECT length(randomblob(10))").isOk());
    QVERIFY(reader.number("SELECT count(*) FROM names WHERE id > 0").isOk());
}

void TestHostileFile::pagesThatLeadInCirclesEnd()
{
    const QTemporaryDir folder;
    const std::string path = pathIn(folder, "circular.lockstep");
    const int levels = makeCircularTable(path, "names");
    QVERIFY2(levels >= 5, qPrintable(QString::number(levels)));
    const Result<Recording> opened = Recording::open(path);
    QVERIFY(!opened.isOk());
    QVERIFY2(opened.error().message.starts_with(path), opened.error().message.c_str());
    // A scan that returns no row must end, too.
    Database database = must(Database::open(path, Database::Access::ReadOnly));
    const Result<std::int64_t> sum = database.number("SELECT total(id) FROM names WHERE name = 'none'");
    QVERIFY(!sum.isOk());
    QVERIFY2(sum.error().message.find("can require") != std::string::npos, sum.error().message.c_str());
    // Counting rows must end, too.
    const std::string gaps = pathIn(folder, "gaps.lockstep");
    QVERIFY(makeCircularTable(gaps, "gaps") >= 5);
    Recording recording = must(Recording::open(gaps));
    QCOMPARE(recording.counts().gaps, std::uint64_t{0});
    QVERIFY(recording.problems().at(0).find("can require") != std::string::npos);
    QVERIFY(recording.gaps({TimePoint{}, TimePoint::max()}).empty());
}

void TestHostileFile::whoIsAskedToStopReadsNoMore()
{
    const QTemporaryDir folder;
    const std::string path = must(SmallRecording::write(folder.path().toStdString()));
    std::stop_source stop;
    Recording recording = must(Recording::open(path, stop.get_token()));
    const TimeRange all{SmallRecording::start, SmallRecording::start + std::chrono::hours(1)};
    QVERIFY(!recording.spans(all).empty());
    stop.request_stop();
    QVERIFY(recording.spans(all).empty());
    QVERIFY(recording.problems().back().find("cancelled") != std::string::npos);
    QVERIFY(!Recording::open(path, stop.get_token()).isOk());
    recording.stopWith({});
    QVERIFY(!recording.spans(all).empty());
}

void TestHostileFile::aPipeIsNotWaitedFor()
{
    const QTemporaryDir folder;
    const std::string path = pathIn(folder, "segment-20260301T000000Z-000.lockstep");
    QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    const Result<Recording> opened = Recording::open(folder.path().toStdString());
    QVERIFY(!opened.isOk());
    QVERIFY(opened.error().message.find("not a regular file") != std::string::npos);
    const QTemporaryDir other;
    const std::string honest = must(SmallRecording::write(other.path().toStdString()));
    QCOMPARE(::mkfifo((honest + "-journal").c_str(), 0600), 0);
    QVERIFY(!Recording::open(honest).isOk());
}

void TestHostileFile::whatIsMadeIsForItsOwnerAlone_data()
{
    QTest::addColumn<int>("mask");
    QTest::newRow("a umask that allows all") << 0;
    QTest::newRow("the usual umask") << 022;
    QTest::newRow("a umask that allows nothing") << 0577;
}

void TestHostileFile::whatIsMadeIsForItsOwnerAlone()
{
    QFETCH(int, mask);
    const QTemporaryDir folder;
    const Umask umask(static_cast<mode_t>(mask));
    const std::string recording = pathIn(folder, "new/recording");
    const std::string segment = must(SmallRecording::write(recording));
    QCOMPARE(modeOf(pathIn(folder, "new")), mode_t{0700});
    QCOMPARE(modeOf(recording), mode_t{0700});
    QCOMPARE(modeOf(segment), mode_t{0600});
    QCOMPARE(modeOf(recording + "/recorder.lock"), mode_t{0600});
    const std::string incidents = pathIn(folder, "incidents.sqlite");
    IncidentDatabase database = must(IncidentDatabase::open(incidents));
    QVERIFY(database.putEvidence({7}, sampleEvidence()).isOk());
    for (const char* const part : {"", "-wal", "-shm"})
        QCOMPARE(modeOf(incidents + part), mode_t{0600});
    PostMortem story;
    story.incident = sampleIncident();
    const std::string bundle = pathIn(folder, "a.lockstep");
    QVERIFY(writeBundle(story, {}, bundle, {}).isOk());
    QCOMPARE(modeOf(bundle), mode_t{0600});
}

void TestHostileFile::whatIsMadeAnewIsNotWrittenToWhereALinkLeads()
{
    const QTemporaryDir folder;
    const std::string elsewhere = pathIn(folder, "elsewhere");
    const std::string path = pathIn(folder, "a.sqlite");
    QCOMPARE(::symlink(elsewhere.c_str(), path.c_str()), 0);
    QVERIFY(!Database::open(path, Database::Access::Build).isOk());
    QVERIFY(!QFile::exists(QString::fromStdString(elsewhere)));
}

void TestHostileFile::whatOthersCouldReadIsTakenFromThem()
{
    const QTemporaryDir folder;
    const std::string recording = pathIn(folder, "lockstep/recording");
    const std::string segment = must(SmallRecording::write(recording));
    const std::string incidents = pathIn(folder, "lockstep/incidents.sqlite");
    QVERIFY(IncidentDatabase::open(incidents).isOk());
    for (const std::string& path : {segment, incidents})
        QCOMPARE(::chmod(path.c_str(), 0644), 0);
    QCOMPARE(::chmod(recording.c_str(), 0755), 0);
    must(SmallRecording::write(recording));
    QVERIFY(IncidentDatabase::open(incidents).isOk());
    QCOMPARE(modeOf(segment), mode_t{0600});
    QCOMPARE(modeOf(incidents), mode_t{0600});
    QCOMPARE(modeOf(recording), mode_t{0700});
}

LOCKSTEP_TEST(tst_hostilefile, TestHostileFile)
#include "tst_hostilefile.moc"
