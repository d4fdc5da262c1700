// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/metricnames.h"
#include "tests/support/testentry.h"
#include "tests/support/timersof.h"
#include "tests/support/trackedworld.h"
#include "tests/support/waiting.h"
#include "widgets/common/canvas/sharebar.h"
#include "widgets/common/text.h"
#include "widgets/incidents/boundline.h"
#include "widgets/jobs/figuretree.h"
#include "widgets/jobs/jobpanel.h"

#include <QTableView>
#include <QTest>

#include <cmath>

using namespace lockstep;

namespace {

QTreeWidgetItem* figureNamed(const FigureTree& tree, const QString& name)
{
    for (int group = 0; group < tree.topLevelItemCount(); ++group) {
        for (int at = 0; at < tree.topLevelItem(group)->childCount(); ++at) {
            if (QTreeWidgetItem* item = tree.topLevelItem(group)->child(at); item->text(0) == name)
                return item;
        }
    }
    return nullptr;
}

} // namespace

class TestJobPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutJobsItSaysWhatToDo()
    {
        FakeWorld world;
        JobPanel panel(world.context());
        QVERIFY(!panel.shown().isValid());
        QVERIFY(panel.ledger().isEmpty());
    }

    void theJobsTimeAddsUp()
    {
        TrackedWorld running(3);
        running.run(30);
        JobPanel panel(running.context());
        QCOMPARE(panel.jobs().rowCount(), 1);
        QCOMPARE(panel.jobs().index(0, JobsModel::NameColumn).data().toString(), QStringLiteral("llama-70b"));
        QCOMPARE(panel.jobs().index(0, JobsModel::GpusColumn).data().toString(), QStringLiteral("16"));
        const JobLedger& ledger = panel.ledger();
        QVERIFY(ledger.time.reserved >= 16 * 20.0);
        QCOMPARE(panel.bar().total(), ledger.time.reserved);
        QVERIFY(ledger.time.wait > 0); // for rank 11
        QVERIFY(ledger.time.productive > 0.5 * ledger.time.reserved);
        QVERIFY(goodputOf(ledger.time).isConsistent);
    }

    void theJobIsChartedLikeAnyMetric()
    {
        TrackedWorld running(3);
        running.run(20);
        const ClusterStore& store = running.cluster.store();
        QCOMPARE(store.topology()->count(EntityKind::Job), std::size_t{1});
        for (const auto metric : {metrics::job::stepTime, metrics::job::step, metrics::job::goodput,
                                  metrics::job::waitShare, metrics::job::unknownShare, metrics::job::restarts}) {
            const MetricId id = store.metrics().find(metric);
            QVERIFY2(id.isValid(), metric);
            QVERIFY2(!std::isnan(store.latest(id)[0]), metric);
        }
        // The shares of any tick add up to one.
        int ticks = 0;
        for (TickIndex tick = store.ticks().from; tick < store.ticks().to; ++tick) {
            float sum = 0;
            for (const auto metric :
                 {metrics::job::goodput, metrics::job::waitShare, metrics::job::checkpointShare,
                  metrics::job::restartShare, metrics::job::idleShare, metrics::job::unknownShare}) {
                const auto column = store.column(store.metrics().find(metric), tick);
                sum += column.empty() ? noData : column[0];
            }
            if (std::isnan(sum))
                continue;
            ++ticks;
            QVERIFY(std::abs(sum - 1) < 1e-5F);
        }
        QVERIFY(ticks >= 15);
        QCOMPARE(store.freshness({EntityKind::Job, 0}), Freshness::Live);
    }

    void itFollowsTheMomentShown()
    {
        TrackedWorld running(3);
        running.run(40);
        JobPanel panel(running.context());
        const double reserved = panel.ledger().time.reserved;
        const QString stepNow = panel.jobs().index(0, JobsModel::StepColumn).data().toString();
        TimeWindow& time = running.time;
        time.setCursor(running.now() - std::chrono::seconds(20));
        panel.refresh();
        QVERIFY(panel.ledger().time.reserved < reserved - 16 * 10);
        QVERIFY(panel.jobs().index(0, JobsModel::StepColumn).data().toInt() < stepNow.toInt());
        time.setRange({running.now() - std::chrono::hours(3), running.now() - std::chrono::hours(2)});
        panel.refresh();
        QVERIFY(!panel.shown().isValid());
    }

    void choosingAJobSelectsItsGpus()
    {
        TrackedWorld running(3);
        running.run(10);
        JobPanel panel(running.context());
        panel.resize(400, 600);
        panel.show();
        QTableView* table = panel.findChild<QTableView*>();
        QVERIFY(table != nullptr);
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Return);
        const Selection& selection = running.selection;
        QCOMPARE(selection.current(), (EntityRef{EntityKind::Job, 0}));
        QCOMPARE(selection.selected().size(), std::size_t{17});
        QVERIFY(selection.isSelected({EntityKind::Gpu, 15}));
        QVERIFY(!selection.isSelected({EntityKind::Gpu, 16}));
    }

    void eachFigureOpensToItsFormulaAndStaysOpen()
    {
        TrackedWorld running(3);
        running.run(10);
        JobPanel panel(running.context());
        panel.show();
        QTreeWidgetItem* wait = figureNamed(panel.figures(), QStringLiteral("Wait"));
        QVERIFY(wait != nullptr);
        QCOMPARE(wait->child(0)->text(1), QStringLiteral("GPU time (wait) / reserved time"));
        QVERIFY(!wait->isExpanded());
        wait->setExpanded(true);
        running.run(10);
        panel.refresh();
        wait = figureNamed(panel.figures(), QStringLiteral("Wait"));
        QVERIFY(wait->isExpanded());
        QTreeWidgetItem* end = figureNamed(panel.figures(), QStringLiteral("Projected end"));
        QVERIFY(end->text(1).startsWith(QStringLiteral("no data")));
    }

    void aRateIsKeptAndNonsenseIsNot()
    {
        TrackedWorld running(3);
        running.run(10);
        JobPanel panel(running.context());
        QVERIFY(!figureNamed(panel.figures(), QStringLiteral("Wait"))->text(1).contains(QStringLiteral("USD")));
        const auto lines = panel.findChildren<BoundLine*>();
        const auto rate = std::ranges::find_if(
            lines, [](const BoundLine* line) { return line->accessibleName() == QStringLiteral("Cost per GPU hour"); });
        QVERIFY(rate != lines.end());
        (*rate)->setText(QStringLiteral("2.5"));
        (*rate)->commit();
        QCOMPARE(running.rates.rates().gpuHour, std::optional(2.5));
        QVERIFY(figureNamed(panel.figures(), QStringLiteral("Wait"))->text(1).contains(QStringLiteral("USD")));
        (*rate)->setText(QStringLiteral("-1"));
        (*rate)->commit();
        QCOMPARE(running.rates.rates().gpuHour, std::optional(2.5));
        QCOMPARE((*rate)->text(), QStringLiteral("2.5"));
    }

    void noFieldTakesTheFocusByItself()
    {
        TrackedWorld running(3);
        running.run(10);
        JobPanel panel(running.context());
        panel.resize(400, 800);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::hangTimeoutMs));
        auto* tree = panel.findChild<FigureTree*>();
        QTreeWidgetItem* fields = tree->topLevelItem(tree->topLevelItemCount() - 1);
        QVERIFY(fields->childCount() > 0);
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_End);
        QCOMPARE(tree->currentItem(), fields->child(fields->childCount() - 1));
        QVERIFY(tree->hasFocus());
        QTest::keyClick(tree, Qt::Key_Return);
        QVERIFY(!tree->hasFocus()); // it was requested explicitly
        const auto lines = panel.findChildren<BoundLine*>();
        QVERIFY(std::ranges::any_of(lines, [](const BoundLine* line) { return line->hasFocus(); }));
    }

    void hiddenItDoesNothing()
    {
        TrackedWorld running(3);
        JobPanel panel(running.context());
        running.run(10);
        QVERIFY(!hasTimerRunning(panel)); // nor will it
        QVERIFY(panel.ledger().isEmpty());
        panel.show();
        QVERIFY(!panel.ledger().isEmpty());
        running.run(1);
        QVERIFY(hasTimerRunning(panel));
    }
};

LOCKSTEP_GUI_TEST(tst_jobpanel, TestJobPanel)
#include "tst_jobpanel.moc"
