// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/topologybuilder.h"
#include "models/store/events/alerteventlog.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <string>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr EntityRef tellingNode{EntityKind::Node, 0};
constexpr EntityRef otherNode{EntityKind::Node, 1};

Event said(double second, Severity severity, std::string code, std::string text = "something")
{
    return {at(second), severity, 0, std::move(code), std::move(text)};
}

} // namespace

class TestAlertEventLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_topology = {};
        m_log.clear();
    }

    void warningsTheirEndsAndWhatOperatorsDoAreKept()
    {
        add(said(5, Severity::Information, "port.up")); // of nothing
        add(said(6, Severity::Information, "agent.job_reported"));
        QVERIFY(m_log.events().empty());
        add(said(10, Severity::Warning, "port.down"));
        add(said(20, Severity::Information, "port.up"));
        add(said(30, Severity::Information, "alert.acknowledged", "Acknowledged: x [key]"));
        QCOMPARE(codes(), (std::vector<std::string>{"alert.acknowledged", "port.down", "port.up"}));
    }

    void theOrderOfArrivalDoesNotMatter()
    {
        std::vector<Event> events{said(10, Severity::Warning, "port.down"), said(20, Severity::Information, "port.up"),
                                  said(30, Severity::Critical, "port.down"), said(15, Severity::Warning, "gpu.ecc")};
        for (const Event& event : events)
            add(event);
        const std::vector<std::string> inOrder = codes();
        std::mt19937 random(7);
        for (int round = 0; round < 20; ++round) {
            // An end without a beginning has no effect, so a beginning comes first.
            std::shuffle(events.begin() + 1, events.end(), random);
            m_log.clear();
            for (const Event& event : events)
                add(event);
            QCOMPARE(codes(), inOrder);
        }
    }

    void whatIsReportedTwiceIsTheSame()
    {
        add(said(10, Severity::Warning, "port.down"));
        const std::uint64_t version = m_log.version();
        add(said(10, Severity::Warning, "port.down"));
        QCOMPARE(m_log.version(), version);
        QCOMPARE(m_log.events().size(), 1UL);
    }

    void noPlaceTakesRoomFromAnother()
    {
        add(said(0, Severity::Critical, "gpu.lost", "GPU 3 fell off the bus"), otherNode);
        for (int number = 0; number < 10'000; ++number)
            add(said(1 + number * 0.001, Severity::Critical, "noise." + std::to_string(number)));
        for (int number = 0; number < 10'000; ++number)
            add(said(20 + number * 0.001, Severity::Critical, "noise.0"));
        const auto events = m_log.events();
        QVERIFY(events.size() <= AlertEventLog::maxCodesPerEntity + AlertEventLog::maxEventsPerCode + 1);
        QVERIFY(std::ranges::any_of(events, [](const DerivedEvent& each) { return each.entity == otherNode; }));
    }

    /// Both nodes are in one rack, whose events are stored together.
    void noNodeTakesRoomFromItsNeighbours()
    {
        TopologyBuilder builder;
        const EntityRef rack = builder.addRack("R1", {});
        const EntityRef liar = builder.addNode("liar", rack, {});
        const EntityRef honest = builder.addNode("honest", rack, {});
        m_topology = *builder.build();
        add(said(1, Severity::Warning, "port.down", "Port 1 is down"), honest);
        for (std::size_t code = 0; code < 3 * AlertEventLog::maxCodesPerEntity; ++code)
            add(said(2, Severity::Critical, "invented." + std::to_string(code)), liar);
        for (std::size_t again = 0; again < 3 * AlertEventLog::maxEventsPerCode; ++again)
            add(said(3 + static_cast<double>(again), Severity::Warning, "port.down", std::to_string(again)), liar);
        add(said(4, Severity::Warning, "gpu.lost", "GPU 3 has left the bus"), honest);
        const auto events = m_log.events();
        QCOMPARE(std::ranges::count(events, honest, &DerivedEvent::entity), 2);
        QVERIFY(events.size() <= AlertEventLog::maxCodesPerEntity + AlertEventLog::maxEventsPerCode);
    }

    void endsOfOtherCodesAreKnown()
    {
        QCOMPARE(endedBy("port.up"), std::string_view("port.down"));
        QCOMPARE(endedBy("gpu.ecc"), std::string_view());
    }

private:
    void add(const Event& event, EntityRef entity = tellingNode) { m_log.add(m_topology, entity, event); }
    [[nodiscard]] std::vector<std::string> codes() const
    {
        std::vector<std::string> all;
        for (const DerivedEvent& each : m_log.events())
            all.push_back(each.event.code);
        std::ranges::sort(all);
        return all;
    }

    Topology m_topology;
    AlertEventLog m_log;
};

LOCKSTEP_TEST(tst_alerteventlog, TestAlertEventLog)
#include "tst_alerteventlog.moc"
