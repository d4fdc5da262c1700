// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/incidentbook.h"
#include "tests/models/incidents/sampleincident.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <random>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

class TestIncidentBook : public QObject
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

void TestIncidentBook::aChangeAndItsInverseLeaveNoTrace()
{
    IncidentBook book;
    (void)book.apply(making(sampleIncident()));
    const IncidentBook before = book;
    IncidentChange change;
    change.text = "Annotate";
    change.annotations = {{{}, sampleAnnotation(1, 10)}, {{}, sampleAnnotation(2, 20, 5)}};
    change.links = {{{}, AnnotationLink{{1}, {2}, LinkKind::Caused}}};
    Incident closed = sampleIncident();
    closed.state = IncidentState::Closed;
    change.incidents = {{sampleIncident(), closed}};
    const IncidentChange done = book.apply(change);
    QCOMPARE(book.links().size(), 1U);
    QVERIFY(book.find(IncidentKey{7})->state == IncidentState::Closed);
    (void)book.apply(inverse(done));
    QVERIFY(book == before);
}

void TestIncidentBook::anyRunOfChangesCanBeUndoneAndRedone()
{
    std::mt19937 random(1);
    IncidentBook book;
    UndoHistory history;
    std::vector<IncidentBook> states{book};
    for (std::uint64_t i = 1; i <= 60; ++i) {
        IncidentChange change;
        const auto& annotations = book.annotations();
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
        history.add(book.apply(change), incidentStart + i * 10s);
        states.push_back(book);
    }
    for (std::size_t i = states.size() - 1; i-- > 0;) {
        (void)book.apply(*history.undo());
        QVERIFY(book == states[i]);
    }
    QVERIFY(!history.undo());
    for (std::size_t i = 1; i < states.size(); ++i) {
        (void)book.apply(*history.redo());
        QVERIFY(book == states[i]);
    }
    QVERIFY(!history.redo());
}

void TestIncidentBook::undoLeavesAloneWhatOthersDid()
{
    IncidentBook book;
    UndoHistory history;
    (void)book.apply(making(sampleIncident()));
    Incident mine = sampleIncident();
    mine.summary = "mine";
    history.add(book.apply(editing<Incident>("Edit summary", {{sampleIncident(), mine}})), incidentStart);
    Incident theirs = *book.find(IncidentKey{7});
    theirs.owner = "sam";
    book.put(theirs); // as another dashboard left it
    (void)book.apply(*history.undo());
    QCOMPARE(book.find(IncidentKey{7})->summary, sampleIncident().summary);
    QCOMPARE(book.find(IncidentKey{7})->owner, std::string("sam"));
}

void TestIncidentBook::typingIsUndoneAsOne()
{
    UndoHistory history;
    IncidentBook book;
    (void)book.apply(making(sampleIncident()));
    Incident last = sampleIncident();
    for (int i = 0; i < 5; ++i) {
        Incident next = last;
        next.summary += 'x';
        history.add(book.apply(editing<Incident>("Edit summary", {{last, next}})), incidentStart + i * 500ms);
        last = next;
    }
    Incident next = last;
    next.summary += 'y';
    history.add(book.apply(editing<Incident>("Edit summary", {{last, next}})), incidentStart + 1min);
    (void)book.apply(*history.undo()); // the late one alone
    QVERIFY(*book.find(IncidentKey{7}) == last);
    (void)book.apply(*history.undo());
    QVERIFY(*book.find(IncidentKey{7}) == sampleIncident());
    QVERIFY(!history.undo());
}

void TestIncidentBook::whatIsUndoneIsForgottenByTheNextChange()
{
    UndoHistory history;
    history.add(making(sampleAnnotation(1, 1)), incidentStart);
    (void)history.undo();
    QVERIFY(history.redoText());
    history.add(making(sampleAnnotation(2, 2)), incidentStart + 1min);
    QVERIFY(!history.redoText());
    QCOMPARE(*history.undoText(), std::string("make"));
}

void TestIncidentBook::annotationsOfAnIncidentComeByTime()
{
    IncidentBook book;
    (void)book.apply(making(sampleAnnotation(1, 30)));
    (void)book.apply(making(sampleAnnotation(2, 10)));
    (void)book.apply(making(sampleAnnotation(3, 20, 0, 8)));
    const std::vector<Annotation> of = book.annotationsOf({7});
    QCOMPARE(of.size(), 2U);
    QVERIFY(of[0].key == AnnotationKey{2});
}

void TestIncidentBook::applyingNothingNewChangesNothing()
{
    IncidentBook book;
    (void)book.apply(making(sampleIncident()));
    QVERIFY(book.apply(editing<Incident>("Edit", {{sampleIncident(), sampleIncident()}})).isEmpty());
    QVERIFY(book.apply(editing<AnnotationLink>("Unlink", {{AnnotationLink{{1}, {2}}, {}}})).isEmpty());
}

void TestIncidentBook::keysAreReadBackAsTheyAreWritten()
{
    for (int i = 0; i < 1000; ++i) {
        const auto key = newKey<IncidentKey>();
        QVERIFY(key.value >> 63 == 0 && key.isValid());
        QCOMPARE(static_cast<std::uint64_t>(std::stoull(keyText(key.value), nullptr, 16)), key.value);
        QCOMPARE(keyText(key.value).size(), std::size_t{16});
    }
}

LOCKSTEP_TEST(tst_incidentbook, TestIncidentBook)
#include "tst_incidentbook.moc"
