// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/steps/stragglerhistory.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

namespace {

/// '.': nothing, 'x': a hit, 'X': a large one; the newest last.
StragglerPattern patternOf(const char* steps, std::size_t ranks = 64)
{
    StragglerHistory history;
    for (const char* step = steps; *step != '\0'; ++step)
        history.add(*step != '.', *step == 'X', ranks);
    return history.pattern({});
}

} // namespace

class TestStragglerHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatLasts_data()
    {
        QTest::addColumn<bool>("lasts");
        QTest::newRow("....") << false;
        QTest::newRow("..XX") << false;
        QTest::newRow("..XXX") << true;
        QTest::newRow("X.X.X") << true;
        QTest::newRow("X....X....X") << false;
        // Among very many ranks, the slowest one is occasionally the same for a few steps.
        QTest::newRow("..xxx") << false;
        QTest::newRow("x.xx") << false;
        QTest::newRow("xxxxx") << true;
        QTest::newRow("x.x.x.x.x") << true;
        QTest::newRow("x..x..x..x..x") << false;
    }

    void whatLasts()
    {
        QFETCH(bool, lasts);
        QCOMPARE(patternOf(QTest::currentDataTag()) == StragglerPattern::Systemic, lasts);
    }

    /// With two ranks, one is last in each step, and they alternate.
    void ofTwoRanksTheLastMustBeTheSameMoreOftenThanByChance_data()
    {
        QTest::addColumn<bool>("lasts");
        QTest::newRow("XXXXX") << false;
        QTest::newRow("x.x.xx..x.x.xx..x.x.xx..x.x.xx..") << false;
        QTest::newRow("x.xx.xx.x.xx.xx.x.xx.xx.x.xx.xx.") << false;
        QTest::newRow("XXXXXXXXXXXXXXXX") << true;
        QTest::newRow("x.x.xx..x.x.xx..XXXXXXXXXXXXXXXX") << true;
    }

    void ofTwoRanksTheLastMustBeTheSameMoreOftenThanByChance()
    {
        QFETCH(bool, lasts);
        QCOMPARE(patternOf(QTest::currentDataTag(), 2) == StragglerPattern::Systemic, lasts);
    }
};

LOCKSTEP_TEST(tst_stragglerhistory, TestStragglerHistory)
#include "tst_stragglerhistory.moc"
