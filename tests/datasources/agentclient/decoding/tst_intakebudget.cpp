// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentsession.h"
#include "datasources/agentclient/decoding/telemetrydecoder.h"
#include "datasources/agentclient/policies/intakelimit.h"
#include "datasources/agentservice/hub/wireencoder.h"
#include "datasources/proto/wirescan.h"
#include "lockstep/v1/telemetry.pb.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "tests/datasources/agentclient/slicebytes.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <limits>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

std::string described()
{
    return bytesOf(encodeDescription(1, *identityOf("n"), {})) + bytesOf(encodeLayout(1, *smallLayout()));
}

bool isFine(const std::string& bytes)
{
    google::protobuf::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
    return checkUnpackedSize(stream).isOk();
}

/// A frame with one update, on which @p add was called @p count times.
template <class Add>
std::string frameOf(std::size_t count, Add add)
{
    v1::Frame frame;
    v1::NodeUpdate& update = *frame.add_updates();
    for (std::size_t at = 0; at < count; ++at)
        add(update);
    return frame.SerializeAsString();
}

/// Number of messages of a kind that are read in ten minutes, after the credit has been used up.
double readPerSecond(const IntakeCost& cost, std::size_t nodes = 1)
{
    IntakeLimit limit;
    limit.setExpectation(nodes, 1s);
    SteadyTime now{1h};
    while (limit.mayRead(now))
        limit.spend(cost, now);
    int read = 0;
    for (int beat = 0; beat < 6000; ++beat, now += 100ms) {
        for (; limit.mayRead(now); ++read)
            limit.spend(cost, now);
    }
    return read / 600.0;
}

} // namespace

/// Limits on reading, unpacking and storing one source's data.
class TestIntakeBudget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bytesAreCharged()
    {
        // One tick per second of eight megabytes; with one kilobyte it would be fifty.
        QVERIFY(readPerSecond({8U << 20U, 1, 0, false}) < 0.2);
        QVERIFY(readPerSecond({1024, 1, 0, false}) > 40);
    }

    void emptyMessagesAreCharged() { QVERIFY(readPerSecond({0, 0, 0, false}) < 100); }

    void whatIsNewIsCharged() { QVERIFY(readPerSecond({2000, 1, 100, false}) < 1); }

    void aBusyHonestNodeIsNotHeldBack()
    {
        IntakeLimit limit;
        limit.setExpectation(1, 100ms);
        SteadyTime now{1h};
        for (int tick = 0; tick < 100'000; ++tick, now += 100ms) { // 3000 spans a second
            limit.spend({12'000, 1, 0, false}, now);
            QVERIFY(limit.mayRead(now));
        }
    }

    void claimedNodesDoNotRaiseTheRateWithoutEnd()
    {
        const double bytes = 1U << 20U;
        QVERIFY(readPerSecond({1U << 20U, 1, 0, false}, budget::nodesPerSource) * bytes
                <= budget::maxBytesPerSecond * 1.1);
    }

    void bombsAreNotUnpacked_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()));
        };
        constexpr std::size_t many = 2'000'000; // 4 MiB of two bytes each
        row("empty spans", frameOf(many, [](v1::NodeUpdate& update) { update.mutable_tick()->add_spans(); }));
        row("empty events", frameOf(many, [](v1::NodeUpdate& update) { update.mutable_tick()->add_events(); }));
        row("empty names",
            frameOf(many, [](v1::NodeUpdate& update) { update.mutable_tick()->mutable_new_names()->add_names(); }));
        row("empty entities", frameOf(1, [](v1::NodeUpdate& update) {
                for (std::size_t at = 0; at < many; ++at)
                    (at == 0 ? update.add_layouts() : update.mutable_layouts(0))->add_entities();
            }));
        row("empty layouts", frameOf(many, [](v1::NodeUpdate& update) { update.add_layouts(); }));
        row("racks of a loop", frameOf(1, [](v1::NodeUpdate& update) {
                v1::Entity& loop = *update.add_layouts()->add_entities();
                for (std::size_t at = 0; at < many; ++at)
                    loop.add_serves();
            }));
        row("empty inventory", frameOf(many, [](v1::NodeUpdate& update) {
                update.mutable_description()->mutable_identity()->add_inventory();
            }));
        std::string updates;
        std::string unknownTexts;
        std::string unknownGroups;
        for (std::size_t at = 0; at < many; ++at) {
            updates += std::string("\x0A\x00", 2);
            unknownTexts += std::string("\x7A\x00", 2); // field 15
            unknownGroups += "\x7B\x7C";
        }
        row("empty updates", updates);
        row("fields that nobody knows", unknownTexts);
        row("groups that nobody knows", unknownGroups);
    }

    void bombsAreNotUnpacked()
    {
        QFETCH(QByteArray, bytes);
        const std::string bomb = bytes.toStdString();
        QVERIFY(!isFine(bomb));
        TelemetryDecoder decoder(SourceId{0});
        std::vector<BatchPtr> batches;
        QVERIFY(decoder.decode(described(), wallClockNow(), batches).empty());
        QCOMPARE(decoder.decode(bomb, wallClockNow(), batches),
                 std::string("the message would unpack to more than 64 MiB, the limit"));
        // Data after it is not lost.
        QVERIFY(decoder.decode(bytesOf(encodeTick(1, 1, tickOf(smallLayout(), 1), 1, {}, 1)), wallClockNow(), batches)
                    .empty());
    }

    void theLargestHonestMessagesAreUnpacked()
    {
        NodeTick tick = tickOf(smallLayout(), 1);
        for (std::uint32_t span = 0; span < budget::spansPerTick; ++span)
            tick.spans.push_back({tick.time - 1ms, tick.time, SpanKind::Collective, 1, 1, 2, 3, 4, span, span, span,
                                  std::numeric_limits<std::uint64_t>::max()});
        const std::string spans = bytesOf(encodeTick(1, 1, tick, 1, {}, 5));
        QVERIFY(isLarge(spans.size()));
        QVERIFY(isFine(spans));
        const std::string wide = bytesOf(encodeLayout(1, *wideLayout(budget::entitiesPerLayout - 1, 2)));
        QVERIFY(isFine(wide));
        std::vector<std::string> names(budget::namesPerNode, "all_reduce_0123");
        names.front().clear();
        QVERIFY(isFine(bytesOf(encodeDescription(1, *identityOf("n"), names))));
    }

    void layoutsThatAreKeptAreBoundedInBytes()
    {
        TelemetryDecoder decoder(SourceId{0});
        std::vector<BatchPtr> batches;
        QVERIFY(decoder.decode(described(), wallClockNow(), batches).empty());
        batches.clear();
        std::vector<std::weak_ptr<const NodeLayout>> layouts;
        for (std::uint32_t id = 2; id < 60; ++id) {
            const auto layout = wideLayout(20'000, id);
            QVERIFY(decoder.decode(bytesOf(encodeLayout(1, *layout)), wallClockNow(), batches).empty());
            QVERIFY(decoder.decode(bytesOf(encodeTick(1, id, tickOf(layout, id), 1, {}, 1)), wallClockNow(), batches)
                        .empty());
            layouts.push_back(batches.back()->tick->layout);
            batches.clear();
        }
        const auto kept = std::ranges::count_if(layouts, [](const auto& layout) { return !layout.expired(); });
        QVERIFY(kept >= 2);
        QVERIFY(static_cast<std::size_t>(kept) * 20'000 * sizeof(EntityDescriptor) <= budget::layoutBytesPerNode);
        QVERIFY(!layouts.back().expired());
        QVERIFY(decoder.takeWork() >= 5800);
        QCOMPARE(decoder.takeWork(), std::size_t{0});
    }

    void spansAndEventsOfTheFutureAreLeftOut()
    {
        TelemetryDecoder decoder(SourceId{0});
        std::vector<BatchPtr> batches;
        QVERIFY(decoder.decode(described(), wallClockNow(), batches).empty());
        batches.clear();
        NodeTick tick = tickOf(smallLayout(), 1);
        tick.spans.push_back({tick.time - 1s, tick.time + 61s, SpanKind::Wait, 0, 0, 0, 0, 0, 0, 0, 0, 0}); // may be
        tick.spans.push_back({tick.time - 1s, tick.time + 62s, SpanKind::Wait, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        tick.spans.push_back({tick.time + 24h, tick.time + 24h, SpanKind::Marker, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        tick.events.push_back({tick.time + 24h, Severity::Critical, 0, "invented", "it will"});
        QVERIFY(decoder.decode(bytesOf(encodeTick(1, 1, tick, 1, {}, 1)), wallClockNow(), batches).empty());
        const NodeTick& read = *batches.back()->tick;
        QCOMPARE(read.spans.size(), std::size_t{1});
        QCOMPARE(read.events.size(), std::size_t{1});
        QCOMPARE(read.events[0].code, std::string("agent.refused"));
        QVERIFY(read.events[0].text.find("3 ignored in this tick") != std::string::npos);
        QVERIFY(read.events[0].text.find("span 1 ends after its tick") != std::string::npos);
        QCOMPARE(read.values.size(), tick.values.size());
    }

    void ourOwnClockBeingSetIsNoticed()
    {
        SetClockWatch watch;
        const TimePoint wall{1'770'000'000s};
        const SteadyTime steady{5h};
        QVERIFY(!watch.step(wall, steady));
        QVERIFY(!watch.step(wall + 10s + 2ms, steady + 10s));
        const auto forward = watch.step(wall + 24h, steady + 20s);
        QVERIFY(forward && std::chrono::abs(*forward - (24h - 20s)) < 10ms);
        QVERIFY(!watch.step(wall + 24h + 1s, steady + 21s));
        const auto back = watch.step(wall + 22s, steady + 22s);
        QVERIFY(back && std::chrono::abs(*back + (24h - 20s)) < 10ms);
    }
};

LOCKSTEP_TEST(tst_intakebudget, TestIntakeBudget)
#include "tst_intakebudget.moc"
