// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/theme.h"
#include "tests/support/testentry.h"
#include "widgets/common/fonts.h"
#include "widgets/common/themestyle.h"

#include <QApplication>
#include <QComboBox>
#include <QTest>

#include <set>

using namespace lockstep;

class ElideTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatFitsStays()
    {
        const QFontMetrics metrics(QApplication::font());
        const QString name = QStringLiteral("to:r0-spine04");
        QCOMPARE(elidedName(metrics, name, metrics.horizontalAdvance(name)), name);
    }

    void brothersAreToldApartInHalfTheRoom()
    {
        const QFontMetrics metrics(QApplication::font());
        std::set<QString> shown;
        for (int spine = 0; spine < 8; ++spine) {
            const QString name = QStringLiteral("to:r0-spine0%1").arg(spine);
            const int room = metrics.horizontalAdvance(name) * 6 / 10;
            const QString cut = elidedName(metrics, name, room);
            QVERIFY(metrics.horizontalAdvance(cut) <= room);
            QVERIFY2(cut.startsWith(QLatin1Char('t')), qPrintable(cut));
            QVERIFY2(cut.endsWith(QStringLiteral("0%1").arg(spine)), qPrintable(cut));
            shown.insert(cut);
        }
        QCOMPARE(shown.size(), std::size_t{8});
    }

    void hardlyAnyRoomStillShowsTheEnd()
    {
        const QFontMetrics metrics(QApplication::font());
        QVERIFY(elidedName(metrics, QStringLiteral("to:r0-spine04"), 1).endsWith(QLatin1Char('4')));
    }

    /// Its last visible column of pixels is the ellipsis, not half a letter: a longer text changes nothing in it.
    void aComboBoxEndsInAnEllipsis()
    {
        Theme theme;
        applyTheme(*qApp, theme);
        const auto pictureOf = [](const QString& text) {
            QComboBox combo;
            combo.addItem(text);
            combo.setFixedSize(110, 26);
            return combo.grab().toImage();
        };
        const QImage longer = pictureOf(QStringLiteral("Cooling loops and pumps of the hall"));
        QCOMPARE(longer, pictureOf(QStringLiteral("Cooling loops and what else there is to see")));
        QVERIFY(longer != pictureOf(QStringLiteral("Cooling")));
    }
};

LOCKSTEP_GUI_TEST(tst_elide, ElideTest)
#include "tst_elide.moc"
