// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/dueevents.h"
#include "tests/support/waiting.h"
#include "tests/views3d/hallfixture.h"
#include "views3d/hallview.h"
#include "views3d/render/surfaceformat.h"

#include <QApplication>
#include <QTest>

using namespace lockstep;

/// Runs where there is no OpenGL: on the offscreen platform without a display.
class TestHallWithoutGl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itSaysWhyAndLetsTheRestWork()
    {
        HallFixture fixture(FakeClusterOptions{});
        fixture.colourBy("gpu.temperature");
        HallView view(fixture.context());
        view.resize(600, 300);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, test::hangTimeoutMs));
        if (view.renderedFrames() > 0 || view.accessibleDescription().isEmpty())
            QSKIP("this platform has OpenGL");
        QVERIFY(view.accessibleDescription().contains(QStringLiteral("OpenGL")));
        fixture.tick();
        fixture.theme.setDark(false);
        fixture.selection.select({EntityKind::Node, 0});
        QTest::keyClick(&view, Qt::Key_F);
        QTest::mouseMove(&view, {100, 100});
        view.resize(300, 200);
        test::handleDueEvents();
        QCOMPARE(view.renderedFrames(), std::uint64_t{0});
        QVERIFY(!view.placeOf({EntityKind::Node, 0}));
    }
};

int tst_hallwithoutgl(int argc, char** argv)
{
    qunsetenv("DISPLAY");
    prepareSurfaceFormat();
    QApplication application(argc, argv);
    TestHallWithoutGl test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_hallwithoutgl.moc"
