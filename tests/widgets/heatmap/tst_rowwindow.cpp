// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testentry.h"
#include "widgets/heatmap/rowwindow.h"

#include <QTest>

using namespace lockstep;

class RowWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everythingFitsAtFirst()
    {
        RowWindow window;
        window.setHeight(800);
        window.setTotal(16'384);
        QCOMPARE(window.firstVisible(), std::size_t(0));
        QCOMPARE(window.endVisible(), std::size_t(16'384));
        QCOMPARE(window.yOf(16'384), 800.0);
    }

    void fewRowsDoNotBecomeWalls()
    {
        RowWindow window;
        window.setHeight(800);
        window.setTotal(2);
        QCOMPARE(window.rowPixels(), RowWindow::tallestRow);
    }

    void zoomKeepsTheRowUnderThePointer()
    {
        RowWindow window;
        window.setHeight(800);
        window.setTotal(1'000);
        const double before = window.rowAt(300);
        window.zoom(0.25, 300);
        QVERIFY(std::abs(window.rowAt(300) - before) < 1e-9);
        QVERIFY(!window.isFitted());
        window.zoom(100, 300);
        QVERIFY(window.isFitted());
        QCOMPARE(window.firstVisible(), std::size_t(0));
    }

    void rowsThatMustBeReadableStayTallAndAreReachedByPanning()
    {
        RowWindow rows;
        rows.setTotal(40);
        rows.setHeight(300);
        rows.setLeast(15);
        QVERIFY(rows.isFitted());
        QCOMPARE(rows.rowPixels(), 15.0);
        QCOMPARE(rows.endVisible(), std::size_t{20});
        rows.zoom(4, 0); // no further out
        QCOMPARE(rows.rowPixels(), 15.0);
        rows.panPixels(1e6);
        QCOMPARE(rows.firstVisible(), std::size_t{20});
        QCOMPARE(rows.endVisible(), std::size_t{40});
        rows.setHeight(800); // enough for all
        QCOMPARE(rows.firstVisible(), std::size_t{0});
        QCOMPARE(rows.endVisible(), std::size_t{40});
        rows.setHeight(300);
        rows.setLeast(0);
        QCOMPARE(rows.rowPixels(), 7.5);
    }

    void panningStopsAtTheEnds()
    {
        RowWindow window;
        window.setHeight(100);
        window.setTotal(1'000);
        window.zoom(0.1, 50);
        window.panPixels(1e9);
        QCOMPARE(window.endVisible(), std::size_t(1'000));
        window.panPixels(-1e9);
        QCOMPARE(window.firstVisible(), std::size_t(0));
    }

    void aRevealedRowIsInView()
    {
        RowWindow window;
        window.setHeight(100);
        window.setTotal(1'000);
        window.zoom(0.02, 0);
        for (const std::size_t row : {0, 999, 500, 501}) {
            window.reveal(row);
            QVERIFY(window.yOf(static_cast<double>(row)) >= -1e-6);
            QVERIFY(window.yOf(static_cast<double>(row) + 1) <= 100 + 1e-6);
        }
    }

    void nothingIsNoTrouble()
    {
        RowWindow window;
        window.zoom(0.5, 10);
        window.panPixels(5);
        window.reveal(3);
        QCOMPARE(window.rowPixels(), 0.0);
        QCOMPARE(window.endVisible(), std::size_t(0));
    }
};

LOCKSTEP_TEST(tst_rowwindow, RowWindowTest)
#include "tst_rowwindow.moc"
