// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/theme.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "widgets/common/canvas/hovertip.h"

#include <QPointer>
#include <QTest>

using namespace lockstep;

class HoverTipTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itStaysWithinTheWindow()
    {
        Theme theme;
        QWidget window;
        window.resize(500, 300);
        QWidget view(&window);
        view.resize(500, 300);
        HoverTip* tip = new HoverTip(theme, &view);
        window.show();
        for (const QPoint corner : {QPoint(0, 0), QPoint(499, 0), QPoint(0, 299), QPoint(499, 299)}) {
            tip->showAt(
                corner,
                {QStringLiteral("gpu3 is hot."), {{QStringLiteral("GPU temperature"), QStringLiteral("91 °C")}}});
            QVERIFY(tip->isVisible());
            QVERIFY(window.rect().contains(tip->geometry()));
            QVERIFY(!tip->geometry().contains(corner));
        }
    }

    void itGoesWhenThePointerOrTheViewGoes()
    {
        Theme theme;
        QWidget window;
        window.resize(500, 300);
        auto* view = new QWidget(&window);
        view->resize(500, 300);
        QPointer<HoverTip> tip = new HoverTip(theme, view);
        window.show();
        tip->showAt({10, 10}, {QStringLiteral("Here."), {}});
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(view, &leave);
        QVERIFY(!tip->isVisible());
        tip->showAt({10, 10}, {QStringLiteral("Here."), {}});
        view->hide();
        QVERIFY(!tip->isVisible());
        delete view;
        QTRY_VERIFY(tip.isNull());
    }
};

LOCKSTEP_GUI_TEST(tst_hovertip, HoverTipTest)
#include "tst_hovertip.moc"
