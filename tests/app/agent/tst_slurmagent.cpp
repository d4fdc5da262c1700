// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentclient.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/collectors/sampling/agentconfig.h"
#include "datasources/collectors/sampling/collectorset.h"
#include "datasources/collectors/sampling/huboutput.h"
#include "datasources/collectors/sampling/nodeagent.h"
#include "datasources/collectors/scheduler/scheduleroptions.h"
#include "models/core/allocationwords.h"
#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/collectors/scheduler/slurmcluster.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/freeport.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>
#include <fmt/format.h>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Value of a metric on an entity that belongs to no node or to another node; NaN: none.
float clusterValueIn(const NodeTick& tick, const std::string& entity, std::string_view metric)
{
    std::size_t value = 0;
    for (const ColumnDescriptor& column : tick.layout->columns) {
        for (const std::uint32_t at : column.entities) {
            if (tick.layout->entities[at].name == entity && tick.layout->metrics[column.metric].name == metric)
                return tick.values[value];
            ++value;
        }
    }
    return noData;
}

/// An event with that code on that entity or, if the entity is empty, on the querying node.
const Event* eventIn(const NodeTick& tick, std::string_view code, std::string_view entity)
{
    const auto found = std::ranges::find_if(tick.events, [&](const Event& event) {
        return event.code == code
            && (entity.empty() ? event.entity == 0 : tick.layout->entities[event.entity].name == entity);
    });
    return found == tick.events.end() ? nullptr : &*found;
}

/// The agent of a login node that queries Slurm, with its configuration, its service and a client.
class LoginNode
{
public:
    explicit LoginNode(const AgentConfig& config)
        : m_agent(config, makeCollectors(config), publishTo(m_hub)),
          m_server(serveOnFreePort(m_hub)),
          m_client(clientOf(*this))
    {
        m_agent.start();
        m_client->start();
    }
    ~LoginNode()
    {
        m_client->stop();
        m_agent.stop();
    }

    /// Waits until a tick is as expected.
    [[nodiscard]] bool sees(const std::function<bool(const NodeTick&)>& isRight)
    {
        return m_log.waitFor([&](const std::vector<BatchPtr>& batches) {
            for (std::size_t at = 0; at < batches.size(); ++at) {
                const Batch& batch = *batches[at];
                m_names = batch.names ? batch.names : m_names;
                if (at >= m_seen && batch.tick && isRight(*batch.tick))
                    return true;
            }
            return false;
        });
    }
    /// Ignores events logged so far.
    void skipEarlier() { m_seen = m_log.all().size(); }
    /// Names that the spans of the current tick refer to.
    [[nodiscard]] const std::vector<std::string>& names() const { return *m_names; }

private:
    static std::unique_ptr<AgentClient> clientOf(LoginNode& self)
    {
        AgentEndpoint endpoint;
        endpoint.address = addressOf(*self.m_server);
        return std::make_unique<AgentClient>(SourceId{0}, std::move(endpoint), self.m_log.sink());
    }

    TelemetryHub m_hub;
    NodeAgent m_agent;
    std::unique_ptr<AgentServer> m_server;
    BatchLog m_log;
    std::unique_ptr<AgentClient> m_client;
    std::size_t m_seen = 0;
    Names m_names;
};

} // namespace

/// A real Slurm through an agent: its configuration, its service and a client.
class TestSlurmAgent : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Uses the default interval, to check that it is short enough.
    void whatSlurmDoesIsSeen()
    {
        QVERIFY(SchedulerOptions().interval <= std::chrono::seconds(2));
        SlurmCluster cluster;
        if (const QString why = cluster.start(); !why.isEmpty())
            QSKIP(qPrintable(why));
        const auto config = parseAgentConfig(
            fmt::format(
                "[node]\nname = \"login\"\n[collectors]\njobs = false\nras = false\n[slurm]\naddress = \"unix:{}\"\n",
                cluster.socket().toStdString()),
            "agent.toml");
        QVERIFY2(config.isOk(), config.isOk() ? "" : config.error().message.c_str());
        LoginNode login(config.value());
        QVERIFY(
            login.sees([](const NodeTick& tick) { return clusterValueIn(tick, "n2", metrics::node::gpusIdle) == 4; }));

        login.skipEarlier();
        const QString submitted
            = cluster.run(u"sbatch"_s,
                          {u"--parsable"_s, u"-J"_s, u"train"_s, u"-N2"_s, u"-n2"_s, u"--gres=gpu:2"_s, u"--requeue"_s,
                           u"-o"_s, u"/dev/null"_s, u"--wrap"_s, u"sleep 300"_s});
        const std::string id = submitted.trimmed().toStdString();
        const std::string job = "train " + id;
        QVERIFY(login.sees(
            [&](const NodeTick& tick) { return !std::isnan(clusterValueIn(tick, job, metrics::job::pending)); }));
        QVERIFY(test::waitFor([&] { return cluster.run(u"squeue"_s, {u"-h"_s, u"-tR"_s}).contains(u"train"_s); }));
        QVERIFY(login.sees(
            [&](const NodeTick& tick) { return eventIn(tick, codes::schedulerJobStarted, job) != nullptr; }));
        QVERIFY(login.sees([&](const NodeTick& tick) {
            return clusterValueIn(tick, job, metrics::job::allocatedGpus) == 4
                && clusterValueIn(tick, "root", metrics::tenant::gpusAllocated) == 4
                && clusterValueIn(tick, "n1", metrics::node::gpusAllocated) == 2;
        }));
        QVERIFY(login.sees([&](const NodeTick& tick) {
            const std::vector<std::string>& names = login.names();
            return std::ranges::any_of(tick.spans, [&](const Span& span) {
                return span.job < names.size() && names[span.job] == job && span.bytes == 2 && span.sequence == 3
                    && names[span.lane] == allocationLane && tick.layout->entities[span.entity].name == "n2";
            });
        }));

        login.skipEarlier();
        cluster.run(u"scontrol"_s, {u"update"_s, u"nodename=n2"_s, u"state=drain"_s, u"reason=bad HBM"_s});
        QVERIFY(login.sees([&](const NodeTick& tick) {
            const Event* const event = eventIn(tick, codes::schedulerNodeDrained, "n2");
            return event != nullptr && event->text.find("bad HBM") != std::string::npos
                && clusterValueIn(tick, "n2", metrics::node::drained) == 1;
        }));

        login.skipEarlier();
        cluster.run(u"scontrol"_s, {u"requeue"_s, QString::fromStdString(id)});
        QVERIFY(login.sees([&](const NodeTick& tick) {
            return eventIn(tick, codes::schedulerJobRequeued, job) != nullptr
                && clusterValueIn(tick, job, metrics::job::requeues) == 1;
        }));

        login.skipEarlier();
        cluster.run(u"scontrol"_s, {u"update"_s, u"nodename=n2"_s, u"state=resume"_s});
        QVERIFY(
            login.sees([&](const NodeTick& tick) { return eventIn(tick, codes::schedulerNodeBack, "n2") != nullptr; }));

        login.skipEarlier();
        cluster.run(u"scontrol"_s,
                    {u"create"_s, u"reservation=maint"_s, u"starttime=now+3600"_s, u"duration=10"_s, u"users=root"_s,
                     u"flags=ignore_jobs"_s, u"nodes=n1"_s});
        QVERIFY(login.sees([&](const NodeTick& tick) {
            const Event* const event = eventIn(tick, codes::schedulerReservation, {});
            return event != nullptr && event->text.find("maint: n1") != std::string::npos;
        }));

        login.skipEarlier();
        cluster.stopRest();
        QVERIFY(login.sees([](const NodeTick& tick) { return eventIn(tick, codes::schedulerSilent, {}) != nullptr; }));
        login.skipEarlier();
        QVERIFY(login.sees([](const NodeTick& tick) { // a missing answer does not mean that all is well
            return std::isnan(clusterValueIn(tick, "n2", metrics::node::gpus));
        }));
        cluster.startRest();
        QVERIFY(login.sees([](const NodeTick& tick) { return eventIn(tick, codes::schedulerBack, {}) != nullptr; }));
    }

    void whatIsWrongInTheConfigurationIsSaidWithItsLine()
    {
        const auto message = [](const char* text) {
            const auto config = parseAgentConfig(text, "agent.toml");
            return config.isOk() ? std::string("fine") : config.error().message;
        };
        for (const char* const good :
             {"[slurm]\naddress = \"commands\"\n", "[slurm]\naddress = \"unix:/run/x\"\nuser = \"a\"\n",
              "[slurm]\naddress = \"http://127.0.0.1:6820\"\ntoken_file = \"/x\"\nuser = \"a\"\n",
              "[kubernetes]\naddress = \"in-cluster\"\n", "[kubernetes]\naddress = \"https://k\"\ndomain = \"x.y\"\n"})
            QCOMPARE(message(good), std::string("fine"));
        for (const auto& [text, expected] :
             {std::pair("[slurm]\n", "agent.toml:1"),
              {"[slurm]\naddress = \"unix:x\"\n", "agent.toml:2"},
              {"[slurm]\naddress = \"slurm\"\n", "agent.toml:2"},
              {"[slurm]\naddress = \"https://a:b@c\"\n", "agent.toml:2"},
              {"[slurm]\naddress = \"commands\"\ntoken_file = \"/x\"\n", "agent.toml:3"},
              {"[slurm]\naddress = \"http://127.0.0.1:1\"\nuser = \"a\"\n", "agent.toml:3"},
              {"[slurm]\naddress = \"commands\"\ninterval = 0\n", "agent.toml:3"},
              {"[kubernetes]\naddress = \"commands\"\n", "agent.toml:2"},
              {"[kubernetes]\naddress = \"in-cluster\"\nuser = \"a\"\n", "agent.toml:3"}})
            QVERIFY2(message(text).starts_with(expected), (text + message(text)).c_str());
    }
};

LOCKSTEP_TEST(tst_slurmagent, TestSlurmAgent)
#include "tst_slurmagent.moc"
