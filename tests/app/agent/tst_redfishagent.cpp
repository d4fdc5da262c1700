// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentclient.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/collectors/facility/facilitycollector.h"
#include "datasources/collectors/redfish/redfishoptions.h"
#include "datasources/collectors/sampling/agentconfig.h"
#include "datasources/collectors/sampling/collectorset.h"
#include "datasources/collectors/sampling/huboutput.h"
#include "datasources/collectors/sampling/nodeagent.h"
#include "models/analysis/causality/alerts.h"
#include "models/core/batch.h"
#include "models/core/metrics/metricnames.h"
#include "models/pipeline/pipeline.h"
#include "models/store/clusterstore.h"
#include "tests/datasources/collectors/redfish/redfishservice.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/freeport.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

using namespace lockstep;
using namespace lockstep::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QString cduPath = u"/redfish/v1/ThermalEquipment/CDUs/1"_s;

/// The value of a loop's metric in a tick; NaN: it has none.
float loopValueIn(const NodeTick& tick, const std::string& loop, std::string_view metric)
{
    std::size_t value = 0;
    for (const ColumnDescriptor& column : tick.layout->columns) {
        for (const std::uint32_t at : column.entities) {
            const EntityDescriptor& entity = tick.layout->entities[at];
            const bool isLoop = entity.kind == EntityKind::Loop && entity.parent == EntityDescriptor::clusterScope;
            if (isLoop && entity.name == loop && tick.layout->metrics[column.metric].name == metric)
                return tick.values[value];
            ++value;
        }
    }
    return noData;
}

/// A cooling unit polled by an agent, and the data in the store. Runs as fast as possible.
class Gateway
{
public:
    Gateway(RedfishService& service, const std::string& certificate)
        : m_service(service),
          m_sampler(nodeConfig(), collectors(service, certificate)),
          m_window(Pipeline::liveOnlyLimits(1s), m_learned)
    {
        m_sampler.detect();
    }

    [[nodiscard]] TimePoint now() const { return m_now; }

    /// Advances one tick after the agent has read the service's current values.
    void advance()
    {
        const int reads = m_service.reads(cduPath + u"/LeakDetection/LeakDetectors/Tray"_s);
        if (!test::waitFor(
                [&] { return m_service.reads(cduPath + u"/LeakDetection/LeakDetectors/Tray"_s) >= reads + 3; }))
            qFatal("the agent does not read");
        m_now += 1s;
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = m_now;
        batch->node = "gateway";
        if (m_sequence == 0)
            batch->identity = m_sampler.identity();
        batch->sequence = ++m_sequence;
        batch->tick = m_sampler.sample(m_now);
        const std::vector<BatchPtr> batches{batch};
        m_window.step(batches, m_now);
    }

    [[nodiscard]] std::vector<Alert> alerts() const
    {
        const ClusterStore& store = m_window.store();
        return alertsAt(store.reported().events(), *store.topology(), {}, m_now);
    }

private:
    static AgentConfig nodeConfig()
    {
        AgentConfig config;
        config.nodeName = "gateway";
        return config;
    }

    static Collectors collectors(const RedfishService& service, const std::string& certificate)
    {
        RedfishOptions options;
        options.url = service.url();
        options.caFile = certificate;
        options.names.loop = "cdu-7";
        std::vector<PolledTarget> targets;
        targets.push_back({makeRedfishTarget(options), 10ms});
        Collectors collectors;
        collectors.push_back(std::make_unique<FacilityCollector>("redfish", std::move(targets), 10s));
        return collectors;
    }

    RedfishService& m_service;
    NodeSampler m_sampler;
    LearnedBaselines m_learned;
    Pipeline m_window;
    std::uint64_t m_sequence = 0;
    TimePoint m_now{std::chrono::seconds(1'772'334'720)};
};

} // namespace

/// An agent as a gateway to a cooling unit: configuration, service, client and the data in the store.
class TestRedfishAgent : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    TestCertificate m_certificate{m_folder.path().toStdString()};

private Q_SLOTS:
    void whatAUnitSaysArrivesUnderItsLoop()
    {
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        const auto config = parseAgentConfig(fmt::format("[node]\nname = \"gateway\"\n[sampling]\nperiod = 0.2\n"
                                                         "rescan = 1.0\n[collectors]\njobs = false\nras = false\n"
                                                         "[[redfish]]\nurl = \"{}\"\nca = \"{}\"\ninterval = 1\n"
                                                         "loop = \"cdu-7\"\nserves = [\"A01\", \"A02\"]\n",
                                                         service.url(), m_certificate.certificateFile()),
                                             "agent.toml");
        QVERIFY2(config.isOk(), config.isOk() ? "" : config.error().message.c_str());
        TelemetryHub hub;
        const std::unique_ptr<AgentServer> server = serveOnFreePort(hub);
        NodeAgent agent(config.value(), makeCollectors(config.value()), publishTo(hub));
        agent.start();
        AgentEndpoint endpoint;
        endpoint.address = addressOf(*server);
        BatchLog log;
        AgentClient client(SourceId{0}, std::move(endpoint), log.sink());
        client.start();
        BatchPtr found;
        QVERIFY(log.waitFor([&](const std::vector<BatchPtr>& batches) {
            const auto its = std::ranges::find_if(batches, [](const BatchPtr& each) {
                return each->tick && loopValueIn(*each->tick, "cdu-7", metrics::loop::flow) == 180;
            });
            found = its == batches.end() ? nullptr : *its;
            return found != nullptr;
        }));
        const NodeTick& tick = *found->tick;
        QCOMPARE(loopValueIn(tick, "cdu-7", metrics::loop::returnTemperature), 40.0F);
        QCOMPARE(loopValueIn(tick, "cdu-7", metrics::loop::heat), 120'000.0F);
        QCOMPARE(loopValueIn(tick, "cdu-7", metrics::loop::leak), 0.0F);
        const auto loop = std::ranges::find(tick.layout->entities, EntityKind::Loop, &EntityDescriptor::kind);
        QCOMPARE(loop->serves, (std::vector<std::string>{"A01", "A02"}));
        client.stop();
        agent.stop();
    }

    void aPumpThatWearsOutIsNamedWithItsLoop_data()
    {
        QTest::addColumn<int>("interval");
        QTest::newRow("asked every second") << 1;
        QTest::newRow("asked every ten seconds") << 10;
    }

    /// Pumps lose speed and the flow falls with them, at a steady load. The first minute is healthy, because detectors
    /// compare a loop with its own past.
    void aPumpThatWearsOutIsNamedWithItsLoop()
    {
        QFETCH(int, interval);
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        Gateway gateway(service, m_certificate.certificateFile());
        for (int second = 0; second < 60; ++second)
            gateway.advance();
        QVERIFY(gateway.alerts().empty());
        int reported = -1;
        for (int second = 0; second < 60 && reported < 0; ++second) {
            const double share = 1 - 0.01 * (second - second % interval);
            for (const QString& pump : {u"/Pumps/1"_s, u"/Pumps/2"_s})
                service.set(cduPath + pump, {u"PumpSpeedPercent"_s, u"Reading"_s}, 60 * share);
            const QString connector = cduPath + u"/SecondaryCoolantConnectors/1"_s;
            service.set(connector, {u"FlowLitersPerMinute"_s, u"Reading"_s}, 180 * share);
            service.set(connector, {u"ReturnTemperatureCelsius"_s, u"Reading"_s}, 30 + 10 / share);
            gateway.advance();
            reported = gateway.alerts().empty() ? -1 : second;
        }
        const std::vector<Alert> alerts = gateway.alerts();
        QCOMPARE(alerts.size(), std::size_t{1});
        QCOMPARE(alerts.front().kind, std::string("pump_degradation"));
        QCOMPARE(alerts.front().names, std::vector<std::string>{"cdu-7"});
        const std::string& what = alerts.front().chain.front().what;
        QVERIFY2(what.find("Loop cdu-7: flow") != std::string::npos, what.c_str());
        QVERIFY2(what.find("pumps at") != std::string::npos, what.c_str());
        qInfo("reported %d s after the pumps began to lose 1 %% a second: %s", reported, what.c_str());
    }

    void aLeakBecomesAnAlertOfItsOwn()
    {
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        Gateway gateway(service, m_certificate.certificateFile());
        for (int second = 0; second < 5; ++second)
            gateway.advance();
        const QString detector = cduPath + u"/LeakDetection/LeakDetectors/Tray"_s;
        service.set(detector, {u"DetectorState"_s}, u"Critical"_s);
        for (int second = 0; second < 6; ++second)
            gateway.advance();
        const std::vector<Alert> alerts = gateway.alerts();
        QCOMPARE(alerts.size(), std::size_t{1});
        QCOMPARE(alerts.front().kind, std::string("coolant_leak"));
        QVERIFY(alerts.front().severity == Severity::Critical);
        QCOMPARE(alerts.front().chain.size(), std::size_t{1});
        QCOMPARE(alerts.front().chain.front().what, std::string("Loop cdu-7: leak detector Tray reports Critical"));
    }

    void whatIsWrongInTheConfigurationIsSaidWithItsLine()
    {
        const auto message = [](const char* text) {
            const auto config = parseAgentConfig(std::string("[[redfish]]\n") + text, "agent.toml");
            return config.isOk() ? std::string("fine") : config.error().message;
        };
        QCOMPARE(message("url = \"https://cdu\"\nloop = \"a\"\n"), std::string("fine"));
        for (const auto& [text, line] : {std::pair("loop = \"a\"\n", "agent.toml:1"),
                                         {"url = \"cdu\"\n", "agent.toml:2"},
                                         {"url = \"https://a:b@cdu\"\n", "agent.toml:2"},
                                         {"url = \"https://cdu\"\nuser = \"a\"\n", "agent.toml:3"},
                                         {"url = \"https://cdu\"\nnode = \"a\"\n", "agent.toml:3"},
                                         {"url = \"https://cdu\"\nloops = [\"a\"]\n", "agent.toml:3"},
                                         {"url = \"https://cdu\"\nintervall = 5\n", "agent.toml:3"}})
            QVERIFY2(message(text).starts_with(line), message(text).c_str());
    }
};

LOCKSTEP_TEST(tst_redfishagent, TestRedfishAgent)
#include "tst_redfishagent.moc"
