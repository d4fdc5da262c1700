// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/bundleimport.h"
#include "datasources/incidents/incidentbundle.h"
#include "datasources/incidents/postmortem.h"
#include "datasources/sqlite/query.h"
#include "tests/datasources/incidents/incidentfixture.h"
#include "tests/support/testentry.h"

#include <filesystem>
#include <functional>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr TimePoint madeAt = incidentStart + std::chrono::hours(1); ///< as sampleIncident() has it
constexpr TimePoint editedAt = incidentStart + std::chrono::hours(3);
constexpr TimePoint now = incidentStart + std::chrono::hours(24);

PostMortem storyWithNotes()
{
    PostMortem all;
    all.incident = sampleIncident();
    all.annotations = {sampleAnnotation(1, 10), sampleAnnotation(2, 60, 30)};
    all.links = {{{1}, {2}, LinkKind::Caused}};
    all.attachments = {{{5}, {7}, "Hall", "image/png", madeAt, "noor", "hall", "{}", {std::byte{1}}}};
    return all;
}

HistoryEntry edit(TimePoint time, const char* after)
{
    return {time, "mallory", "Edit the summary", {}, "summary", "", after};
}

} // namespace

/// Effects of a bundle on existing incidents. Bundles are untrusted.
class TestBundleImport : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    int m_count = 0;

    std::string write(const PostMortem& all, const std::vector<HistoryEntry>& history = {})
    {
        const std::string path = m_folder.filePath(QString::number(++m_count)).toStdString() + ".lockstep";
        const Status written = writeBundle(all, history, path, {});
        return written.isOk() ? path : std::string();
    }
    static IncidentDatabase holding(const PostMortem& all, TimePoint changed)
    {
        IncidentDatabase database = must(IncidentDatabase::open(":memory:"));
        IncidentChange change = making(all.incident);
        for (const Annotation& note : all.annotations)
            change.annotations.push_back({{}, note});
        for (const AnnotationLink& link : all.links)
            change.links.push_back({{}, link});
        for (const Attachment& picture : all.attachments)
            change.attachments.push_back({{}, picture});
        must(database.apply(change, "noor", changed));
        return database;
    }
    static std::string jsonLike(IncidentDatabase& database)
    {
        std::string all;
        for (const IncidentKey key : must(database.keys())) {
            all += must(database.incident(key))->summary;
            for (const HistoryEntry& entry : must(database.history(key)))
                all += entry.change + entry.after;
            for (const Attachment& picture : must(database.attachments(key, true)))
                all += picture.title;
        }
        for (const Annotation& note : must(database.annotations(std::nullopt)))
            all += keyText(note.key.value) + keyText(note.incident.value) + note.text;
        return all;
    }

private Q_SLOTS:
    void whatIsNewComesInAndItsHistoryIsMarked();
    void whatIsTheSameIsNotAskedAbout();
    void whatOthersJudgedStaysTheirs();
    void aBundleFromBeforeThereWereJudgementsComesIn();
    void whatDiffersIsAskedAbout();
    void whoeverChangedItLastWins_data();
    void whoeverChangedItLastWins();
    void notesArePickedOneByOne();
    void whatIsHereCanBeKept();
    void whatIsAnotherIncidentsIsRefused_data();
    void whatIsAnotherIncidentsIsRefused();
    void oneBadIncidentKeepsAllOut();
    void aTitleOfMegabytesIsRefused();
};

void TestBundleImport::whatIsNewComesInAndItsHistoryIsMarked()
{
    IncidentDatabase here = must(IncidentDatabase::open(":memory:"));
    const std::string path = write(storyWithNotes(), {edit(editedAt, "It was noor's fault.")});
    const BundlePlan plan = must(planImport(path, here));
    QCOMPARE(plan.added, std::size_t{1});
    QVERIFY(plan.differing.empty());
    QCOMPARE(must(importBundle(path, here, {"sam", now, BundleChoice::Mine, "SHA-256 12ab"})).size(), std::size_t{1});
    const std::vector<HistoryEntry> history = must(here.history({7}));
    QCOMPARE(history.size(), std::size_t{2});
    QCOMPARE(history[0].author, std::string("mallory"));
    QCOMPARE(history[0].change, std::string("Edit the summary (author and time as claimed by 1.lockstep)"));
    QCOMPARE(history[1].author, std::string("sam"));
    QVERIFY(history[1].time == now);
    QCOMPARE(history[1].after, std::string("1.lockstep, SHA-256 12ab, with 1 line of history"));
}

void TestBundleImport::whatOthersJudgedStaysTheirs()
{
    PostMortem all = storyWithNotes();
    Judgement mine = sampleJudgement(1, Judgement::Verdict::Confirmed);
    Judgement changed = mine;
    changed.text = "mallory was here";
    Judgement elsewhere = sampleJudgement(3);
    elsewhere.kind = "slow_gpu"; // about nothing in the incident
    all.judgements = {changed, sampleJudgement(2), elsewhere};
    const std::string path = write(all);
    IncidentDatabase here = holding(storyWithNotes(), madeAt);
    IncidentChange change;
    change.judgements = {{{}, mine}};
    must(here.apply(change, "noor", madeAt));
    must(importBundle(path, here, {"noor", now, BundleChoice::Newest, {}, {}}));
    const std::vector<Judgement> judged = must(here.judgements());
    QCOMPARE(judged.size(), 2U);
    QVERIFY(judged[0] == mine); // no text of others under this user's name
    QVERIFY(judged[1].isForeign());
    QCOMPARE(judged[1].origin, std::filesystem::path(path).filename().string());
    QCOMPARE(must(loadPostMortem(here, {7})).judgements.size(), 2U);

    Judgement bad = sampleJudgement(4);
    bad.key = {std::uint64_t{1} << 63U};
    all.judgements = {bad};
    IncidentDatabase other = must(IncidentDatabase::open(":memory:"));
    QVERIFY(!importBundle(write(all), other, {"noor", now, BundleChoice::Newest, {}, {}}).isOk());
    QVERIFY(must(other.judgements()).empty());
}

void TestBundleImport::aBundleFromBeforeThereWereJudgementsComesIn()
{
    const std::string path = write(storyWithNotes());
    {
        Database old = must(Database::open(path, Database::Access::Create));
        QVERIFY(old.execute("DROP TABLE judgement; UPDATE incident_schema SET version=3").isOk());
    }
    IncidentDatabase here = must(IncidentDatabase::open(":memory:"));
    QCOMPARE(must(importBundle(path, here, {"noor", now, BundleChoice::Newest, {}, {}})).size(), 1U);
    QCOMPARE(must(here.annotations(IncidentKey{7})).size(), 2U);
}

void TestBundleImport::whatIsTheSameIsNotAskedAbout()
{
    IncidentDatabase here = holding(storyWithNotes(), madeAt);
    const std::string before = jsonLike(here);
    const std::string path = write(storyWithNotes());
    const BundlePlan plan = must(planImport(path, here));
    QCOMPARE(plan.same, std::size_t{1});
    QVERIFY(plan.differing.empty());
    must(importBundle(path, here, {"sam", now, BundleChoice::Bundle}));
    QCOMPARE(jsonLike(here), before);
}

void TestBundleImport::whatDiffersIsAskedAbout()
{
    IncidentDatabase here = holding(storyWithNotes(), editedAt);
    PostMortem theirs = storyWithNotes();
    theirs.incident.summary = "Nothing happened.";
    const std::string before = jsonLike(here);
    const BundlePlan plan = must(planImport(write(theirs, {edit(madeAt, "Nothing happened.")}), here));
    QCOMPARE(plan.differing.size(), std::size_t{1});
    QCOMPARE(plan.differing[0].title, sampleIncident().title);
    QVERIFY(plan.differing[0].changedHere == editedAt);
    QVERIFY(plan.differing[0].changedThere == madeAt);
    QCOMPARE(jsonLike(here), before);
}

void TestBundleImport::whoeverChangedItLastWins_data()
{
    QTest::addColumn<int>("theirHour");
    QTest::addColumn<bool>("theyWin");
    QTest::newRow("changed there before") << 2 << false;
    QTest::newRow("changed there since") << 4 << true;
    QTest::newRow("changed there in time to come") << 48 << false;
}

void TestBundleImport::whoeverChangedItLastWins()
{
    QFETCH(int, theirHour);
    QFETCH(bool, theyWin);
    IncidentDatabase here = holding(storyWithNotes(), editedAt);
    PostMortem theirs = storyWithNotes();
    theirs.incident.summary = "Theirs.";
    const std::string path = write(theirs, {edit(incidentStart + std::chrono::hours(theirHour), "Theirs.")});
    must(importBundle(path, here, {"sam", now}));
    QCOMPARE(must(here.incident({7}))->summary == "Theirs.", theyWin);
}

void TestBundleImport::notesArePickedOneByOne()
{
    PostMortem ours = storyWithNotes();
    ours.annotations[0].edited = editedAt;
    ours.annotations[0].text = "ours, newer";
    IncidentDatabase here = holding(ours, madeAt);
    PostMortem theirs = storyWithNotes();
    theirs.annotations[0].text = "theirs, older";
    theirs.annotations[1].edited = editedAt;
    theirs.annotations[1].text = "theirs, newer";
    theirs.annotations.push_back(sampleAnnotation(3, 400));
    must(importBundle(write(theirs), here, {"sam", now}));
    const std::vector<Annotation> notes = must(here.annotations(IncidentKey{7}));
    QCOMPARE(notes.size(), std::size_t{3});
    QCOMPARE(notes[0].text, std::string("ours, newer"));
    QCOMPARE(notes[1].text, std::string("theirs, newer"));
    QCOMPARE(notes[2].text, std::string("note 3"));
}

void TestBundleImport::whatIsHereCanBeKept()
{
    IncidentDatabase here = holding(storyWithNotes(), madeAt);
    const std::string before = jsonLike(here);
    PostMortem theirs = storyWithNotes();
    theirs.incident.summary = "Theirs.";
    theirs.annotations.push_back(sampleAnnotation(3, 400));
    must(importBundle(write(theirs, {edit(editedAt, "Theirs.")}), here, {"sam", now, BundleChoice::Mine}));
    QCOMPARE(jsonLike(here), before);
}

void TestBundleImport::whatIsAnotherIncidentsIsRefused_data()
{
    QTest::addColumn<QString>("what");
    QTest::newRow("a note") << "note";
    QTest::newRow("a picture") << "picture";
    QTest::newRow("a note of the history") << "history";
}

void TestBundleImport::whatIsAnotherIncidentsIsRefused()
{
    QFETCH(QString, what);
    IncidentDatabase here = holding(storyWithNotes(), madeAt);
    const std::string before = jsonLike(here);
    PostMortem theirs;
    theirs.incident = sampleIncident(8); // new here, with keys of incident 7
    if (what == QStringLiteral("note"))
        theirs.annotations = {sampleAnnotation(1, 10, 0, 8)};
    if (what == QStringLiteral("picture"))
        theirs.attachments = {{{5}, {8}, "Theirs", "image/png", madeAt, "x", "", "", {std::byte{1}}}};
    std::vector<HistoryEntry> history;
    if (what == QStringLiteral("history"))
        history = {{madeAt, "x", "Edit", {1}, "text", "", "y"}};
    const std::string path = write(theirs, history);
    for (const BundleChoice choice : {BundleChoice::Newest, BundleChoice::Bundle, BundleChoice::Mine}) {
        const Result<std::vector<IncidentKey>> taken = importBundle(path, here, {"sam", now, choice});
        QVERIFY(!taken.isOk());
        QVERIFY2(taken.error().message.starts_with(path), taken.error().message.c_str());
        QVERIFY2(taken.error().message.find("to a different incident") != std::string::npos,
                 taken.error().message.c_str());
    }
    QVERIFY(!planImport(path, here).isOk());
    QCOMPARE(jsonLike(here), before);
}

void TestBundleImport::oneBadIncidentKeepsAllOut()
{
    IncidentDatabase here = holding(storyWithNotes(), madeAt);
    const std::string before = jsonLike(here);
    PostMortem theirs;
    theirs.incident = sampleIncident(6);
    theirs.incident.range = {incidentStart - std::chrono::hours(1), incidentStart}; // sorts first
    const std::string path = write(theirs);
    {
        Database bundle = must(Database::open(path, Database::Access::ReadWrite));
        PostMortem second;
        second.incident = sampleIncident(8);
        second.annotations = {sampleAnnotation(1, 10, 0, 8)};
        QVERIFY(writePostMortem(bundle, second, {}).isOk());
    }
    QVERIFY(!importBundle(path, here, {"sam", now}).isOk());
    QCOMPARE(jsonLike(here), before);
}

void TestBundleImport::aTitleOfMegabytesIsRefused()
{
    IncidentDatabase here = must(IncidentDatabase::open(":memory:"));
    PostMortem theirs = storyWithNotes();
    theirs.incident.title.assign(1U << 20U, 'x');
    QVERIFY(!importBundle(write(theirs), here, {"sam", now}).isOk());
    QVERIFY(must(here.keys()).empty());
}

LOCKSTEP_TEST(tst_bundleimport, TestBundleImport)
#include "tst_bundleimport.moc"
