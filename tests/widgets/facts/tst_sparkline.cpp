// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metric.h"
#include "tests/support/testentry.h"
#include "widgets/facts/metricfactsmodel.h"

#include <QImage>
#include <QPainter>
#include <QTest>

using namespace lockstep;

namespace {

QImage drawn(const std::vector<float>& samples)
{
    QImage image(80, 20, QImage::Format_RGB32);
    image.fill(Qt::black);
    QPainter painter(&image);
    drawSparkline(painter, image.rect(), samples, 0xFFFFFF);
    return image;
}

bool hasInk(const QImage& image, QRect area)
{
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x) {
            if ((image.pixel(x, y) & 0xFFFFFF) != 0)
                return true;
        }
    }
    return false;
}

} // namespace

class SparklineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSpikeReachesTheTop()
    {
        std::vector<float> samples(5'000, 1.0F);
        samples[2'500] = 9.0F;
        const QImage image = drawn(samples);
        QVERIFY(hasInk(image, {38, 0, 5, 2}));
        QVERIFY(!hasInk(image, {0, 0, 36, 10}));
    }

    void aGapIsLeftOpen()
    {
        std::vector<float> samples(80, 1.0F);
        samples[0] = 0.0F;
        std::fill(samples.begin() + 30, samples.begin() + 50, noData);
        const QImage image = drawn(samples);
        QVERIFY(hasInk(image, {10, 0, 15, 20}));
        QVERIFY(!hasInk(image, {31, 0, 18, 20}));
        QVERIFY(hasInk(image, {55, 0, 15, 20}));
    }

    void nothingDrawsNothing()
    {
        QVERIFY(!hasInk(drawn(std::vector<float>(20, noData)), {0, 0, 80, 20}));
        QVERIFY(!hasInk(drawn({}), {0, 0, 80, 20}));
    }
};

LOCKSTEP_GUI_TEST(tst_sparkline, SparklineTest)
#include "tst_sparkline.moc"
