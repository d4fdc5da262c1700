// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/syncwindow.h"
#include "models/analysis/sync/matching/transferbaseline.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <random>
#include <vector>

using namespace lockstep;

namespace {

constexpr std::int64_t ms = 1'000'000;

/// Gradient buckets that PyTorch reduces during computation. All are enqueued at once and run in sequence. Lane 1
/// arrives @p lateMs later.
std::vector<SyncSpan> buckets(std::int64_t lateMs)
{
    constexpr std::uint32_t count = 5;
    std::vector<SyncSpan> spans;
    for (std::uint32_t lane = 0; lane < 2; ++lane) {
        for (std::uint32_t bucket = 0; bucket < count; ++bucket) {
            SyncSpan span;
            span.lane = lane;
            span.kind = SpanKind::Collective;
            span.communicator = 7;
            span.sequence = bucket + 1;
            span.sizeClass = 25;
            span.startNs = (bucket + (lane == 1 ? lateMs : 0)) * ms;
            span.endNs = (lateMs + 10 * (bucket + 1)) * ms;
            spans.push_back(span);
        }
    }
    return spans;
}

std::int64_t sumOver(const SyncWindow& window, std::uint32_t lane, std::int64_t WindowEvent::*member)
{
    std::int64_t sum = 0;
    for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at)
        sum += window.events()[at].*member;
    return sum;
}

} // namespace

class TestSyncWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Each of them lasts longer by the delay, but the rank has waited once.
    void aDelayOfSeveralCollectivesAtOnceCountsOnce()
    {
        TransferBaseline baseline;
        const SyncWindow window({}, buckets(150), {0, 1}, baseline);
        QCOMPARE(sumOver(window, 0, &WindowEvent::waitNs), 150 * ms);
        QCOMPARE(sumOver(window, 1, &WindowEvent::waitNs), std::int64_t{0});
    }

    /// The last one took five times as long as the first, because it was queued behind the others.
    void whatIsQueuedIsNoSlowTransfer()
    {
        TransferBaseline baseline;
        const SyncWindow window({}, buckets(0), {0, 1}, baseline);
        QCOMPARE(sumOver(window, 0, &WindowEvent::lostNs), std::int64_t{0});
        QCOMPARE(sumOver(window, 0, &WindowEvent::waitNs), std::int64_t{0});
    }

    /// Over TCP, transfers of one size take 10 to 20 ms. Of links that became slow, all take longer.
    void transfersThatScatterAreNotLost()
    {
        TransferBaseline baseline;
        std::mt19937 random(3);
        std::int64_t lost = 0;
        const auto windowOf = [&](double slowdown) {
            std::vector<std::int64_t> transfers(8);
            for (std::int64_t& each : transfers)
                each = static_cast<std::int64_t>(slowdown * static_cast<double>(10 * ms + random() % (10 * ms)));
            std::vector<std::int64_t> reordered = transfers;
            const auto usual = baseline.usual(1, reordered);
            lost = 0;
            for (const std::int64_t each : transfers)
                lost += TransferBaseline::lost(each, usual);
            return lost;
        };
        for (int window = 0; window < 20; ++window)
            windowOf(1); // learns how they scatter
        std::int64_t sum = 0;
        for (int window = 0; window < 100; ++window)
            sum += windowOf(1);
        QVERIFY2(sum < 100 * 8 * 15 * ms / 100, "more than 1 %");
        QVERIFY(windowOf(3) > 8 * 10 * ms);
    }
};

LOCKSTEP_TEST(tst_syncwindow, TestSyncWindow)
#include "tst_syncwindow.moc"
