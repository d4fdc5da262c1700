// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/flowfollower.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace lockstep;

namespace {

CollectivePart part(std::uint32_t lane, std::uint32_t sequence, std::int64_t durationNs, std::uint32_t communicator = 1)
{
    return {lane,
            communicator,
            sequence,
            CollectiveKind::AllReduce,
            800'000'000,
            durationNs,
            static_cast<std::int64_t>(sequence) * 1'000'000'000};
}

} // namespace

class TestCollectiveTracker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theShortestPartTellsTheBandwidth()
    {
        CollectiveTracker tracker;
        for (std::uint32_t sequence = 1; sequence <= 3; ++sequence) {
            for (std::uint32_t lane = 0; lane < 4; ++lane)
                tracker.add(part(lane, sequence, lane == 2 ? 10'000'000 : 90'000'000)); // lane 2 came last
        }
        const auto found = tracker.bandwidths();
        QCOMPARE(found.size(), 1U);
        QCOMPARE(found[0]->lanes.size(), 4U);
        QCOMPARE(found[0]->transferNs, 10'000'000);
        // 0.8 GB in 10 ms, times 2 (n - 1) / n.
        QCOMPARE(found[0]->busBandwidth, 120e9);
    }

    void partsMayComeInAnyOrder()
    {
        std::mt19937 random(1);
        for (int round = 0; round < 20; ++round) {
            CollectiveTracker tracker;
            std::vector<CollectivePart> parts;
            for (std::uint32_t sequence = 1; sequence <= 12; ++sequence) {
                std::vector<CollectivePart> step;
                for (std::uint32_t lane = 0; lane < 8; ++lane)
                    step.push_back(part(lane, sequence, lane == sequence % 8 ? 20'000'000 : 50'000'000));
                std::ranges::shuffle(step, random);
                parts.insert(parts.end(), step.begin(), step.end());
            }
            for (const CollectivePart& each : parts)
                tracker.add(each);
            QCOMPARE(tracker.bandwidths()[0]->transferNs, 20'000'000);
        }
    }

    void aMissingPartDelaysButDoesNotBlock()
    {
        CollectiveTracker tracker;
        for (std::uint32_t sequence = 1; sequence <= 9; ++sequence) {
            for (std::uint32_t lane = 0; lane < 4; ++lane) {
                if (lane != 3 || sequence < 3)
                    tracker.add(part(lane, sequence, 30'000'000 + sequence));
            }
        }
        QVERIFY(tracker.bandwidths()[0]->transferNs > 30'000'003);
    }

    void trafficIsWhatEachMemberPassesOnPerSecond()
    {
        CollectiveTracker tracker;
        constexpr std::int64_t second = 1'000'000'000;
        for (std::uint32_t sequence = 1; sequence <= 120; ++sequence) { // one a second
            for (std::uint32_t lane = 0; lane < 4; ++lane)
                tracker.add(part(lane, sequence, 10'000'000));
            const double traffic = tracker.bandwidths()[0]->traffic(sequence * second);
            // 0.8 GB a second, times 2 (n - 1) / n; from soon after the start on.
            if (sequence > 15)
                QVERIFY2(std::abs(traffic - 1.2e9) < 0.12e9, qPrintable(QString::number(traffic)));
        }
        QVERIFY(tracker.bandwidths()[0]->traffic(180 * second) < 0.1e9); // it has stopped
        CollectiveTracker young;
        young.add(part(0, 1, 10'000'000));
        young.add(part(1, 1, 10'000'000));
        QVERIFY(std::isnan(young.bandwidths()[0]->traffic(2 * second)));
    }

    void smallOnesAndLonelyOnesSayNothing()
    {
        CollectiveTracker tracker;
        CollectivePart small = part(0, 1, 1000);
        small.bytes = 4;
        tracker.add(small);
        QVERIFY(tracker.bandwidths().empty());
        for (std::uint32_t sequence = 1; sequence < 9; ++sequence)
            tracker.add(part(0, sequence, 10'000'000));
        QCOMPARE(tracker.bandwidths()[0]->busBandwidth, 0.0);
    }
};

LOCKSTEP_TEST(tst_collectivetracker, TestCollectiveTracker)
#include "tst_collectivetracker.moc"
