// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/syncwindow.h"
#include "models/analysis/sync/matching/transferbaseline.h"
#include "models/analysis/sync/tracking/steps/lanetimes.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <array>
#include <random>
#include <vector>

using namespace lockstep;

namespace {

SyncSpan spanOf(std::int64_t fromNs, std::int64_t toNs, SpanKind kind)
{
    SyncSpan span;
    span.startNs = fromNs;
    span.endNs = toNs;
    span.kind = kind;
    return span;
}

TimeClasses accounted(const std::vector<SyncSpan>& spans)
{
    TransferBaseline baseline;
    const SyncWindow window({}, spans, {0}, baseline);
    TimeClasses classes;
    classes.account(window, 0);
    return classes;
}

} // namespace

class TestTimeClasses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachMomentCountsOnceForTheMostProductive()
    {
        constexpr std::array kinds{SpanKind::Compute,    SpanKind::Transfer, SpanKind::Wait,
                                   SpanKind::Checkpoint, SpanKind::Restart,  SpanKind::Idle};
        constexpr std::array byProductivity{SpanKind::Compute, SpanKind::Transfer, SpanKind::Checkpoint,
                                            SpanKind::Restart, SpanKind::Wait,     SpanKind::Idle};
        constexpr std::array classes{TimeClass::Compute, TimeClass::Transfer, TimeClass::Checkpoint,
                                     TimeClass::Restart, TimeClass::Wait,     TimeClass::Idle};
        constexpr std::int64_t end = 300;
        std::mt19937 random(4);
        for (int round = 0; round < 50; ++round) {
            std::vector<SyncSpan> spans{spanOf(0, 1, SpanKind::Idle)};
            for (int number = 0; number < 30; ++number) {
                const std::int64_t from = random() % end;
                spans.push_back(spanOf(from, std::min<std::int64_t>(from + random() % 40, end), kinds[random() % 6]));
            }
            std::ranges::sort(spans, {}, &SyncSpan::startNs);
            const TimeClasses found = accounted(spans);
            std::array<std::int64_t, 6> expected{};
            for (std::int64_t moment = 0; moment < end; ++moment) {
                for (std::size_t at = 0; at < 6; ++at) {
                    const auto isOn = [&](const SyncSpan& span) {
                        return span.kind == byProductivity[at] && span.startNs <= moment && moment < span.endNs;
                    };
                    if (std::ranges::any_of(spans, isOn)) {
                        ++expected[at];
                        break;
                    }
                }
            }
            for (std::size_t at = 0; at < 6; ++at)
                QCOMPARE(found.ns(classes[at]), expected[at]);
        }
    }

    /// Each of these overlaps all others. Compared in pairs, they took hours.
    void spansOverEachOtherCostNoMoreThanTheirEdges()
    {
        std::vector<SyncSpan> spans;
        constexpr std::int64_t count = 300'000;
        for (std::int64_t number = 0; number < count; ++number)
            spans.push_back(spanOf(number, 2 * count + number, number % 2 == 0 ? SpanKind::Wait : SpanKind::Idle));
        const TimeClasses found = accounted(spans);
        QCOMPARE(found.ns(TimeClass::Wait), 3 * count - 2);
        QCOMPARE(found.wallNs(), 3 * count - 1);
    }
};

LOCKSTEP_TEST(tst_timeclasses, TestTimeClasses)
#include "tst_timeclasses.moc"
