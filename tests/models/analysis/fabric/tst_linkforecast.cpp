// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/baseline/learnedbaselines.h"
#include "models/analysis/fabric/linkbacktest.h"
#include "models/analysis/fabric/linktrend.h"
#include "models/core/eventcodes.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <random>

using namespace lockstep;

namespace {

constexpr double perDay = LinkTrend::binsPerDay;

/// Bins of some days, by a function of the day, with noise.
std::vector<float> series(double days, double noise, const std::function<double(double day)>& value)
{
    std::mt19937 random(17);
    std::normal_distribution<double> normal;
    std::vector<float> bins;
    for (double bin = 0; bin < days * perDay; ++bin)
        bins.push_back(static_cast<float>(value(bin / perDay) + noise * normal(random)));
    return bins;
}

double dailyCycle(double day)
{
    return std::sin(2 * std::numbers::pi * day);
}

/// Two ports of one switch, sampled once per hour.
struct Links
{
    struct Sample
    {
        double ratio = 1e-8;
        double watts = 5e-4;
        bool isUp = true;
    };

    Links()
    {
        TopologyBuilder builder;
        const EntityRef leaf = builder.add(EntityKind::Switch, "leaf1", {});
        builder.add(EntityKind::Port, "1", leaf);
        builder.add(EntityKind::Port, "2", leaf);
        topology = builder.build();
    }

    /// Both ports are measured; the first one by the function of the day.
    template <class Use>
    void run(double days, const std::function<Sample(double day)>& first, Use use)
    {
        constexpr float hour = 3600;
        for (const TickIndex end = tick + static_cast<TickIndex>(24 * days); tick < end; ++tick) {
            const Sample sample = first(static_cast<double>(tick - begin) / 24);
            const Sample healthy;
            std::vector<std::vector<float>> columns(LinkHistory::watched.size());
            const auto put = [&](std::size_t column, double value, double other) {
                columns[column] = {static_cast<float>(value), static_cast<float>(other)};
            };
            const double nan = std::numeric_limits<double>::quiet_NaN();
            put(0, sample.isUp ? sample.ratio : nan, healthy.ratio);
            put(1, sample.isUp ? sample.watts : nan, healthy.watts);
            put(LinkHistory::upColumn, sample.isUp ? 1 : 0, 1);
            use(WatchedTick{{tick, TimePoint(std::chrono::hours(tick)), hour, tick}, topology, std::move(columns)});
        }
    }

    static constexpr TickIndex begin = 490'000; ///< hours since 1970
    TickIndex tick = begin;
    TopologyPtr topology;
};

/// A link whose errors grow tenfold a day from the fourth day on, and which goes down when FEC no longer corrects them.
Links::Sample failing(double day)
{
    const double logarithm = -8 + std::max(day - 4, 0.0) * 0.4;
    return {.ratio = std::pow(10.0, logarithm), .isUp = logarithm < -3.6};
}

} // namespace

/// Trends of links over days, forecasts, and their backtest.
class TestLinkForecast : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTrendIsFoundUnderNoiseAndADailyCycle()
    {
        const auto trend
            = LinkTrend::of(series(14, 0.1, [](double day) { return -8 + 0.1 * day + 0.3 * dailyCycle(day); }));
        QVERIFY(trend);
        QVERIFY(std::abs(trend->slope - 0.1) < 0.02);
        QVERIFY(trend->slopeNearZero < 0.1 && 0.1 < trend->slopeFarFromZero);
        QVERIFY(std::abs(trend->level + 6.6) < 0.35);
        QCOMPARE(trend->days, 14.0);
    }

    void aFallIsATrendToo()
    {
        const auto trend = LinkTrend::of(series(7, 0.05, [](double day) { return -3 - 0.3 * day; }));
        QVERIFY(trend && trend->slope < -0.27 && trend->slope > -0.33);
        QVERIFY(trend->slopeFarFromZero <= trend->slope && trend->slope <= trend->slopeNearZero);
    }

    void whatIsNoTrend_data()
    {
        QTest::addColumn<std::vector<float>>("bins");
        QTest::newRow("noise") << series(14, 0.2, [](double) { return -8; });
        QTest::newRow("a daily cycle") << series(14, 0.05, dailyCycle);
        QTest::newRow("a step") << series(14, 0.05, [](double day) { return day < 7 ? -8 : -7; });
        QTest::newRow("a late step") << series(14, 0.05, [](double day) { return day < 12 ? -8 : -7; });
        QTest::newRow("outliers") << series(14, 0.05, [](double day) { return std::fmod(day, 3) < 0.2 ? -3 : -8; });
        QTest::newRow("a constant") << series(14, 0, [](double) { return -8; });
        QTest::newRow("too short") << series(3, 0, [](double day) { return day; });
        QTest::newRow("no data") << std::vector<float>(84, noData);
        QTest::newRow("nothing") << std::vector<float>();
    }

    void whatIsNoTrend()
    {
        QFETCH(std::vector<float>, bins);
        QVERIFY(!LinkTrend::of(bins));
    }

    void aTrendHasGaps()
    {
        std::vector<float> bins = series(14, 0.1, [](double day) { return -8 + 0.1 * day; });
        for (std::size_t at = 0; at < bins.size(); at += 3)
            bins[at] = noData;
        QVERIFY(LinkTrend::of(bins));
    }

    void aFastOnsetIsFoundWithinADay()
    {
        const auto trend
            = LinkTrend::of(series(6, 0.05, [](double day) { return day < 5.3 ? -8 : -8 + 3 * (day - 5.3); }));
        QVERIFY(trend && trend->slope > 2 && trend->slope < 4);
        QVERIFY(trend->days < 1);
    }

    void aDegradingLinkIsReportedOnceAndDaysAhead()
    {
        Links links;
        LinkForecastWatch watch;
        Derived found;
        links.run(14, failing, [&](const WatchedTick& now) { watch.step(now, found); });
        QCOMPARE(found.events.size(), std::size_t{1});
        const DerivedEvent& event = found.events.front();
        QCOMPARE(event.entity.index, 0U);
        QCOMPARE(event.event.code, std::string(codes::portDegrading));
        QCOMPARE(event.event.severity, Severity::Warning);
        const double day
            = static_cast<double>(event.event.time.time_since_epoch() / std::chrono::hours(1) - Links::begin) / 24;
        QVERIFY2(day > 5 && day < 11, event.event.text.c_str());
        QVERIFY2(std::abs(day + *event.event.fields.value / 86'400 - 15) < 3, event.event.text.c_str());
        QVERIFY2(event.event.text.find("leaf1 / 1: pre-FEC bit error ratio ") == 0, event.event.text.c_str());
        QVERIFY(!found.columns.empty());
        const DerivedColumn& left = found.columns.back();
        QVERIFY(left.values[0] > 0 && left.values[0] < 3 * 86'400 && std::isnan(left.values[1]));
    }

    void aRepairedLinkIsNoLongerReported()
    {
        Links links;
        LinkForecastWatch watch;
        Derived found;
        links.run(11, failing, [&](const WatchedTick& now) { watch.step(now, found); });
        links.run(
            6, [](double) { return Links::Sample(); }, [&](const WatchedTick& now) { watch.step(now, found); });
        QCOMPARE(found.events.size(), std::size_t{2});
        QCOMPARE(found.events.back().event.severity, Severity::Information);
    }

    void theHistoryOutlivesARestart()
    {
        Links links;
        LearnedBaselines baselines;
        Derived found;
        LinkForecastWatch before(&baselines);
        links.run(11, failing, [&](const WatchedTick& now) { before.step(now, found); });
        QCOMPARE(baselines.entries().size(), std::size_t{2});
        found = {};
        LinkForecastWatch after(&baselines);
        links.tick += 3; // hours
        links.run(0.2, failing, [&](const WatchedTick& now) { after.step(now, found); });
        QVERIFY(!found.events.empty());
        QCOMPARE(found.events.front().entity.index, 0U);
        QVERIFY(found.events.front().event.text.find("in ") != std::string::npos);
    }

    void receivePowerIsJudgedByTheModulesOwnAlarm()
    {
        Links links;
        LinkHistory history;
        links.run(
            8, [](double day) { return Links::Sample{.watts = 1e-3 * std::pow(10.0, -(4 + 0.3 * day) / 10)}; },
            [&](WatchedTick now) {
                now.columns[3] = {static_cast<float>(1e-3 * std::pow(10.0, -0.75)), noData};
                (void)history.add(now);
            });
        QCOMPARE(history.limit(1, LinkQuantity::ReceivePower), -10.0F);
        const auto forecast = LinkForecast::of(history, 0);
        QVERIFY(forecast && forecast->quantity == LinkQuantity::ReceivePower);
        QVERIFY(std::abs(forecast->limit + 7.5) < 0.01);
        QVERIFY(std::abs(std::chrono::duration<double>(forecast->expected).count() / 86'400 - 3.7) < 0.5);
        QVERIFY2(textOf(*forecast).find(" dB per day; reaches -7.5 dBm in ") != std::string::npos,
                 textOf(*forecast).c_str());
    }

    /// One failing link, then one that goes down without a sign.
    void theBacktestCountsWhatItWouldHavePredicted()
    {
        Links links;
        LinkBacktest backtest;
        const auto give = [&](const WatchedTick& now) {
            backtest.step(now);
        };
        links.run(17, failing, give);
        const LinkBacktest::Result failed = backtest.result();
        QCOMPARE(failed.links, std::size_t{2});
        QVERIFY(std::abs(failed.linkDays - 2 * 17) < 3);
        QCOMPARE(failed.downs.size(), std::size_t{1});
        QCOMPARE(failed.predicted(), std::size_t{1});
        QVERIFY(*failed.medianAhead() > std::chrono::days(3));
        QCOMPARE(failed.count(LinkBacktest::Outcome::WentDown), std::size_t{1});
        QCOMPARE(failed.falsePerLinkYear(), 0.0);
        links.run(
            10, [](double) { return Links::Sample(); }, give);
        links.run(
            1, [](double) { return Links::Sample{.isUp = false}; }, give);
        const LinkBacktest::Result pulled = backtest.result();
        QCOMPARE(pulled.downs.size(), std::size_t{2});
        QVERIFY(!pulled.downs.back().ahead);
    }

    void aTrendThatEndsIsAFalsePrediction()
    {
        Links links;
        LinkBacktest backtest;
        const auto give = [&](const WatchedTick& now) {
            backtest.step(now);
        };
        links.run(11, failing, give);
        links.run(
            30, [](double) { return Links::Sample(); }, give);
        QCOMPARE(backtest.result().count(LinkBacktest::Outcome::Neither), std::size_t{1});
        QVERIFY(backtest.result().falsePerLinkYear() > 1);
    }
};

LOCKSTEP_TEST(tst_linkforecast, TestLinkForecast)
#include "tst_linkforecast.moc"
