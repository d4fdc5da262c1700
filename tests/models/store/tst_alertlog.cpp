// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topologybuilder.h"
#include "models/store/alertlog.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <string>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

using State = PlaceAlert::State;

constexpr EntityRef alertNode{EntityKind::Node, 0};
constexpr EntityRef otherNode{EntityKind::Node, 1};

Event said(double second, Severity severity, std::string code, std::string text = "something")
{
    return {at(second), severity, 0, std::move(code), std::move(text)};
}

} // namespace

class TestAlertLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAlertHasAStateAtEachMoment();
    void whatBecomesWorseNeedsAnotherLook();
    void anotherPartNeedsAnotherLook();
    void whatNothingEndsIsOverAfterAWhile();
    void whatAnEventEndsLastsUntilThen();
    void oneThingsEndIsNotAnothers();
    void theOrderOfArrivalDoesNotMatter();
    void whatIsToldTwiceIsTheSame();
    void noPlaceTakesRoomFromAnother();
    void noNodeTakesRoomFromItsNeighbours();
    void theMostPressingComesFirst();

private:
    void add(const Event& event, EntityRef entity = alertNode) { m_log.add(m_topology, entity, event); }
    [[nodiscard]] std::vector<PlaceAlert> alertsAt(double second) const { return m_log.at(at(second), m_topology); }

    Topology m_topology;
    AlertLog m_log;

private Q_SLOTS:
    void init()
    {
        m_topology = {};
        m_log.clear();
    }
};

void TestAlertLog::anAlertHasAStateAtEachMoment()
{
    add(said(10, Severity::Warning, "port.down", "Port 1 is down"));
    const PlaceAlert raised = alertsAt(20).at(0);
    add(AlertLog::acknowledgement(raised, at(30)));
    add(said(50, Severity::Information, "port.up", "Port 1 is up"));

    QVERIFY(alertsAt(9).empty());
    QCOMPARE(alertsAt(10).at(0).state, State::Active);
    QCOMPARE(alertsAt(29).at(0).state, State::Active);
    QCOMPARE(alertsAt(30).at(0).state, State::Acknowledged);
    QCOMPARE(alertsAt(49).at(0).state, State::Acknowledged);
    QCOMPARE(alertsAt(50).at(0).state, State::Cleared);
    QCOMPARE(alertsAt(50).at(0).since, at(10));
    QCOMPARE(alertsAt(50).at(0).until, at(50));
    QCOMPARE(alertsAt(649).size(), 1UL);
    QVERIFY(alertsAt(650).empty());
    // Once more is another episode, of which nobody has taken note.
    add(said(60, Severity::Warning, "port.down", "Port 1 is down"));
    QCOMPARE(alertsAt(60).at(0).state, State::Active);
    QCOMPARE(alertsAt(60).at(0).since, at(60));
}

void TestAlertLog::whatBecomesWorseNeedsAnotherLook()
{
    add(said(10, Severity::Warning, "metric.limit.gpu.temperature", "84 °C"));
    add(AlertLog::acknowledgement(alertsAt(10).at(0), at(20)));
    add(said(30, Severity::Critical, "metric.limit.gpu.temperature", "88 °C"));
    QCOMPARE(alertsAt(25).at(0).state, State::Acknowledged);
    QCOMPARE(alertsAt(25).at(0).severity, Severity::Warning);
    QCOMPARE(alertsAt(30).at(0).state, State::Active);
    QCOMPARE(alertsAt(30).at(0).severity, Severity::Critical);
    QCOMPARE(alertsAt(30).at(0).text, std::string("88 °C"));
    QCOMPARE(alertsAt(30).at(0).since, at(10));
}

void TestAlertLog::anotherPartNeedsAnotherLook()
{
    TopologyBuilder builder{Topology{}};
    const EntityRef first = builder.describeNode(TestNode("a").identity(1, "A01")->identity);
    const EntityRef neighbour = builder.describeNode(TestNode("b").identity(1, "A01")->identity);
    m_topology = *builder.build();
    QVERIFY(m_topology.ancestor(first, EntityKind::Rack).isValid());

    add(said(10, Severity::Critical, "gpu.xid"), first);
    add(AlertLog::acknowledgement(alertsAt(10).at(0), at(20)), first);
    add(said(30, Severity::Critical, "gpu.xid"), first); // again the same: known
    QCOMPARE(alertsAt(30).at(0).state, State::Acknowledged);
    add(said(40, Severity::Critical, "gpu.xid"), neighbour);
    QCOMPARE(alertsAt(40).size(), 1UL); // one rack, one alert
    QCOMPARE(alertsAt(40).at(0).parts, 2U);
    QCOMPARE(alertsAt(40).at(0).state, State::Active);
}

void TestAlertLog::whatNothingEndsIsOverAfterAWhile()
{
    add(said(0, Severity::Warning, "agent.job_event_malformed"));
    add(said(300, Severity::Warning, "agent.job_event_malformed"));
    QCOMPARE(alertsAt(899).at(0).state, State::Active);
    QCOMPARE(alertsAt(900).at(0).state, State::Cleared);
    QCOMPARE(alertsAt(900).at(0).events, 2U);
    add(said(1000, Severity::Warning, "agent.job_event_malformed"));
    QCOMPARE(alertsAt(1000).at(0).since, at(1000));
}

void TestAlertLog::whatAnEventEndsLastsUntilThen()
{
    add(said(0, Severity::Critical, "sync.hang"));
    QCOMPARE(alertsAt(40'000).at(0).state, State::Active);
    add(said(50'000, Severity::Information, "sync.hang", "goes on"));
    QCOMPARE(alertsAt(50'000).at(0).state, State::Cleared);
}

void TestAlertLog::oneThingsEndIsNotAnothers()
{
    add(said(0, Severity::Warning, "port.down"));
    add(said(1, Severity::Warning, "port.down"), otherNode);
    add(said(2, Severity::Information, "port.up"), otherNode);
    const auto alerts = alertsAt(3);
    QCOMPARE(alerts.size(), 2UL);
    QCOMPARE(alerts.at(0).place, alertNode);
    QCOMPARE(alerts.at(0).state, State::Active);
    QCOMPARE(alerts.at(1).state, State::Cleared);
}

void TestAlertLog::theOrderOfArrivalDoesNotMatter()
{
    std::vector<Event> events{said(10, Severity::Warning, "port.down"), said(20, Severity::Information, "port.up"),
                              said(30, Severity::Critical, "port.down"),
                              said(40, Severity::Information, "port.down.acknowledged"),
                              said(15, Severity::Warning, "fabric.flapping")};
    // Ends and acknowledgements of what has never been raised are nobody's, so a raise comes first.
    AlertLog inOrder;
    for (const Event& event : events)
        inOrder.add(m_topology, alertNode, event);
    std::mt19937 random(7);
    for (int round = 0; round < 20; ++round) {
        std::shuffle(events.begin() + 1, events.end(), random);
        AlertLog shuffled;
        for (const Event& event : events)
            shuffled.add(m_topology, alertNode, event);
        for (int second = 0; second < 60; second += 5)
            QVERIFY(shuffled.at(at(second), m_topology) == inOrder.at(at(second), m_topology));
    }
}

void TestAlertLog::whatIsToldTwiceIsTheSame()
{
    add(said(10, Severity::Warning, "port.down"));
    const std::uint64_t version = m_log.version();
    add(said(10, Severity::Warning, "port.down"));
    QCOMPARE(m_log.version(), version);
    QCOMPARE(alertsAt(10).at(0).events, 1U);
}

void TestAlertLog::noPlaceTakesRoomFromAnother()
{
    add(said(0, Severity::Critical, "gpu.lost", "GPU 3 fell off the bus"), otherNode);
    for (int number = 0; number < 10'000; ++number)
        add(said(1 + number * 0.001, Severity::Critical, "noise." + std::to_string(number)));
    for (int number = 0; number < 10'000; ++number)
        add(said(20 + number * 0.001, Severity::Critical, "noise.0"));
    const auto alerts = alertsAt(31);
    QVERIFY(alerts.size() <= AlertLog::codesAPlace + 1);
    QVERIFY(std::ranges::any_of(alerts, [](const PlaceAlert& each) { return each.place == otherNode; }));
    const auto noise = std::ranges::find(alerts, "noise.0", &PlaceAlert::code);
    QVERIFY(noise != alerts.end());
    QVERIFY(noise->events <= AlertLog::marksACode);
}

/// Both in one rack, whose alerts are told together.
void TestAlertLog::noNodeTakesRoomFromItsNeighbours()
{
    TopologyBuilder builder;
    const EntityRef rack = builder.addRack("R1", {});
    const EntityRef liar = builder.addNode("liar", rack, {});
    const EntityRef honest = builder.addNode("honest", rack, {});
    m_topology = *builder.build();
    add(said(1, Severity::Warning, "port.down", "Port 1 is down"), honest);
    for (std::size_t code = 0; code < 3 * AlertLog::codesAPlace; ++code)
        add(said(2, Severity::Critical, "invented." + std::to_string(code)), liar);
    for (std::size_t again = 0; again < 3 * AlertLog::marksACode; ++again)
        add(said(3 + static_cast<double>(again), Severity::Warning, "port.down", std::to_string(again)), liar);
    add(said(4, Severity::Warning, "gpu.lost", "GPU 3 has left the bus"), honest);

    const auto alerts = alertsAt(5);
    const auto of = [&](const char* code) {
        return std::ranges::find(alerts, code, &PlaceAlert::code);
    };
    QVERIFY(of("gpu.lost") != alerts.end());
    QVERIFY(of("port.down") != alerts.end());
    QCOMPARE(of("port.down")->since, at(1));
    QCOMPARE(of("port.down")->text, std::string("Port 1 is down"));
    QVERIFY(alerts.size() <= AlertLog::codesAPlace);
}

void TestAlertLog::theMostPressingComesFirst()
{
    add(said(10, Severity::Warning, "sync.straggler"));
    add(said(20, Severity::Critical, "sync.hang"));
    add(said(30, Severity::Critical, "gpu.lost"));
    add(AlertLog::acknowledgement(alertsAt(30).at(1), at(40)));
    std::vector<std::string> codes;
    for (const PlaceAlert& alert : alertsAt(50))
        codes.push_back(alert.code);
    QCOMPARE(codes, (std::vector<std::string>{"sync.hang", "sync.straggler", "gpu.lost"}));
    add(said(60, Severity::Critical, "port.down")); // of two that are as bad, the one that began first
    QCOMPARE(alertsAt(60).at(0).code, std::string("sync.hang"));
    QCOMPARE(alertsAt(60).at(1).code, std::string("port.down"));
}

LOCKSTEP_TEST(tst_alertlog, TestAlertLog)
#include "tst_alertlog.moc"
