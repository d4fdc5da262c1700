// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/charts/chartrow.h"
#include "widgets/charts/selectionchartsview.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"

#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

struct Shown
{
    explicit Shown(FakeClusterOptions options = {}) : world(options)
    {
        world.introduce();
        world.run(90);
        world.time.follow(60s);
        view.resize(700, 500);
        view.show();
        settle();
    }
    void settle() { QCoreApplication::processEvents(); }

    FakeWorld world;
    SelectionChartsView view{world.context()};
};

double highestPoint(const ChartRow& row)
{
    double highest = 0;
    for (const ChartLine& line : row.picture().lines) {
        for (const ChartStretch& stretch : line.stretches) {
            for (const QPointF& point : stretch)
                highest = std::max(highest, point.y());
        }
    }
    return highest;
}

} // namespace

class SelectionChartsViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSpikeOfOneTickIsOnTheChart()
    {
        Shown shown;
        shown.world.selection.select({EntityKind::Gpu, 3});
        shown.world.selection.setMetric(shown.world.cluster.store().metrics().find("gpu.temperature"));
        shown.world.fake().force(0, "gpu.temperature", 4, 99.0F);
        shown.world.run(1);
        shown.settle();
        QCOMPARE(highestPoint(shown.view.rows().front()), 99.0);
        QVERIFY(shown.view.rows().front().picture().high >= 99.0);
    }

    void silenceBreaksTheLine()
    {
        Shown shown({.nodes = 2});
        shown.world.selection.select({EntityKind::Gpu, 9});
        shown.world.fake().silence(1);
        shown.world.run(10);
        shown.world.fake().unsilence(1);
        shown.world.run(10);
        shown.settle();
        QCOMPARE(shown.view.rows().front().picture().lines.front().stretches.size(), std::size_t(2));
    }

    void peaksAreABandAboveTheMean()
    {
        Shown shown;
        shown.world.selection.select({EntityKind::Port, 1});
        shown.world.selection.setMetric(shown.world.cluster.store().metrics().find("port.transmit"));
        shown.settle();
        QVERIFY(!shown.view.rows().front().picture().bands.empty());
    }

    void neverMoreThanTwoPointsAPixelReachTheChart()
    {
        Shown shown;
        shown.world.run(500);
        shown.world.time.follow(590s);
        shown.view.resize(300, 400);
        shown.world.selection.select({EntityKind::Gpu, 0});
        shown.settle();
        for (const ChartRow& row : shown.view.rows()) {
            qsizetype points = 0;
            for (const ChartLine& line : row.picture().lines) {
                for (const ChartStretch& stretch : line.stretches)
                    points += stretch.size();
            }
            QVERIFY(static_cast<double>(points) <= 2 * row.picture().width + 4);
        }
    }

    void hoveringSharesTheMomentAndTheEntity()
    {
        Shown shown;
        shown.world.selection.setSelected({{EntityKind::Gpu, 2}, {EntityKind::Gpu, 5}});
        shown.settle();
        QTest::mouseMove(shown.view.viewport(), QPoint(400, 100));
        QVERIFY(shown.world.selection.hoveredTime().has_value());
        const EntityRef hovered = shown.world.selection.hovered();
        QVERIFY(hovered == (EntityRef{EntityKind::Gpu, 2}) || hovered == (EntityRef{EntityKind::Gpu, 5}));
    }

    void hoveringDrawsNoChartAnew()
    {
        Shown shown;
        const std::uint64_t drawn = shown.view.rows().front().adapter().drawCount();
        const std::uint64_t painted = shown.view.paintCount();
        shown.world.selection.setHovered({EntityKind::Node, 0}, shown.world.now() - 10s);
        shown.settle();
        QVERIFY(shown.view.paintCount() > painted);
        QCOMPARE(shown.view.rows().front().adapter().drawCount(), drawn);
    }

    void hiddenItDoesNotPaint()
    {
        Shown shown;
        shown.view.hide();
        const std::uint64_t painted = shown.view.paintCount();
        shown.world.run(3);
        shown.world.selection.select({EntityKind::Gpu, 1});
        shown.settle();
        QCOMPARE(shown.view.paintCount(), painted);
        shown.view.show();
        shown.settle();
        QVERIFY(shown.view.caption().startsWith(QStringLiteral("gpu1")));
    }

    void clickAndArrowsMoveTheCursor()
    {
        Shown shown;
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, Qt::NoModifier, QPoint(400, 100));
        QVERIFY(!shown.world.time.isFollowing());
        const TimePoint cursor = shown.world.time.cursor();
        QVERIFY(shown.world.time.range().contains(cursor));
        QTest::keyClick(&shown.view, Qt::Key_Left);
        QCOMPARE(shown.world.time.cursor(), cursor - 1s);
    }

    void controlWheelScrollsAndTheWheelZooms()
    {
        Shown shown;
        const auto wheel = [&](Qt::KeyboardModifiers held) {
            const QPointF at(400, 100);
            QWheelEvent event(at, shown.view.viewport()->mapToGlobal(at), {}, {0, -240}, Qt::NoButton, held,
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(shown.view.viewport(), &event);
        };
        QVERIFY(shown.view.verticalScrollBar()->maximum() > 0);
        wheel(Qt::ControlModifier);
        QVERIFY(shown.view.verticalScrollBar()->value() > 0);
        QCOMPARE(shown.world.time.range().length(), Duration(60s));
        wheel(Qt::NoModifier);
        QVERIFY(shown.world.time.range().length() > 60s);
    }

    void aValueInTheLegendIsNotCutAtItsFront()
    {
        const QString value = QStringLiteral("\u2212888.8\u2009L/min");
        QImage image(600, 40, QImage::Format_RGB32);
        image.fill(toColor(darkPalette().panel));
        QPainter painter(&image);
        drawChartLegend(painter, image.rect(), QString(),
                        {{toColor(darkPalette().panel), QString(), value, std::nullopt}}, darkPalette());
        painter.end();
        const QRgb ground = image.pixel(0, 0);
        int left = image.width();
        int right = 0;
        for (int x = 0; x < image.width(); ++x) {
            for (int y = 0; y < image.height(); ++y) {
                left = image.pixel(x, y) != ground ? std::min(left, x) : left;
                right = image.pixel(x, y) != ground ? x : right;
            }
        }
        const int wanted = QFontMetrics(figureFont()).tightBoundingRect(value).width();
        QVERIFY2(right - left >= wanted - 2,
                 qPrintable(QStringLiteral("%1 of %2 pixels").arg(right - left).arg(wanted)));
    }

    void theCaptionNamesWhatIsSelected()
    {
        Shown shown;
        QCOMPARE(shown.view.caption(), QStringLiteral("node-0000 · key metrics (nothing selected)"));
        QSignalSpy captions(&shown.view, &SelectionChartsView::captionChanged);
        shown.world.selection.setSelected({{EntityKind::Disk, 0}, {EntityKind::Disk, 1}});
        shown.settle();
        QCOMPARE(shown.view.caption(), QStringLiteral("nvme0n1, sda · 4 metrics, each in its own unit"));
        QCOMPARE(captions.count(), 1);
    }
};

LOCKSTEP_GUI_TEST(tst_selectionchartsview, SelectionChartsViewTest)
#include "tst_selectionchartsview.moc"
