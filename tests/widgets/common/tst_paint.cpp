// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testentry.h"
#include "widgets/common/paint.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <set>

using namespace lockstep;

namespace {

std::set<QRgb> coloursOf(const QImage& image)
{
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            colours.insert(image.pixel(x, y));
    }
    return colours;
}

/// The outline alone, in black: severities must differ without their colour.
QImage silhouette(Severity severity)
{
    QImage image(24, 24, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.fillPath(severityShape(severity, QRectF(2, 2, 20, 20)), Qt::black);
    return image;
}

} // namespace

class PaintTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noDataIsHatchedNotPlain()
    {
        QImage image(30, 30, QImage::Format_RGB32);
        QPainter painter(&image);
        painter.fillRect(image.rect(), noDataBrush(darkPalette()));
        painter.end();
        QCOMPARE(coloursOf(image).size(), std::size_t(2));
        QVERIFY(coloursOf(image).contains(toColor(darkPalette().panel).rgb()));
        // Diagonal: the same one pixel down and one to the left.
        for (int i = 1; i < 29; ++i)
            QCOMPARE(image.pixel(i, 10), image.pixel(i - 1, 11));
    }

    void severitiesDifferInShapeAlone()
    {
        const QImage information = silhouette(Severity::Information);
        const QImage warning = silhouette(Severity::Warning);
        const QImage critical = silhouette(Severity::Critical);
        QVERIFY(information != warning);
        QVERIFY(warning != critical);
        QVERIFY(information != critical);
    }

    void readableTextHasContrastOnAnyColour()
    {
        for (Rgb grey = 0; grey < 256; ++grey) {
            const Rgb ground = grey << 16 | grey << 8 | grey;
            QVERIFY(contrastRatio(readableOn(ground), ground) >= 4.5);
        }
    }
};

LOCKSTEP_GUI_TEST(tst_paint, PaintTest)
#include "tst_paint.moc"
