// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/common/paint.h"
#include "widgets/heatmap/histogramview.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

struct HistogramShown
{
    HistogramShown() : world({.nodes = 4, .gpusPerNode = 4, .hostMetrics = false})
    {
        world.introduce();
        world.run(30);
        world.time.follow(60s);
        world.selection.setMetric(world.cluster.store().metrics().find(metrics::gpu::temperature));
        view.resize(640, 300);
        view.show();
        paint();
    }

    QImage paint() { return view.grab().toImage(); }
    [[nodiscard]] std::size_t entities() const
    {
        std::size_t count = view.withoutData().size();
        for (const HistogramView::Bin& bin : view.bins())
            count += bin.entities.size();
        return count;
    }
    [[nodiscard]] QPoint barPoint(std::size_t bar) const
    {
        const QRectF area = view.barArea(bar);
        return QPointF(area.center().x(), area.bottom() - 2).toPoint();
    }

    FakeWorld world;
    HistogramView view{world.context()};
};

} // namespace

class TestHistogramView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachEntityIsInTheBarOfItsValue()
    {
        HistogramShown shown;
        QCOMPARE(shown.entities(), std::size_t{16});
        const ClusterStore& store = shown.world.cluster.store();
        const auto values = store.latest(shown.world.selection.metric());
        for (const HistogramView::Bin& bin : shown.view.bins()) {
            for (const EntityRef entity : bin.entities) {
                const auto value = static_cast<double>(values[entity.index]);
                QVERIFY(value >= bin.from - 1e-6 && value <= bin.to + 1e-6);
            }
        }
        QVERIFY(!shown.view.bins().front().entities.empty() && !shown.view.bins().back().entities.empty());
        QVERIFY(shown.view.caption().contains(u"median"));
    }

    void whoStandsApartHasABarOfItsOwnInTheColourOfItsValue()
    {
        HistogramShown shown;
        shown.world.fake().force(2, metrics::gpu::temperature, 1, 140);
        shown.world.run(5);
        const QImage image = shown.paint();
        const HistogramView::Bin& last = shown.view.bins().back();
        QCOMPARE(last.entities.size(), std::size_t{1});
        QVERIFY(last.from <= 140 && last.to >= 140);
        const std::size_t bar = shown.view.bins().size() - 1;
        const auto middle = static_cast<float>((last.from + last.to) / 2);
        const auto values = shown.world.cluster.store().latest(shown.world.selection.metric());
        const MetricDescriptor& metric
            = shown.world.cluster.store().metrics().descriptor(shown.world.selection.metric());
        QCOMPARE(image.pixel(shown.barPoint(bar)), toColor(scaleFor(metric, values).colour(middle)).rgb());
    }

    void thoseWithoutDataAreCountedApart()
    {
        HistogramShown shown;
        shown.world.fake().silence(3);
        shown.world.run(30);
        shown.paint();
        QCOMPARE(shown.view.withoutData().size(), std::size_t{4});
        QCOMPARE(shown.entities(), std::size_t{16});
        QVERIFY(shown.view.barArea(shown.view.bins().size()).right() <= shown.view.width());
    }

    void valuesThatAreEqualAreOneBar()
    {
        HistogramShown shown;
        for (std::uint32_t node = 0; node < 4; ++node) {
            for (std::uint32_t gpu = 1; gpu <= 4; ++gpu)
                shown.world.fake().force(node, metrics::gpu::temperature, gpu, 55);
        }
        shown.world.run(5);
        shown.paint();
        QCOMPARE(shown.view.bins().size(), std::size_t{1});
        QCOMPARE(shown.view.bins().front().entities.size(), std::size_t{16});
    }

    void flagsHaveNoDistribution()
    {
        HistogramShown shown;
        shown.world.cluster.declare({findMetric(metrics::gpu::throttleReasons), 1});
        shown.world.selection.setMetric(shown.world.cluster.store().metrics().find(metrics::gpu::throttleReasons));
        shown.paint();
        QVERIFY(shown.view.bins().empty());
    }

    void thePastIsShownAtTheCursor()
    {
        HistogramShown shown;
        shown.world.fake().force(0, metrics::gpu::temperature, 1, 140);
        shown.world.run(5);
        shown.world.time.setCursor(shown.world.now() - 20s);
        shown.paint();
        QVERIFY(shown.view.bins().back().to < 130);
    }

    void aClickSelectsWhoIsInTheBarAndAnArrowTheNext()
    {
        HistogramShown shown;
        shown.world.fake().force(2, metrics::gpu::temperature, 1, 140);
        shown.world.run(5);
        shown.paint();
        const std::size_t last = shown.view.bins().size() - 1;
        QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.barPoint(last));
        QCOMPARE(shown.world.selection.selected(), shown.view.bins()[last].entities);
        QTest::keyClick(&shown.view, Qt::Key_Left);
        QVERIFY(!shown.world.selection.isSelected(shown.view.bins()[last].entities.front()));
        QVERIFY(shown.world.selection.current().isValid());
        QTest::keyClick(&shown.view, Qt::Key_Escape);
        QVERIFY(shown.world.selection.selected().empty());
    }

    void hoveringABarOfOneShowsItEverywhereAndOneElsewhereMarksItsBar()
    {
        HistogramShown shown;
        shown.world.fake().force(2, metrics::gpu::temperature, 1, 140);
        shown.world.run(5);
        const QImage before = shown.paint();
        const std::size_t last = shown.view.bins().size() - 1;
        const EntityRef alone = shown.view.bins()[last].entities.front();
        QTest::mouseMove(&shown.view, shown.barPoint(last));
        QCOMPARE(shown.world.selection.hovered(), alone);
        QCoreApplication::processEvents();
        QVERIFY(shown.paint() != before);
    }

    void aHiddenViewDoesNothing()
    {
        HistogramShown shown;
        shown.view.hide();
        const auto paints = shown.view.paintCount();
        HistogramView other(shown.world.context()); // receives the same signals as the hidden one, after it
        other.resize(640, 300);
        other.show();
        QTRY_VERIFY(other.paintCount() > 0);
        const auto others = other.paintCount();
        shown.world.run(10);
        QTRY_VERIFY(other.paintCount() > others);
        QCOMPARE(shown.view.paintCount(), paints);
        shown.view.show();
        QTRY_VERIFY(shown.view.paintCount() > paints);
    }
};

LOCKSTEP_GUI_TEST(tst_histogramview, TestHistogramView)
#include "tst_histogramview.moc"
