// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/workspace/annotationmodel.h"
#include "models/incidents/workspace/incidentlistmodel.h"
#include "models/incidents/workspace/incidentworkspace.h"
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

/// A workspace with the sample incident open and two notes on it.
void fill(IncidentWorkspace& workspace)
{
    workspace.make(making(sampleIncident()));
    workspace.open({7});
    workspace.make(making(sampleAnnotation(1, 10)));
    workspace.make(making(sampleAnnotation(2, 5, 20)));
}

} // namespace

class TestIncidentWorkspace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aChangeShowsAtOnceAndIsHandedOn();
    void anOldAnswerDoesNotUndoANewerChange();
    void undoAndRedoAreHandedOnToo();
    void undoingAResponseRestoresTheEarlierOne();
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

void TestIncidentWorkspace::aChangeShowsAtOnceAndIsHandedOn()
{
    IncidentWorkspace workspace;
    fill(workspace);
    std::vector<IncidentChange> handedOn;
    connect(&workspace, &IncidentWorkspace::changeMade, this,
            [&](const IncidentChange& change) { handedOn.push_back(change); });
    workspace.editCurrent("Edit the title", [](Incident& incident) { incident.title = "Better"; });
    QCOMPARE(workspace.current()->title, std::string("Better"));
    QCOMPARE(handedOn.size(), 1U);
    QCOMPARE(handedOn[0].text, std::string("Edit the title"));
    workspace.editCurrent("Edit the title", [](Incident& incident) { incident.title = "Better"; });
    QCOMPARE(handedOn.size(), 1U); // nothing changed
    disconnect(&workspace, nullptr, this, nullptr);
}

void TestIncidentWorkspace::anOldAnswerDoesNotUndoANewerChange()
{
    IncidentWorkspace workspace;
    fill(workspace); // three changes
    Incident stale = sampleIncident();
    stale.owner = "somebody else";
    workspace.setOpened({7}, {stale, {}, {}, false}, 2);
    QCOMPARE(workspace.current()->owner, std::string("noor"));
    workspace.setAnnotations({}, {}, {}, 2);
    QCOMPARE(workspace.marks().size(), 2U);
    workspace.setOpened({7}, {stale, {}, {}, true}, 3);
    QCOMPARE(workspace.current()->owner, std::string("somebody else"));
    QVERIFY(workspace.details().hasEvidence);
    workspace.setAnnotations({sampleAnnotation(9, 1)}, {}, {}, 3);
    QCOMPARE(workspace.marks().size(), 1U);
    QVERIFY(workspace.current()); // still open
}

void TestIncidentWorkspace::undoAndRedoAreHandedOnToo()
{
    IncidentWorkspace workspace;
    fill(workspace);
    QSignalSpy spy(&workspace, &IncidentWorkspace::undoChanged);
    int handedOn = 0;
    connect(&workspace, &IncidentWorkspace::changeMade, &workspace, [&] { ++handedOn; });
    workspace.undo();
    QVERIFY(!workspace.records().find(AnnotationKey{2}));
    workspace.redo();
    QVERIFY(workspace.records().find(AnnotationKey{2}));
    QCOMPARE(handedOn, 2);
    QCOMPARE(spy.size(), 2);
    for (int i = 0; i < 10; ++i)
        workspace.undo();
    QVERIFY(workspace.records().annotations().empty());
    QVERIFY(!workspace.current());
}

void TestIncidentWorkspace::undoingAResponseRestoresTheEarlierOne()
{
    IncidentWorkspace workspace;
    fill(workspace);
    std::vector<std::string> responses;
    connect(&workspace, &IncidentWorkspace::responded, &workspace,
            [&](const AlertResponse& response) { responses.push_back(response.code); });
    IncidentChange change;
    change.text = "Shelve an alert";
    change.responses = {{AlertResponse{{}, "alert.acknowledged", {}, {}}, AlertResponse{{}, "alert.shelved", {}, {}}}};
    workspace.make(change);
    QCOMPARE(*workspace.undoHistory().undoText(), std::string("Shelve an alert"));
    workspace.undo();
    workspace.redo();
    QCOMPARE(responses, (std::vector<std::string>{"alert.shelved", "alert.acknowledged", "alert.shelved"}));
    workspace.undo();
    workspace.undo();
    QVERIFY(!workspace.records().find(AnnotationKey{2})); // the change before
}

void TestIncidentWorkspace::marksFollowNotesAsTheyComeMoveAndGo()
{
    IncidentWorkspace workspace;
    fill(workspace);
    const TimeRange all{incidentStart, incidentStart + std::chrono::hours(1)};
    QCOMPARE(workspace.marks().startingIn(all).size(), 2U);
    QCOMPARE(workspace.marks().coverage(all), 1U);
    workspace.editAnnotation({2}, "Move", [](Annotation& annotation) { annotation.range.to = annotation.range.from; });
    QCOMPARE(workspace.marks().coverage(all), 0U);
    workspace.undo();
    QCOMPARE(workspace.marks().coverage(all), 1U);
    workspace.undo();
    QCOMPARE(workspace.marks().size(), 1U);
}

void TestIncidentWorkspace::deletingAnIncidentKeepsItsNotes()
{
    IncidentWorkspace workspace;
    fill(workspace);
    workspace.removeCurrent();
    QVERIFY(!workspace.currentKey().isValid());
    QCOMPARE(workspace.records().annotations().size(), 2U);
    QVERIFY(!workspace.records().find(AnnotationKey{1})->incident.isValid());
    workspace.undo();
    QVERIFY(workspace.records().find(AnnotationKey{1})->incident == IncidentKey{7});
    QVERIFY(workspace.records().find(IncidentKey{7}));
}

void TestIncidentWorkspace::whatWasDeletedIsOpenAgainOnceUndone()
{
    IncidentWorkspace workspace;
    fill(workspace);
    QSignalSpy removed(&workspace, &IncidentWorkspace::removed);
    QSignalSpy asked(&workspace, &IncidentWorkspace::openRequested);
    workspace.removeCurrent();
    QCOMPARE(removed.size(), 1);
    QCOMPARE(removed[0][0].toString(), QString::fromStdString(sampleIncident().title));
    workspace.undo();
    QCOMPARE(workspace.currentKey().value, std::uint64_t{7});
    QVERIFY(workspace.current());
    QCOMPARE(asked.size(), 1); // its pictures and evidence must be read again
    workspace.redo();
    QVERIFY(!workspace.current());
}

void TestIncidentWorkspace::oneThatIsNotOpenIsReadBeforeItIsDeleted()
{
    IncidentWorkspace workspace;
    fill(workspace);
    const Incident other = sampleIncident(8);
    workspace.remove({8});
    QCOMPARE(workspace.currentKey().value, std::uint64_t{8});
    workspace.setOpened({8}, {other, {}, {}, false}, 99);
    QVERIFY(!workspace.currentKey().isValid());
    QVERIFY(!workspace.records().find(IncidentKey{8}));
    workspace.undo();
    QVERIFY(*workspace.records().find(IncidentKey{8}) == other);
    // Opening something else meanwhile does not lose it.
    workspace.remove({9});
    workspace.open({8});
    workspace.open({9});
    workspace.setOpened({9}, {sampleIncident(9), {}, {}, false}, 99);
    QVERIFY(workspace.current());
}

void TestIncidentWorkspace::anIncidentThatIsGoneIsClosed()
{
    IncidentWorkspace workspace;
    fill(workspace);
    workspace.setOpened({7}, {}, 3); // deleted by another dashboard
    QVERIFY(!workspace.currentKey().isValid());
}

void TestIncidentWorkspace::theListModelChangesOnlyWhatDiffers()
{
    IncidentWorkspace workspace;
    IncidentListModel model(workspace);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy inserts(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removals(&model, &QAbstractItemModel::rowsRemoved);
    workspace.setList(listOf({1, 2, 3, 4}));
    QCOMPARE(model.rowCount(), 4);
    workspace.setList(listOf({1, 2, 9, 3, 4}));
    QCOMPARE(inserts.back().at(1).toInt(), 2);
    QCOMPARE(inserts.back().at(2).toInt(), 2);
    workspace.setList(listOf({1, 4}));
    QCOMPARE(removals.back().at(1).toInt(), 1);
    QCOMPARE(removals.back().at(2).toInt(), 3);
    QCOMPARE(model.rowOf({4}), 1);
    QCOMPARE(model.rowOf({9}), -1);
    workspace.setList(listOf({}));
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(resets.size(), 0);
}

void TestIncidentWorkspace::anAnswerToEarlierTypingIsLeftOut()
{
    IncidentWorkspace workspace;
    IncidentQuery typed;
    typed.text = "pu";
    workspace.search(typed);
    workspace.setList(listOf({1})); // answers the empty query
    QVERIFY(workspace.list().rows.empty());
    IncidentList answer = listOf({2});
    answer.query = typed;
    workspace.setList(answer);
    QCOMPARE(workspace.list().rows.size(), 1U);
}

void TestIncidentWorkspace::notesAreEditedInTheTable()
{
    IncidentWorkspace workspace;
    AnnotationModel model(workspace);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    fill(workspace);
    QCOMPARE(model.rowCount(), 2);
    QVERIFY(model.keyAt(0) == AnnotationKey{2}); // begins at 5 s
    const QModelIndex text = model.index(0, AnnotationModel::TextColumn);
    QVERIFY(model.setData(text, QStringLiteral("the pump slowed")));
    QCOMPARE(workspace.records().find(AnnotationKey{2})->text, std::string("the pump slowed"));
    QCOMPARE(text.data().toString(), QStringLiteral("the pump slowed"));
    QVERIFY(!model.setData(model.index(0, AnnotationModel::TimeColumn), QStringLiteral("x")));
    workspace.open({});
    QCOMPARE(model.rowCount(), 0);
}

void TestIncidentWorkspace::linksAreReportedByRowNumbers()
{
    IncidentWorkspace workspace;
    AnnotationModel model(workspace);
    fill(workspace);
    workspace.make(making(AnnotationLink{{2}, {1}, LinkKind::Caused}));
    QCOMPARE(model.index(0, AnnotationModel::LinksColumn).data().toString(), QStringLiteral("caused 2"));
    QCOMPARE(model.index(1, AnnotationModel::LinksColumn).data().toString(), QStringLiteral("caused by 1"));
}

LOCKSTEP_TEST(tst_incidentworkspace, TestIncidentWorkspace)
#include "tst_incidentworkspace.moc"
