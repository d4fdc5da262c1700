// SPDX-License-Identifier: GPL-3.0-or-later
// Power of the hall: closed-form signals, gaps, and limits of the utility.
#include "models/analysis/detect/powerswinganalysis.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"
#include "tests/support/testhall.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr double pi = std::numbers::pi;

std::vector<float> sine(double amplitude, double hertz, double seconds, std::size_t count, double mean = 1000)
{
    std::vector<float> watts;
    for (std::size_t at = 0; at < count; ++at)
        watts.push_back(
            static_cast<float>(mean + amplitude * std::sin(2 * pi * hertz * static_cast<double>(at) * seconds)));
    return watts;
}

struct Strongest
{
    double hertz = 0;
    double watts = 0;
};

Strongest strongestOf(const std::vector<float>& watts, double seconds)
{
    const std::vector<double> hertz = swingFrequencies(seconds, watts.size());
    const std::vector<Phasor> phasors = phasorsOf(watts, seconds, hertz);
    Strongest strongest;
    for (std::size_t at = 0; at < phasors.size(); ++at) {
        if (std::abs(phasors[at]) > strongest.watts)
            strongest = {hertz[at], std::abs(phasors[at])};
    }
    return strongest;
}

bool isNear(double value, double expected, double share)
{
    const bool isFine = std::abs(value - expected) <= share * std::abs(expected);
    if (!isFine)
        qWarning("%g, expected %g", value, expected);
    return isFine;
}

/// Eight nodes with one GPU each. The first four run job "a", the others job "b".
struct PoweredHall
{
    explicit PoweredHall(PowerLimits limits)
    {
        TopologyBuilder builder;
        auto plan = std::make_shared<SitePlan>();
        plan->power = limits;
        builder.addPlan(plan);
        auto jobs = std::make_shared<JobOfGpu>();
        for (std::uint32_t node = 0; node < nodes; ++node) {
            (void)builder.add(EntityKind::Gpu, "gpu0", builder.addNode("n" + std::to_string(node), {}, {}));
            jobs->push_back(node < nodes / 2 ? 0 : 1);
        }
        (void)builder.add(EntityKind::Job, "a", {});
        (void)builder.add(EntityKind::Job, "b", {});
        now.topology = builder.build();
        now.jobs = jobs;
    }

    /// @param watts of a node at a second
    void run(int seconds, const std::function<double(std::uint32_t node, double second)>& watts)
    {
        for (int second = 0; second < seconds; ++second) {
            ++now.tick;
            now.time += 1s;
            now.nodePower.assign(nodes, noData);
            for (std::uint32_t node = 0; node < nodes; ++node)
                now.nodePower[node] = static_cast<float>(watts(node, static_cast<double>(now.tick)));
            now.gpuPower = now.nodePower;
            watch.step(now, out);
        }
    }
    [[nodiscard]] std::vector<float> column(std::string_view metric) const
    {
        std::vector<float> values;
        for (const DerivedColumn& each : out.columns) {
            if (each.metric.name == metric)
                values.push_back(each.values.front());
        }
        return values;
    }
    [[nodiscard]] std::size_t alerts() const
    {
        return static_cast<std::size_t>(std::ranges::count(
            out.events, Severity::Warning, [](const DerivedEvent& each) { return each.event.severity; }));
    }

    static constexpr std::uint32_t nodes = 8;
    PowerTick now;
    PowerSwingWatch watch;
    Derived out;
};

double quiet(std::uint32_t, double)
{
    return 1000;
}

} // namespace

class TestPowerSwing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void missingSamplesDoNotChangeTheAmplitude()
    {
        for (const double phase : {0.0, 0.25}) { // at zeros, at peaks
            std::vector<float> watts = sine(38, 0.25, 1, 60);
            for (std::size_t at = phase > 0 ? 1 : 0; at < watts.size(); at += 8)
                watts[at] = noData;
            const std::array hertz{0.25};
            const std::vector<Phasor> phasors = phasorsOf(watts, 1, hertz);
            QCOMPARE(phasors.size(), std::size_t{1});
            QVERIFY(isNear(std::abs(phasors.front()), 38, 0.01));
        }
    }

    void aSineIsFoundWithItsAmplitudeAndFrequency_data()
    {
        QTest::addColumn<double>("hertz");
        QTest::addColumn<double>("seconds");
        QTest::newRow("0.2 Hz, once a second") << 0.2 << 1.0;
        QTest::newRow("0.217 Hz, between two frequencies") << 0.217 << 1.0;
        QTest::newRow("0.45 Hz, near half of the sampling rate") << 0.45 << 1.0;
        QTest::newRow("3.7 Hz, ten times a second") << 3.7 << 0.1;
        QTest::newRow("0.12 Hz, every two seconds") << 0.12 << 2.0;
    }
    void aSineIsFoundWithItsAmplitudeAndFrequency()
    {
        QFETCH(double, hertz);
        QFETCH(double, seconds);
        const auto count = static_cast<std::size_t>(60 / seconds);
        const Strongest found = strongestOf(sine(120, hertz, seconds, count), seconds);
        QVERIFY(isNear(found.watts, 120, 0.05));
        QVERIFY(std::abs(found.hertz - hertz) < 0.01);
    }

    void aFasterSineAppearsAsASlowerOneWhichIsWhyTheLimitIsSaid()
    {
        QCOMPARE(nyquistHertz(1), 0.5);
        QVERIFY(swingFrequencies(1, 60).back() < 0.5);
        // 0.8 Hz, sampled once per second, cannot be distinguished from 0.2 Hz.
        const Strongest found = strongestOf(sine(120, 0.8, 1, 60), 1);
        QVERIFY(std::abs(found.hertz - 0.2) < 0.01);
        QVERIFY(swingFrequencies(15, 40).empty()); // nothing from 0.1 Hz up can be measured
    }

    void aConstantHasNoSwing() { QVERIFY(strongestOf(std::vector<float>(60, 5e6F), 1).watts < 1e-3); }

    void missingSamplesAreNotZeros()
    {
        std::vector<float> watts = sine(120, 0.2, 1, 60);
        for (const std::size_t at : {7U, 8U, 23U, 40U, 41U})
            watts[at] = noData;
        QVERIFY(isNear(strongestOf(watts, 1).watts, 120, 0.12));
        const PowerSwing swing = swingOf(watts, 1);
        QVERIFY(swing.trough > 800);
        for (std::size_t at = 0; at < 20; ++at)
            watts[at] = noData;
        QVERIFY(phasorsOf(watts, 1, std::array{0.2}).empty());
    }

    void aRampHasItsSlopeAtAnyPace()
    {
        std::vector<float> watts;
        for (int at = 0; at < 20; ++at)
            watts.push_back(static_cast<float>(1000 + 50 * at)); // 50 W a sample
        QCOMPARE(swingOf(watts, 1).rampUp, 50.0F);
        QCOMPARE(swingOf(watts, 0.1).rampUp, 500.0F);
        QCOMPARE(swingOf(watts, 1).rampDown, 0.0F);
        QCOMPARE(swingOf(watts, 1).watts(), 950.0F);
        watts[10] = noData;
        QCOMPARE(swingOf(watts, 1).rampUp, 50.0F); // none across the gap
    }

    void partsInPhaseShareTheSwingAndOpposedOnesReduceIt()
    {
        const std::array at{0.2};
        const auto phasor = [&](double amplitude) {
            return phasorsOf(sine(amplitude, 0.2, 1, 60), 1, at).front();
        };
        const Phasor whole = phasor(30) + phasor(90) + phasor(-20);
        QVERIFY(isNear(shareOfSwing(phasor(90), whole), 0.9, 1e-3));
        QVERIFY(isNear(shareOfSwing(phasor(30), whole), 0.3, 1e-3));
        QVERIFY(isNear(shareOfSwing(phasor(-20), whole), -0.2, 1e-3));
    }

    void aSilentNodeIsNoTrough()
    {
        PoweredHall hall({.rampWattsPerSecond = 100, .swingShare = 0.05, .bandWatts = 50});
        hall.run(60, quiet);
        hall.run(60, [](std::uint32_t node, double) { return node == 3 ? static_cast<double>(noData) : 1000; });
        hall.run(60, quiet);
        QVERIFY2(hall.out.events.empty(), test::sentences(hall.out).c_str());
        for (const float each : hall.column(metrics::cluster::powerSwing))
            QCOMPARE(each, 0.0F);
    }

    void theSumIsMissingWhileMuchOfItIsSilent()
    {
        SummedPower sum;
        QCOMPARE(sum.add(std::vector<float>(100, 10), 1), 1000.0F);
        std::vector<float> watts(100, 10);
        watts[0] = noData;
        QCOMPARE(sum.add(watts, 1), 1000.0F); // with its last value
        QVERIFY(!sum.isAnother());
        for (std::size_t at = 0; at < 20; ++at)
            watts[at] = noData;
        for (int second = 0; second < 5; ++second)
            QVERIFY(std::isnan(sum.add(watts, 1)));
        for (int second = 0; second < 10; ++second)
            (void)sum.add(watts, 1);
        QCOMPARE(sum.add(watts, 1), 800.0F); // they are gone
    }

    void aSilentNodeCountsAsTheOthersHaveChanged()
    {
        SummedPower sum;
        QCOMPARE(sum.add(std::vector<float>(20, 100), 1), 2000.0F);
        std::vector<float> watts(20, 150);
        watts[0] = noData;
        QCOMPARE(sum.add(watts, 1), 3000.0F);
        std::fill(watts.begin() + 1, watts.end(), 80.0F);
        QCOMPARE(sum.add(watts, 1), 1600.0F);
        watts[0] = 80;
        QCOMPARE(sum.add(watts, 1), 1600.0F);
    }

    void aLimitThatIsCrossedOnceGivesOneAlert()
    {
        PoweredHall hall({.rampWattsPerSecond = 3000});
        hall.run(60, quiet);
        hall.run(120, [](std::uint32_t, double) { return 1500.0; }); // 8 nodes, 500 W each, at once
        QCOMPARE(hall.alerts(), std::size_t{1});
        QCOMPARE(hall.out.events.size(), std::size_t{2}); // and its end
        const DerivedEvent& found = hall.out.events.front();
        QCOMPARE(found.entity, (EntityRef{EntityKind::Cluster, 0}));
        QCOMPARE(found.event.code, std::string(codes::powerSwing));
        QCOMPARE(found.event.fields.variant, std::string(variants::ramp));
        QCOMPARE(*found.event.fields.value, 4000.0);
        QCOMPARE(*found.event.fields.baseline, 3000.0);
    }

    void aSwingThatLastsIsOneAlertThatNamesItsJobs()
    {
        PoweredHall hall({.bandWatts = 200});
        const auto swinging = [](std::uint32_t node, double second) {
            return 1000 + (node < 4 ? 150 : 50) * std::sin(2 * pi * 0.2 * second); // 800 W in all
        };
        hall.run(60, quiet);
        hall.run(180, swinging);
        QVERIFY(hall.alerts() >= 1); // its value is reported again while it grows
        const DerivedEvent& found = hall.out.events.back();
        QVERIFY(isNear(*found.event.fields.value, 800, 0.25));
        QVERIFY2(found.event.text.find("share of jobs: a 75 %, b 25 %") != std::string::npos, found.event.text.c_str());
        QVERIFY(isNear(static_cast<double>(hall.column(metrics::cluster::powerSine).back()), 800, 0.05));
        hall.run(150, quiet);
        QCOMPARE(hall.out.events.back().event.severity, Severity::Information);
        QCOMPARE(hall.out.events.size() - hall.alerts(), std::size_t{1}); // it ended once, so it was one
    }

    void jobsThatSwingAgainstEachOtherDoNotSwingTheHall()
    {
        PoweredHall hall({.bandWatts = 200});
        hall.run(240, [](std::uint32_t node, double second) {
            return 1000 + (node < 4 ? 150 : -150) * std::sin(2 * pi * 0.2 * second);
        });
        QVERIFY2(hall.out.events.empty(), test::sentences(hall.out).c_str());
    }

    void withoutLimitsNothingIsReported()
    {
        PoweredHall hall({});
        hall.run(120, [](std::uint32_t, double second) { return 1000 + 900 * std::sin(2 * pi * 0.2 * second); });
        QVERIFY(hall.out.events.empty());
        QVERIFY(!hall.column(metrics::cluster::powerSine).empty());
    }

    void powerOfJobsIsTheSumOfTheirGpus()
    {
        PoweredHall hall({});
        hall.run(5, [](std::uint32_t node, double) { return node < 4 ? 700.0 : 300.0; });
        QCOMPARE(hall.column(metrics::job::power).back(), 2800.0F);
        QVERIFY(hall.column(metrics::cluster::partialPue).empty()); // no cooling unit reports its power
    }

    void theCoolingOfAJobFollowsItsPower()
    {
        PoweredHall hall({});
        hall.now.coolingPower = {300, 100};
        hall.run(5, [](std::uint32_t node, double) { return node < 4 ? 700.0 : 300.0; });
        QCOMPARE(hall.column(metrics::cluster::coolingPower).back(), 400.0F);
        QCOMPARE(hall.column(metrics::cluster::partialPue).back(), 1.1F);
        QCOMPARE(hall.column(metrics::job::coolingPower).back(), 280.0F);
    }

    void aSilentCoolingUnitMakesThePartialPueUnknown()
    {
        PoweredHall hall({});
        hall.now.coolingPower = {300, noData};
        hall.run(5, [](std::uint32_t, double) { return 700.0; });
        QVERIFY(hall.column(metrics::cluster::coolingPower).empty());
        QVERIFY(hall.column(metrics::cluster::partialPue).empty());
        QVERIFY(hall.column(metrics::job::coolingPower).empty());
    }
};

LOCKSTEP_TEST(tst_powerswing, TestPowerSwing)
#include "tst_powerswing.moc"
