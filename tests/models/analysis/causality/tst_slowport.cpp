// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alerts.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/analysis/causality/slowport.h"
#include "models/core/metrics/metricnames.h"
#include "tests/models/analysis/causality/smallhall.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <map>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

/// Finds the port that causes slow links by its counters.
class TestSlowPort : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_hall = SmallHall();
        m_measured.clear();
    }

    void thePortWithRetransmitsIsNamedWithItsDirection()
    {
        measure(metrics::port::retransmits, 0);
        measure(metrics::port::transmitWait, 0.001F);
        measure(metrics::port::rate, 400e9F);
        measure(metrics::port::up, 1);
        set(metrics::port::retransmits, m_hall.port("node-2", "nic1"), 120);
        set(metrics::port::transmitWait, m_hall.port("node-2", "nic1"), 0.02F);
        set(metrics::port::retransmits, m_hall.port("node-6", "nic1"), 5000); // of another job
        const Alert::Stage found = lastStage();
        QCOMPARE(plain(found.what),
                 QStringLiteral("worst of 16 ports: node-2/nic1 towards r1-leaf1: 120 retransmits/s, waits for credit "
                                "2 % of the time"));
        QCOMPARE(found.entities, std::vector<EntityRef>{m_hall.port("node-2", "nic1")});
    }

    void theLeafsEndIsOneOfThem()
    {
        measure(metrics::port::transmitWait, 0);
        measure(metrics::port::retransmits, 0);
        measure(metrics::port::up, 1);
        measure(metrics::port::rate, 400e9F);
        set(metrics::port::rate, m_hall.port("r0-leaf0", "node-1"), 100e9F);
        QCOMPARE(plain(lastStage().what),
                 QStringLiteral("worst of 16 ports: r0-leaf0/node-1 towards node-1: rate 100 Gb/s, peers 400 Gb/s"));
    }

    void whatIsNotMeasuredIsSaid()
    {
        measure(metrics::port::up, 1);
        measure(metrics::port::rate, 400e9F);
        QCOMPARE(plain(lastStage().what),
                 QStringLiteral("no fault on any of 16 ports; not measured: retransmits (port.retransmits), waiting "
                                "for credit (port.transmit_wait)"));
        QVERIFY(lastStage().entities.empty());
        m_hall.jobs.front().places = {EntityRef{EntityKind::Loop, 0}};
        QVERIFY(lastStage().what.starts_with("no ports of train-a are known: "));
    }

    void otherAlertsStayAsTheyAre()
    {
        Alert alert = alertOf("storage.slow", "train-a: checkpoints take 5 times as long");
        const std::size_t stages = alert.chain.size();
        addSlowPort(alert, *m_hall.topology, m_hall.jobs, 1s, SmallHall::at(100), columns());
        QCOMPARE(alert.chain.size(), stages);
    }

private:
    [[nodiscard]] static QString plain(std::string text)
    {
        for (const std::string space : {"\u2009", "\u202F", "\u00A0"}) {
            for (std::size_t at = text.find(space); at != std::string::npos; at = text.find(space))
                text.replace(at, space.size(), " ");
        }
        return QString::fromStdString(text);
    }
    void measure(std::string_view metric, float value)
    {
        m_measured[std::string(metric)].assign(m_hall.topology->count(EntityKind::Port), value);
    }
    void set(std::string_view metric, EntityRef port, float value)
    {
        m_measured[std::string(metric)][port.index] = value;
    }
    [[nodiscard]] ColumnOf columns() const
    {
        return [this](std::string_view metric, TickIndex) {
            const auto found = m_measured.find(metric);
            return found == m_measured.end() ? std::vector<float>() : found->second;
        };
    }
    [[nodiscard]] Alert alertOf(const char* code, const char* text) const
    {
        const std::vector<DerivedEvent> events{SmallHall::reported(50, m_hall.node(1), code, text)};
        const DependencyGraph graph(*m_hall.topology, m_hall.jobs);
        return alertsDuring(events, graph, {SmallHall::at(0), SmallHall::at(100)}).at(0);
    }
    [[nodiscard]] Alert::Stage lastStage() const
    {
        Alert alert = alertOf("sync.straggler", "train-a: the links of train-a/dp5 keeps the others waiting");
        addSlowPort(alert, *m_hall.topology, m_hall.jobs, 1s, SmallHall::at(100), columns());
        return alert.chain.back();
    }

    SmallHall m_hall;
    std::map<std::string, std::vector<float>, std::less<>> m_measured; ///< by metric
};

LOCKSTEP_TEST(tst_slowport, TestSlowPort)
#include "tst_slowport.moc"
