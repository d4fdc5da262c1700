// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testentry.h"
#include "widgets/common/canvas/timeruler.h"

#include <QImage>
#include <QPainter>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestTimeRuler : public QObject
{
    Q_OBJECT

    /// Whether anything is written left of the time zone's name.
    static bool saysWhen(const QImage& image, int end)
    {
        const QRgb ground = image.pixel(0, 0);
        for (int x = 6; x < end; ++x) {
            for (int y = 4; y < image.height() - 8; ++y) {
                if (image.pixel(x, y) != ground)
                    return true;
            }
        }
        return false;
    }

private Q_SLOTS:
    /// Beside others at 1280 pixels a heatmap has little more than a hundred of them.
    void aNarrowRulerSaysWhen_data()
    {
        QTest::addColumn<int>("seconds");
        QTest::addColumn<int>("from");
        for (const int seconds : {30, 120, 600, 7200}) {
            for (const int from : {0, 7, 29, 45, 61, 119, 300, 1000})
                QTest::addRow("%d s from %d s on", seconds, from) << seconds << from;
        }
    }

    void aNarrowRulerSaysWhen()
    {
        QFETCH(int, seconds);
        QFETCH(int, from);
        const TimePoint start(std::chrono::hours(500'000) + std::chrono::seconds(from));
        QImage image(140, 24, QImage::Format_RGB32);
        image.fill(Qt::black);
        QPainter painter(&image);
        drawTimeRuler(painter, image.rect(), image.height(),
                      {{start, start + std::chrono::seconds(seconds)}, static_cast<double>(image.width())},
                      darkPalette());
        painter.end();
        QVERIFY(saysWhen(image, 100));
    }
};

LOCKSTEP_GUI_TEST(tst_timeruler, TestTimeRuler)
#include "tst_timeruler.moc"
