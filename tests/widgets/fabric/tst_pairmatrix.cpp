// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricresults.h"
#include "models/core/batch.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"
#include "tests/widgets/fabric/fabricfixture.h"
#include "widgets/fabric/fabricview.h"

#include <QComboBox>
#include <QImage>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr std::uint32_t nodes = 8;
constexpr std::uint32_t gpusPerNode = 4;

/// A job on 8 nodes with 4 GPUs each: one group in each node ("tp"), and one across the nodes for each slot ("dp").
class JobWorld
{
public:
    JobWorld()
    {
        TopologyBuilder builder;
        auto batch = std::vector<BatchPtr>();
        for (std::uint32_t node = 0; node < nodes; ++node) {
            auto layout = std::make_shared<NodeLayout>();
            layout->id = 1;
            layout->entities.push_back({EntityKind::Node, "node" + std::to_string(node), 0});
            for (std::uint32_t gpu = 0; gpu < gpusPerNode; ++gpu)
                layout->entities.push_back({EntityKind::Gpu, "gpu" + std::to_string(gpu), 0});
            m_layouts.push_back(std::move(layout));
        }
        for (int tick = 0; tick < 20; ++tick)
            this->tick();
    }

    void tick()
    {
        m_now += std::chrono::seconds(1);
        std::vector<BatchPtr> batches;
        for (std::uint32_t node = 0; node < nodes; ++node) {
            auto batch = std::make_shared<Batch>();
            batch->source = SourceId{0};
            batch->received = m_now;
            batch->node = m_layouts[node]->entities.front().name;
            batch->sequence = ++m_sequence;
            batch->tick = NodeTick{m_now, m_layouts[node], {}, spansOf(node), {}};
            batch->names = std::make_shared<const std::vector<std::string>>(m_names);
            batches.push_back(batch);
        }
        cluster.apply(batches, m_now);
        const TickRange held = cluster.store().ticks();
        time.setExtent({timeOfTick(held.from, std::chrono::seconds(1)), timeOfTick(held.to, std::chrono::seconds(1))});
    }

    [[nodiscard]] EntityRef gpu(std::uint32_t node, std::uint32_t slot) const
    {
        const Topology& topology = *cluster.store().topology();
        return topology.find(EntityKind::Gpu, topology.findNode("node" + std::to_string(node)),
                             "gpu" + std::to_string(slot));
    }
    /// All groups, those across nodes at a share of 50 GB/s.
    [[nodiscard]] FabricResults::Flows flowsOf(float share, std::uint32_t slowSlot, float slowShare)
    {
        auto flows = std::make_shared<std::vector<CommunicatorFlow>>();
        for (std::uint32_t node = 0; node < nodes; ++node) {
            std::vector<EntityRef> gpus;
            for (std::uint32_t slot = 0; slot < gpusPerNode; ++slot)
                gpus.push_back(gpu(node, slot));
            flows->push_back({nameId("train/tp" + std::to_string(node)), false, 300e9F, 50e9F, 1e9F,
                              std::make_shared<const std::vector<EntityRef>>(gpus)});
        }
        for (std::uint32_t slot = 0; slot < gpusPerNode; ++slot) {
            std::vector<EntityRef> gpus;
            for (std::uint32_t node = 0; node < nodes; ++node)
                gpus.push_back(gpu(node, slot));
            flows->push_back({nameId("train/dp" + std::to_string(slot)), true,
                              50e9F * (slot == slowSlot ? slowShare : share), 50e9F, 2e9F,
                              std::make_shared<const std::vector<EntityRef>>(gpus)});
        }
        return flows;
    }
    void publish(float share, std::uint32_t slowSlot, float slowShare)
    {
        fabricResults.publish(flowsOf(share, slowSlot, slowShare));
    }
    [[nodiscard]] TickIndex newest() const { return cluster.store().ticks().to - 1; }
    [[nodiscard]] ViewContext context()
    {
        ViewContext made{cluster, time, selection, theme, frames};
        made.fabric = &fabricResults;
        return made;
    }

    ClusterModel cluster;
    TimeWindow time;
    Selection selection;
    Theme theme;
    FrameStats frames;
    FabricResults fabricResults;

private:
    std::uint32_t nameId(const std::string& name) const
    {
        for (std::uint32_t id = 0; id < cluster.store().spans().names().size(); ++id) {
            if (cluster.store().spans().names().name(NameId{id}) == name)
                return id;
        }
        return 0;
    }
    std::uint32_t nameIndex(const std::string& name)
    {
        const auto at = std::ranges::find(m_names, name);
        if (at != m_names.end())
            return static_cast<std::uint32_t>(at - m_names.begin());
        m_names.push_back(name);
        return static_cast<std::uint32_t>(m_names.size() - 1);
    }
    std::vector<Span> spansOf(std::uint32_t node)
    {
        std::vector<Span> spans;
        for (std::uint32_t slot = 0; slot < gpusPerNode; ++slot) {
            const std::uint32_t rank = node * gpusPerNode + slot;
            Span span;
            span.entity = 1 + slot;
            span.rank = rank;
            span.lane = nameIndex("rank " + std::to_string(rank));
            span.job = nameIndex("train");
            span.communicator = nameIndex("train/dp" + std::to_string(slot));
            Span within = span; // a name is one once a span has it
            within.kind = SpanKind::Idle;
            within.communicator = nameIndex("train/tp" + std::to_string(node));
            within.start = within.end = m_now - std::chrono::milliseconds(500);
            spans.push_back(within);
            span.start = m_now - std::chrono::milliseconds(500);
            span.end = m_now;
            spans.push_back(span);
        }
        return spans;
    }

    std::vector<std::shared_ptr<const NodeLayout>> m_layouts;
    std::vector<std::string> m_names{std::string()};
    TimePoint m_now{std::chrono::seconds(1'772'334'720)};
    std::uint64_t m_sequence = 0;
};

/// One of the groups across the nodes is slow.
struct SlowGroup : JobWorld
{
    SlowGroup() { publish(0.9F, 3, 0.2F); }
};

struct ShownPairs : FabricCanvas
{
    explicit ShownPairs(JobWorld& world, MatrixShape shape = MatrixShape::RankRank) : FabricCanvas(world.context())
    {
        setShape(shape);
        resize(900, 700);
        show();
        image = pictureOf(*this);
    }
    QImage image;
};

struct ShownView : FabricView
{
    explicit ShownView(JobWorld& world) : FabricView(world.context())
    {
        setShape(MatrixShape::RankRank);
        resize(900, 700);
        show();
        (void)pictureOf(canvas());
    }
};

} // namespace

class TestPairMatrix : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSlowGroupIsSeenBetweenAllItsRanks();
    void ranksThatDoNotCommunicateAreNoPair();
    void aClickSelectsBothRanks();
    void nodesStandForTheirRanks();
    void thePastShowsWhatWasThenOrSaysThatItIsNotKnown();
    void groupsAreChosenByFamily();
    void withoutCollectivesItSaysWhatToDo();
};

void TestPairMatrix::theSlowGroupIsSeenBetweenAllItsRanks()
{
    SlowGroup world;
    ShownView view(world);
    const MatrixContent& content = view.canvas().content();
    QCOMPARE(content.axes().rows().size(), std::size_t{nodes * gpusPerNode});
    for (std::uint32_t from = 0; from < nodes; ++from) {
        for (std::uint32_t to = 0; to < nodes; ++to) {
            if (from == to)
                continue;
            const auto row = content.axes().rowsOf(world.gpu(from, 3));
            const auto column = content.axes().columnsOf(world.gpu(to, 3));
            QCOMPARE(content.picture().valueAt({row->from, column->from}), 1 - 0.2F);
            const auto other = content.axes().columnsOf(world.gpu(to, 1));
            QCOMPARE(content.picture().valueAt({content.axes().rowsOf(world.gpu(from, 1))->from, other->from}),
                     1 - 0.9F);
        }
    }
    QVERIFY(view.canvas().worst().has_value());
    QCOMPARE(view.canvas().worst()->value, 1 - 0.2F);
    QVERIFY2(view.caption().contains(QStringLiteral("rank 3 and rank 7")), qPrintable(view.caption()));
    QVERIFY2(view.caption().contains(QStringLiteral("32 ranks · 4 communicators")), qPrintable(view.caption()));
}

void TestPairMatrix::ranksThatDoNotCommunicateAreNoPair()
{
    SlowGroup world;
    ShownPairs canvas(world);
    const auto colourAt = [&](std::size_t row, std::size_t column) {
        return canvas.image.pixel(canvas.frame().placeArea({row, column}).center().toPoint()) & 0xFFFFFF;
    };
    const Rgb ground = world.theme.palette().panel;
    QCOMPARE(colourAt(0, 0), ground); // itself
    QCOMPARE(colourAt(0, 5), ground); // another slot in another node
    QCOMPARE(colourAt(0, 1), ground); // in one node: no link whose rate is known
    QVERIFY(colourAt(0, 4) != ground);
    canvas.setPairs(PairQuantity::Bandwidth, {});
    (void)pictureOf(canvas);
    QCOMPARE(canvas.content().picture().valueAt({0, 1}), 300e9F);
}

void TestPairMatrix::aClickSelectsBothRanks()
{
    SlowGroup world;
    ShownPairs canvas(world);
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.frame().placeArea({3, 7}).center().toPoint());
    QCOMPARE(world.selection.selected(), (std::vector{world.gpu(0, 3), world.gpu(1, 3)}));
    const MatrixCell cell = *canvas.content().cellAt(canvas.frame(), {3, 7});
    const HoverText text = canvas.content().hoverOf(world.cluster.store(), cell);
    QVERIFY2(text.sentence.contains(QStringLiteral("train/dp3")), qPrintable(text.sentence));
    QTest::keyClick(&canvas, Qt::Key_Right);
    QCOMPARE(world.selection.selected(), (std::vector{world.gpu(0, 3), world.gpu(2, 0)}));
}

void TestPairMatrix::nodesStandForTheirRanks()
{
    SlowGroup world;
    const ShownPairs canvas(world, MatrixShape::NodeNode);
    QCOMPARE(canvas.content().axes().rows().size(), std::size_t{nodes});
    for (std::size_t row = 0; row < nodes; ++row) {
        for (std::size_t column = 0; column < nodes; ++column) {
            const float value = canvas.content().picture().valueAt({row, column});
            QVERIFY(row == column ? std::isnan(value) : value == 1 - 0.2F); // the worst of its four groups
        }
    }
}

void TestPairMatrix::thePastShowsWhatWasThenOrSaysThatItIsNotKnown()
{
    JobWorld world;
    world.publish(0.9F, 3, 0.2F);
    ShownView view(world);
    world.time.setCursor(timeOfTick(world.newest() - 2, std::chrono::seconds(1)));
    world.fabricResults.show(world.flowsOf(0.9F, 2, 0.4F));
    (void)pictureOf(view.canvas());
    QVERIFY(view.canvas().worst().has_value());
    QCOMPARE(view.canvas().worst()->value, 1 - 0.4F);
    world.fabricResults.show(nullptr);
    (void)pictureOf(view.canvas());
    QVERIFY(view.canvas().content().isEmpty());
    QVERIFY(view.caption().isEmpty());
    QVERIFY(view.canvas().content().advice(world.cluster.store()).missing.contains(QStringLiteral("No information")));
    world.fabricResults.showNewest();
    (void)pictureOf(view.canvas());
    QCOMPARE(view.canvas().worst()->value, 1 - 0.2F);
}

void TestPairMatrix::groupsAreChosenByFamily()
{
    QCOMPARE(familyOf("train-a/dp17"), std::string_view("train-a/dp"));
    QCOMPARE(familyOf("world"), std::string_view("world"));
    QCOMPARE(familyOf("42"), std::string_view("42"));
    SlowGroup world;
    ShownView view(world);
    QComboBox* families = nullptr;
    for (QComboBox* combo : view.findChildren<QComboBox*>())
        families = combo->accessibleName() == QStringLiteral("Communicators") ? combo : families;
    QVERIFY(families != nullptr);
    QCOMPARE(families->count(), 3);
    QCOMPARE(families->itemText(1), QStringLiteral("train/dp (4 communicators)"));
    view.canvas().setPairs(PairQuantity::Traffic, "train/tp");
    (void)pictureOf(view.canvas());
    QCOMPARE(view.canvas().content().picture().valueAt({0, 1}), 1e9F / 3);
    QVERIFY(std::isnan(view.canvas().content().picture().valueAt({0, 4})));
}

void TestPairMatrix::withoutCollectivesItSaysWhatToDo()
{
    JobWorld world;
    ShownView view(world);
    QVERIFY(view.canvas().content().isEmpty());
    QVERIFY(!view.canvas().content().advice(world.cluster.store()).advice.isEmpty());
}

LOCKSTEP_GUI_TEST(tst_pairmatrix, TestPairMatrix)
#include "tst_pairmatrix.moc"
