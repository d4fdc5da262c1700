// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/units.h"
#include "models/incidents/fieldtext.h"
#include "tests/models/incidents/sampleincident.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

class TestFieldText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyWhatDiffersIsReported();
    void takingAwayTellsAllThatThereWas();
    void timesAreExact();
};

void TestFieldText::onlyWhatDiffersIsReported()
{
    Incident after = sampleIncident();
    after.state = IncidentState::Resolved;
    after.costs.labourHours = 2.5;
    after.actions[0].isDone = true;
    const std::vector<FieldChange> expected{
        {"state", "open", "resolved"},
        {"actions", "[ ] Replace the impeller @sam\n[x] Alert on flow @noor",
         "[x] Replace the impeller @sam\n[x] Alert on flow @noor"},
        {"costs.labour_hours", "", "2.5"},
    };
    QVERIFY(fieldChanges(Edit<Incident>{sampleIncident(), after}) == expected);
    QVERIFY(fieldChanges(Edit<Incident>{sampleIncident(), sampleIncident()}).empty());
}

void TestFieldText::takingAwayTellsAllThatThereWas()
{
    const std::vector<FieldChange> changes = fieldChanges(Edit<Annotation>{sampleAnnotation(1, 10, 2), {}});
    const auto text = std::ranges::find(changes, "text", &FieldChange::field);
    QVERIFY(text != changes.end());
    QCOMPARE(text->before, std::string("note 1"));
    QVERIFY(text->after.empty());
    const auto incident = std::ranges::find(changes, "incident", &FieldChange::field);
    QCOMPARE(incident->before, std::string("0000000000000007"));
}

void TestFieldText::timesAreExact()
{
    QCOMPARE(formatUtc(incidentStart + Duration(182'000'001), 9), std::string("2026-03-01T03:12:00.182000001Z"));
    QCOMPARE(formatUtc(TimePoint(Duration(-1)), 9), std::string("1969-12-31T23:59:59.999999999Z"));
}

LOCKSTEP_TEST(tst_fieldtext, TestFieldText)
#include "tst_fieldtext.moc"
