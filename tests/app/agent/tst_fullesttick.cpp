// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/telemetrydecoder.h"
#include "datasources/agentservice/hub/wireencoder.h"
#include "datasources/collectors/tickwriter.h"
#include "models/core/budget.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;

/// The largest tick that an agent can produce, with each part at its limit, is accepted completely by a reader.
class TestFullestTick : public QObject
{
    Q_OBJECT

    static std::string bytesOf(const grpc::Slice& slice)
    {
        return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
    }

    static NodeTick fullest(NameList& names)
    {
        NodeTick tick;
        tick.time = std::chrono::floor<std::chrono::seconds>(wallClockNow());
        tick.layout = wideLayout(10'000);
        TickWriter writer(tick, names);
        std::ranges::fill(tick.values, 1.5F);
        for (std::size_t name = 0; name < 2 * budget::namesPerNode; ++name)
            static_cast<void>(names.indexOf(fmt::format("{:015}", name), static_cast<std::uint32_t>(name % 1000)));
        for (std::size_t at = 0; at < budget::spansPerTick; ++at) {
            Span span;
            span.start = tick.time - budget::oldestJobEvent + Duration(1 + at);
            span.end = span.start + budget::oldestJobEvent - Duration(1 + at);
            span.kind = SpanKind::Marker;
            span.entity = 10'000;
            span.lane = span.op = span.communicator = span.job = names.indexOf(fmt::format("{:015}", 50'000));
            span.rank = Span::noRank - 1;
            span.step = 0xFFFFFFFF;
            span.sequence = span.bytes = 1ULL << 62U;
            writer.addSpan(span);
        }
        for (std::size_t at = 0; at < 2 * budget::eventsPerTick; ++at)
            writer.addEvent(Severity::Warning, 10'000, "agent.job_event_malformed", std::string(1 + at % 5000, 'x'));
        writer.finish();
        return tick;
    }

private Q_SLOTS:
    void aReaderTakesAllOfIt()
    {
        NameList names;
        const NodeTick tick = fullest(names);
        const auto all = names.snapshot();
        QVERIFY(all->size() > budget::namesPerNode / 2);
        const std::string introduction
            = bytesOf(encodeDescription(1, *identityOf("n"), {})) + bytesOf(encodeLayout(1, *tick.layout));
        const std::string bytes = bytesOf(encodeTick(1, 1, tick, 1, std::span(*all).subspan(1), all->size()));
        QVERIFY2(bytes.size() < budget::frameBytes, qPrintable(QString::number(bytes.size())));
        TelemetryDecoder decoder(SourceId{0});
        std::vector<BatchPtr> batches;
        QCOMPARE(decoder.decode(introduction, wallClockNow(), batches), std::string());
        batches.clear();
        QCOMPARE(decoder.decode(bytes, wallClockNow(), batches), std::string());
        QCOMPARE(batches.size(), std::size_t(1));
        const NodeTick& read = *batches.front()->tick;
        QCOMPARE(read.spans.size(), budget::spansPerTick);
        QCOMPARE(read.events.size(), tick.events.size());
        QCOMPARE(read.events.back().code, std::string("agent.events_dropped"));
        QCOMPARE(read.values.size(), tick.values.size());
        QCOMPARE(batches.front()->names->size(), all->size());
    }
};

LOCKSTEP_TEST(tst_fullesttick, TestFullestTick)
#include "tst_fullesttick.moc"
