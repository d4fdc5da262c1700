// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/reportclaims.h"
#include "datasources/agentclient/decoding/scopedlayout.h"
#include "datasources/agentclient/decoding/telemetrydecoder.h"
#include "datasources/agentservice/hub/wireencoder.h"
#include "models/core/batch.h"
#include "models/store/clusterstore.h"
#include "tests/datasources/agentclient/slicebytes.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

/// A source that shares its claims with other sources.
struct Source
{
    Source(std::uint32_t id, std::string address, const std::shared_ptr<ReportClaims>& claims, std::string node = {})
        : decoder(SourceId{id}, std::move(address), node.empty() ? ExpectedNodes{} : ExpectedNodes{{node}, false},
                  {{}, {}, claims})
    {
        decoder.beginStream();
    }

    void introduce(const std::string& node)
    {
        feed(bytesOf(encodeDescription(1, *identityOf(node), {})) + bytesOf(encodeLayout(1, *layout)));
    }

    void feedTick(std::uint64_t sequence)
    {
        feed(bytesOf(encodeTick(1, sequence, tickOf(layout, sequence), 1, {}, 1)));
    }

    void feed(const std::string& bytes)
    {
        batches.clear();
        refusal = decoder.decode(bytes, wallClockNow(), batches);
    }

    [[nodiscard]] const NodeTick* tick() const
    {
        const auto found = std::ranges::find_if(batches, [](const BatchPtr& batch) { return batch->tick.has_value(); });
        return found == batches.end() ? nullptr : &*(*found)->tick;
    }

    [[nodiscard]] std::string reported(const std::string& code) const
    {
        if (tick() == nullptr)
            return {};
        const auto found = std::ranges::find(tick()->events, code, &Event::code);
        return found == tick()->events.end() ? std::string() : found->text;
    }

    std::shared_ptr<const NodeLayout> layout = smallLayout();
    TelemetryDecoder decoder;
    std::vector<BatchPtr> batches;
    std::string refusal;
};

ReporterPtr reporter(std::string address, std::string node)
{
    auto made = std::make_shared<Reporter>();
    made->address = std::move(address);
    made->node = std::move(node);
    return made;
}

} // namespace

/// Two agents with the same name, and agents that report entities of other agents.
class TestReportClaims : public QObject
{
    Q_OBJECT

private:
    const SteadyTime m_now = std::chrono::steady_clock::now();

private Q_SLOTS:
    void theSecondOfANameIsRefusedAndBothAreNamed()
    {
        const auto claims = std::make_shared<ReportClaims>();
        Source honest(0, "a:1", claims);
        Source liar(1, "b:1", claims);
        honest.introduce("n1");
        liar.introduce("n1");
        QVERIFY2(liar.refusal.find("n1") != std::string::npos && liar.refusal.find("a:1") != std::string::npos
                     && liar.refusal.find("b:1") != std::string::npos,
                 liar.refusal.c_str());
        liar.feedTick(1);
        QVERIFY(liar.batches.empty());
        QVERIFY(liar.decoder.isRefused("n1"));
        honest.feedTick(1);
        QCOMPARE(honest.refusal, std::string());
        QCOMPARE(honest.reported("agent.name_conflict"),
                 std::string("b:1 reports as n1, which belongs to a:1; data from b:1 is ignored"));
        honest.feedTick(2);
        QVERIFY(honest.reported("agent.name_conflict").empty()); // not at every tick
    }

    void aNameIsFreeOnceItsOwnerHasLeft()
    {
        const auto claims = std::make_shared<ReportClaims>();
        Source first(0, "a:1", claims);
        Source second(1, "b:1", claims);
        first.introduce("n1");
        second.introduce("n1");
        first.decoder.leave();
        second.feedTick(1);
        QCOMPARE(second.refusal, std::string());
        QVERIFY(second.tick() != nullptr);
        // Its identity was held back until now, so it is delivered with this tick.
        QVERIFY(std::ranges::any_of(second.batches, [](const BatchPtr& batch) { return batch->identity != nullptr; }));
    }

    void oneAddressThatIsFollowedTwiceIsNoConflict()
    {
        const auto claims = std::make_shared<ReportClaims>();
        Source one(0, "a:1", claims);
        Source other(1, "a:1", claims);
        one.introduce("n1");
        other.introduce("n1");
        QCOMPARE(other.refusal, std::string());
    }

    void aSilentOwnerLosesItsNameAndGetsItBackWhenItReturns()
    {
        ReportClaims claims;
        const ReporterPtr first = reporter("a:1", "n1");
        const ReporterPtr second = reporter("b:1", "n1");
        QVERIFY(claims.claimNode(first, m_now).empty());
        QVERIFY(!claims.claimNode(second, m_now + 9s).empty());
        QVERIFY(claims.claimNode(second, m_now + 11s).empty());
        QCOMPARE(claims.takeNews(second), std::string("n1 is now reported by b:1, previously by a:1"));
        QVERIFY(claims.claimNode(first, m_now + 12s).empty());
        QVERIFY(!claims.claimNode(second, m_now + 13s).empty());
    }

    void whoConnectsQuickerDecidesNothing()
    {
        const auto claims = std::make_shared<ReportClaims>();
        Source liar(1, "b:1", claims);
        liar.introduce("n1");
        QCOMPARE(liar.refusal, std::string());
        Source honest(0, "a:1", claims); // was added first
        honest.introduce("n1");
        QCOMPARE(honest.refusal, std::string());
        liar.feedTick(1);
        QVERIFY(!liar.refusal.empty());
        ReportClaims later;
        const ReporterPtr first = reporter("b:1", "n1");
        first->source = SourceId{1};
        const ReporterPtr second = reporter("a:1", "n1");
        second->source = SourceId{0};
        for (int passed = 0; passed < 12; ++passed)
            QVERIFY(later.claimNode(first, m_now + std::chrono::seconds(passed)).empty());
        QVERIFY(!later.claimNode(second, m_now + 12s).empty());
    }

    void nodesThatTheClusterFileDoesNotNameAreBoundedAndNobodyTakesAllTheirRoom()
    {
        ReportClaims claims;
        const auto claim = [&](std::uint32_t source, const std::string& node) {
            const auto reporter = std::make_shared<Reporter>();
            reporter->source = SourceId{source};
            reporter->address = "a:" + std::to_string(source);
            reporter->node = node;
            return claims.claimNode(reporter, m_now).empty();
        };
        for (int node = 0; node < 3000; ++node) // without a cluster file no node is unplanned
            QVERIFY(claim(1, "before" + std::to_string(node)));
        ReportClaims guided;
        std::vector<ReporterPtr> named;
        for (int node = 0; node < 3000; ++node) {
            named.push_back(std::make_shared<Reporter>());
            named.back()->node = "n" + std::to_string(node);
            guided.reserve(named.back());
        }
        std::size_t unplanned = 0;
        std::vector<ReporterPtr> crowd;
        for (int node = 0; node < 5000; ++node) {
            crowd.push_back(std::make_shared<Reporter>());
            crowd.back()->source = SourceId{7};
            crowd.back()->address = "liar:1";
            crowd.back()->node = "crowd" + std::to_string(node);
            const std::string refusal = guided.claimNode(crowd.back(), m_now);
            unplanned += refusal.empty() ? 1 : 0;
            QVERIFY(refusal.empty() || refusal.find("liar:1 reports more nodes") == 0);
        }
        QCOMPARE(unplanned, named.size() / ReportClaims::plannedPerUnplanned / 2); // half of the limit
        const auto honest = std::make_shared<Reporter>();
        honest->source = SourceId{8};
        honest->node = "a new node";
        QVERIFY(guided.claimNode(honest, m_now).empty());
        QVERIFY(guided.claimNode(named.front(), m_now).empty());
        guided.leave(crowd.front());
        QVERIFY(guided.claimNode(crowd.back(), m_now).empty()); // there is room for one more node
    }

    void theClusterFileSaysWhoseANameIs()
    {
        const auto claims = std::make_shared<ReportClaims>();
        Source liar(0, "b:1", claims);
        liar.introduce("n1");
        QCOMPARE(liar.refusal, std::string());
        Source honest(1, "a:1", claims, "n1");
        liar.feedTick(1);
        QVERIFY(!liar.refusal.empty()); // before the other has reported
        QCOMPARE(liar.decoder.acceptedNodes(), std::size_t{0}); // so that it is not read as one with a node
        honest.introduce("n1");
        honest.feedTick(1);
        QVERIFY(honest.tick() != nullptr);
    }

    void aClusterEntityBelongsToTheFirstThatReportsIt()
    {
        const auto claims = std::make_shared<ReportClaims>();
        Source facility(0, "a:1", claims);
        Source liar(1, "b:1", claims);
        facility.introduce("facility");
        facility.feedTick(1);
        QCOMPARE(facility.tick()->values.size(), std::size_t(5));
        liar.introduce("n2");
        liar.feedTick(1);
        QCOMPARE(liar.refusal, std::string());
        const NodeTick& tick = *liar.tick();
        QCOMPARE(tick.layout->sampleCount(), std::size_t(4));
        QCOMPARE(tick.values.size(), std::size_t(4));
        QCOMPARE(tick.values.back(), tickOf(liar.layout, 1).values.back()); // its own values count
        const std::string reported = liar.reported("agent.report_refused");
        QVERIFY2(reported.find("loop cdu-3 is already reported by facility at a:1") != std::string::npos
                     && reported.find("n2 at b:1") != std::string::npos,
                 reported.c_str());
        liar.feedTick(2);
        QVERIFY(liar.reported("agent.report_refused").empty());
    }

    void aClusterEntityThatPassesToAnotherIsItsAtOnce()
    {
        const auto claims = std::make_shared<ReportClaims>();
        Source liar(1, "b:1", claims);
        liar.introduce("n2");
        liar.feedTick(1);
        QCOMPARE(liar.tick()->values.size(), std::size_t(5));
        Source facility(0, "a:1", claims); // added first, connected later
        facility.introduce("facility");
        facility.feedTick(1);
        QCOMPARE(facility.tick()->values.size(), std::size_t(5));
        liar.feedTick(2);
        QCOMPARE(liar.tick()->values.size(), std::size_t(4));
        facility.decoder.leave();
        liar.feedTick(3);
        QCOMPARE(liar.tick()->values.size(), std::size_t(5));
    }

    void whatIsRefusedIsNobodysInTheStore()
    {
        const auto claims = std::make_shared<ReportClaims>();
        Source facility(0, "a:1", claims);
        Source liar(1, "b:1", claims);
        ClusterStore store;
        const auto apply = [&](Source& source) {
            static_cast<void>(store.apply(source.batches));
        };
        facility.introduce("facility");
        apply(facility);
        facility.feedTick(1);
        apply(facility);
        liar.introduce("n2");
        apply(liar);
        liar.feedTick(2);
        apply(liar);
        QCOMPARE(store.topology()->count(EntityKind::Loop), std::size_t(1));
        QCOMPARE(store.topology()->count(EntityKind::Node), std::size_t(2));
        const MetricId flow = store.metrics().find("loop.flow");
        QCOMPARE(store.latest(flow)[0], tickOf(facility.layout, 1).values[3]);
    }

    void onlyReportersOfTheClusterFileMayReportClusterEntities()
    {
        const auto claims = std::make_shared<ReportClaims>();
        claims->allowReporters({"facility"});
        Source liar(1, "b:1", claims);
        liar.introduce("n2");
        liar.feedTick(1);
        const std::string reported = liar.reported("agent.report_refused");
        QVERIFY2(reported.find("the cluster file does not list n2 among its reporters") != std::string::npos,
                 reported.c_str());
        Source facility(0, "a:1", claims);
        facility.introduce("facility");
        facility.feedTick(1);
        QCOMPARE(facility.tick()->values.size(), std::size_t(5));
        QVERIFY(facility.reported("agent.report_refused").empty());
    }

    void whoInventsEntitiesLeavesRoomForOthers()
    {
        ReportClaims claims;
        const ReporterPtr liar = reporter("b:1", "n2");
        std::size_t taken = 0;
        for (int number = 0; number < 100'000; ++number)
            taken += claims.claimEntity(liar, EntityKind::Switch, std::to_string(number), m_now).empty() ? 1 : 0;
        QVERIFY(taken <= ReportClaims::maxClusterEntities / 2 + 1);
        QVERIFY(claims.claimEntity(reporter("a:1", "fabric"), EntityKind::Switch, "leaf-1", m_now).empty());
    }
};

LOCKSTEP_TEST(tst_reportclaims, TestReportClaims)
#include "tst_reportclaims.moc"
