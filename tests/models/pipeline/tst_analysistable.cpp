// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricresults.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/pipeline/analysistable.h"
#include "models/store/clustermodel.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QSet>
#include <QTest>

using namespace lockstep;

/// Requirements for all analyses, including future ones.
class TestAnalysisTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachHasANameOfItsOwn()
    {
        QSet<QByteArray> names;
        for (const AnalysisRow& row : analysisTable())
            names.insert(row.name);
        QCOMPARE(static_cast<std::size_t>(names.size()), analysisTable().size());
        QVERIFY(!names.contains(QByteArray()));
    }

    void eachHasNothingToDoWithAnEmptyCluster_data() { addRows(); }
    void eachHasNothingToDoWithAnEmptyCluster()
    {
        const ClusterStore store;
        const std::unique_ptr<Analysis> analysis = make();
        if (const Analysis::Task task = analysis->take(store, {}))
            QVERIFY(task().derived.isEmpty());
    }

    /// Steady values below every limit give no event.
    void eachIsQuietAboutAQuietNode_data() { addRows(); }
    void eachIsQuietAboutAQuietNode()
    {
        ClusterModel cluster;
        const std::unique_ptr<Analysis> analysis = make();
        test::TestNode node("n1");
        cluster.apply(std::vector<BatchPtr>{node.identity(1, "A1")}, test::at(0));
        for (int second = 0; second < 120; ++second) {
            cluster.ingest(std::vector<BatchPtr>{test::share(node.tick(test::at(second), 0.5F))}, test::at(second));
            const ChangeSet changes = cluster.pendingChanges();
            cluster.announce();
            if (const Analysis::Task task = analysis->take(cluster.store(), changes))
                cluster.applyDerived(task().derived);
        }
        QCOMPARE(cluster.store().events().events().size(), std::size_t{0});
    }

private:
    static void addRows()
    {
        QTest::addColumn<std::size_t>("row");
        for (std::size_t row = 0; row < analysisTable().size(); ++row)
            QTest::newRow(analysisTable()[row].name) << row;
    }
    [[nodiscard]] std::unique_ptr<Analysis> make()
    {
        QFETCH(std::size_t, row);
        return analysisTable()[row].make({m_sync, m_fabric});
    }

    SyncResults m_sync;
    FabricResults m_fabric;
};

LOCKSTEP_TEST(tst_analysistable, TestAnalysisTable)
#include "tst_analysistable.moc"
