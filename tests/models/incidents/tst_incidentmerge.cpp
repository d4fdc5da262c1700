// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/incidentchange.h"
#include "tests/models/incidents/sampleincident.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

/// Merging of edits when two people work on one incident.
class TestIncidentMerge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void editsOfDifferentFieldsBothStand();
    void ofOneFieldTheLaterWriterCounts();
    void tagsOfBothAreKeptAndRemovalsHold();
    void costInputsMergeOneByOne();
    void anEditOfWhatIsGoneDoesNothing();
    void makingAnewBringsBack();
    void anOrderThatIChoseIsKept();
};

void TestIncidentMerge::editsOfDifferentFieldsBothStand()
{
    const Incident base = sampleIncident();
    Incident mine = base;
    mine.summary = "my summary";
    Incident theirs = base;
    theirs.causes = "their causes";
    theirs.state = IncidentState::Resolved;
    const auto result = editResult<Incident>({base, mine}, theirs);
    QVERIFY(result);
    QCOMPARE(result->summary, std::string("my summary"));
    QCOMPARE(result->causes, std::string("their causes"));
    QVERIFY(result->state == IncidentState::Resolved);
}

void TestIncidentMerge::ofOneFieldTheLaterWriterCounts()
{
    const Incident base = sampleIncident();
    Incident mine = base;
    mine.title = "mine";
    Incident theirs = base;
    theirs.title = "theirs";
    QCOMPARE(editResult<Incident>({base, mine}, theirs)->title, std::string("mine"));
}

void TestIncidentMerge::tagsOfBothAreKeptAndRemovalsHold()
{
    const Incident base = sampleIncident(); // cooling, straggler
    Incident mine = base;
    mine.tags = {"straggler", "mine"};
    Incident theirs = base;
    theirs.tags = {"cooling", "straggler", "theirs"};
    QCOMPARE(editResult<Incident>({base, mine}, theirs)->tags,
             (std::vector<std::string>{"straggler", "theirs", "mine"}));
}

void TestIncidentMerge::costInputsMergeOneByOne()
{
    const Incident base = sampleIncident();
    Incident mine = base;
    mine.costs.labourHours = 3;
    Incident theirs = base;
    theirs.costs.labourRate = 80;
    const CostInputs costs = editResult<Incident>({base, mine}, theirs)->costs;
    QCOMPARE(*costs.labourHours, 3.0);
    QCOMPARE(*costs.labourRate, 80.0);
    QCOMPARE(*costs.computeRate, 2.1);
}

void TestIncidentMerge::anEditOfWhatIsGoneDoesNothing()
{
    const Annotation base = sampleAnnotation(1, 10);
    Annotation mine = base;
    mine.text = "too late";
    QVERIFY(!editResult<Annotation>({base, mine}, std::nullopt));
}

void TestIncidentMerge::makingAnewBringsBack()
{
    const Annotation base = sampleAnnotation(1, 10);
    QCOMPARE(*editResult<Annotation>({std::nullopt, base}, std::nullopt), base);
}

void TestIncidentMerge::anOrderThatIChoseIsKept()
{
    const Incident base = sampleIncident();
    Incident mine = base;
    std::swap(mine.actions[0], mine.actions[1]);
    QCOMPARE(editResult<Incident>({base, mine}, base)->actions, mine.actions);
}

LOCKSTEP_TEST(tst_incidentmerge, TestIncidentMerge)
#include "tst_incidentmerge.moc"
