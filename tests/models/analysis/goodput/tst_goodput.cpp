// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/goodput/goodput.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <numeric>

using namespace lockstep;

class TestGoodput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void partsSumToTheReservedTime();
    void theLargestLossComesFirst();
    void moreThanWasReservedIsSaid();
    void nothingReservedHasNoGoodput();
};

void TestGoodput::partsSumToTheReservedTime()
{
    const Goodput goodput = goodputOf({1000, 800, 90, 20, 30, 10});
    QCOMPARE(goodput.ratio, 0.8);
    QCOMPARE(std::accumulate(goodput.parts.begin(), goodput.parts.end(), 0.0,
                             [](double sum, const GoodputPart& part) { return sum + part.gpuSeconds; }),
             1000.0);
    QCOMPARE(goodput.parts.front().name, std::string_view("productive"));
    QVERIFY(goodput.isConsistent);
}

void TestGoodput::theLargestLossComesFirst()
{
    const Goodput goodput = goodputOf({1000, 800, 20, 90, 0, 0});
    QCOMPARE(goodput.parts[1].name, std::string_view("checkpoint"));
    QCOMPARE(goodput.parts[2].name, std::string_view("idle")); // 90 of 1000 were measured as nothing
    QCOMPARE(goodput.parts[2].share, 0.09);
    std::vector<std::string_view> names;
    for (const GoodputPart& part : partsInOrder(goodput))
        names.push_back(part.name);
    QCOMPARE(
        names,
        (std::vector<std::string_view>{"productive", "wait", "checkpoint", "restart", "lost work", "idle", "unknown"}));
}

void TestGoodput::moreThanWasReservedIsSaid()
{
    const Goodput goodput = goodputOf({100, 100, 50, 0, 0, 0});
    QVERIFY(!goodput.isConsistent);
    QCOMPARE(goodput.ratio, 100.0 / 150);
}

void TestGoodput::nothingReservedHasNoGoodput()
{
    const Goodput goodput = goodputOf({});
    QVERIFY(std::isnan(goodput.ratio));
    QVERIFY(goodput.parts.empty());
}

LOCKSTEP_TEST(tst_goodput, TestGoodput)
#include "tst_goodput.moc"
