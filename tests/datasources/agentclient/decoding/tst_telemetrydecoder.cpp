// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/scopedlayout.h"
#include "datasources/agentclient/decoding/telemetrydecoder.h"
#include "datasources/agentservice/hub/wireencoder.h"
#include "lockstep/v1/telemetry.pb.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/agentclient/slicebytes.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lockstep;
using namespace lockstep::test;

namespace {

/// A decoder that knows node "n" with smallLayout(), and the result of the last frame.
struct Reader
{
    Reader()
    {
        feed(bytesOf(encodeDescription(1, *identityOf("n"), {})) + bytesOf(encodeLayout(1, *smallLayout())));
        if (!refusal.empty())
            qFatal("the fixture itself is refused: %s", refusal.c_str());
    }

    void feed(const std::string& bytes)
    {
        batches.clear();
        refusal = decoder.decode(bytes, wallClockNow(), batches);
    }

    void feedTick(std::uint64_t sequence)
    {
        feed(bytesOf(encodeTick(1, sequence, tickOf(layout, sequence), 1, {}, 1)));
    }

    /// Feeds a valid tick after one change.
    void feedChanged(const std::function<void(v1::Tick&)>& change, std::uint64_t sequence = 1)
    {
        NodeTick tick = tickOf(layout, sequence);
        addSpansAndEvents(tick);
        v1::Frame frame;
        frame.ParseFromString(bytesOf(encodeTick(1, sequence, tick, 1, std::span(*someNames()).subspan(1), 5)));
        change(*frame.mutable_updates(0)->mutable_tick());
        feed(frame.SerializeAsString());
    }

    /// Sends a valid layout with another ID after one change.
    void feedChangedLayout(const std::function<void(v1::Layout&)>& change)
    {
        v1::Frame frame;
        frame.ParseFromString(bytesOf(encodeLayout(1, *smallLayout(2))));
        change(*frame.mutable_updates(0)->mutable_layouts(0));
        feed(frame.SerializeAsString());
    }

    TelemetryDecoder decoder{SourceId{3}};
    std::shared_ptr<const NodeLayout> layout = smallLayout();
    std::vector<BatchPtr> batches;
    std::string refusal;
};

} // namespace

class TestTelemetryDecoder : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyFieldOfATickSurvives();
    void everyFieldOfALayoutSurvives();
    void infinityIsNoMeasurement();
    void whatCannotBeIsNoDataAndReported();
    void aBadTickIsRefusedAndSaidWhy_data();
    void aBadTickIsRefusedAndSaidWhy();
    void aBadSpanOrEventCostsItselfAlone_data();
    void aBadSpanOrEventCostsItselfAlone();
    void aBadLayoutIsRefusedAndSaidWhy_data();
    void aBadLayoutIsRefusedAndSaidWhy();
    void ofAnotherNodeOnlyWhatASchedulerSaysIsTaken();
    void aSchedulerTakesNoJobFromItsRanks();
    void aBadNodeDoesNotCostTheOthersInItsFrame();
    void aRefusedTickShowsAsAGapWithItsReason();
    void repeatedAndReorderedTicksAreRefused();
    void garbageIsRefused();
    void aNodeThatWasNotAskedForIsRefused();
    void twoNodesOfOneNameAreRefused();
    void missedTicksBecomeAGap();
    void aNewEpochIsAGapAndStartsOver();
    void namesComeOnceAndOnlyGrow();
    void aSecondStreamChangesNothingThatWasKnown();
};

void TestTelemetryDecoder::everyFieldOfATickSurvives()
{
    Reader reader;
    NodeTick tick = tickOf(reader.layout, 1);
    addSpansAndEvents(tick);
    const Names names = someNames();
    reader.feed(bytesOf(encodeTick(1, 1, tick, 1, std::span(*names).subspan(1), names->size())));
    QCOMPARE(reader.refusal, std::string());
    QCOMPARE(reader.batches.size(), std::size_t{1});
    const Batch& batch = *reader.batches.front();
    QCOMPARE(batch.source, SourceId{3});
    QCOMPARE(batch.node, std::string("n"));
    QCOMPARE(batch.sequence, std::uint64_t{1});
    QCOMPARE(difference(*batch.tick, tick), std::string());
    QCOMPARE(*batch.names, *names);
}

void TestTelemetryDecoder::everyFieldOfALayoutSurvives()
{
    Reader reader;
    reader.feedTick(1);
    const NodeLayout& got = *reader.batches.front()->tick->layout;
    const NodeLayout& sent = *reader.layout;
    QCOMPARE(got.id, sent.id);
    QCOMPARE(got.metrics.size(), sent.metrics.size());
    for (std::size_t at = 0; at < sent.metrics.size(); ++at) {
        const auto parts = [](const MetricDescriptor& m) {
            return std::tie(m.name, m.title, m.unit, m.kind, m.entityKind, m.direction, m.warning, m.critical,
                            m.fullScale);
        };
        QVERIFY(parts(got.metrics[at]) == parts(sent.metrics[at]));
    }
    QCOMPARE(got.entities.size(), sent.entities.size());
    for (std::size_t at = 0; at < sent.entities.size(); ++at) {
        QCOMPARE(got.entities[at].kind, sent.entities[at].kind);
        QCOMPARE(got.entities[at].name, sent.entities[at].name);
        QCOMPARE(got.entities[at].parent, sent.entities[at].parent);
        QCOMPARE(got.entities[at].serves, sent.entities[at].serves);
    }
    for (std::size_t at = 0; at < sent.columns.size(); ++at) {
        QCOMPARE(got.columns[at].metric, sent.columns[at].metric);
        QCOMPARE(got.columns[at].entities, sent.columns[at].entities);
    }
}

void TestTelemetryDecoder::infinityIsNoMeasurement()
{
    Reader reader;
    reader.feedChanged([](v1::Tick& tick) {
        tick.set_values(0, std::numeric_limits<float>::infinity());
        tick.set_values(1, -std::numeric_limits<float>::infinity());
        tick.set_values(2, 0.5F);
    });
    QCOMPARE(reader.refusal, std::string());
    const auto& values = reader.batches.front()->tick->values;
    QVERIFY(std::isnan(values[0]));
    QVERIFY(std::isnan(values[1]));
    QCOMPARE(values[2], 0.5F);
}

void TestTelemetryDecoder::whatCannotBeIsNoDataAndReported()
{
    Reader reader;
    std::size_t eventsBefore = 0;
    reader.feedChanged([&](v1::Tick& tick) {
        eventsBefore = static_cast<std::size_t>(tick.events_size());
        tick.set_values(0, 3e38F);
    });
    QCOMPARE(reader.refusal, std::string()); // the rest of the tick is fine
    const NodeTick& tick = *reader.batches.front()->tick;
    QVERIFY(std::isnan(tick.values[0]));
    QCOMPARE(tick.events.size(), eventsBefore + 1);
    const auto reported = std::ranges::find(tick.events, "agent.implausible_value", &Event::code);
    QVERIFY(reported != tick.events.end());
    const std::string& metric = reader.layout->metrics[reader.layout->columns.front().metric].name;
    QVERIFY(reported->text.find(metric) != std::string::npos);
}

using TickChange = std::function<void(v1::Tick&)>;
using LayoutChange = std::function<void(v1::Layout&)>;
Q_DECLARE_METATYPE(TickChange)
Q_DECLARE_METATYPE(LayoutChange)

void TestTelemetryDecoder::aBadTickIsRefusedAndSaidWhy_data()
{
    QTest::addColumn<TickChange>("change");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const TickChange& change, const char* reason) {
        QTest::newRow(name) << change << QString::fromLatin1(reason);
    };
    row(
        "too few values", [](v1::Tick& t) { t.mutable_values()->RemoveLast(); }, "4 values, expected 5 as in layout 1");
    row(
        "too many values", [](v1::Tick& t) { t.add_values(1); }, "6 values, expected 5 as in layout 1");
    row(
        "unknown layout", [](v1::Tick& t) { t.set_layout(9); }, "layout 9 was never sent");
    row(
        "sequence 0", [](v1::Tick& t) { t.set_sequence(0); }, "sequence number");
    row(
        "time 0", [](v1::Tick& t) { t.set_time(0); }, "time");
    row(
        "end of time", [](v1::Tick& t) { t.set_time(std::numeric_limits<std::int64_t>::max()); }, "time");
    row(
        "start of time", [](v1::Tick& t) { t.set_time(std::numeric_limits<std::int64_t>::min()); }, "time");
    row(
        "names with a hole", [](v1::Tick& t) { t.mutable_new_names()->set_first_index(3); }, "names start at 3");
    row(
        "name changed", [](v1::Tick& t) { t.mutable_new_names()->set_first_index(0); }, "was redefined");
    row(
        "name too long", [](v1::Tick& t) { t.mutable_new_names()->set_names(0, std::string(257, 'x')); }, "name 1");
}

void TestTelemetryDecoder::aBadSpanOrEventCostsItselfAlone_data()
{
    QTest::addColumn<TickChange>("change");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const TickChange& change, const char* reason) {
        QTest::newRow(name) << change << QString::fromLatin1(reason);
    };
    row(
        "span entity", [](v1::Tick& t) { t.mutable_spans(0)->set_entity(5); }, "entity 5 of 5");
    row(
        "span lane", [](v1::Tick& t) { t.mutable_spans(0)->set_lane(5); }, "name that was never sent");
    row(
        "span op", [](v1::Tick& t) { t.mutable_spans(0)->set_op(4000000000U); }, "name that was never sent");
    row(
        "span communicator", [](v1::Tick& t) { t.mutable_spans(0)->set_communicator(5); }, "name that was never sent");
    row(
        "span job", [](v1::Tick& t) { t.mutable_spans(1)->set_job(5); }, "name that was never sent");
    row(
        "span kind", [](v1::Tick& t) { t.mutable_spans(0)->set_kind(static_cast<v1::SpanKind>(99)); }, "unknown kind");
    row(
        "span start",
        [](v1::Tick& t) { t.mutable_spans(0)->set_start_offset(std::numeric_limits<std::int64_t>::min()); },
        "impossible time");
    row(
        "span duration",
        [](v1::Tick& t) { t.mutable_spans(0)->set_duration(std::numeric_limits<std::uint64_t>::max()); },
        "impossible time");
    row(
        "event entity", [](v1::Tick& t) { t.mutable_events(0)->set_entity(77); }, "entity 77 of 5");
    row(
        "event time",
        [](v1::Tick& t) { t.mutable_events(0)->set_time_offset(std::numeric_limits<std::int64_t>::max()); },
        "impossible time");
    row(
        "event severity", [](v1::Tick& t) { t.mutable_events(0)->set_severity(static_cast<v1::Severity>(9)); },
        "unknown severity");
    row(
        "event text", [](v1::Tick& t) { t.mutable_events(0)->set_text(std::string(9000, 'x')); }, "text beyond");
    row(
        "event escape", [](v1::Tick& t) { t.mutable_events(0)->set_code("a\x1B[2J"); }, "text beyond");
    row(
        "more spans than a tick holds",
        [](v1::Tick& t) {
            const v1::Span span = t.spans(0);
            for (int more = 0; more < 70'000; ++more)
                *t.add_spans() = span;
        },
        "at most 65536 spans");
}

void TestTelemetryDecoder::aBadSpanOrEventCostsItselfAlone()
{
    QFETCH(TickChange, change);
    QFETCH(QString, reason);
    Reader honest;
    honest.feedChanged([](v1::Tick&) {});
    Reader reader;
    reader.feedChanged(change);
    QCOMPARE(reader.refusal, std::string());
    QCOMPARE(reader.batches.size(), std::size_t{1});
    const NodeTick& all = *honest.batches.front()->tick;
    const NodeTick& kept = *reader.batches.front()->tick;
    const auto isSame = [](float a, float b) {
        return a == b || (std::isnan(a) && std::isnan(b));
    };
    QVERIFY(std::ranges::equal(kept.values, all.values, isSame));
    const bool isFlood = kept.spans.size() > all.spans.size();
    QVERIFY(isFlood || kept.spans.size() + kept.events.size() == all.spans.size() + all.events.size());
    QCOMPARE(kept.events.back().code, std::string("agent.refused"));
    QVERIFY2(QString::fromStdString(kept.events.back().text).contains(reason), kept.events.back().text.c_str());
}

void TestTelemetryDecoder::aBadTickIsRefusedAndSaidWhy()
{
    QFETCH(TickChange, change);
    QFETCH(QString, reason);
    Reader reader;
    reader.feedChanged(change);
    QVERIFY2(QString::fromStdString(reader.refusal).contains(reason), reader.refusal.c_str());
    QVERIFY(reader.refusal.starts_with("node n: tick "));
    QVERIFY(reader.batches.empty());
    reader.feedChanged([](v1::Tick&) {}); // the same tick with correct data counts
    QCOMPARE(reader.refusal, std::string());
    QCOMPARE(reader.batches.size(), std::size_t{1});
}

void TestTelemetryDecoder::aBadLayoutIsRefusedAndSaidWhy_data()
{
    QTest::addColumn<LayoutChange>("change");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const LayoutChange& change, const char* reason) {
        QTest::newRow(name) << change << QString::fromLatin1(reason);
    };
    row(
        "id 0", [](v1::Layout& l) { l.set_id(0); }, "expected an id");
    row(
        "known id, other meaning", [](v1::Layout& l) { l.set_id(1), l.mutable_metrics(0)->set_unit("watt"); },
        "was redefined");
    row(
        "metric without name", [](v1::Layout& l) { l.mutable_metrics(0)->clear_name(); }, "an invalid name");
    row(
        "metric twice", [](v1::Layout& l) { l.mutable_metrics(0)->set_name("port.up"); }, "duplicate metric");
    row(
        "metric of what", [](v1::Layout& l) { l.mutable_metrics(0)->set_entity_kind("toaster"); }, "unknown kind");
    row(
        "metric kind", [](v1::Layout& l) { l.mutable_metrics(0)->set_kind(static_cast<v1::MetricKind>(7)); },
        "unknown kind");
    row(
        "no entities", [](v1::Layout& l) { l.clear_columns(), l.clear_entities(); }, "no entities");
    row(
        "entity 0 is a GPU", [](v1::Layout& l) { l.mutable_entities(0)->set_kind("gpu"); }, "expected the node itself");
    row(
        "second node", [](v1::Layout& l) { l.mutable_entities(1)->set_kind("node"); }, "second node");
    row(
        "part of another node",
        [](v1::Layout& l) {
            v1::Entity* const other = l.add_entities();
            other->set_kind("node");
            other->set_name("n2");
            v1::Entity* const part = l.add_entities();
            part->set_kind("gpu");
            part->set_name("gpu0");
            part->set_parent(static_cast<std::uint32_t>(l.entities_size()) - 2);
        },
        "part of n2, which reports its parts itself");
    row(
        "parent of itself", [](v1::Layout& l) { l.mutable_entities(2)->set_parent(2); }, "expected a smaller index");
    row(
        "entities nested without end",
        [](v1::Layout& l) {
            for (std::uint32_t depth = 0; depth < 20; ++depth) {
                v1::Entity* const entity = l.add_entities();
                entity->set_kind("gpu");
                entity->set_name("x");
                entity->set_parent(static_cast<std::uint32_t>(l.entities_size()) - 2);
            }
        },
        "nested 17 deep, expected 16 at most");
    row(
        "siblings of one name", [](v1::Layout& l) { l.mutable_entities(2)->set_name("gpu0"); }, "duplicate entity");
    row(
        "column metric", [](v1::Layout& l) { l.mutable_columns(0)->set_metric(4); }, "metric 4 of 4");
    row(
        "column entity", [](v1::Layout& l) { l.mutable_columns(0)->set_entities(0, 5); }, "entity 5");
    row(
        "column entity twice", [](v1::Layout& l) { l.mutable_columns(0)->add_entities(1); }, "missing or a duplicate");
    row(
        "metric in two columns", [](v1::Layout& l) { *l.add_columns() = l.columns(0); }, "two columns");
    row(
        "wrong kind of entity", [](v1::Layout& l) { l.mutable_columns(0)->set_entities(0, 3); }, "is not one");
}

void TestTelemetryDecoder::aBadLayoutIsRefusedAndSaidWhy()
{
    QFETCH(LayoutChange, change);
    QFETCH(QString, reason);
    Reader reader;
    reader.feedChangedLayout(change);
    QVERIFY2(QString::fromStdString(reader.refusal).contains(reason), reader.refusal.c_str());
    QVERIFY(reader.batches.empty());
    reader.feedTick(1); // by the previously known layout
    QCOMPARE(reader.refusal, std::string());
}

void TestTelemetryDecoder::ofAnotherNodeOnlyWhatASchedulerSaysIsTaken()
{
    NodeLayout layout;
    layout.id = 5;
    layout.metrics = {*findMetric(metrics::node::power), *findMetric(metrics::node::drained)};
    layout.entities = {{EntityKind::Node, "n"}, {EntityKind::Node, "n2", EntityDescriptor::clusterScope}};
    layout.columns = {{0, {0, 1}}, {1, {0, 1}}};
    Reader reader;
    reader.feed(bytesOf(encodeLayout(1, layout)));
    QCOMPARE(reader.refusal, std::string());

    NodeTick tick = tickOf(reader.layout, 1);
    tick.layout = std::make_shared<const NodeLayout>(layout);
    tick.values = {500, 600, 0, 1};
    Span span;
    span.start = tick.time - std::chrono::seconds(1);
    span.end = tick.time;
    span.rank = 3;
    span.entity = 1;
    tick.spans = {span};
    span.entity = 0;
    tick.spans.push_back(span);
    tick.events = {{tick.time, Severity::Critical, 1, codes::gpuXid, "lies"},
                   {tick.time, Severity::Warning, 1, codes::schedulerNodeDrained, "n2 is drained"}};
    reader.feed(bytesOf(encodeTick(1, 1, tick, 1, {}, 1)));
    QCOMPARE(reader.refusal, std::string());
    const NodeTick& taken = *reader.batches.back()->tick;
    QCOMPARE(taken.values, (std::vector<float>{500, 0, 1}));
    QCOMPARE(taken.layout->columns[0].entities, std::vector<std::uint32_t>{0});
    QCOMPARE(taken.layout->columns[1].entities, (std::vector<std::uint32_t>{0, 1}));
    QCOMPARE(taken.spans[0].rank, Span::noRank);
    QCOMPARE(taken.spans[1].rank, 3U);
    QCOMPARE(taken.events[0].entity, 0U);
    QCOMPARE(taken.events[1].entity, 1U);
}

void TestTelemetryDecoder::aSchedulerTakesNoJobFromItsRanks()
{
    const auto layoutWith = [](std::initializer_list<const char*> names) {
        auto layout = std::make_shared<NodeLayout>();
        layout->entities = {{EntityKind::Node, "n"}, {EntityKind::Job, "train 1", EntityDescriptor::clusterScope}};
        for (const char* const name : names) {
            layout->columns.push_back({static_cast<std::uint32_t>(layout->metrics.size()), {1}});
            layout->metrics.push_back(*findMetric(name));
        }
        return layout;
    };
    std::vector<std::string> asked;
    const auto judge = [&](EntityKind, const std::string& name) {
        asked.push_back(name);
        return std::string();
    };
    ScopedLayout ranks(layoutWith({metrics::job::loss}), "n");
    (void)ranks.judge(judge);
    QCOMPARE(asked, std::vector<std::string>{"train 1"});
    asked.clear();
    ScopedLayout scheduler(layoutWith({metrics::job::queueTime, metrics::job::pending}), "n");
    (void)scheduler.judge(judge);
    QCOMPARE(asked, std::vector<std::string>{"train 1 (as its scheduler)"});
    asked.clear();
    ScopedLayout both(layoutWith({metrics::job::queueTime, metrics::job::loss}), "n"); // needs both
    (void)both.judge(judge);
    QCOMPARE(asked, (std::vector<std::string>{"train 1 (as its scheduler)", "train 1"}));
    ScopedLayout bare(layoutWith({}), "n");
    asked.clear();
    (void)bare.judge(judge);
    QCOMPARE(asked, std::vector<std::string>{"train 1"});
    const auto refuse = [](EntityKind, const std::string&) {
        return std::string("another's");
    };
    QCOMPARE(bare.judge(refuse), std::string()); // agents of a service all name it
    QVERIFY(bare.taken()->entities[1].kind == EntityKind::Node);
    const std::string why = both.judge([](EntityKind, const std::string& name) {
        return name == "train 1" ? std::string("another's") : std::string();
    });
    QCOMPARE(why, std::string("another's"));
    QVERIFY(both.taken()->columns[0].entities.empty() && both.taken()->columns[1].entities.empty());
}

void TestTelemetryDecoder::aBadNodeDoesNotCostTheOthersInItsFrame()
{
    Reader reader;
    reader.feed(bytesOf(encodeDescription(2, *identityOf("m"), {})) + bytesOf(encodeLayout(2, *smallLayout())));
    NodeTick liar = tickOf(reader.layout, 1);
    liar.values.pop_back();
    reader.feed(bytesOf(encodeTick(2, 1, liar, 1, {}, 1))
                + bytesOf(encodeTick(1, 1, tickOf(reader.layout, 1), 1, {}, 1)));
    QVERIFY(reader.refusal.starts_with("node m: tick 1: 4 values"));
    QCOMPARE(reader.batches.size(), std::size_t{1});
    QCOMPARE(reader.batches.front()->node, std::string("n"));
}

void TestTelemetryDecoder::aRefusedTickShowsAsAGapWithItsReason()
{
    Reader reader;
    reader.feedTick(1);
    reader.feedChanged([](v1::Tick& tick) { tick.add_values(0); }, 2);
    reader.feedTick(3);
    QCOMPARE(reader.batches.size(), std::size_t{2});
    const Gap& gap = *reader.batches[0]->gap;
    QCOMPARE(gap.ticks, std::uint64_t{1});
    QVERIFY(gap.range == (TimeRange{tickOf(reader.layout, 2).time, tickOf(reader.layout, 3).time}));
    QVERIFY2(gap.reason.find("6 values") != std::string::npos, gap.reason.c_str());
    QCOMPARE(reader.batches[1]->sequence, std::uint64_t{3});
    reader.feedTick(4);
    QCOMPARE(reader.batches.size(), std::size_t{1});
}

void TestTelemetryDecoder::repeatedAndReorderedTicksAreRefused()
{
    Reader reader;
    reader.feedTick(1);
    reader.feedTick(1);
    QVERIFY(reader.refusal.find("repeated or out of order") != std::string::npos);
    reader.feedTick(3);
    QCOMPARE(reader.batches.front()->gap->ticks, std::uint64_t{1});
    QCOMPARE(reader.batches.front()->gap->reason.substr(0, 10), std::string("unreadable"));
    reader.feedTick(2);
    QVERIFY(reader.refusal.find("repeated or out of order") != std::string::npos);
    QVERIFY(reader.batches.empty());
}

void TestTelemetryDecoder::garbageIsRefused()
{
    Reader reader;
    for (const std::string& bytes :
         {std::string("\xFF\xFF\xFF\xFF"), std::string(1000, '\x0A'), std::string(5, '\0')}) {
        reader.feed(bytes);
        QVERIFY(!reader.refusal.empty());
        QVERIFY(reader.batches.empty());
    }
    const std::string good = bytesOf(encodeTick(1, 1, tickOf(reader.layout, 1), 1, {}, 1));
    for (std::size_t length = 1; length < good.size(); ++length) {
        reader.feed(good.substr(0, length));
        QVERIFY(!reader.refusal.empty());
        QVERIFY(reader.batches.empty());
    }
    reader.feed(good);
    QCOMPARE(reader.batches.size(), std::size_t{1});
}

void TestTelemetryDecoder::aNodeThatWasNotAskedForIsRefused()
{
    TelemetryDecoder decoder(SourceId{0}, "a:1", {{"wanted"}});
    std::vector<BatchPtr> batches;
    const std::string refusal
        = decoder.decode(bytesOf(encodeDescription(1, *identityOf("other"), {})), wallClockNow(), batches);
    QVERIFY(refusal.find("only 'wanted' was requested") != std::string::npos);
    QVERIFY(batches.empty());
    QVERIFY(decoder.decode(bytesOf(encodeDescription(1, *identityOf("wanted"), {})), wallClockNow(), batches).empty());
    QCOMPARE(batches.size(), std::size_t{1});
}

void TestTelemetryDecoder::twoNodesOfOneNameAreRefused()
{
    Reader reader;
    reader.feed(bytesOf(encodeDescription(2, *identityOf("n"), {})));
    QVERIFY(reader.refusal.find("both called 'n'") != std::string::npos);
    reader.feed(bytesOf(encodeDescription(1, *identityOf("m"), {})));
    QVERIFY(reader.refusal.find("changed its name from 'n' to 'm'") != std::string::npos);
    reader.feed(bytesOf(encodeTick(3, 1, tickOf(reader.layout, 1), 1, {}, 1)));
    QVERIFY(reader.refusal.find("node number 3 was never described") != std::string::npos);
}

void TestTelemetryDecoder::missedTicksBecomeAGap()
{
    Reader reader;
    reader.feedTick(1);
    reader.feed(bytesOf(encodeMissed(1, 2, 61)));
    QVERIFY(reader.batches.empty()); // the gap is reported when its end is known
    reader.feedTick(62);
    const Gap& gap = *reader.batches[0]->gap;
    QCOMPARE(gap.ticks, std::uint64_t{60});
    QVERIFY(gap.range == (TimeRange{tickOf(reader.layout, 2).time, tickOf(reader.layout, 62).time}));
    QVERIFY(gap.reason.find("the agent keeps") != std::string::npos);
    reader.feed(bytesOf(encodeMissed(1, 70, 80)));
    QVERIFY(!reader.refusal.empty());
}

void TestTelemetryDecoder::aNewEpochIsAGapAndStartsOver()
{
    Reader reader;
    reader.feedTick(1);
    reader.feed(bytesOf(encodeDescription(1, *identityOf("n", 8), {})));
    QCOMPARE(reader.batches.front()->identity->epoch, std::uint64_t{8});
    reader.feedTick(1);
    QVERIFY(reader.refusal.find("never sent") != std::string::npos); // layouts belong to the epoch
    reader.feed(bytesOf(encodeLayout(1, *smallLayout()))
                + bytesOf(encodeTick(1, 1, tickOf(reader.layout, 30), 1, {}, 1)));
    QCOMPARE(reader.batches.size(), std::size_t{2});
    const Gap& gap = *reader.batches[0]->gap;
    QCOMPARE(gap.ticks, std::uint64_t{0});
    QVERIFY(gap.range == (TimeRange{tickOf(reader.layout, 2).time, tickOf(reader.layout, 30).time}));
    QCOMPARE(gap.reason, std::string("agent restarted"));
}

void TestTelemetryDecoder::namesComeOnceAndOnlyGrow()
{
    Reader reader;
    const Names names = someNames();
    const auto rest = std::span(*names).subspan(1);
    reader.feed(bytesOf(encodeTick(1, 1, tickOf(reader.layout, 1), 1, rest.first(2), 3)));
    QCOMPARE(reader.batches.front()->names->size(), std::size_t{3});
    reader.feedTick(2);
    QVERIFY(!reader.batches.front()->names);
    reader.feed(bytesOf(encodeTick(1, 3, tickOf(reader.layout, 3), 2, rest.subspan(1), 5))); // one again, two new
    QCOMPARE(*reader.batches.front()->names, *names);
    // Names that came with a refused tick are known, and reported with the next good one.
    NodeTick bad = tickOf(reader.layout, 4);
    bad.values.clear();
    const std::vector<std::string> more{"later"};
    reader.feed(bytesOf(encodeTick(1, 4, bad, 5, more, 6)));
    QVERIFY(!reader.refusal.empty());
    reader.feedTick(5);
    QCOMPARE(reader.batches.back()->names->size(), std::size_t{6});
}

void TestTelemetryDecoder::aSecondStreamChangesNothingThatWasKnown()
{
    Reader reader;
    reader.feedTick(1);
    const auto layout = reader.batches.front()->tick->layout;
    const auto positions = reader.decoder.positions();
    QCOMPARE(positions.size(), std::size_t{1});
    QCOMPARE(positions[0].node, std::string("n"));
    QCOMPARE(positions[0].epoch, std::uint64_t{7});
    QCOMPARE(positions[0].nextSequence, std::uint64_t{2});
    reader.decoder.beginStream();
    reader.feedTick(2);
    QVERIFY(!reader.refusal.empty()); // numbers belong to the stream
    reader.feed(bytesOf(encodeDescription(9, *identityOf("n"), {})) + bytesOf(encodeLayout(9, *smallLayout()))
                + bytesOf(encodeTick(9, 2, tickOf(reader.layout, 2), 1, {}, 1)));
    QCOMPARE(reader.refusal, std::string());
    QCOMPARE(reader.batches.size(), std::size_t{1}); // neither identity nor gap
    QCOMPARE(reader.batches.front()->tick->layout, layout); // the very same object
}

LOCKSTEP_TEST(tst_telemetrydecoder, TestTelemetryDecoder)
#include "tst_telemetrydecoder.moc"
