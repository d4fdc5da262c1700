// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/clusterpublisher.h"
#include "models/core/batch.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace lockstep;

namespace {

NodeTick honest(int second)
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = 1;
    layout->entities = {{EntityKind::Node, "n", 0}, {EntityKind::Gpu, "gpu0", 0}};
    MetricDescriptor power;
    power.name = "gpu.power";
    power.unit = Unit::Watt;
    power.entityKind = EntityKind::Gpu;
    layout->metrics = {power};
    layout->columns = {{0, {1}}, {0, {1}}, {0, {1}}, {0, {1}}};
    NodeTick tick;
    tick.time = TimePoint(std::chrono::seconds(1000 + second));
    tick.layout = layout;
    tick.values = {1, 2, 3, 4};
    return tick;
}

/// The first node of each kind.
std::size_t nodeOf(Misbehaviour kind)
{
    for (std::size_t node = 0; node < 1000; ++node) {
        if (ChaoticNode(node, 1).kind() == kind)
            return node;
    }
    return 0;
}

std::vector<NodeTick> run(Misbehaviour kind, int seconds)
{
    ChaoticNode node(nodeOf(kind), 1);
    std::vector<NodeTick> sent;
    for (int second = 0; second < seconds; ++second) {
        for (NodeTick& tick : node.transform(honest(second)))
            sent.push_back(std::move(tick));
    }
    return sent;
}

} // namespace

class ChaosTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void threeOfFourNodesBehave()
    {
        std::map<Misbehaviour, int> kinds;
        for (std::size_t node = 0; node < 72; ++node)
            ++kinds[ChaoticNode(node, 1).kind()];
        QCOMPARE(kinds[Misbehaviour::None], 54);
        QCOMPARE(kinds.size(), misbehaviourCount);
        QCOMPARE(run(Misbehaviour::None, 10).size(), std::size_t{10});
    }

    void aStallLosesNothingAndAFlapDoes()
    {
        QCOMPARE(run(Misbehaviour::Stall, 200).size(), std::size_t{200});
        QCOMPARE(run(Misbehaviour::Flap, 200).size(), std::size_t{120});
        QCOMPARE(run(Misbehaviour::Repeat, 10).size(), std::size_t{20});
    }

    void reorderedTicksAreAllThereInAnotherOrder()
    {
        const auto sent = run(Misbehaviour::Reorder, 100);
        QCOMPARE(sent.size(), std::size_t{100});
        int backward = 0;
        for (std::size_t at = 1; at < sent.size(); ++at)
            backward += sent[at].time < sent[at - 1].time ? 1 : 0;
        QVERIFY(backward > 10);
    }

    void liesAreLies()
    {
        int lies = 0;
        for (const NodeTick& tick : run(Misbehaviour::LyingCatalogue, 100)) {
            bool isLie = tick.values.size() != tick.layout->sampleCount();
            for (const ColumnDescriptor& column : tick.layout->columns)
                isLie |= column.metric >= tick.layout->metrics.size();
            isLie |= tick.layout->metrics.front().unit != Unit::Watt;
            lies += isLie ? 1 : 0;
        }
        QVERIFY(lies > 5 && lies < 60);
        int strange = 0;
        for (const NodeTick& tick : run(Misbehaviour::NotNumbers, 50)) {
            for (const float value : tick.values)
                strange += std::isfinite(value) ? 0 : 1;
        }
        QVERIFY(strange > 10);
        QVERIFY(run(Misbehaviour::Huge, 10).back().values.size() > 100'000);
        QVERIFY(run(Misbehaviour::Garbage, 1).front().spans.size() == 40);
        QVERIFY(run(Misbehaviour::WrongClock, 1).front().time - honest(0).time > std::chrono::hours(6));
    }
};

LOCKSTEP_TEST(tst_chaos, ChaosTest)
#include "tst_chaos.moc"
