// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/planningdialog.h"
#include "app/dashboard/dialogs/planningresult.h"
#include "app/record/recordcommands.h"
#include "models/view/time/timewindow.h"
#include "tests/support/smallrecording.h"
#include "tests/support/testentry.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QSpinBox>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

QJsonObject objectOf(const QByteArray& json)
{
    return QJsonDocument::fromJson(json).object();
}

/// "node-3|21 K|leaf0|none"
QString cellsOf(const QTreeWidgetItem* row)
{
    QStringList cells;
    for (int column = 0; column < row->columnCount(); ++column)
        cells << row->text(column);
    return cells.join(u'|');
}

} // namespace

/// The dialog that plans and places jobs; the commands have their own tests.
class TestPlanningDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSessionWithoutARecordingSaysSo()
    {
        const TimeWindow time;
        const PlanningDialog dialog(QString(), time, nullptr);
        QVERIFY(dialog.note().text().startsWith(u"This session has no recording"_s));
        QCOMPARE(dialog.answer().topLevelItemCount(), 0);
    }

    /// There is no `lockstep` beside this test.
    void aMissingProgramIsNamed()
    {
        const TimeWindow time;
        PlanningDialog dialog(u"/no/such/recording"_s, time, nullptr);
        QTRY_VERIFY(dialog.note().text().contains(u"lockstep: "_s));
        dialog.questions().setCurrentIndex(1);
        dialog.nodes().setValue(4);
        QTRY_VERIFY(dialog.note().text().contains(u"lockstep: "_s));
    }

    /// The messages of commands are not translated.
    void aMessageOfTheCommandIsADetail()
    {
        QCOMPARE(PlanningDialog::withDetails(u"Keine Antwort."_s, u"no checkpoint was seen"_s),
                 u"Keine Antwort.\nDetails: no checkpoint was seen"_s);
        QCOMPARE(PlanningDialog::withDetails(u"Keine Antwort."_s, {}), u"Keine Antwort."_s);
    }

    void nodesAreRowsThatOpenToTheirProblems()
    {
        PlanningResult answer;
        answer.showPlaces(objectOf(R"({"moment":"2026-03-01T03:12:00Z","wanted":1,"headroom":"predicted","place":["n1"],
            "free":[{"node":"n1","headroom_k":21.3,"leaves":["leaf0","leaf1"],"causes":[]},
                    {"node":"n2","headroom_k":null,"leaves":[],"causes":["n2: fans failed"]}],
            "excluded":[{"node":"n3","reason":"held","because":"train-a"},{"node":"n4","reason":"held","because":"train-a"},
                        {"node":"n5","reason":"drained","because":""}]})"));
        QCOMPARE(answer.topLevelItemCount(), 3);
        const QTreeWidgetItem* const best = answer.topLevelItem(0);
        QCOMPARE(best->text(0), u"Best nodes for this job: 1"_s);
        QCOMPARE(cellsOf(best->child(0)), u"n1|21.3\u2009K|leaf0, leaf1|none"_s);
        const QTreeWidgetItem* const other = answer.topLevelItem(1)->child(0);
        QCOMPARE(cellsOf(other), u"n2|unknown|unknown|1 problem"_s);
        QCOMPARE(other->child(0)->text(0), u"n2: fans failed"_s);
        const QTreeWidgetItem* const excluded = answer.topLevelItem(2);
        QCOMPARE(excluded->text(0), u"Excluded nodes: 3"_s);
        QCOMPARE(excluded->child(0)->text(0), u"drained or down, according to the scheduler: 1"_s);
        QCOMPARE(excluded->child(1)->text(0), u"held by train-a: 2"_s);
        QCOMPARE(excluded->child(1)->child(1)->text(0), u"n4"_s);
    }

    void figuresHaveTheirIntervalAndWhatTheyAreBasedOn()
    {
        PlanningResult answer;
        answer.showPlan(
            objectOf(R"({"parts":[{"part":"GPU","events":1,"hours":40,"per_hour":0.025,"low":0.001,"high":0.1,
                "stops":1,"slows":0,"under_jobs":1,"causes":{"gpu_off_bus":1},"blind":[]},
                {"part":"Node","events":0,"hours":5,"per_hour":0,"low":0,"high":0.5,"stops":0,"slows":0,"under_jobs":0,
                "causes":{},"blind":[]}],
            "restarts":{"events":2,"hours":10,"per_hour":0.2,"low":0.1,"high":0.5},
            "stops":{"events":0,"hours":0,"per_hour":null,"low":null,"high":null},
            "job":{"rate":"restarts","nodes":16,"nodes_from":"given","checkpoint_s":null,
                "checkpoint_from":"no checkpoint was recorded","restart_s":30,"restart_from":"mean of 2 restarts",
                "repair_h":2,"repair_from":"given","mtbf_h":5,"mtbf_h_at_high_rate":2,"mtbf_h_at_low_rate":10,
                "interval_s":null,"interval_s_at_high_rate":600,"interval_s_at_low_rate":null,
                "lost_share":null,"lost_share_at_high_rate":null,"lost_share_at_low_rate":null,
                "spares":1,"spares_at_high_rate":3,"drained_at_once":null,"failing_cost_stopped":0.7,
                "failing_cost_stopped_from":"by the sizes of all recorded jobs: 1","slowed_share":null,
                "slowed_share_from":"no GPU was recorded as slowing a job down"}})"));
        const QTreeWidgetItem* const job = answer.topLevelItem(0);
        QCOMPARE(job->text(0), u"Job on 16 nodes"_s);
        QCOMPARE(cellsOf(job->child(0)),
                 u"Mean time between failures (MTBF)|5\u2009h|2\u2009h to 10\u2009h|2 job restarts in 10 node hours"_s);
        QCOMPARE(
            cellsOf(job->child(1)),
            u"Optimal checkpoint interval (Daly)|at least 10\u2009min||time per checkpoint: no checkpoint was recorded"_s);
        QCOMPARE(job->child(2)->text(1), u"unknown"_s);
        QCOMPARE(job->child(3)->text(2), u"at most 3"_s);
        const QTreeWidgetItem* const parts = answer.topLevelItem(2);
        QCOMPARE(parts->child(0)->text(1), u"1\u2009d 16\u2009h"_s);
        QCOMPARE(parts->child(0)->child(0)->text(0), u"a GPU that has fallen off the bus: 1"_s);
        QCOMPARE(cellsOf(parts->child(1)), u"Node|at least 2\u2009h||0 failures in 5 h"_s);
    }

    /// The names in the JSON are those that the table reads.
    void whatTheCommandsPrintIsShown()
    {
        const QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        QVERIFY(test::SmallRecording::write(path).isOk());
        const auto answerOf = [](const CommandResult& printed) {
            return objectOf(QByteArray::fromStdString(printed.out));
        };
        const std::vector<std::string> forPlan{"--json", "--nodes", "4", path};
        PlanningResult answer;
        answer.showPlan(answerOf(planFromRecordings(forPlan)));
        QCOMPARE(answer.topLevelItem(0)->text(0), u"Job on 4 nodes"_s);
        QCOMPARE(answer.topLevelItem(2)->childCount(), 7);
        for (int row = 0; row < 7; ++row)
            QVERIFY(!answer.topLevelItem(2)->child(row)->text(0).isEmpty());
        const std::vector<std::string> forPlaces{"--json", "1", path};
        answer.showPlaces(answerOf(nodesToPlace(forPlaces)));
        QCOMPARE(answer.topLevelItemCount(), 3);
    }
};

LOCKSTEP_GUI_TEST(tst_planningdialog, TestPlanningDialog)
#include "tst_planningdialog.moc"
