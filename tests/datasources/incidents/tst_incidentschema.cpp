// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/sqlite/incidentschema.h"
#include "datasources/sqlite/query.h"
#include "tests/datasources/incidents/incidentfixture.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

namespace {

/// Tables of a file, without those that SQLite and FTS5 keep for themselves.
std::vector<std::string> schemaOf(Database& database)
{
    std::vector<std::string> schema;
    const Status read = forEachRow(database, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name",
                                   [&](const Statement& row) {
                                       schema.push_back(row.text(0));
                                       return success();
                                   });
    return read.isOk() ? schema : std::vector<std::string>{};
}

/// What a Lockstep of schema version 1 wrote: never change these lines.
constexpr auto contentOfVersion1 = R"(
INSERT INTO incident VALUES(7, 'Pump', 2, 1, 1000, 2000, 'noor', 'sum', 'cause', 3000, 'sam', 3000, 'EUR');
INSERT INTO incident_tag VALUES(7, 0, 'cooling');
INSERT INTO incident_entity VALUES(7, 0, 'gpu', 'A1 / node-17 / gpu3');
INSERT INTO incident_action VALUES(7, 0, 'mend', 'sam', 1);
INSERT INTO incident_cost VALUES(7, 'labour_hours', 2.5);
INSERT INTO annotation VALUES(9, 7, 1500, 1500, 'note', '', '', '', 'timeline', 'noor', 3000, 3000);
INSERT INTO annotation_entity VALUES(9, 0, 'node', 'A1 / node-17');
INSERT INTO annotation_link VALUES(9, 9, 'relates');
INSERT INTO incident_search(rowid, title, tag) VALUES(7, 'Pump', 'cooling');
)";

} // namespace

/// Files of every version are migrated without loss.
class TestIncidentSchema : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNewFileHasTheNewestTables();
    void aMigratedFileHasTheSameTablesAsANewOne_data();
    void aMigratedFileHasTheSameTablesAsANewOne();
    void contentOfVersion1ComesForward();
    void aFileOfANewerLockstepIsLeftAlone();
    void aMigrationThatFailsLeavesTheFileAsItWas();
    void aReadOnlyFileOfAnOldVersionSaysWhatToDo();
};

void TestIncidentSchema::aNewFileHasTheNewestTables()
{
    QTemporaryDir folder;
    Database database = must(Database::open(pathIn(folder, "a.sqlite"), Database::Access::Create));
    QCOMPARE(must(incidentSchemaVersion(database)), 0);
    QVERIFY(migrateIncidents(database).isOk());
    QCOMPARE(must(incidentSchemaVersion(database)), newestIncidentSchema());
    QVERIFY(migrateIncidents(database).isOk()); // nothing left to do
}

void TestIncidentSchema::aMigratedFileHasTheSameTablesAsANewOne_data()
{
    QTest::addColumn<int>("version");
    for (int version = 1; version <= newestIncidentSchema(); ++version)
        QTest::addRow("from version %d", version) << version;
}

void TestIncidentSchema::aMigratedFileHasTheSameTablesAsANewOne()
{
    QFETCH(int, version);
    QTemporaryDir folder;
    Database fresh = must(Database::open(pathIn(folder, "new.sqlite"), Database::Access::Create));
    QVERIFY(migrateIncidents(fresh).isOk());
    Database old = must(Database::open(pathIn(folder, "old.sqlite"), Database::Access::Create));
    QVERIFY(migrateIncidents(old, version).isOk());
    QCOMPARE(must(incidentSchemaVersion(old)), version);
    QVERIFY(migrateIncidents(old).isOk());
    QVERIFY(schemaOf(old).size() > 10);
    QVERIFY(schemaOf(old) == schemaOf(fresh));
}

void TestIncidentSchema::contentOfVersion1ComesForward()
{
    QTemporaryDir folder;
    const std::string path = pathIn(folder, "old.sqlite");
    {
        Database old = must(Database::open(path, Database::Access::Create));
        QVERIFY(migrateIncidents(old, 1).isOk());
        const Status filled = old.execute(contentOfVersion1);
        QVERIFY2(filled.isOk(), filled.isOk() ? "" : filled.error().message.c_str());
    }
    IncidentDatabase file = must(IncidentDatabase::open(path));
    const Incident incident = *must(file.incident({7}));
    QCOMPARE(incident.title, std::string("Pump"));
    QVERIFY(incident.state == IncidentState::Mitigated);
    QCOMPARE(incident.tags, std::vector<std::string>{"cooling"});
    QCOMPARE(*incident.costs.labourHours, 2.5);
    QCOMPARE(incident.costs.currency, std::string("EUR"));
    QCOMPARE(incident.costs.lostSource, std::string());
    QVERIFY(incident.actions.at(0).isDone);
    QCOMPARE(must(file.annotations(IncidentKey{7})).at(0).entities.at(0).path, std::string("A1 / node-17"));
    QCOMPARE(must(file.links(std::nullopt)).size(), 1U);
    IncidentQuery query;
    query.text = "pum";
    QCOMPARE(must(file.search(query)).found, 1U);
    QVERIFY(file.putEvidence({7}, sampleEvidence()).isOk()); // what version 1 did not have
    QCOMPARE(must(file.database().number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check='ok'")), 1);
}

void TestIncidentSchema::aFileOfANewerLockstepIsLeftAlone()
{
    QTemporaryDir folder;
    const std::string path = pathIn(folder, "newer.sqlite");
    {
        Database database = must(Database::open(path, Database::Access::Create));
        QVERIFY(migrateIncidents(database).isOk());
        QVERIFY(database.execute("UPDATE incident_schema SET version=999").isOk());
    }
    const Result<IncidentDatabase> opened = IncidentDatabase::open(path);
    QVERIFY(!opened.isOk());
    QVERIFY2(opened.error().message.find("newer") != std::string::npos, opened.error().message.c_str());
    Database database = must(Database::open(path, Database::Access::ReadOnly));
    QCOMPARE(must(incidentSchemaVersion(database)), 999);
}

void TestIncidentSchema::aMigrationThatFailsLeavesTheFileAsItWas()
{
    QTemporaryDir folder;
    Database database = must(Database::open(pathIn(folder, "old.sqlite"), Database::Access::Create));
    QVERIFY(migrateIncidents(database, 1).isOk());
    QVERIFY(database.execute("CREATE TABLE evidence_gap(in_the_way)").isOk()); // the last table of step 2
    QVERIFY(!migrateIncidents(database).isOk());
    QCOMPARE(must(incidentSchemaVersion(database)), 1);
    QCOMPARE(must(database.number("SELECT count(*) FROM sqlite_schema WHERE name='evidence_heat'")), 0);
}

void TestIncidentSchema::aReadOnlyFileOfAnOldVersionSaysWhatToDo()
{
    QTemporaryDir folder;
    const std::string path = pathIn(folder, "old.sqlite");
    {
        Database database = must(Database::open(path, Database::Access::Create));
        QVERIFY(migrateIncidents(database, 1).isOk());
    }
    const Result<IncidentDatabase> opened = IncidentDatabase::open(path, Database::Access::ReadOnly);
    QVERIFY(!opened.isOk());
    QVERIFY(opened.error().message.find("open the file for writing") != std::string::npos);
}

LOCKSTEP_TEST(tst_incidentschema, TestIncidentSchema)
#include "tst_incidentschema.moc"
