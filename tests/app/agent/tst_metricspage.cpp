// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/nodepage.h"
#include "datasources/agentclient/agentclient.h"
#include "datasources/collectors/layoutbuilder.h"
#include "datasources/prometheus/engineplan.h"
#include "datasources/prometheus/prometheussource.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/http/httpserver.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <mutex>
#include <set>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

/// Values of a source over time, by metric and entity.
class Watched
{
public:
    using Series = std::map<TimePoint, float>;

    [[nodiscard]] std::function<void(BatchPtr)> sink()
    {
        return [this](const BatchPtr& batch) {
            const std::scoped_lock lock(m_mutex);
            if (batch->status)
                m_state = batch->status->reason;
            if (!batch->tick)
                return;
            ++m_ticks;
            const NodeLayout& layout = *batch->tick->layout;
            std::size_t next = 0;
            for (const ColumnDescriptor& column : layout.columns) {
                for (const std::uint32_t entity : column.entities)
                    m_series[layout.metrics[column.metric].name + " " + batch->node + pathIn(layout, entity)]
                            [batch->tick->time]
                        = batch->tick->values[next++];
            }
        };
    }
    [[nodiscard]] std::map<std::string, Series> series() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_series;
    }
    [[nodiscard]] int ticks() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_ticks;
    }
    [[nodiscard]] std::string state() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_state;
    }

private:
    static std::string pathIn(const NodeLayout& layout, std::uint32_t entity)
    {
        if (entity == 0 || entity >= layout.entities.size())
            return {};
        return pathIn(layout, layout.entities[entity].parent) + "/" + layout.entities[entity].name;
    }

    mutable std::mutex m_mutex;
    std::map<std::string, Series> m_series;
    int m_ticks = 0;
    std::string m_state;
};

/// A port that is free at the moment.
std::uint16_t freePort()
{
    return test::HttpServer([](const test::HttpQuestion&) { return std::string(); }).port();
}

/// A process that is ended on destruction.
class Program
{
public:
    Program(const QString& program, const QStringList& arguments)
    {
        m_process.setStandardOutputFile(QProcess::nullDevice());
        m_process.setReadChannel(QProcess::StandardError);
        m_process.start(program, arguments);
    }
    ~Program()
    {
        m_process.terminate();
        if (!m_process.waitForFinished())
            m_process.kill();
        m_process.waitForFinished();
    }
    /// The first match in its log.
    QString waitFor(const QString& pattern)
    {
        const QRegularExpression expression(pattern);
        while (!expression.match(m_log).hasMatch() && m_process.waitForReadyRead(test::hangTimeoutMs))
            m_log += QString::fromUtf8(m_process.readAllStandardError());
        return expression.match(m_log).captured(1);
    }
    [[nodiscard]] const QString& log() const { return m_log; }

private:
    QProcess m_process;
    QString m_log;
};

} // namespace

/// /metrics of the agent: the page itself, and how Debian's Prometheus reads it.
class TestMetricsPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPageHasTheNewestTickUntilItIsOld();
    void anEngineThatScrapesTheAgentSaysWhatTheAgentSays();

private:
    static void compare(const Watched& agent, const Watched& engine);
};

void TestMetricsPage::aPageHasTheNewestTickUntilItIsOld()
{
    LayoutBuilder builder("n1", false);
    builder.add(metrics::gpu::utilisation, builder.addEntity(EntityKind::Gpu, "gpu0"));
    builder.add(metrics::gpu::power, builder.addEntity(EntityKind::Gpu, "gpu1"));
    const auto layout = std::make_shared<const NodeLayout>(builder.finish(1));
    auto identity = std::make_shared<NodeIdentity>();
    identity->name = "n1";
    identity->agentVersion = "0.1.0";
    NodePage page;
    const NodePage::SteadyTime start{};
    QVERIFY(page.text(Exposition::Format::Text, start) == nullptr);
    page.describe(identity);
    page.take({TimePoint(1'750'000'000s), layout, {0.37F, noData}, {}, {}}, start);
    const auto fresh = page.text(Exposition::Format::Text, start + 2s);
    QVERIFY(fresh->find("\nDCGM_FI_DEV_GPU_UTIL{node=\"n1\",gpu=\"0\",device=\"nvidia0\",Hostname=\"n1\"} 37\n")
            != std::string::npos);
    QVERIFY(fresh->find("DCGM_FI_DEV_POWER_USAGE") == std::string::npos); // no data is no zero
    QVERIFY(fresh->find("lockstep_agent_tick_timestamp_seconds{node=\"n1\"} 1750000000\n") != std::string::npos
            || fresh->find("lockstep_agent_tick_timestamp_seconds{node=\"n1\"} 1.75e+09\n") != std::string::npos);
    QCOMPARE(page.text(Exposition::Format::Text, start + 3s), fresh);
    const auto old = page.text(Exposition::Format::Text, start + 3100ms);
    QVERIFY(old->find("DCGM_") == std::string::npos);
    QVERIFY(old->find("lockstep_agent_tick_timestamp_seconds") != std::string::npos);
}

void TestMetricsPage::compare(const Watched& agent, const Watched& engine)
{
    const auto direct = agent.series();
    std::size_t compared = 0;
    std::size_t moving = 0; // of them, series whose value changed from tick to tick
    for (const auto& [name, scraped] : engine.series()) {
        const auto known = direct.find(name);
        QVERIFY2(known != direct.end(), name.c_str());
        std::set<float> different;
        for (const auto& [time, value] : scraped) {
            // A tick is older than the scrape of its page, and slightly older than the request. The difference depends
            // on the machine.
            const auto from = known->second.lower_bound(time - 15s);
            const auto to = known->second.upper_bound(time);
            if (std::isnan(value) || from == known->second.begin() || known->second.rbegin()->first < time)
                continue; // the agent was not observed during all of that time
            const bool isSaid = std::any_of(from, to, [value = value](const auto& tick) {
                return std::fabs(tick.second - value) <= 1e-6F * std::fabs(value);
            });
            QVERIFY2(isSaid, fmt::format("{} at {}: {}", name, time.time_since_epoch().count(), value).c_str());
            different.insert(value);
            ++compared;
        }
        moving += different.size() > 3 ? 1 : 0;
    }
    QVERIFY2(compared > 200, fmt::format("{} values", compared).c_str());
    QVERIFY2(moving >= 3, fmt::format("{} moving series", moving).c_str());
    // Conversely, the page contains every metric of the catalogue that the agent measures.
    for (const auto& [name, values] : direct) {
        const bool isListed = findMetric(name.substr(0, name.find(' '))) != nullptr;
        const bool hasData = std::ranges::all_of(values, [](const auto& tick) { return !std::isnan(tick.second); });
        QVERIFY2(!isListed || !hasData || engine.series().contains(name), name.c_str());
    }
}

void TestMetricsPage::anEngineThatScrapesTheAgentSaysWhatTheAgentSays()
{
    const QString prometheus = QStandardPaths::findExecutable(QStringLiteral("prometheus"));
    if (prometheus.isEmpty())
        QSKIP("prometheus is not installed");
    const QTemporaryDir folder;
    const auto write = [&folder](const QString& name, const QString& text) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0)
            qFatal("cannot write");
        return file.fileName();
    };
    Program agent(QStringLiteral(AGENT_PATH),
                  {QStringLiteral("--config"),
                   write(QStringLiteral("agent.toml"),
                         QStringLiteral("[node]\nname = \"n1\"\n[server]\nlisten = \"127.0.0.1:0\"\n[jobs]\nsocket = "
                                        "\"%1\"\n")
                             .arg(folder.filePath(QStringLiteral("jobs.sock")))),
                   QStringLiteral("--metrics"), QStringLiteral(":0")});
    const QString metricsPort = agent.waitFor(QStringLiteral("metrics: serves /metrics on .*port (\\d+)\\)"));
    const QString port = agent.waitFor(QStringLiteral("serves on .*port (\\d+)\\)"));
    QVERIFY2(!port.isEmpty() && !metricsPort.isEmpty(), qPrintable(agent.log()));

    const std::uint16_t enginePort = freePort();
    const Program engine(
        prometheus,
        {QStringLiteral("--config.file=")
             + write(QStringLiteral("prometheus.yml"),
                     QStringLiteral("global: {scrape_interval: 1s}\nscrape_configs:\n- job_name: lockstep\n"
                                    "  static_configs: [{targets: ['127.0.0.1:%1']}]\n")
                         .arg(metricsPort)),
         QStringLiteral("--storage.tsdb.path=") + folder.filePath(QStringLiteral("data")),
         QStringLiteral("--web.listen-address=127.0.0.1:%1").arg(enginePort)});
    Watched direct;
    AgentEndpoint agentAt;
    agentAt.address = "127.0.0.1:" + port.toStdString();
    AgentClient client(SourceId{0}, agentAt, direct.sink());
    client.start();

    const EngineEndpoint endpoint{fmt::format("http://127.0.0.1:{}", enginePort), {}, {}};
    Result<EnginePlan> plan = Error{"not asked yet"};
    const auto explore = [&] {
        plan = exploreEngine(endpoint, wallClockNow());
        return plan.isOk() && plan.value().period == 1s;
    };
    (void)test::waitFor(explore);
    QVERIFY2(plan.isOk(), plan.isOk() ? "" : plan.error().message.c_str());
    QVERIFY(test::waitFor([&] { return direct.ticks() > 20; })); // longer than compare() looks back
    Watched scraped;
    {
        const PrometheusSource source(SourceId{1}, std::make_shared<const EnginePlan>(std::move(plan).value()),
                                      scraped.sink());
        QTRY_VERIFY2(scraped.ticks() >= 12, scraped.state().c_str());
    }
    client.stop();
    compare(direct, scraped);
}

LOCKSTEP_TEST(tst_metricspage, TestMetricsPage)
#include "tst_metricspage.moc"
