// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/theme.h"
#include "tests/support/testentry.h"
#include "widgets/common/paint.h"
#include "widgets/common/themestyle.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>
#include <QTreeView>

using namespace lockstep;

Q_DECLARE_METATYPE(lockstep::Palette)

class ThemeStyleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTextRoleReadsOnItsGround_data()
    {
        QTest::addColumn<Palette>("palette");
        QTest::newRow("dark") << darkPalette();
        QTest::newRow("light") << lightPalette();
    }

    void everyTextRoleReadsOnItsGround()
    {
        QFETCH(Palette, palette);
        const QPalette qt = qtPalette(palette);
        const auto contrast = [&](QPalette::ColorRole text, QPalette::ColorRole ground) {
            return contrastRatio(qt.color(text).rgb() & 0xFFFFFF, qt.color(ground).rgb() & 0xFFFFFF);
        };
        QVERIFY(contrast(QPalette::WindowText, QPalette::Window) >= 4.5);
        QVERIFY(contrast(QPalette::Text, QPalette::Base) >= 4.5);
        QVERIFY(contrast(QPalette::ButtonText, QPalette::Button) >= 4.5);
        QVERIFY(contrast(QPalette::PlaceholderText, QPalette::Base) >= 4.5);
        QVERIFY(contrast(QPalette::ToolTipText, QPalette::ToolTipBase) >= 4.5);
        QVERIFY(contrast(QPalette::HighlightedText, QPalette::Highlight) >= 4.5);
        QVERIFY(contrast(QPalette::Link, QPalette::Base) >= 4.5);
    }

    void theSheetHasNoPlaceholderLeft()
    {
        QVERIFY(!styleSheet(darkPalette()).contains(QLatin1Char('@')));
        QVERIFY(styleSheet(darkPalette()) != styleSheet(lightPalette()));
    }

    void rowsAndTargetsAreLargeEnough()
    {
        Theme theme;
        applyTheme(*qApp, theme);
        QPushButton button(QStringLiteral("Fit"));
        QVERIFY(button.sizeHint().height() >= 24);
        QCOMPARE(qApp->palette().color(QPalette::Base), toColor(theme.palette().panel));
        theme.setDark(false);
        applyTheme(*qApp, theme);
        QCOMPARE(qApp->palette().color(QPalette::Base), toColor(lightPalette().panel));
    }
};

LOCKSTEP_GUI_TEST(tst_themestyle, ThemeStyleTest)
#include "tst_themestyle.moc"
