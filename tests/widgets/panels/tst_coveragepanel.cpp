// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/storecoverage.h"
#include "models/core/metrics/metricnames.h"
#include "models/items/itemroles.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "widgets/panels/coveragepanel.h"
#include "widgets/panels/header/headerfigures.h"

#include <QHeaderView>
#include <QTableView>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

int rowOf(const CoveragePanel& panel, const QString& detector)
{
    const QAbstractItemModel& model = *panel.table().model();
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, CoverageModel::DetectorColumn).data().toString() == detector)
            return row;
    }
    return -1;
}

QString textOf(const CoveragePanel& panel, const QString& detector, int column)
{
    return panel.table().model()->index(rowOf(panel, detector), column).data().toString();
}

} // namespace

/// The detectors of a cluster, and the data that they lack.
class TestCoveragePanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachDetectorIsListedWithItsStateAndEvidence()
    {
        FakeWorld world({.nodes = 4});
        CoveragePanel panel(world.context());
        panel.resize(900, 600);
        panel.show();
        QVERIFY(!panel.table().isVisible());
        world.introduce();
        world.run(20);
        QTRY_VERIFY(panel.table().isVisible());
        QCOMPARE(static_cast<std::size_t>(panel.table().model()->rowCount()), detectorTable().size());
        QCOMPARE(textOf(panel, u"GPU cooling"_s, CoverageModel::StateColumn), u"degraded"_s);
        QCOMPARE(textOf(panel, u"GPU cooling"_s, CoverageModel::EvidenceColumn),
                 u"the node's other GPUs and its own history: 32 of 32"_s);
        QVERIFY(textOf(panel, u"GPU cooling"_s, CoverageModel::RemedyColumn).contains(u"run lockstep-agent"_s));
        QCOMPARE(textOf(panel, u"node not reporting"_s, CoverageModel::StateColumn), u"active"_s);
        QVERIFY(!textOf(panel, u"node not reporting"_s, CoverageModel::SinceColumn).isEmpty());
        QVERIFY(panel.caption().contains(u" have no data"_s));
    }

    /// In a column of the window at 1280 to 2560 pixels, no remedy is truncated and nothing is outside the edge.
    void atAnyWidthEachRemedyIsShownInFull()
    {
        FakeWorld world({.nodes = 4});
        CoveragePanel panel(world.context());
        panel.resize(300, 500);
        panel.show();
        world.introduce();
        world.run(20);
        QTRY_VERIFY(panel.table().isVisible());
        const QTableView& table = panel.table();
        for (const int width : {300, 460, 614, 900, 1'400}) {
            panel.resize(width, 500);
            QCoreApplication::processEvents();
            QVERIFY2(table.horizontalHeader()->length() <= table.viewport()->width(),
                     qPrintable(QString::number(width)));
            for (int row = 0; row < table.model()->rowCount(); ++row) {
                const QModelIndex remedy = table.model()->index(row, CoverageModel::RemedyColumn);
                const QRect room(0, 0, table.columnWidth(CoverageModel::RemedyColumn) - 8, 10'000);
                const QRect text = table.fontMetrics().boundingRect(room, Qt::TextWordWrap, remedy.data().toString());
                QVERIFY2(text.height() <= table.rowHeight(row) && text.width() <= room.width(),
                         qPrintable(remedy.data().toString()));
            }
        }
        QVERIFY(!table.isColumnHidden(CoverageModel::SinceColumn));
    }

    void detectorsWithoutDataComeFirstAndThoseWithoutComponentsLast()
    {
        FakeWorld world({.nodes = 2});
        CoveragePanel panel(world.context());
        panel.show();
        world.introduce();
        world.run(20);
        QTRY_VERIFY(panel.table().isVisible());
        const QAbstractItemModel& model = *panel.table().model();
        QCOMPARE(model.index(0, CoverageModel::StateColumn).data().toString(), u"no data"_s);
        QCOMPARE(model.index(0, 0).data(SeverityRole).toInt(), static_cast<int>(Severity::Warning));
        const int loop = rowOf(panel, u"coolant flow"_s);
        QVERIFY(loop > rowOf(panel, u"node not reporting"_s));
        QVERIFY(!model.index(loop, 0).data(SeverityRole).isValid());
        QVERIFY(model.index(loop, 0).data(IsDimRole).toBool());
    }

    void aDetectorThatLosesItsDataHasNoDataSinceThen()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 1, .hostMetrics = false});
        CoveragePanel panel(world.context());
        panel.show();
        world.introduce();
        world.run(30);
        QTRY_COMPARE(textOf(panel, u"GPU memory errors"_s, CoverageModel::StateColumn), u"degraded"_s);
        for (std::uint32_t node = 0; node < 2; ++node)
            world.fake().force(node, metrics::gpu::eccCorrected, 1, noData);
        // Data of the last seconds still counts for a while.
        for (int turn = 0; turn < 12 && textOf(panel, u"GPU memory errors"_s, 0) != u"no data"_s; ++turn) {
            world.run(10);
            QTest::qWait(50);
        }
        QTRY_COMPARE(textOf(panel, u"GPU memory errors"_s, CoverageModel::StateColumn), u"no data"_s);
        const QString since = textOf(panel, u"GPU memory errors"_s, CoverageModel::SinceColumn);
        QVERIFY2(since > textOf(panel, u"GPU cooling"_s, CoverageModel::SinceColumn), qPrintable(since));
    }

    void theHeaderQualifiesThatThereAreNoAlerts()
    {
        FakeWorld world({.nodes = 2});
        world.introduce();
        world.run(20);
        const auto standings = [&]() -> const std::vector<DetectorState>& {
            return world.coverage.at(world.now());
        };
        QTRY_VERIFY(!standings().empty());
        HeaderMoment moment{true, world.now(), world.now()};
        moment.detectors = standings().size();
        moment.blindDetectors = blindCount(standings());
        QVERIFY(moment.blindDetectors > 0);
        const auto figures = headerFigures(world.cluster.store(), &world.alerts, moment);
        const auto alerts = std::ranges::find(figures, u"Alerts"_s, &HeaderFigure::label);
        QVERIFY(alerts != figures.end());
        QCOMPARE(alerts->value, u"0"_s);
        QCOMPARE(alerts->note, u"%1 detectors without data"_s.arg(moment.blindDetectors));
    }
};

LOCKSTEP_GUI_TEST(tst_coveragepanel, TestCoveragePanel)
#include "tst_coveragepanel.moc"
