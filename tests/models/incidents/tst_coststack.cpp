// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/coststack.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

namespace {

CostInputs everythingKnown()
{
    CostInputs in;
    in.lostGpuSeconds = 512 * 1800.0; // 512 GPUs for half an hour
    in.idleGpuSeconds = 8 * 7200.0;
    in.rolledBackGpuSeconds = 512 * 600.0;
    in.trainingGpuCount = 512;
    in.labourHours = 6;
    in.slipDays = 0.5;
    in.computeRate = 2;
    in.reservedRate = 3;
    in.labourRate = 90;
    in.slipRate = 10000;
    return in;
}

const CostLine& lineOf(const CostStack& stack, const std::string& layer)
{
    return *std::ranges::find(stack.lines, layer, &CostLine::layer);
}

} // namespace

class TestCostStack : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachLayerIsItsQuantityTimesItsRate();
    void whatIsNotKnownIsNotZero();
    void lostProgressIsAShareOfADaysTraining();
    void aLineShowsItsInputs();
    void theDamageIsOneLine();
    void amountsReadWell();
};

void TestCostStack::eachLayerIsItsQuantityTimesItsRate()
{
    const CostStack stack = costStack(everythingKnown());
    QCOMPARE(stack.lines.size(), 5U);
    QCOMPARE(*lineOf(stack, "Direct compute").amount, 256.0 * 2);
    QCOMPARE(*lineOf(stack, "Reserved capacity").amount, 16.0 * 3);
    QCOMPARE(*lineOf(stack, "Rollback").amount, 512.0 / 6 * 2);
    QCOMPARE(*lineOf(stack, "Labour").amount, 540.0);
    QCOMPARE(*lineOf(stack, "Schedule delay").amount, 5000.0);
    QVERIFY(stack.unknownLayers.empty());
    QCOMPARE(stack.total, 512.0 + 48 + 512.0 / 3 + 540 + 5000);
}

void TestCostStack::whatIsNotKnownIsNotZero()
{
    CostInputs in = everythingKnown();
    in.slipRate.reset();
    in.lostGpuSeconds.reset();
    const CostStack stack = costStack(in);
    QVERIFY(!lineOf(stack, "Direct compute").amount);
    QVERIFY(!lineOf(stack, "Schedule delay").amount);
    QCOMPARE(stack.unknownLayers, (std::vector<std::string>{"Direct compute", "Schedule delay"}));
    QCOMPARE(stack.total, 48 + 512.0 / 3 + 540);
    QCOMPARE(formatAmount(lineOf(stack, "Schedule delay").amount, "USD"), std::string("unknown"));

    const CostStack nothing = costStack({});
    QCOMPARE(nothing.unknownLayers.size(), 5U);
    QVERIFY(!nothing.shareOfTrainingDay);
}

void TestCostStack::lostProgressIsAShareOfADaysTraining()
{
    const CostStack stack = costStack(everythingKnown());
    QCOMPARE(*stack.shareOfTrainingDay, 2400.0 / 86400);
}

void TestCostStack::aLineShowsItsInputs()
{
    CostInputs in = everythingKnown();
    in.labourRate.reset();
    const CostStack stack = costStack(in);
    QCOMPARE(filledFormula(lineOf(stack, "Direct compute")),
             std::string("GPU time lost 256 GPU h × GPU price 2 USD/GPU h"));
    QCOMPARE(filledFormula(lineOf(stack, "Labour")), std::string("hours of labour 6 h × labour rate (unknown)"));
    QCOMPARE(lineOf(stack, "Labour").formula, std::string("hours of labour × labour rate"));
}

void TestCostStack::theDamageIsOneLine()
{
    QCOMPARE(damageText({}), std::string("unknown"));
    CostInputs in = everythingKnown();
    in.lostSteps = 41;
    in.lostTokens = 172e6;
    in.idleGpuSeconds = 0; // no text
    in.slipRate.reset();
    const std::string text = damageText(in);
    QVERIFY2(text.starts_with("256 GPU h without progress, 85.3 GPU h rolled back; 41 steps, "), text.c_str());
    QVERIFY2(text.find("% of a day's training; at least 1\u2009223\u2009USD") != std::string::npos, text.c_str());
    QVERIFY2(text.find("out of service") == std::string::npos, text.c_str());
}

void TestCostStack::amountsReadWell()
{
    QCOMPARE(formatAmount(0.384, "EUR"), std::string("0.38\u2009EUR"));
    QCOMPARE(formatAmount(1240.2, "USD"), std::string("1\u2009240\u2009USD"));
}

LOCKSTEP_TEST(tst_coststack, TestCostStack)
#include "tst_coststack.moc"
