// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/store/clusterstore.h"
#include "models/view/time/player.h"
#include "models/view/time/timesteps.h"
#include "tests/support/testentry.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

TimePoint at(std::int64_t second)
{
    return TimePoint(std::chrono::seconds(1'772'334'720 + second));
}

/// A node with two GPUs; spans and events on the first GPU, the second, and the node.
BatchPtr batchOf(const std::vector<std::pair<std::uint32_t, std::int64_t>>& spans,
                 const std::vector<std::pair<std::uint32_t, std::int64_t>>& events)
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = 1;
    layout->entities
        = {{EntityKind::Node, "n1", 0, {}}, {EntityKind::Gpu, "gpu0", 0, {}}, {EntityKind::Gpu, "gpu1", 0, {}}};
    auto batch = std::make_shared<Batch>();
    batch->source = SourceId{0};
    batch->node = "n1";
    batch->received = at(100);
    batch->sequence = 1;
    batch->names = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"", "rank"});
    batch->tick.emplace();
    batch->tick->time = at(100);
    batch->tick->layout = layout;
    for (const auto& [entity, second] : spans) {
        Span span;
        span.entity = entity;
        span.lane = 1;
        span.start = at(second);
        span.end = at(second) + 500ms;
        batch->tick->spans.push_back(span);
    }
    for (const auto& [entity, second] : events)
        batch->tick->events.push_back({at(second), Severity::Warning, entity, "code", std::to_string(second)});
    return batch;
}

} // namespace

class TestTimeSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStepGoesToTheNearestBeginningOfASpan()
    {
        ClusterStore store;
        const BatchPtr batch = batchOf({{1, 10}, {1, 20}, {2, 14}}, {});
        (void)store.apply({&batch, 1});
        const EntityRef first{EntityKind::Gpu, 0};
        QCOMPARE(nextSpanStart(store, {}, at(10), +1), at(14));
        QCOMPARE(nextSpanStart(store, first, at(10), +1), at(20));
        QCOMPARE(nextSpanStart(store, {EntityKind::Node, 0}, at(20), -1), at(14)); // spans of parts of the node
        QCOMPARE(nextSpanStart(store, first, at(10) + 1ns, -1), at(10));
        QCOMPARE(nextSpanStart(store, first, at(10), -1), std::nullopt);
        QCOMPARE(nextSpanStart(store, {}, at(20), +1), std::nullopt);
    }

    void aStepGoesToTheNearestEvent()
    {
        ClusterStore store;
        const BatchPtr batch = batchOf({}, {{0, 30}, {1, 12}, {2, 25}});
        (void)store.apply({&batch, 1});
        QCOMPARE(nextEvent(store, {}, at(12), +1), at(25));
        QCOMPARE(nextEvent(store, {EntityKind::Gpu, 0}, at(30), -1), at(12));
        QCOMPARE(nextEvent(store, {EntityKind::Gpu, 1}, at(25), +1), std::nullopt);
    }

    void bookmarksArePutTakenAwayAndFoundInOrder()
    {
        Bookmarks marks;
        QSignalSpy changed(&marks, &Bookmarks::changed);
        marks.toggle(at(20), 500ms);
        marks.toggle(at(10), 500ms);
        QCOMPARE(changed.size(), 2);
        QCOMPARE(marks.next(at(10), +1), at(20));
        QCOMPARE(marks.next(at(20), +1), std::nullopt);
        QCOMPARE(marks.next(at(15), -1), at(10));
        QCOMPARE(marks.next(at(10), -1), std::nullopt);
        marks.toggle(at(20) + 400ms, 500ms); // close enough to refer to it
        QCOMPARE(marks.times().size(), std::size_t{1});
        marks.setTimes({at(10)});
        QCOMPARE(changed.size(), 3); // it is as it was
    }
};

LOCKSTEP_TEST(tst_timesteps, TestTimeSteps)
#include "tst_timesteps.moc"
