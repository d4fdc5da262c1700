// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "tests/support/viewturns.h"
#include "widgets/dependencies/dependencyview.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

/// The dependency diagram on screen.
class TestDependencyView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_world = std::make_unique<FakeWorld>();
        m_world->introduce();
        m_world->run(3);
        m_view = std::make_unique<DependencyView>(m_world->context());
        m_view->resize(1000, 600);
    }

    void cleanup()
    {
        m_view.reset();
        m_world.reset();
    }

    void hiddenItDoesNothing()
    {
        DependencyView shown(m_world->context()); // made later: its turn is not before the hidden one's
        shown.resize(m_view->size());
        shown.show();
        m_world->selection.select({EntityKind::Gpu, 0});
        m_world->run(2);
        QTRY_VERIFY(!shown.picture().boxes.empty());
        QVERIFY(m_view->picture().boxes.empty());
    }

    void whatIsSelectedDependsOnItsNodeAndRack()
    {
        m_view->show();
        QVERIFY(waitForViews());
        QVERIFY(m_view->picture().boxes.empty()); // nothing is selected, nothing is wrong
        m_world->selection.select({EntityKind::Gpu, 0});
        QTRY_VERIFY(box({EntityKind::Gpu, 0}) >= 0);
        const Topology& topology = *m_world->cluster.store().topology();
        const int node = box(topology.ancestor({EntityKind::Gpu, 0}, EntityKind::Node));
        const int rack = box(topology.ancestor({EntityKind::Gpu, 0}, EntityKind::Rack));
        QVERIFY(node >= 0 && rack >= 0);
        QVERIFY(area(rack).right() < area(node).left());
        QVERIFY(area(node).right() < area(box({EntityKind::Gpu, 0})).left());
        QVERIFY(m_view->picture().boxes[static_cast<std::size_t>(box({EntityKind::Gpu, 0}))].isChosen);
        QVERIFY(m_view->caption().contains(QStringLiteral("gpu0")));
    }

    void aClickSelectsAndHoveringIsSeenElsewhere()
    {
        m_view->show();
        m_world->selection.select({EntityKind::Gpu, 0});
        const EntityRef node = m_world->cluster.store().topology()->ancestor({EntityKind::Gpu, 0}, EntityKind::Node);
        QTRY_VERIFY(box(node) >= 0);
        const QPoint at = area(box(node)).center().toPoint();
        QTest::mouseMove(m_view.get(), at);
        QTRY_COMPARE(m_world->selection.hovered(), node);
        QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, at);
        QCOMPARE(m_world->selection.current(), node);
        // Its GPUs depend on it.
        QTRY_VERIFY(m_view->picture().boxes[static_cast<std::size_t>(box(node))].isChosen);
        QVERIFY(box({EntityKind::Gpu, 1}) >= 0);
    }

    void arrowsWalkAndEnterSelects()
    {
        m_view->show();
        m_world->selection.select({EntityKind::Gpu, 0});
        QTRY_VERIFY(box({EntityKind::Gpu, 0}) >= 0);
        QTest::keyClick(m_view.get(), Qt::Key_Down); // the first there is
        for (int step = 0; step < 6; ++step)
            QTest::keyClick(m_view.get(), Qt::Key_Right);
        QTest::keyClick(m_view.get(), Qt::Key_Left);
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QCOMPARE(m_world->selection.current().kind, EntityKind::Node);
    }

    void aNodeThatIsSilentIsNotWell()
    {
        m_view->show();
        m_world->selection.select({EntityKind::Gpu, 0});
        QTRY_VERIFY(box({EntityKind::Gpu, 0}) >= 0);
        m_world->silence(60);
        QTRY_COMPARE(m_view->picture().boxes[static_cast<std::size_t>(box({EntityKind::Gpu, 0}))].health,
                     DependencyHealth::Unknown);
        QVERIFY(m_view->caption().contains(QStringLiteral("without data")));
        const EntityRef rack = m_world->cluster.store().topology()->ancestor({EntityKind::Gpu, 0}, EntityKind::Rack);
        QCOMPARE(m_view->picture().boxes[static_cast<std::size_t>(box(rack))].health, DependencyHealth::Unknown);
    }

    void manyThingsStayWithinTheirRoom()
    {
        m_world = std::make_unique<FakeWorld>(FakeClusterOptions{.nodes = 64, .gpusPerNode = 8});
        m_view = std::make_unique<DependencyView>(m_world->context());
        m_view->resize(800, 300);
        m_world->introduce();
        m_world->run(2);
        m_view->show();
        std::vector<EntityRef> racks;
        for (std::uint32_t rack = 0; rack < m_world->cluster.store().topology()->count(EntityKind::Rack); ++rack)
            racks.push_back({EntityKind::Rack, rack});
        m_world->selection.setSelected(racks);
        QTRY_VERIFY(!m_view->picture().boxes.empty());
        std::size_t gpus = 0;
        for (std::size_t index = 0; index < m_view->picture().boxes.size(); ++index) {
            const DependencyBox& each = m_view->picture().boxes[index];
            gpus += each.tier == DependencyTier::Gpu ? each.items.size() : 0;
            QVERIFY2(m_view->rect().contains(m_view->columns().boxes()[index].toAlignedRect()), each.label.c_str());
        }
        QCOMPARE(gpus, 512UL); // none is left out
        QVERIFY(m_view->picture().boxes.size() < 60);
    }

private:
    [[nodiscard]] int box(EntityRef entity) const
    {
        const auto found = std::ranges::find_if(m_view->picture().boxes, [&](const DependencyBox& each) {
            return std::ranges::find(each.items, entity, &DependencyItem::entity) != each.items.end();
        });
        return found == m_view->picture().boxes.end() ? -1 : static_cast<int>(found - m_view->picture().boxes.begin());
    }
    [[nodiscard]] QRectF area(int index) const { return m_view->columns().boxes()[static_cast<std::size_t>(index)]; }

    std::unique_ptr<FakeWorld> m_world;
    std::unique_ptr<DependencyView> m_view;
};

LOCKSTEP_GUI_TEST(tst_dependencyview, TestDependencyView)
#include "tst_dependencyview.moc"
