// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/engineplan.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/prometheus/fakeengine.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using lockstep::test::FakeEngine;

namespace {

const TimePoint now{std::chrono::seconds(1'700'000'000)};

std::string errorOf(const Result<EnginePlan>& plan)
{
    return plan.isOk() ? "explored" : plan.error().message;
}

/// A GPU's temperature every 15 s, and a host's name.
FakeEngine::Said cluster(const std::string& query, const std::string&)
{
    if (query.find("node_uname_info") != std::string::npos)
        return {"vector",
                "[" + FakeEngine::series(R"({"instance":"10.0.0.7:9100","nodename":"node-7"})", 1.7e9, "1") + "]"};
    if (query.ends_with("m]"))
        return {"matrix", R"([{"metric":{},"values":[[1699999955.2,"1"],[1699999970.1,"1"],[1699999985.3,"1"]]}])"};
    return {"vector", "[]"};
}

} // namespace

class TestEnginePlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsKnownIsAskedForAtItsOwnInterval();
    void hostsAreKnownByName();
    void oneMetricByTwoNamesIsAskedForByBoth();
    void anEngineWithoutAnythingKnownIsRefused();
    void whatIsNoEngineIsRefused();
    void labelsSayWhichEntityIsMeant_data();
    void labelsSayWhichEntityIsMeant();
};

void TestEnginePlan::whatIsKnownIsAskedForAtItsOwnInterval()
{
    const FakeEngine engine(R"(["DCGM_FI_DEV_GPU_TEMP","go_threads",7,"node_load1"])", cluster);
    const auto plan = exploreEngine({engine.url() + "/", {}, {}}, now);
    QVERIFY2(plan.isOk(), errorOf(plan).c_str());
    QCOMPARE(plan.value().period, Duration(std::chrono::seconds(15)));
    QCOMPARE(plan.value().rows.size(), std::size_t{2});
    QCOMPARE(plan.value().unknown, std::size_t{1});
    QCOMPARE(plan.value().rows.front().metric.metric, std::string(metrics::gpu::temperature));
    QCOMPARE(plan.value().rows.front().query, std::string("last_over_time(DCGM_FI_DEV_GPU_TEMP[22500ms])"));
    const std::string summary = plan.value().summary();
    QVERIFY2(summary.find("1 metric from dcgm-exporter every 15 s") != std::string::npos, summary.c_str());
}

void TestEnginePlan::hostsAreKnownByName()
{
    const FakeEngine engine(R"(["node_load1"])", cluster);
    const auto plan = exploreEngine({engine.url(), {}, {}}, now);
    QVERIFY2(plan.isOk(), errorOf(plan).c_str());
    const std::vector<std::pair<std::string_view, std::string_view>> labels{{"instance", "10.0.0.7:9400"}};
    const auto place = placeOfSeries(plan.value().rows.front().metric, labels, plan.value().hosts);
    QCOMPARE(place.front().name, std::string("node-7"));
}

/// Nodes of an older and a newer release of an exporter, and two devices of one exporter.
void TestEnginePlan::oneMetricByTwoNamesIsAskedForByBoth()
{
    const FakeEngine engine(
        R"(["DCGM_FI_DEV_GPU_TEMP","DCGM_FI_DEV_GPU_TEMP_CELSIUS","node_infiniband_rate_bytes_per_second",)"
        R"("node_network_speed_bytes"])",
        cluster);
    const auto plan = exploreEngine({engine.url(), {}, {}}, now);
    QVERIFY2(plan.isOk(), errorOf(plan).c_str());
    const auto rowsOf = [&](std::string_view metric) {
        return std::ranges::count_if(plan.value().rows,
                                     [&](const EnginePlan::Row& row) { return row.metric.metric == metric; });
    };
    QCOMPARE(rowsOf(metrics::gpu::temperature), std::ptrdiff_t{2});
    QCOMPARE(rowsOf(metrics::port::rate), std::ptrdiff_t{2});
    QCOMPARE(plan.value().unknown, std::size_t{0});
}

void TestEnginePlan::anEngineWithoutAnythingKnownIsRefused()
{
    const FakeEngine engine(R"(["go_threads"])", cluster);
    const std::string error = errorOf(exploreEngine({engine.url(), {}, {}}, now));
    QVERIFY2(error.find("but Lockstep knows none of them") != std::string::npos, error.c_str());
}

void TestEnginePlan::whatIsNoEngineIsRefused()
{
    const test::HttpServer page([](const test::HttpQuestion&) { return test::HttpServer::reply(200, "<html>"); });
    const std::string error = errorOf(exploreEngine({page.url(), {}, {}}, now));
    QVERIFY2(error.starts_with("the response is not JSON"), error.c_str());
    const test::HttpServer closed([](const test::HttpQuestion&) { return test::HttpServer::reply(401, "who?"); });
    const std::string refused = errorOf(exploreEngine({closed.url(), {}, {}}, now));
    QVERIFY2(refused.find("credentials were rejected") != std::string::npos, refused.c_str());
}

void TestEnginePlan::labelsSayWhichEntityIsMeant_data()
{
    QTest::addColumn<QString>("metric");
    QTest::addColumn<QString>("labels");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* name, std::string_view metric, const char* labels, const char* place) {
        QTest::newRow(name) << QString::fromUtf8(metric.data(), static_cast<qsizetype>(metric.size()))
                            << QString::fromLatin1(labels) << QString::fromLatin1(place);
    };
    row("a GPU", metrics::gpu::temperature, "instance=10.0.0.7:9400 Hostname=n1 gpu=3 pod=x", "node n1, gpu gpu3");
    row("a host by its address", metrics::node::load1min, "instance=10.0.0.9:9100 job=node", "node 10.0.0.9");
    row("an InfiniBand port", metrics::port::transmit, "instance=n2:9100 device=mlx5_0 port=1",
        "node n2, port mlx5_0/1");
    row("a sensor", metrics::sensor::temperature, "instance=n2:9100 chip=c sensor=temp1",
        "node n2, sensor chip=c,sensor=temp1");
}

void TestEnginePlan::labelsSayWhichEntityIsMeant()
{
    QFETCH(QString, metric);
    QFETCH(QString, labels);
    QFETCH(QString, place);
    std::vector<std::pair<std::string, std::string>> kept;
    for (const QString& label : labels.split(QLatin1Char(' ')))
        kept.emplace_back(label.section(QLatin1Char('='), 0, 0).toStdString(),
                          label.section(QLatin1Char('='), 1).toStdString());
    const std::vector<std::pair<std::string_view, std::string_view>> views(kept.begin(), kept.end());
    ScrapedMetric scraped;
    scraped.metric = metric.toStdString();
    std::string found;
    for (const PlaceStep& step : placeOfSeries(scraped, views, {}))
        found += (found.empty() ? "" : ", ") + std::string(entityKindName(step.kind)) + " " + step.name;
    QCOMPARE(QString::fromStdString(found), place);
}

LOCKSTEP_TEST(tst_engineplan, TestEnginePlan)

#include "tst_engineplan.moc"
