// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/board/annotationmodel.h"
#include "models/incidents/board/incidentboard.h"
#include "models/incidents/board/incidentlistmodel.h"
#include "tests/models/incidents/sampleincident.h"
#include "tests/support/testentry.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

namespace {

IncidentList listOf(std::initializer_list<std::uint64_t> keys)
{
    IncidentList list;
    for (const std::uint64_t key : keys)
        list.rows.push_back({{key}, "incident " + std::to_string(key), Severity::Warning, {}, {}, "noor", 3});
    list.found = list.rows.size();
    return list;
}

/// A board with the sample incident open and two notes on it.
void fill(IncidentBoard& board)
{
    board.make(making(sampleIncident()));
    board.open({7});
    board.make(making(sampleAnnotation(1, 10)));
    board.make(making(sampleAnnotation(2, 5, 20)));
}

} // namespace

class TestIncidentBoard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aChangeShowsAtOnceAndIsHandedOn();
    void anOldAnswerDoesNotUndoANewerChange();
    void undoAndRedoAreHandedOnToo();
    void marksFollowNotesAsTheyComeMoveAndGo();
    void deletingAnIncidentKeepsItsNotes();
    void whatWasDeletedIsOpenAgainOnceUndone();
    void oneThatIsNotOpenIsReadBeforeItIsDeleted();
    void anIncidentThatIsGoneIsClosed();
    void theListModelChangesOnlyWhatDiffers();
    void anAnswerToEarlierTypingIsLeftOut();
    void notesAreEditedInTheTable();
    void linksAreReportedByRowNumbers();
};

void TestIncidentBoard::aChangeShowsAtOnceAndIsHandedOn()
{
    IncidentBoard board;
    fill(board);
    std::vector<IncidentChange> handedOn;
    connect(&board, &IncidentBoard::changeMade, this,
            [&](const IncidentChange& change) { handedOn.push_back(change); });
    board.editCurrent("Edit the title", [](Incident& incident) { incident.title = "Better"; });
    QCOMPARE(board.current()->title, std::string("Better"));
    QCOMPARE(handedOn.size(), 1U);
    QCOMPARE(handedOn[0].text, std::string("Edit the title"));
    board.editCurrent("Edit the title", [](Incident& incident) { incident.title = "Better"; });
    QCOMPARE(handedOn.size(), 1U); // nothing changed
    disconnect(&board, nullptr, this, nullptr);
}

void TestIncidentBoard::anOldAnswerDoesNotUndoANewerChange()
{
    IncidentBoard board;
    fill(board); // three changes
    Incident stale = sampleIncident();
    stale.owner = "somebody else";
    board.setOpened({7}, {stale, {}, {}, false}, 2);
    QCOMPARE(board.current()->owner, std::string("noor"));
    board.setAnnotations({}, {}, {}, 2);
    QCOMPARE(board.marks().size(), 2U);
    board.setOpened({7}, {stale, {}, {}, true}, 3);
    QCOMPARE(board.current()->owner, std::string("somebody else"));
    QVERIFY(board.details().hasEvidence);
    board.setAnnotations({sampleAnnotation(9, 1)}, {}, {}, 3);
    QCOMPARE(board.marks().size(), 1U);
    QVERIFY(board.current()); // still open
}

void TestIncidentBoard::undoAndRedoAreHandedOnToo()
{
    IncidentBoard board;
    fill(board);
    QSignalSpy spy(&board, &IncidentBoard::undoChanged);
    int handedOn = 0;
    connect(&board, &IncidentBoard::changeMade, &board, [&] { ++handedOn; });
    board.undo();
    QVERIFY(!board.book().find(AnnotationKey{2}));
    board.redo();
    QVERIFY(board.book().find(AnnotationKey{2}));
    QCOMPARE(handedOn, 2);
    QCOMPARE(spy.size(), 2);
    for (int i = 0; i < 10; ++i)
        board.undo();
    QVERIFY(board.book().annotations().empty());
    QVERIFY(!board.current());
}

void TestIncidentBoard::marksFollowNotesAsTheyComeMoveAndGo()
{
    IncidentBoard board;
    fill(board);
    const TimeRange all{incidentStart, incidentStart + std::chrono::hours(1)};
    QCOMPARE(board.marks().startingIn(all).size(), 2U);
    QCOMPARE(board.marks().coverage(all), 1U);
    board.editAnnotation({2}, "Move", [](Annotation& annotation) { annotation.range.to = annotation.range.from; });
    QCOMPARE(board.marks().coverage(all), 0U);
    board.undo();
    QCOMPARE(board.marks().coverage(all), 1U);
    board.undo();
    QCOMPARE(board.marks().size(), 1U);
}

void TestIncidentBoard::deletingAnIncidentKeepsItsNotes()
{
    IncidentBoard board;
    fill(board);
    board.removeCurrent();
    QVERIFY(!board.currentKey().isValid());
    QCOMPARE(board.book().annotations().size(), 2U);
    QVERIFY(!board.book().find(AnnotationKey{1})->incident.isValid());
    board.undo();
    QVERIFY(board.book().find(AnnotationKey{1})->incident == IncidentKey{7});
    QVERIFY(board.book().find(IncidentKey{7}));
}

void TestIncidentBoard::whatWasDeletedIsOpenAgainOnceUndone()
{
    IncidentBoard board;
    fill(board);
    QSignalSpy removed(&board, &IncidentBoard::removed);
    QSignalSpy asked(&board, &IncidentBoard::openRequested);
    board.removeCurrent();
    QCOMPARE(removed.size(), 1);
    QCOMPARE(removed[0][0].toString(), QString::fromStdString(sampleIncident().title));
    board.undo();
    QCOMPARE(board.currentKey().value, std::uint64_t{7});
    QVERIFY(board.current());
    QCOMPARE(asked.size(), 1); // its pictures and evidence are to be read again
    board.redo();
    QVERIFY(!board.current());
}

void TestIncidentBoard::oneThatIsNotOpenIsReadBeforeItIsDeleted()
{
    IncidentBoard board;
    fill(board);
    const Incident other = sampleIncident(8);
    board.remove({8});
    QCOMPARE(board.currentKey().value, std::uint64_t{8});
    board.setOpened({8}, {other, {}, {}, false}, 99);
    QVERIFY(!board.currentKey().isValid());
    QVERIFY(!board.book().find(IncidentKey{8}));
    board.undo();
    QVERIFY(*board.book().find(IncidentKey{8}) == other);
    // Opening something else meanwhile does not lose it.
    board.remove({9});
    board.open({8});
    board.open({9});
    board.setOpened({9}, {sampleIncident(9), {}, {}, false}, 99);
    QVERIFY(board.current());
}

void TestIncidentBoard::anIncidentThatIsGoneIsClosed()
{
    IncidentBoard board;
    fill(board);
    board.setOpened({7}, {}, 3); // deleted by another dashboard
    QVERIFY(!board.currentKey().isValid());
}

void TestIncidentBoard::theListModelChangesOnlyWhatDiffers()
{
    IncidentBoard board;
    IncidentListModel model(board);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy inserts(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removals(&model, &QAbstractItemModel::rowsRemoved);
    board.setList(listOf({1, 2, 3, 4}));
    QCOMPARE(model.rowCount(), 4);
    board.setList(listOf({1, 2, 9, 3, 4}));
    QCOMPARE(inserts.back().at(1).toInt(), 2);
    QCOMPARE(inserts.back().at(2).toInt(), 2);
    board.setList(listOf({1, 4}));
    QCOMPARE(removals.back().at(1).toInt(), 1);
    QCOMPARE(removals.back().at(2).toInt(), 3);
    QCOMPARE(model.rowOf({4}), 1);
    QCOMPARE(model.rowOf({9}), -1);
    board.setList(listOf({}));
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(resets.size(), 0);
}

void TestIncidentBoard::anAnswerToEarlierTypingIsLeftOut()
{
    IncidentBoard board;
    IncidentQuery typed;
    typed.text = "pu";
    board.search(typed);
    board.setList(listOf({1})); // answers the empty query
    QVERIFY(board.list().rows.empty());
    IncidentList answer = listOf({2});
    answer.query = typed;
    board.setList(answer);
    QCOMPARE(board.list().rows.size(), 1U);
}

void TestIncidentBoard::notesAreEditedInTheTable()
{
    IncidentBoard board;
    AnnotationModel model(board);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    fill(board);
    QCOMPARE(model.rowCount(), 2);
    QVERIFY(model.keyAt(0) == AnnotationKey{2}); // begins at 5 s
    const QModelIndex text = model.index(0, AnnotationModel::TextColumn);
    QVERIFY(model.setData(text, QStringLiteral("the pump slowed")));
    QCOMPARE(board.book().find(AnnotationKey{2})->text, std::string("the pump slowed"));
    QCOMPARE(text.data().toString(), QStringLiteral("the pump slowed"));
    QVERIFY(!model.setData(model.index(0, AnnotationModel::TimeColumn), QStringLiteral("x")));
    board.open({});
    QCOMPARE(model.rowCount(), 0);
}

void TestIncidentBoard::linksAreReportedByRowNumbers()
{
    IncidentBoard board;
    AnnotationModel model(board);
    fill(board);
    board.make(making(AnnotationLink{{2}, {1}, LinkKind::Caused}));
    QCOMPARE(model.index(0, AnnotationModel::LinksColumn).data().toString(), QStringLiteral("caused 2"));
    QCOMPARE(model.index(1, AnnotationModel::LinksColumn).data().toString(), QStringLiteral("because of 1"));
}

LOCKSTEP_TEST(tst_incidentboard, TestIncidentBoard)
#include "tst_incidentboard.moc"
