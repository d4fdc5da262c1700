// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a job's page, calculated by hand, and the texts shown where there are none.
#include "models/analysis/goodput/jobreport.h"
#include "models/core/metric.h"
#include "models/core/units.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

/// With plain spaces where the text has thin ones.
std::string plain(std::string text)
{
    const std::string thin = "\u2009";
    for (std::size_t at = text.find(thin); at != std::string::npos; at = text.find(thin))
        text.replace(at, thin.size(), " ");
    return text;
}

/// A job of 100 GPUs with a step every ten seconds for an hour, 90 % productive, and a checkpoint every ten minutes.
struct Reported
{
    Reported()
    {
        constexpr int ticks = 3600;
        series.tickPeriod = 1s;
        series.ticks = ticksIn({0, ticks});
        for (int tick = 0; tick < ticks; ++tick) {
            series.goodput.push_back(0.9F);
            series.wait.push_back(0.1F);
            series.checkpoint.push_back(0);
            series.restart.push_back(0);
            series.idle.push_back(0);
            series.gpus.push_back(100);
            series.step.push_back(static_cast<float>(tick / 10));
            series.stepTime.push_back(10);
            series.restarts.push_back(0);
        }
        state.moment = TimePoint(1h);
        state.step = 359;
        state.stepSeconds = 10;
        state.waitShare = 0.1;
        state.restarts = 0;
    }

    [[nodiscard]] Figure figure(const std::string& name) const
    {
        for (const FigureGroup& group : jobReport(series, ledgerOf(series), state, rates)) {
            for (const Figure& each : group.figures) {
                if (each.name == name)
                    return each;
            }
        }
        return {"", "there is none of that name", false, {}, {}};
    }
    [[nodiscard]] std::string value(const std::string& name) const { return plain(figure(name).value); }

    JobSeries series;
    JobState state;
    Rates rates;
};

std::string inputOf(const Figure& figure, const std::string& name)
{
    for (const auto& [input, value] : figure.inputs) {
        if (input == name)
            return plain(value);
    }
    return "none";
}

} // namespace

class TestJobReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWasNotPostedSaysSo();
    void ranksAreCountedAgainstThoseExpected();
    void eachLossIsInGpuHoursAndMoneyAndOpensToItsInputs();
    void checkpointsAreHeldAgainstYoungAndDaly();
    void failuresAreMeasuredWhereThereAreEnough();
    void theEndFollowsFromThePaceInView();
    void utilisationAndBandwidthStandBesideTheirReference();
    void aRunOfTenDaysThatTakesTwelveSaysWhatThatCosts();
};

void TestJobReport::utilisationAndBandwidthStandBesideTheirReference()
{
    Reported job;
    job.state.mfu = 0.378;
    QCOMPARE(job.value("Model FLOPs utilisation"), std::string("37.8 %"));
    QVERIFY(inputOf(job.figure("Model FLOPs utilisation"), "reference").starts_with("none yet"));
    job.state.mfuReference = 0.42;
    QCOMPARE(job.value("Model FLOPs utilisation"), std::string("37.8 %; reference 42 %, 10 % below"));
    QVERIFY(!job.figure("Bus bandwidth").isKnown);
    job.state.busBandwidth = 44e9;
    job.state.busBandwidthReference = 40e9;
    QCOMPARE(job.value("Bus bandwidth"), std::string("44 GB/s; reference 40 GB/s, 10 % above"));
}

void TestJobReport::aRunOfTenDaysThatTakesTwelveSaysWhatThatCosts()
{
    Reported job; // 100 GPUs
    job.state.stepsTotal = 100000;
    job.rates.gpuHour = 2;
    QVERIFY(job.value("Length of the run").starts_with("11 d")); // 100,000 steps at 10.03 s: 11.6 days
    QVERIFY(inputOf(job.figure("Length of the run"), "planned").starts_with("not set"));
    QVERIFY(!job.figure("Cost of the delay").isKnown);
    job.state.plannedSeconds = 10 * 86400.0;
    job.state.projectedSeconds = 12 * 86400.0;
    QCOMPARE(job.value("Length of the run"), std::string("12 d, planned 10 d: 2 d later"));
    QCOMPARE(job.value("Cost of the run"), std::string("28 800 GPU h, 57 600 USD"));
    QCOMPARE(job.value("Cost of the delay"), std::string("4 800 GPU h, 9 600 USD"));
}

void TestJobReport::whatWasNotPostedSaysSo()
{
    const Reported job;
    for (const char* name :
         {"Present interval", "Young's interval", "Daly's interval", "Projected end", "Slip", "Model FLOPs utilisation",
          "Tokens", "Exposed bandwidth per rank", "Loss per day compared with Daly's interval"}) {
        QVERIFY2(!job.figure(name).isKnown, name);
        QVERIFY2(job.value(name).find("no data") == 0, (name + (": " + job.value(name))).c_str());
    }
    QVERIFY(job.value("Exposure: loss if a failure occurs now").starts_with("at least"));
}

void TestJobReport::ranksAreCountedAgainstThoseExpected()
{
    Reported job;
    QVERIFY(!job.figure("Ranks seen").isKnown);
    job.state.ranksSeen = 32;
    QCOMPARE(job.value("Ranks seen"), std::string("32"));
    job.state.rankCount = 40;
    QCOMPARE(job.value("Ranks seen"), std::string("32 of 40"));
    job.state.allocatedGpus = 64;
    QCOMPARE(job.value("Ranks seen"), std::string("32 of 64"));
    QCOMPARE(inputOf(job.figure("Ranks seen"), "GPUs allocated"), std::string("64"));
}

void TestJobReport::eachLossIsInGpuHoursAndMoneyAndOpensToItsInputs()
{
    Reported job;
    QCOMPARE(job.value("Wait"), std::string("10 % · 10 GPU h"));
    job.rates.gpuHour = 2.5;
    QCOMPARE(job.value("Wait"), std::string("10 % · 10 GPU h, 25.00 USD"));
    QCOMPARE(job.value("Productive (goodput)"), std::string("90 % · 90 GPU h, 225 USD"));
    QCOMPARE(inputOf(job.figure("Wait"), "reserved"), std::string("360 000 GPU s"));
    QCOMPARE(job.figure("Wait").formula, std::string("GPU time (wait) / reserved time"));
}

void TestJobReport::checkpointsAreHeldAgainstYoungAndDaly()
{
    Reported job;
    job.state.checkpointSeconds = 30;
    job.state.checkpointIntervalSeconds = 600;
    job.rates.gpuHoursPerFailure = 1000; // of 100 GPUs one fails every ten hours
    job.rates.gpuHour = 2;
    QVERIFY(job.value("Mean time between failures (MTBF)").starts_with("10 h"));
    QVERIFY(job.value("Mean time between failures (MTBF)").ends_with("as set"));
    // sqrt(2 x 30 x 36000) = 1470 s
    QCOMPARE(job.value("Young's interval"), plain(formatQuantity(std::sqrt(2.0 * 30 * 36000), Unit::Seconds)));
    // 1470 (1 + sqrt(30/72000)/3 + 30/72000/9) - 30 = 1450 s
    const double daly = dalyInterval(30s, 36000s).count();
    QVERIFY(std::abs(daly - 1449.8) < 0.5);
    QCOMPARE(job.value("Daly's interval"), plain(formatQuantity(daly, Unit::Seconds)));
    // Every 600 s: slowdown 60 (e^0.0175 - 1) = 1.05922, 134.2 of 2400 GPU hours; at Daly's 1.04191, 96.5.
    const double now = 2400 * (1 - 1 / (60 * std::expm1(630.0 / 36000)));
    const double best = 2400 * (1 - 1 / (36000 / daly * std::expm1((daly + 30) / 36000)));
    QVERIFY(std::abs(now - 134.2) < 0.2);
    const Figure lost = job.figure("Loss per day compared with Daly's interval");
    QVERIFY2(plain(lost.value).starts_with(plain(formatNumber(now - best))), lost.value.c_str());
    QVERIFY2(lost.value.ends_with("USD"), lost.value.c_str());
    QVERIFY(inputOf(lost, "R, restart time").starts_with("none observed"));
}

void TestJobReport::failuresAreMeasuredWhereThereAreEnough()
{
    Reported job;
    QVERIFY(job.value("Mean time between failures (MTBF)").ends_with("assumed"));
    QVERIFY(inputOf(job.figure("Mean time between failures (MTBF)"), "GPU hours between failures").find("published")
            != std::string::npos);
    // No restart in an hour: with 95 % confidence at most three an hour.
    QVERIFY(
        inputOf(job.figure("Mean time between failures (MTBF)"), "lower limit from these restarts, at 95 % confidence")
            .starts_with("20 min"));
    // Three restarts, each from five steps before.
    for (const int at : {1000, 2000, 3000}) {
        for (std::size_t tick = static_cast<std::size_t>(at); tick < job.series.step.size(); ++tick) {
            job.series.step[tick] -= 5;
            job.series.restarts[tick] += 1;
        }
    }
    QCOMPARE(job.value("Mean time between failures (MTBF)"), std::string("20 min, measured"));
    // Garwood: 0.619 to 8.767 an hour.
    QCOMPARE(inputOf(job.figure("Mean time between failures (MTBF)"), "95 % interval (Garwood)"),
             std::string("6 min 51 s to 1 h 37 min"));
    QCOMPARE(job.figure("Lost work").inputs.size(), std::size_t{5});
    // Thrice five steps of ten seconds, 90 % of 100 GPUs: 13,500 GPU s.
    QVERIFY2(job.value("Lost work").find("3.75") != std::string::npos, job.value("Lost work").c_str());
}

void TestJobReport::theEndFollowsFromThePaceInView()
{
    Reported job;
    job.state.stepsTotal = 359 + 3590;
    // 359 steps in an hour; ten times as many are left.
    QCOMPARE(job.value("Projected end"), std::string("1970-01-01 11:00 UTC, in 10 h"));
    // At 10 s a step it would be 35,900 s: 100 s sooner.
    QVERIFY2(job.value("Slip").starts_with("1 min 40 s") || job.value("Slip").starts_with("100 s"),
             job.value("Slip").c_str());
    job.state.stepsTotal = 300;
    QVERIFY(!job.figure("Projected end").isKnown);
}

LOCKSTEP_TEST(tst_jobreport, TestJobReport)
#include "tst_jobreport.moc"
