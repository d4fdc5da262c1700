// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/planningdialog.h"
#include "models/view/time/timewindow.h"
#include "tests/support/testentry.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTabBar>
#include <QTest>

using namespace lockstep;

/// The dialog that plans and places jobs; the commands have their own tests.
class TestPlanningDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSessionWithoutARecordingSaysSo()
    {
        const TimeWindow time;
        const PlanningDialog dialog(QString(), time, nullptr);
        QVERIFY(dialog.note().text().startsWith(QStringLiteral("This session has no recording")));
        QVERIFY(dialog.answer().toPlainText().isEmpty());
    }

    /// There is no `lockstep` beside this test.
    void aMissingProgramIsNamed()
    {
        const TimeWindow time;
        PlanningDialog dialog(QStringLiteral("/no/such/recording"), time, nullptr);
        QTRY_VERIFY(dialog.note().text().contains(QStringLiteral("lockstep: ")));
        dialog.questions().setCurrentIndex(1);
        dialog.nodes().setValue(4);
        QTRY_VERIFY(dialog.note().text().contains(QStringLiteral("lockstep: ")));
    }
};

LOCKSTEP_GUI_TEST(tst_planningdialog, TestPlanningDialog)
#include "tst_planningdialog.moc"
