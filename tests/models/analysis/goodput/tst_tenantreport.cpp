// SPDX-License-Identifier: GPL-3.0-or-later
// One hour of three tenants on a hundred GPUs, calculated by hand.
#include "models/analysis/goodput/figuretext.h"
#include "models/analysis/goodput/tenantreport.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr double hour = 3600; ///< GPU-seconds of one GPU

/// physics: sim-1 holds 40 GPUs for the hour (40 GPU h): 30 productive, 4 waiting, 1 for checkpoints, 1 for a restart,
/// 2 for lost work, and 2 idle. Its scheduler allocated 44, of which 4 do not report. sim-2 holds 10 and does not
/// report. vision: cnn holds 20 according to its ranks, 15 productive and 5 waiting, without a scheduler.
TenantFacts anHour()
{
    TenantFacts facts;
    facts.range = {TimePoint(0h), TimePoint(1h)};
    facts.observed = 1h;
    facts.jobs = {{"sim-2", "physics", 10 * hour, {}},
                  {"sim-1", "physics", 44 * hour, {40 * hour, 30 * hour, 4 * hour, 1 * hour, 1 * hour, 2 * hour, 0}},
                  {"cnn", "vision", 0, {20 * hour, 15 * hour, 5 * hour, 0, 0, 0, 0}},
                  {"stray", "", 0, {2 * hour, 1 * hour, 0, 0, 0, 0, 1 * hour}}};
    facts.held = {{"physics", 60 * hour}}; // six more than its jobs that have names
    facts.losses = {{"a", "pump failing", "pump_degradation", "sim-1", 1 * hour},
                    {"b", "slow GPU", "slow_gpu", "sim-1", 2 * hour},
                    {"b", "slow GPU", "slow_gpu", "sim-2", std::nullopt},
                    {"a", "pump failing", "pump_degradation", "cnn", 3 * hour}};
    facts.contentions = {{"cnn", "sim-1", {}, 4, "leaf-1 to:spine-2", 0.9}, {"sim-1", "sim-2", {}, 9, {}}};
    return facts;
}

const Figure* figureNamed(const std::vector<FigureGroup>& groups, const std::string& name)
{
    for (const FigureGroup& group : groups) {
        const auto found = std::ranges::find(group.figures, name, &Figure::name);
        if (found != group.figures.end())
            return &*found;
    }
    return nullptr;
}

double sumOfParts(const GpuTime& time)
{
    double sum = 0;
    for (const GoodputPart& part : goodputOf(time).parts)
        sum += part.gpuSeconds;
    return sum;
}

} // namespace

class TestTenantReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anHourOfThreeTenants()
    {
        const TenantReport report = tenantReport(anHour());
        QCOMPARE(report.tenants.size(), 3UL);
        const TenantRow& physics = report.tenants[0];
        QCOMPARE(physics.name, std::string("physics"));
        QCOMPARE(physics.jobs.size(), 2UL);
        QCOMPARE(physics.jobs[0].name, std::string("sim-1")); // held the most
        QCOMPARE(physics.time.reserved, 60 * hour); // 44 + 10 + 6 without names
        QCOMPARE(physics.otherJobs, 6 * hour);
        QCOMPARE(physics.time.productive, 30 * hour);
        QCOMPARE(physics.time.unknown, 20 * hour); // 4 + 10 + 6
        QCOMPARE(physics.lost(), 10 * hour); // 4 + 1 + 1 + 2, and 2 idle
        QCOMPARE(goodputOf(physics.time).ratio, 0.5);
        QCOMPARE(report.tenants[1].name, std::string("vision"));
        QCOMPARE(report.tenants[1].lost(), 5 * hour);
        QCOMPARE(report.tenants[2].name, std::string()); // the unknown tenant is last
        QCOMPARE(report.all.time.reserved, 82 * hour);
        QCOMPARE(report.all.lost(), 15 * hour);
    }

    void figuresStandBesideTheirTargets()
    {
        TenantFacts facts = anHour();
        facts.gpus = 100;
        facts.targets = {Target{"", 0.5, 0.8, 0}, Target{"physics", 0.6, 0, 960}, Target{"vision", 0, 0.9, 960},
                         Target{"biology", 0.7, 0, 240}};
        const TenantReport report = tenantReport(facts);
        const auto valueOf = [&](std::size_t tenant, const std::string& name) {
            const std::vector<FigureGroup> groups = tenantFigures(report.tenants[tenant], Rates());
            const Figure* const figure = figureNamed(groups, name);
            std::string value = figure == nullptr ? "none" : figure->value;
            for (std::size_t at = value.find("\u2009"); at != std::string::npos; at = value.find("\u2009"))
                value.replace(at, 3, " ");
            return value;
        };
        QCOMPARE(valueOf(0, "Goodput"), std::string("50 %, target 60 %: missed"));
        QCOMPARE(valueOf(0, "Budget"), std::string("60 GPU h of 40 GPU h for this period, burn 1.50: missed"));
        QCOMPARE(valueOf(0, "Utilisation"), std::string("none"));
        QCOMPARE(valueOf(1, "Budget"), std::string("20 GPU h of 40 GPU h for this period, burn 0.50: met"));
        QCOMPARE(valueOf(1, "Utilisation"), std::string("50 %, target 90 %: missed"));
        QCOMPARE(report.tenants[2].name, std::string("biology")); // held nothing
        QCOMPARE(valueOf(2, "Goodput"), std::string("no data: no job of this tenant is known in this period"));
        const std::vector<TargetFigure> all = targetFigures(report.all);
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[1].reached, 0.82);
        QVERIFY(!all[1].isMissed());
        QVERIFY(targetFigures(report.tenants[3]).empty());
    }

    /// Time that no rank reports misses no target.
    void anUnmeasuredFigureHasNoVerdict()
    {
        TenantFacts facts;
        facts.range = anHour().range;
        facts.observed = anHour().observed;
        facts.jobs = {{"llama 1", "vision", 3600, {}}};
        facts.targets = {Target{"vision", 0.8, 0.7, 0}, Target{"", 0.8, 0.7, 0}};
        const TenantReport report = tenantReport(facts);
        for (const TenantRow* const row : {&report.tenants.front(), &report.all})
            QVERIFY(targetFigures(*row).empty());
        const std::vector<FigureGroup> groups = tenantFigures(report.tenants.front(), Rates());
        QCOMPARE(figureNamed(groups, "Goodput")->value, std::string("no data: no rank of its jobs reports"));
        QCOMPARE(figureNamed(groups, "Utilisation")->value,
                 std::string("no data: its target has no gpu_hours_per_day"));
    }

    void theClassesOfEachAddUpToWhatItHeld()
    {
        const TenantReport report = tenantReport(anHour());
        double all = 0;
        for (const TenantRow& tenant : report.tenants) {
            QCOMPARE(sumOfParts(tenant.time), tenant.time.reserved);
            all += tenant.time.reserved;
        }
        QCOMPARE(report.all.time.reserved, all);
    }

    /// The loss that a cause caused one tenant is not attributed to another.
    void eachTenantHasItsOwnShareOfACause()
    {
        const TenantReport report = tenantReport(anHour());
        const TenantRow& physics = report.tenants[0];
        QCOMPARE(physics.causes.size(), 2UL);
        QCOMPARE(physics.causes[0].title, std::string("slow GPU"));
        QCOMPARE(physics.causes[0].gpuSeconds.value(), 2 * hour); // of sim-2 it is not measured
        QCOMPARE(physics.causes[0].jobs, (std::vector<std::string>{"sim-1", "sim-2"}));
        QCOMPARE(physics.causes[1].gpuSeconds.value(), 1 * hour);
        QCOMPARE(report.tenants[1].causes.at(0).gpuSeconds.value(), 3 * hour);
        QCOMPARE(report.all.causes[0].title, std::string("pump failing")); // 1 + 3
        QCOMPARE(report.all.causes[0].gpuSeconds.value(), 4 * hour);
    }

    void linksSharedWithOthersAreReportedOfBothSides()
    {
        const TenantReport report = tenantReport(anHour());
        const TenantRow& physics = report.tenants[0];
        QCOMPARE(physics.contentions.size(), 1UL); // its own two jobs are its own affair
        QCOMPARE(physics.contentions[0].job, std::string("sim-1"));
        QCOMPARE(physics.contentions[0].other, std::string("cnn"));
        QCOMPARE(physics.contentions[0].otherTenant, std::string("vision"));
        QCOMPARE(report.tenants[1].contentions.at(0).otherTenant, std::string("physics"));
        QVERIFY(report.tenants[2].contentions.empty());
    }

    void moneyFollowsTheRate()
    {
        const TenantReport report = tenantReport(anHour());
        Rates rates;
        rates.gpuHour = 2.5;
        const auto groups = tenantFigures(report.tenants[0], rates);
        const Figure* lost = figureNamed(groups, "Lost");
        QVERIFY(lost != nullptr);
        QVERIFY2(lost->value.find("25.00\u2009USD") != std::string::npos, lost->value.c_str());
        const auto without = tenantFigures(report.tenants[0], {});
        QVERIFY(figureNamed(without, "Lost")->value.find("USD") == std::string::npos);
    }

    void nobodyHoldsNothing()
    {
        QVERIFY(tenantReport({}).isEmpty());
        TenantFacts facts;
        facts.jobs = {{"ended", "physics", 0, {}}};
        QVERIFY(tenantReport(facts).isEmpty());
    }

    void theOrderOfWhatCameDoesNotMatter()
    {
        TenantFacts turned = anHour();
        std::ranges::reverse(turned.jobs);
        std::ranges::reverse(turned.losses);
        const TenantReport one = tenantReport(anHour());
        const TenantReport other = tenantReport(turned);
        for (std::size_t at = 0; at < one.tenants.size(); ++at) {
            QCOMPARE(other.tenants[at].name, one.tenants[at].name);
            QCOMPARE(other.tenants[at].time.reserved, one.tenants[at].time.reserved);
            for (std::size_t cause = 0; cause < one.tenants[at].causes.size(); ++cause)
                QCOMPARE(other.tenants[at].causes[cause].key, one.tenants[at].causes[cause].key);
        }
    }
};

LOCKSTEP_TEST(tst_tenantreport, TestTenantReport)
#include "tst_tenantreport.moc"
