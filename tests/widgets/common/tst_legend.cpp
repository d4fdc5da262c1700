// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/theme.h"
#include "tests/support/testentry.h"
#include "widgets/common/canvas/legend.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;

class LegendTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itSaysRangeUnitAndHowTheRangeWasChosen()
    {
        Theme theme;
        Legend legend(theme);
        legend.setScale({ColourMap::Inferno, 20, 87, "up to the metric's limit"}, Unit::Celsius);
        QString said = legend.accessibleDescription();
        said.replace(QChar(0x2009), QLatin1Char(' '));
        QCOMPARE(said, QStringLiteral("20 °C to 87 °C, up to the metric's limit"));
    }

    void aClickHoldsTheRangeAndAnotherLetsGo()
    {
        Theme theme;
        Legend legend(theme);
        legend.resize(400, 24);
        legend.show();
        QSignalSpy held(&legend, &Legend::heldChanged);
        QTest::mouseClick(&legend, Qt::LeftButton);
        QVERIFY(legend.isHeld());
        QTest::keyClick(&legend, Qt::Key_Space);
        QVERIFY(!legend.isHeld());
        QCOMPARE(held.count(), 2);
    }

    void theBarRunsFromTheMapsFirstColourToItsLast()
    {
        Theme theme;
        Legend legend(theme);
        legend.setScale({ColourMap::Inferno, 0, 1, "fixed"}, Unit::Ratio);
        legend.resize(600, 24);
        const QImage image = legend.grab().toImage();
        const auto& table = colourTable(ColourMap::Inferno);
        bool hasFirst = false;
        bool hasLast = false;
        for (int x = 0; x < image.width(); ++x) {
            hasFirst |= (image.pixel(x, image.height() / 2) & 0xFFFFFF) == table.front();
            hasLast |= (image.pixel(x, image.height() / 2) & 0xFFFFFF) == table.back();
        }
        QVERIFY(hasFirst);
        QVERIFY(hasLast);
    }
};

LOCKSTEP_GUI_TEST(tst_legend, LegendTest)
#include "tst_legend.moc"
