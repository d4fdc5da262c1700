// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/incidentrecords.h"
#include "tests/models/incidents/sampleincident.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <random>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

class TestIncidentRecords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aChangeAndItsInverseLeaveNoTrace();
    void anyRunOfChangesCanBeUndoneAndRedone();
    void undoLeavesAloneWhatOthersDid();
    void typingIsUndoneAsOne();
    void whatIsUndoneIsForgottenByTheNextChange();
    void annotationsOfAnIncidentComeByTime();
    void applyingNothingNewChangesNothing();
    void keysAreReadBackAsTheyAreWritten();
};

void TestIncidentRecords::aChangeAndItsInverseLeaveNoTrace()
{
    IncidentRecords records;
    (void)records.apply(making(sampleIncident()));
    const IncidentRecords before = records;
    IncidentChange change;
    change.text = "Annotate";
    change.annotations = {{{}, sampleAnnotation(1, 10)}, {{}, sampleAnnotation(2, 20, 5)}};
    change.links = {{{}, AnnotationLink{{1}, {2}, LinkKind::Caused}}};
    Incident closed = sampleIncident();
    closed.state = IncidentState::Closed;
    change.incidents = {{sampleIncident(), closed}};
    const IncidentChange done = records.apply(change);
    QCOMPARE(records.links().size(), 1U);
    QVERIFY(records.find(IncidentKey{7})->state == IncidentState::Closed);
    (void)records.apply(inverse(done));
    QVERIFY(records == before);
}

void TestIncidentRecords::anyRunOfChangesCanBeUndoneAndRedone()
{
    std::mt19937 random(1);
    IncidentRecords records;
    UndoHistory history;
    std::vector<IncidentRecords> states{records};
    for (std::uint64_t i = 1; i <= 60; ++i) {
        IncidentChange change;
        const auto& annotations = records.annotations();
        if (annotations.empty() || random() % 3 == 0) {
            change = making(sampleAnnotation(i, static_cast<double>(i)));
        } else {
            const auto at = std::next(annotations.begin(), static_cast<std::ptrdiff_t>(random() % annotations.size()));
            Annotation edited = at->second;
            edited.text += " more";
            const bool remove = random() % 3 == 0;
            change
                = editing<Annotation>(std::to_string(i), {{at->second, remove ? std::nullopt : std::optional(edited)}});
        }
        history.add(records.apply(change), incidentStart + i * 10s);
        states.push_back(records);
    }
    for (std::size_t i = states.size() - 1; i-- > 0;) {
        (void)records.apply(*history.undo());
        QVERIFY(records == states[i]);
    }
    QVERIFY(!history.undo());
    for (std::size_t i = 1; i < states.size(); ++i) {
        (void)records.apply(*history.redo());
        QVERIFY(records == states[i]);
    }
    QVERIFY(!history.redo());
}

void TestIncidentRecords::undoLeavesAloneWhatOthersDid()
{
    IncidentRecords records;
    UndoHistory history;
    (void)records.apply(making(sampleIncident()));
    Incident mine = sampleIncident();
    mine.summary = "mine";
    history.add(records.apply(editing<Incident>("Edit summary", {{sampleIncident(), mine}})), incidentStart);
    Incident theirs = *records.find(IncidentKey{7});
    theirs.owner = "sam";
    records.put(theirs); // as another dashboard left it
    (void)records.apply(*history.undo());
    QCOMPARE(records.find(IncidentKey{7})->summary, sampleIncident().summary);
    QCOMPARE(records.find(IncidentKey{7})->owner, std::string("sam"));
}

void TestIncidentRecords::typingIsUndoneAsOne()
{
    UndoHistory history;
    IncidentRecords records;
    (void)records.apply(making(sampleIncident()));
    Incident last = sampleIncident();
    for (int i = 0; i < 5; ++i) {
        Incident next = last;
        next.summary += 'x';
        history.add(records.apply(editing<Incident>("Edit summary", {{last, next}})), incidentStart + i * 500ms);
        last = next;
    }
    Incident next = last;
    next.summary += 'y';
    history.add(records.apply(editing<Incident>("Edit summary", {{last, next}})), incidentStart + 1min);
    (void)records.apply(*history.undo()); // the late one alone
    QVERIFY(*records.find(IncidentKey{7}) == last);
    (void)records.apply(*history.undo());
    QVERIFY(*records.find(IncidentKey{7}) == sampleIncident());
    QVERIFY(!history.undo());
}

void TestIncidentRecords::whatIsUndoneIsForgottenByTheNextChange()
{
    UndoHistory history;
    history.add(making(sampleAnnotation(1, 1)), incidentStart);
    (void)history.undo();
    QVERIFY(history.redoText());
    history.add(making(sampleAnnotation(2, 2)), incidentStart + 1min);
    QVERIFY(!history.redoText());
    QCOMPARE(*history.undoText(), std::string("make"));
}

void TestIncidentRecords::annotationsOfAnIncidentComeByTime()
{
    IncidentRecords records;
    (void)records.apply(making(sampleAnnotation(1, 30)));
    (void)records.apply(making(sampleAnnotation(2, 10)));
    (void)records.apply(making(sampleAnnotation(3, 20, 0, 8)));
    const std::vector<Annotation> of = records.annotationsOf({7});
    QCOMPARE(of.size(), 2U);
    QVERIFY(of[0].key == AnnotationKey{2});
}

void TestIncidentRecords::applyingNothingNewChangesNothing()
{
    IncidentRecords records;
    (void)records.apply(making(sampleIncident()));
    QVERIFY(records.apply(editing<Incident>("Edit", {{sampleIncident(), sampleIncident()}})).isEmpty());
    QVERIFY(records.apply(editing<AnnotationLink>("Unlink", {{AnnotationLink{{1}, {2}}, {}}})).isEmpty());
}

void TestIncidentRecords::keysAreReadBackAsTheyAreWritten()
{
    for (int i = 0; i < 1000; ++i) {
        const auto key = newKey<IncidentKey>();
        QVERIFY(key.value >> 63 == 0 && key.isValid());
        QCOMPARE(static_cast<std::uint64_t>(std::stoull(keyText(key.value), nullptr, 16)), key.value);
        QCOMPARE(keyText(key.value).size(), std::size_t{16});
    }
}

LOCKSTEP_TEST(tst_incidentrecords, TestIncidentRecords)
#include "tst_incidentrecords.moc"
