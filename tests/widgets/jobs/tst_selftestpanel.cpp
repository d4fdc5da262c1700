// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/metricnames.h"
#include "models/items/itemroles.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/common/emptystate.h"
#include "widgets/jobs/selftestpanel.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr std::uint32_t nodes = 6;
constexpr std::uint32_t gpusPerNode = 2;
constexpr std::uint32_t outlierGpu = 7; ///< the second of the fourth node

/// Self-test results for each second.
struct TestedWorld
{
    TestedWorld() { world.introduce(); }

    /// @param share result of the slow GPU, relative to its peers'
    void run(int seconds, float share, float errors = 0)
    {
        for (int second = 0; second < seconds; ++second) {
            world.run(1);
            Derived results;
            results.columns.reserve(4);
            const TickIndex tick = tickIndexOf(world.now(), std::chrono::seconds(1));
            std::ranges::fill(results.addColumn(metrics::selftest::age, tick, nodes), static_cast<float>(second));
            std::ranges::fill(results.addColumn(metrics::selftest::cpu, tick, nodes), 1e12F);
            std::vector<float>& gemm = results.addColumn(metrics::selftest::gpuGemm, tick, nodes * gpusPerNode);
            std::ranges::fill(gemm, 6e14F);
            gemm[outlierGpu] *= share;
            std::vector<float>& wrong = results.addColumn(metrics::selftest::gpuErrors, tick, nodes * gpusPerNode);
            std::ranges::fill(wrong, 0.0F);
            wrong[0] = errors;
            world.cluster.applyDerived(results);
        }
    }

    FakeWorld world{FakeClusterOptions{.nodes = nodes, .gpusPerNode = gpusPerNode}};
};

QString cell(const SelfTestPanel& panel, int row, int column)
{
    return panel.tests().index(row, column).data().toString();
}

} // namespace

class TestSelfTestPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutTestsItSaysSo()
    {
        FakeWorld world;
        world.introduce();
        world.run(3);
        const SelfTestPanel panel(world.context());
        QVERIFY(panel.isEmpty());
        QVERIFY2(panel.empty().accessibleName().startsWith(u"No self-tests"_s),
                 qPrintable(panel.empty().accessibleName()));
    }

    void eachTestOfEachNodeIsListedOutliersFirst()
    {
        TestedWorld tested;
        tested.run(240, 1);
        tested.run(240, 0.75F); // the next test
        tested.world.time.follow(std::chrono::minutes(10));
        const SelfTestPanel panel(tested.world.context());
        QCOMPARE(panel.tests().rowCount(), static_cast<int>(2 * nodes));
        const Topology& topology = *tested.world.cluster.store().topology();
        QCOMPARE(cell(panel, 0, SelfTestModel::NodeColumn),
                 QString::fromStdString(topology.name({EntityKind::Node, 3})));
        QVERIFY2(cell(panel, 0, SelfTestModel::OutlierColumn).endsWith(u": matrix product"_s),
                 qPrintable(cell(panel, 0, SelfTestModel::OutlierColumn)));
        QCOMPARE(cell(panel, 0, SelfTestModel::ValueColumn), u"450\u2009T/s"_s);
        QCOMPARE(cell(panel, 0, SelfTestModel::PeersColumn), u"600\u2009T/s"_s);
        QVERIFY2(cell(panel, 0, SelfTestModel::DeviationColumn).contains(u"25"_s),
                 qPrintable(cell(panel, 0, SelfTestModel::DeviationColumn)));
        QCOMPARE(panel.tests().index(0, 0).data(EntityRole).value<EntityRef>(),
                 (EntityRef{EntityKind::Gpu, outlierGpu}));
        QCOMPARE(panel.tests().index(0, 0).data(SeverityRole).toInt(), static_cast<int>(Severity::Warning));
        QVERIFY(panel.tests().index(0, 0).data(Qt::ToolTipRole).toString().contains(u"CPU"_s));
        // The earlier test of the same node, in which it was as fast as its peers.
        QCOMPARE(cell(panel, 1, SelfTestModel::NodeColumn), cell(panel, 0, SelfTestModel::NodeColumn));
        QCOMPARE(cell(panel, 1, SelfTestModel::OutlierColumn), u"none"_s);
        QVERIFY(cell(panel, 1, SelfTestModel::FinishedColumn) < cell(panel, 0, SelfTestModel::FinishedColumn));
        QVERIFY(!panel.tests().index(1, 0).data(SeverityRole).isValid());
        QCOMPARE(panel.caption(), u"1 of 6 tested nodes with an outlier"_s);
    }

    void wrongResultsAreCritical()
    {
        TestedWorld tested;
        tested.run(60, 1, 3);
        const SelfTestPanel panel(tested.world.context());
        QVERIFY2(cell(panel, 0, SelfTestModel::OutlierColumn).endsWith(u": wrong results"_s),
                 qPrintable(cell(panel, 0, SelfTestModel::OutlierColumn)));
        QCOMPARE(cell(panel, 0, SelfTestModel::ValueColumn), u"3"_s);
        QCOMPARE(panel.tests().index(0, 0).data(SeverityRole).toInt(), static_cast<int>(Severity::Critical));
    }

    /// The same at a moment in the past as when it was present.
    void thePastShowsOnlyEarlierTests()
    {
        TestedWorld tested;
        tested.run(240, 1);
        const TimePoint before = tested.world.now();
        tested.run(240, 0.75F);
        tested.world.time.setCursor(before);
        const SelfTestPanel panel(tested.world.context());
        QCOMPARE(panel.tests().rowCount(), static_cast<int>(nodes));
        QCOMPARE(panel.caption(), u"0 of 6 tested nodes with an outlier"_s);
    }
};

LOCKSTEP_GUI_TEST(tst_selftestpanel, TestSelfTestPanel)
#include "tst_selftestpanel.moc"
