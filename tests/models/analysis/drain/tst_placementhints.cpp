// SPDX-License-Identifier: GPL-3.0-or-later
// Which free nodes suit a job, calculated by hand. Nodes 0, 1, 4 and 5 are connected to the first leaf of each rail,
// the others to the second.
#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/analysis/drain/placementhints.h"
#include "models/core/metrics/metricnames.h"
#include "tests/models/analysis/causality/smallhall.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <map>

using namespace lockstep;
using namespace lockstep::test;

class TestPlacementHints : public QObject
{
    Q_OBJECT

private:
    using Columns = std::map<std::string_view, std::vector<float>>;

    SmallHall m_hall;

    /// Every node idles, node n at 40 + n °C.
    [[nodiscard]] static Columns idleHall()
    {
        Columns columns;
        for (int gpu = 0; gpu < 32; ++gpu)
            columns[metrics::gpu::temperature].push_back(static_cast<float>(40 + gpu / 4));
        return columns;
    }
    [[nodiscard]] static Alert alertOf(std::string_view kind, EntityRef entity, bool isOver = false)
    {
        Alert alert;
        alert.kind = kind;
        alert.title = alert.kind + " there";
        alert.entities = {entity};
        if (isOver)
            alert.end = SmallHall::at(10);
        return alert;
    }
    [[nodiscard]] PlacementHints hintsFor(std::size_t nodes, const Columns& columns,
                                          const std::vector<DrainedJob>& jobs = {},
                                          const std::vector<Alert>& alerts = {}) const
    {
        const ObservedJobs none;
        const DependencyGraph graph(*m_hall.topology, none);
        const auto newestOf = [&](std::string_view metric) {
            const auto found = columns.find(metric);
            return found == columns.end() ? std::vector<float>() : found->second;
        };
        return placementHints({graph, newestOf, jobs, alerts}, nodes);
    }
    [[nodiscard]] static std::vector<std::uint32_t> indices(const std::vector<NodeHint>& hints)
    {
        std::vector<std::uint32_t> found;
        for (const NodeHint& hint : hints)
            found.push_back(hint.node.index);
        return found;
    }
    using Indices = std::vector<std::uint32_t>;

private Q_SLOTS:
    void theCoolestOfOneLeafComeFirst()
    {
        const PlacementHints hints = hintsFor(3, idleHall());
        QCOMPARE(indices(hints.free), (Indices{0, 1, 4, 5, 2, 3, 6, 7}));
        QCOMPARE(hints.headroom, HeadroomKind::Temperature);
        QCOMPARE(hints.leafGroups(3), 1UL);
        QCOMPARE(hints.leafGroups(5), 2UL);
        QCOMPARE(hints.free.front().neighbours, 3UL);
        QVERIFY(hints.excluded.empty());
    }

    void roomForAllOfItComesBeforeTemperature()
    {
        DrainedJob job{"train-a", {m_hall.gpu(0, 2), m_hall.node(4)}, {}};
        const PlacementHints hints = hintsFor(3, idleHall(), {job});
        QCOMPARE(indices(hints.free), (Indices{2, 3, 6, 7, 1, 5}));
        QCOMPARE(indices(hints.excluded), (Indices{0, 4}));
        QCOMPARE(hints.excluded.front().excluded, NodeHint::Excluded::Held);
        QCOMPARE(hints.excluded.front().because, std::string("train-a"));
    }

    void predictedHeadroomCountsWhereItIsKnown()
    {
        Columns columns = idleHall();
        columns[metrics::gpu::temperatureSlowdownLimit].assign(32, 90);
        QCOMPARE(hintsFor(1, columns).headroom, HeadroomKind::Present);
        columns[metrics::gpu::power].assign(32, 100);
        columns[metrics::gpu::powerLimit].assign(32, 700);
        columns[metrics::gpu::thermalResistance].assign(32, 0.05F);
        columns[metrics::gpu::thermalResistance][1] = 0.08F; // of node 0: 48 K instead of 30 K
        const PlacementHints hints = hintsFor(1, columns);
        QCOMPARE(hints.headroom, HeadroomKind::Predicted);
        QCOMPARE(hints.free.front().node.index, 1U);
        QVERIFY(std::abs(*hints.free.front().headroom - 19) < 1e-3);
        const auto bad = std::ranges::find(hints.free, m_hall.node(0), &NodeHint::node);
        QVERIFY(std::abs(*bad->headroom - 2) < 1e-3);
    }

    void unknownIsNotCool()
    {
        Columns columns = idleHall();
        columns[metrics::gpu::temperature][1] = noData; // one GPU of node 0
        const PlacementHints hints = hintsFor(2, columns);
        const auto unknown = std::ranges::find(hints.free, m_hall.node(0), &NodeHint::node);
        QVERIFY(unknown != hints.free.end() && !unknown->headroom);
        QCOMPARE(indices(hints.free), (Indices{1, 4, 5, 0, 2, 3, 6, 7}));
        std::fill_n(columns[metrics::gpu::temperature].begin(), 4, noData);
        const PlacementHints silent = hintsFor(2, columns);
        QCOMPARE(silent.excluded.front().excluded, NodeHint::Excluded::Silent);
    }

    void faultsExcludeAndEarlierOnesRank()
    {
        Columns columns = idleHall();
        columns[metrics::node::drained] = {0, 0, 0, 0, 0, 1, 0, 0};
        columns[metrics::node::gpusAllocated] = {0, 0, 0, 2, 0, 0, 0, 0};
        columns[metrics::port::up].assign(m_hall.topology->count(EntityKind::Port), 1);
        columns[metrics::port::up][m_hall.port("node-6", "nic1").index] = 0;
        const PlacementHints hints
            = hintsFor(2, columns, {},
                       {alertOf(kinds::gpuError, m_hall.gpu(0, 1)), alertOf(kinds::gpuError, m_hall.gpu(1, 0), true),
                        alertOf(kinds::applicationError, m_hall.gpu(4, 0)), alertOf(kinds::slowJob, m_hall.node(4)),
                        alertOf(kinds::wornPart, m_hall.gpu(2, 0)), alertOf(kinds::pumpDegradation, m_hall.loop()),
                        alertOf(kinds::linkErrors, m_hall.port(SmallHall::leafName(0, 1), "node-7"))});
        const auto reasonOf = [&](std::uint32_t node) {
            return std::ranges::find(hints.excluded, m_hall.node(node), &NodeHint::node)->excluded;
        };
        QCOMPARE(reasonOf(0), NodeHint::Excluded::Faulty);
        QCOMPARE(reasonOf(2), NodeHint::Excluded::Faulty);
        QCOMPARE(reasonOf(3), NodeHint::Excluded::Held);
        QCOMPARE(reasonOf(5), NodeHint::Excluded::Drained);
        QCOMPARE(reasonOf(6), NodeHint::Excluded::PortDown);
        QCOMPARE(reasonOf(7), NodeHint::Excluded::Faulty); // by the switch's end of its link
        QCOMPARE(indices(hints.free), (Indices{4, 1}));
        QCOMPARE(hints.free.front().remarks.size(), 0UL);
        QCOMPARE(hints.free[1].remarks.size(), 2UL); // an earlier error, and its loop
    }
};

LOCKSTEP_TEST(tst_placementhints, TestPlacementHints)
#include "tst_placementhints.moc"
