// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/timeline/marks/spanfacts.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

/// A store with one lane on gpu0 that holds one span.
struct OneSpan
{
    explicit OneSpan(SpanKind kind, std::uint64_t bytes = 0, const char* op = "all_reduce")
    {
        world.introduce();
        world.run(2);
        Span span;
        span.start = world.now();
        span.end = world.now() + 38ms;
        span.kind = kind;
        span.entity = 1;
        span.lane = 1;
        span.op = 2;
        span.communicator = 3;
        span.rank = 3;
        span.step = 7;
        span.sequence = 4211;
        span.bytes = bytes;
        auto batch = std::make_shared<Batch>(*world.fake().tick(world.now() + 1s).front());
        batch->names = std::make_shared<std::vector<std::string>>(std::vector<std::string>{"", "rank 3", op, "dp2"});
        batch->tick->spans = {span};
        world.apply(batch);
    }

    [[nodiscard]] const SpanLane& lane() const { return world.cluster.store().spans().lanes().front(); }
    [[nodiscard]] HoverText explain(std::size_t others = 0) const
    {
        return explainSpan(world.cluster.store(), lane(), lane().spans.front(), others);
    }

    FakeWorld world;
};

QString valueOf(const HoverText& text, const QString& label)
{
    const auto found = std::ranges::find(text.facts, label, &HoverFact::label);
    return found != text.facts.end() ? found->value : QString();
}

} // namespace

class TestSpanFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCollectiveNamesRankOperationGroupBytesAndLength()
    {
        const OneSpan one(SpanKind::Collective, 512'000'000);
        const HoverText text = one.explain();
        QCOMPARE(text.sentence, QStringLiteral("rank 3: all_reduce #4211 on dp2, 512\u2009MB, 38\u2009ms"));
        QCOMPARE(valueOf(text, QStringLiteral("Throughput")), QStringLiteral("13.5\u2009GB/s"));
        QVERIFY(valueOf(text, QStringLiteral("Where")).endsWith(QStringLiteral("gpu0")));
        QVERIFY(valueOf(text, QStringLiteral("Clock")).contains(QStringLiteral("±")));
    }

    void aWaitSaysForWhat()
    {
        const OneSpan one(SpanKind::Wait);
        QCOMPARE(one.explain().sentence, QStringLiteral("rank 3 waited 38\u2009ms in all_reduce #4211 on dp2"));
    }

    void aStepSaysItsNumber()
    {
        const OneSpan one(SpanKind::Step);
        QCOMPARE(one.explain().sentence, QStringLiteral("rank 3: step 7, 38\u2009ms"));
    }

    void manyUnderOnePixelAreCounted()
    {
        const OneSpan one(SpanKind::Compute);
        QVERIFY(valueOf(one.explain(11), QStringLiteral("Also here")).startsWith(QStringLiteral("11 ")));
        QVERIFY(valueOf(one.explain(0), QStringLiteral("Also here")).isEmpty());
    }

    void aGapIsNotCalledIdle()
    {
        OneSpan one(SpanKind::Compute);
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = one.world.now();
        batch->node = one.world.fake().nodeName(0);
        batch->gap = Gap{{one.world.now() - 1s, one.world.now()}, 1, "agent restarted"};
        one.world.apply(batch);
        const HoverText text = explainNothing(one.world.cluster.store(), 0, one.world.now() - 500ms);
        QVERIFY2(text.sentence.contains(QStringLiteral("no data")), qPrintable(text.sentence));
        QCOMPARE(valueOf(text, QStringLiteral("Reason")), QStringLiteral("agent restarted"));
        const HoverText idle = explainNothing(one.world.cluster.store(), 0, one.world.now() - 1500ms);
        QVERIFY2(!idle.sentence.contains(QStringLiteral("no data")), qPrintable(idle.sentence));
    }
};

LOCKSTEP_TEST(tst_spanfacts, TestSpanFacts)
#include "tst_spanfacts.moc"
