// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/exportertable.h"
#include "datasources/exporters/exposedmetric.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace lockstep;

namespace {

/// A page of two families with interleaved samples.
Exposition smallPage()
{
    Exposition page;
    const std::size_t heat = page.family({"heat_celsius", "How \"hot\"\nit is, \\ in short", "celsius"});
    const std::size_t downs = page.family({"downs_total", "Link downs", {}, Exposition::Type::Counter});
    page.add(heat, Exposition::labelText({{"gpu", "0"}}), 61.5F);
    page.add(downs, Exposition::labelText({{"port", "a\"b\\c\nd"}}), 255.0F);
    page.add(heat, Exposition::labelText({{"gpu", "1"}}), noData);
    page.add(heat, Exposition::labelText({{"gpu", "2"}}), std::numeric_limits<float>::infinity());
    (void)page.family({"nobody", "Has no sample"});
    return page;
}

std::vector<PlaceStep> placeOfEach(EntityKind kind)
{
    const PlaceStep node{EntityKind::Node, "n1"};
    switch (kind) {
    case EntityKind::Node:
        return {node};
    case EntityKind::Gpu:
        return {node, {kind, "gpu3"}};
    case EntityKind::Port:
        return {node, {kind, "mlx5_0/1"}};
    case EntityKind::Core:
        return {node, {kind, "cpu12"}};
    case EntityKind::Disk:
        return {node, {kind, "nvme0n1"}};
    case EntityKind::Sensor:
        return {node, {kind, "coretemp/Package id 0"}};
    case EntityKind::Cluster: // there is one
        return {{kind, "cluster"}};
    default:
        return {{kind, "it-1"}};
    }
}

bool isSame(const std::vector<PlaceStep>& one, const std::vector<PlaceStep>& other)
{
    return std::ranges::equal(one, other,
                              [](const auto& a, const auto& b) { return a.kind == b.kind && a.name == b.name; });
}

} // namespace

class TestExposition : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPageIsWhatScrapersRead();
    void openMetricsHasItsOwnRules();
    void numbersAreShortAndExact();
    void everyMetricIsReadBackAsItself();
    void exportersNamesAreTheirs_data();
    void exportersNamesAreTheirs();
    void placesAreReadBack();
    void aPortOfASwitchIsNoNodes();
    void linksOnABoardAreReadBack();
};

void TestExposition::aPageIsWhatScrapersRead()
{
    QCOMPARE(QString::fromStdString(smallPage().text(Exposition::Format::Text)),
             QStringLiteral("# HELP heat_celsius How \"hot\"\\nit is, \\\\ in short\n"
                            "# TYPE heat_celsius gauge\n"
                            "heat_celsius{gpu=\"0\"} 61.5\n"
                            "heat_celsius{gpu=\"2\"} +Inf\n"
                            "# HELP downs_total Link downs\n"
                            "# TYPE downs_total counter\n"
                            "downs_total{port=\"a\\\"b\\\\c\\nd\"} 255\n"));
}

void TestExposition::openMetricsHasItsOwnRules()
{
    Exposition page = smallPage();
    page.add(page.family({"DCGM_FI_DEV_ECC_SBE_AGG_TOTAL", "Theirs", {}, Exposition::Type::Counter}), "", 1.0F);
    const std::string text = page.text(Exposition::Format::OpenMetrics);
    QVERIFY(text.find("# UNIT heat_celsius celsius\n") != std::string::npos);
    QVERIFY(text.find("# HELP downs Link downs\n# TYPE downs counter\ndowns_total{") != std::string::npos);
    QVERIFY(text.find("# TYPE DCGM_FI_DEV_ECC_SBE_AGG_TOTAL unknown\n") != std::string::npos);
    QVERIFY(text.ends_with("\n# EOF\n"));
    QVERIFY(text.find("How \\\"hot\\\"") != std::string::npos);
}

void TestExposition::numbersAreShortAndExact()
{
    Exposition page;
    const std::size_t family = page.family({"x", "x"});
    page.add(family, "", 0.1F);
    page.add(family, "", 1.75e9 + 0.125);
    page.add(family, "", 5.36870912e11F);
    const std::string text = page.text(Exposition::Format::Text);
    QVERIFY2(text.ends_with("x 0.1\nx 1750000000.125\nx 536870900000\n")
                 || text.ends_with("x 0.1\nx 1750000000.125\nx 5.368709e+11\n"),
             text.c_str());
}

/// Uses the same table as for a server that has scraped the page.
void TestExposition::everyMetricIsReadBackAsItself()
{
    for (const MetricDescriptor& metric : metricCatalogue()) {
        const std::vector<PlaceStep> place = placeOfEach(metric.entityKind);
        const ExposedMetric exposed = exposedAs(metric, place.back().name);
        const auto row = std::ranges::find_if(exporterTable(), [&](const ScrapedMetric& each) {
            return each.seen == exposed.family.name && each.metric == metric.name
                && each.query == latestOf(exposed.family.name);
        });
        QVERIFY2(row != exporterTable().end(), (metric.name + " as " + exposed.family.name).c_str());
        QVERIFY2(std::abs(row->factor * exposed.factor - 1) < 1e-12, metric.name.c_str());
        QVERIFY2(isSame(placeOf(labelsOf(place), metric.entityKind), place), metric.name.c_str());
    }
}

void TestExposition::exportersNamesAreTheirs_data()
{
    QTest::addColumn<QByteArray>("metric");
    QTest::addColumn<QByteArray>("entity");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<double>("factor");
    const auto row = [](std::string_view metric, const char* entity, const char* name, double factor = 1) {
        QTest::newRow(name) << QByteArray(metric.data(), static_cast<qsizetype>(metric.size())) << QByteArray(entity)
                            << QByteArray(name) << factor;
    };
    row(metrics::gpu::temperature, "gpu0", "DCGM_FI_DEV_GPU_TEMP");
    row(metrics::gpu::clockSm, "gpu0", "DCGM_FI_DEV_SM_CLOCK", 1e-6);
    row(metrics::gpu::utilisation, "gpu0", "DCGM_FI_DEV_GPU_UTIL", 100);
    row(metrics::gpu::smActivity, "gpu0", "DCGM_FI_PROF_SM_ACTIVE");
    row(metrics::gpu::eccCorrectedTotal, "gpu0", "DCGM_FI_DEV_ECC_SBE_AGG_TOTAL");
    row(metrics::node::load1min, "n1", "node_load1");
    row(metrics::port::rate, "mlx5_0/1", "node_infiniband_rate_bytes_per_second", 0.125);
    // Differences: rates, values the exporter computes differently, and other labels.
    row(metrics::port::rate, "eth0", "lockstep_port_rate_bits_per_second");
    row(metrics::port::transmit, "mlx5_0/1", "lockstep_port_transmit_bytes_per_second");
    row(metrics::node::cpuUtilisation, "n1", "lockstep_node_cpu_utilisation_ratio");
    row(metrics::sensor::temperature, "coretemp/Core 0", "lockstep_sensor_temperature_celsius");
    row(metrics::gpu::throttled, "gpu0", "lockstep_gpu_throttled_ratio");
    row(metrics::port::linkDownedTotal, "eth0", "lockstep_port_link_downed_total");
    // DCGM has no label for the link.
    row(metrics::port::linkReplaysTotal, "nvlink3", "lockstep_port_link_replays_total");
}

void TestExposition::exportersNamesAreTheirs()
{
    QFETCH(QByteArray, metric);
    QFETCH(QByteArray, entity);
    QFETCH(QByteArray, name);
    QFETCH(double, factor);
    const ExposedMetric exposed = exposedAs(*findMetric(metric.toStdString()), entity.toStdString());
    QCOMPARE(QByteArray::fromStdString(exposed.family.name), name);
    QVERIFY(std::abs(exposed.factor / factor - 1) < 1e-9);
    QVERIFY(!exposed.family.help.empty());
}

void TestExposition::placesAreReadBack()
{
    NodeLayout layout;
    layout.entities = {{EntityKind::Node, "as the node says"},
                       {EntityKind::Gpu, "gpu7", 0},
                       {EntityKind::Job, "train", EntityDescriptor::clusterScope}};
    const Labels gpu = labelsOf(placeIn(layout, 1, "n1"));
    QCOMPARE(gpu, (Labels{{"node", "n1"}, {"gpu", "7"}, {"device", "nvidia7"}}));
    QCOMPARE(labelsOf(placeIn(layout, 2, "n1")), (Labels{{"hpc_job", "train"}}));
    // A scraper adds these.
    Labels scraped = gpu;
    scraped.emplace_back("instance", "10.0.0.1:7118");
    scraped.emplace_back("job", "lockstep");
    QVERIFY(isSame(placeOf(scraped, EntityKind::Gpu), {{EntityKind::Node, "n1"}, {EntityKind::Gpu, "gpu7"}}));
}

void TestExposition::aPortOfASwitchIsNoNodes()
{
    const std::vector<PlaceStep> place{{EntityKind::Switch, "leaf-1"}, {EntityKind::Port, "1/2"}};
    const Labels labels = labelsOf(place);
    QCOMPARE(labels, (Labels{{"switch", "leaf-1"}, {"port", "1/2"}}));
    Labels scraped = labels;
    scraped.emplace_back("instance", "10.0.0.1:7118");
    QVERIFY(isSame(placeOf(scraped, EntityKind::Port), place));
}

void TestExposition::linksOnABoardAreReadBack()
{
    NodeLayout layout;
    layout.entities = {{EntityKind::Node, "n1"},         {EntityKind::Gpu, "gpu7", 0},
                       {EntityKind::Port, "nvlink3", 1}, {EntityKind::Switch, "nvswitch0", 0},
                       {EntityKind::Port, "nvlink3", 3}, {EntityKind::Sensor, "vdd", 3}};
    const Labels ofGpu = labelsOf(placeIn(layout, 2, "n1"));
    QCOMPARE(ofGpu, (Labels{{"node", "n1"}, {"gpu", "7"}, {"device", "nvidia7"}, {"nvlink", "3"}}));
    const Labels ofSwitch = labelsOf(placeIn(layout, 4, "n1"));
    QCOMPARE(ofSwitch, (Labels{{"node", "n1"}, {"nvswitch", "nvswitch0"}, {"nvlink", "3"}}));
    for (const std::uint32_t entity : {2U, 4U, 5U}) {
        const std::vector<PlaceStep> place = placeIn(layout, entity, "n1");
        Labels scraped = labelsOf(place);
        scraped.emplace_back("instance", "10.0.0.1:7118");
        QVERIFY(isSame(placeOf(scraped, layout.entities[entity].kind), place));
    }
}

LOCKSTEP_TEST(tst_exposition, TestExposition)
#include "tst_exposition.moc"
