// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidentsearch.h"
#include "tests/datasources/incidents/incidentfixture.h"
#include "tests/support/testentry.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr std::size_t many = 10'000;

std::vector<IncidentKey> keysOf(const IncidentList& list)
{
    std::vector<IncidentKey> keys;
    for (const IncidentRow& row : list.rows)
        keys.push_back(row.key);
    return keys;
}

Incident numbered(std::size_t i)
{
    Incident incident = sampleIncident(i + 1);
    incident.title = "Link flap on leaf-" + std::to_string(i % 37) + " port " + std::to_string(i);
    incident.summary = "Retransmits rose; rank " + std::to_string(i % 512) + " arrived last.";
    incident.range.from += std::chrono::minutes(i);
    incident.range.to += std::chrono::minutes(i);
    incident.tags = {i % 100 == 0 ? "polarisation" : "flap"};
    incident.severity = static_cast<Severity>(i % 3);
    incident.state = static_cast<IncidentState>(i % 4);
    return incident;
}

} // namespace

class TestIncidentSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void withoutWordsTheNewestComeFirst();
    void eachLetterTypedNarrowsTheList();
    void wordsAreFoundInEveryPlace_data();
    void wordsAreFoundInEveryPlace();
    void stateSeverityAndTimeNarrowTheList();
    void editsAreFoundAtOnceAndDeletedThingsNoMore();
    void nothingTypedBreaksTheSearch_data();
    void nothingTypedBreaksTheSearch();

private:
    [[nodiscard]] IncidentList find(const std::string& text)
    {
        IncidentQuery query;
        query.text = text;
        return must(m_file->search(query));
    }

    QTemporaryDir m_folder;
    std::optional<IncidentDatabase> m_file;
};

void TestIncidentSearch::initTestCase()
{
    m_file = must(IncidentDatabase::open(pathIn(m_folder, "incidents.sqlite")));
    IncidentChange change;
    change.text = "Import";
    for (std::size_t i = 0; i < many; ++i)
        change.incidents.push_back({{}, numbered(i)});
    Annotation note = sampleAnnotation(1, 10, 0, 42);
    note.text = "Zweifelhafte Kühlung";
    change.annotations = {{{}, note}};
    (void)must(m_file->apply(change, "noor", incidentStart));
}

void TestIncidentSearch::withoutWordsTheNewestComeFirst()
{
    const IncidentList list = find("  ");
    QCOMPARE(list.found, many);
    QCOMPARE(list.rows.size(), 500U);
    QVERIFY(list.rows[0].key == IncidentKey{many});
    QVERIFY(
        std::ranges::is_sorted(list.rows, std::ranges::greater(), [](const IncidentRow& r) { return r.range.from; }));
}

void TestIncidentSearch::eachLetterTypedNarrowsTheList()
{
    std::uint64_t last = many;
    QElapsedTimer timer;
    for (const char* typed :
         {"l", "le", "lea", "leaf", "leaf-", "leaf-3", "leaf-36", "leaf-36 port 9", "leaf-36 port 998"}) {
        timer.start();
        const IncidentList list = find(typed);
        qInfo("%-18s %6llu found in %.2f ms", typed, static_cast<unsigned long long>(list.found),
              static_cast<double>(timer.nsecsElapsed()) * 1e-6);
        QVERIFY(list.found <= last);
        QVERIFY(list.found > 0);
        last = list.found;
    }
    QVERIFY(last < 20);
}

void TestIncidentSearch::wordsAreFoundInEveryPlace_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<quint64>("found");
    QTest::newRow("tag") << u"polaris"_qs << quint64{100};
    QTest::newRow("tag in its place") << u"tag:flap"_qs << quint64{9900};
    QTest::newRow("a tag is no owner") << u"owner:flap"_qs << quint64{0};
    QTest::newRow("owner") << u"owner:noor"_qs << quint64{many};
    QTest::newRow("entity") << u"node-17 polarisation"_qs << quint64{100};
    QTest::newRow("summary") << u"summary:511"_qs << quint64{19};
    QTest::newRow("action") << u"action:impeller"_qs << quint64{many};
    QTest::newRow("annotation, without its dots") << u"kuhlung"_qs << quint64{1};
    QTest::newRow("nothing") << u"aardvark"_qs << quint64{0};
}

void TestIncidentSearch::wordsAreFoundInEveryPlace()
{
    QFETCH(QString, typed);
    QFETCH(quint64, found);
    QCOMPARE(quint64{find(typed.toStdString()).found}, found);
}

void TestIncidentSearch::stateSeverityAndTimeNarrowTheList()
{
    IncidentQuery query;
    query.text = "flap";
    query.state = IncidentState::Resolved;
    query.severity = Severity::Critical;
    query.limit = many;
    const IncidentList list = must(m_file->search(query));
    QVERIFY(list.found > 0 && list.found == list.rows.size());
    for (const IncidentRow& row : list.rows)
        QVERIFY(row.state == IncidentState::Resolved && row.severity == Severity::Critical);

    IncidentQuery hour;
    hour.overlapping = TimeRange{incidentStart + std::chrono::minutes(600), incidentStart + std::chrono::minutes(660)};
    QCOMPARE(must(m_file->search(hour)).found, 60U + 13U - 1 + 0U); // each lasts 12 minutes: 588 to 659
}

void TestIncidentSearch::editsAreFoundAtOnceAndDeletedThingsNoMore()
{
    Incident before = numbered(5);
    Incident after = before;
    after.causes = "A xylophone fell into the switch.";
    (void)must(m_file->apply(editing<Incident>("Edit", {{before, after}}), "noor", incidentStart));
    QCOMPARE(keysOf(find("xylophone")), std::vector{before.key});
    (void)must(m_file->apply(editing<Incident>("Delete", {{after, {}}}), "noor", incidentStart));
    QCOMPARE(find("xylophone").found, 0U);
}

void TestIncidentSearch::nothingTypedBreaksTheSearch_data()
{
    QTest::addColumn<QByteArray>("typed");
    for (const char* typed :
         {"\"",       "\"\"", "*",      "-", "(",  "a)",    "NEAR(",      "a AND", "OR",
          "NOT x",    "tag:", "tag:\"", ":", "^a", "col:x", "{title}: x", "+",     "'; DROP TABLE incident; --",
          "\xFF\xFE", "a*b"})
        QTest::newRow(typed) << QByteArray(typed);
    QTest::newRow("zero byte") << QByteArray("a\0b", 3);
}

void TestIncidentSearch::nothingTypedBreaksTheSearch()
{
    QFETCH(QByteArray, typed);
    IncidentQuery query;
    query.text = typed.toStdString();
    const Result<IncidentList> list = m_file->search(query);
    QVERIFY2(list.isOk(), list.isOk() ? "" : list.error().message.c_str());
}

LOCKSTEP_TEST(tst_incidentsearch, TestIncidentSearch)
#include "tst_incidentsearch.moc"
