// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testentry.h"
#include "widgets/charts/chartadapter.h"

#include <QImage>
#include <QTest>

using namespace lockstep;

namespace {

ChartPicture flatLine(double value, std::vector<ChartStretch> stretches = {})
{
    ChartPicture picture;
    picture.width = 200;
    picture.height = 100;
    picture.high = 10;
    if (stretches.empty())
        stretches = {{{0, value}, {200, value}}};
    picture.lines.push_back({std::move(stretches), Qt::red});
    return picture;
}

/// Whether there is ink near that place. x in pixels, value on the axis of 0 to 10.
bool hasInk(const QPixmap& pixmap, double x, double value)
{
    const QImage image = pixmap.toImage();
    const double scale = image.width() / 200.0;
    for (int dy = -2; dy <= 2; ++dy) {
        const QPoint at(static_cast<int>(x * scale), static_cast<int>((1 - value / 10) * 100 * scale) + dy);
        if (image.valid(at) && qAlpha(image.pixel(at)) > 60)
            return true;
    }
    return false;
}

} // namespace

class ChartAdapterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLineLiesWhereItsValuesSay()
    {
        ChartAdapter adapter;
        const QPixmap& pixmap = adapter.draw(flatLine(7), 1);
        QCOMPARE(pixmap.size(), QSize(200, 100));
        for (const double x : {5, 100, 195}) {
            QVERIFY(hasInk(pixmap, x, 7));
            QVERIFY(!hasInk(pixmap, x, 4));
        }
    }

    void nothingIsDrawnAcrossAGap()
    {
        ChartAdapter adapter;
        const QPixmap& pixmap = adapter.draw(flatLine(5, {{{0, 5}, {80, 5}}, {{120, 5}, {200, 5}}}), 1);
        QVERIFY(hasInk(pixmap, 40, 5));
        QVERIFY(!hasInk(pixmap, 100, 5));
        QVERIFY(hasInk(pixmap, 160, 5));
    }

    void manyStretchesAreAllThere()
    {
        std::vector<ChartStretch> stretches;
        for (int x = 0; x < 200; x += 2)
            stretches.push_back({{double(x), 5}, {x + 1.0, 5}});
        ChartAdapter adapter;
        const QPixmap& pixmap = adapter.draw(flatLine(5, stretches), 1);
        for (const double x : {0.0, 60.0, 120.0, 198.0})
            QVERIFY(hasInk(pixmap, x, 5));
    }

    void theSamePictureIsNotDrawnTwiceAndOldLinesGo()
    {
        ChartAdapter adapter;
        (void)adapter.draw(flatLine(7), 1);
        (void)adapter.draw(flatLine(7), 1);
        QCOMPARE(adapter.drawCount(), std::uint64_t(1));
        const QPixmap& pixmap = adapter.draw(flatLine(3), 1);
        QCOMPARE(adapter.drawCount(), std::uint64_t(2));
        QVERIFY(hasInk(pixmap, 100, 3));
        QVERIFY(!hasInk(pixmap, 100, 7));
        ChartPicture empty = flatLine(3);
        empty.lines.clear();
        QVERIFY(!hasInk(adapter.draw(empty, 1), 100, 3));
    }

    void aDenseScreenGetsADensePicture()
    {
        ChartAdapter adapter;
        const QPixmap& pixmap = adapter.draw(flatLine(7), 2);
        QCOMPARE(pixmap.size(), QSize(400, 200));
        QVERIFY(hasInk(pixmap, 100, 7));
    }
};

LOCKSTEP_GUI_TEST(tst_chartadapter, ChartAdapterTest)
#include "tst_chartadapter.moc"
