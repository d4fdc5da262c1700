// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/storagewatch.h"
#include "tests/models/analysis/detect/watch/watchedcolumns.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr std::uint32_t writerCount = 8;

WatchedColumns<StorageWatch> writingHall()
{
    TopologyBuilder builder;
    for (std::uint32_t node = 0; node < writerCount; ++node)
        (void)builder.add(EntityKind::Port, "storage0", builder.addNode("n" + std::to_string(node), {}, {}));
    WatchedColumns<StorageWatch> hall(builder.build());
    hall.columns = {std::vector<float>(writerCount, 0), std::vector<float>(writerCount, 160e9F),
                    std::vector<float>(writerCount, 0)};
    return hall;
}

/// The nodes of [from, to) write for so long, after a minute in which they compute.
void write(WatchedColumns<StorageWatch>& hall, std::uint32_t from, std::uint32_t to, float bytesPerSecond, int seconds)
{
    hall.run(60);
    for (std::uint32_t node = from; node < to; ++node) {
        hall.columns[0][node] = bytesPerSecond;
        hall.columns[2][node] = 0.3F;
    }
    hall.run(seconds);
    hall.columns[0].assign(writerCount, 0);
    hall.columns[2].assign(writerCount, 0);
    hall.run(1);
}

} // namespace

class TestStorageWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWriteThatGoesSlowlyIsReportedWhileItLasts();
    void howFastItWritesOutlivesARestart();
    void writersThatShareTheStorageAreNobodysFault();
};

void TestStorageWatch::aWriteThatGoesSlowlyIsReportedWhileItLasts()
{
    auto hall = writingHall();
    write(hall, 0, writerCount, 0.5e9F, 20); // the first one: no baseline yet
    write(hall, 0, writerCount, 3e9F, 8);
    write(hall, 0, writerCount, 2.8e9F, 8);
    write(hall, 0, writerCount, 3e9F, 8);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
    const TickIndex onset = hall.tick + 60;
    write(hall, 0, writerCount, 0.4e9F, 60);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.code, std::string("storage.slow"));
    const auto after = hall.reported.events[0].event.time - TimePoint(std::chrono::seconds(onset));
    QVERIFY(after < std::chrono::seconds(8));
    write(hall, 0, writerCount, 0.4e9F, 60);
    QCOMPARE(hall.count(), std::size_t{1});
    write(hall, 0, writerCount, 3e9F, 8);
    QVERIFY2(hall.count() == 2 && hall.reported.events[1].event.severity == Severity::Information,
             hall.texts().c_str());
}

void TestStorageWatch::howFastItWritesOutlivesARestart()
{
    LearnedBaselines baselines;
    auto before = writingHall();
    before.watch = StorageWatch(&baselines);
    for (int round = 0; round < 4; ++round)
        write(before, 0, writerCount, 3e9F, 8);
    QVERIFY2(before.count() == 0, before.texts().c_str());
    QCOMPARE(baselines.entries().size(), std::size_t{writerCount});
    // The first write observed is slow, which is only recognised with a stored baseline.
    for (LearnedBaselines* kept : {&baselines, static_cast<LearnedBaselines*>(nullptr)}) {
        auto after = writingHall();
        after.tick = before.tick + 600;
        after.watch = StorageWatch(kept);
        write(after, 0, writerCount, 0.4e9F, 60);
        QCOMPARE(after.count(), std::size_t{kept != nullptr ? 1U : 0U});
    }
}

void TestStorageWatch::writersThatShareTheStorageAreNobodysFault()
{
    auto hall = writingHall();
    for (int round = 0; round < 3; ++round) {
        write(hall, 0, 4, 3e9F, 8);
        write(hall, 4, 8, 3e9F, 8);
    }
    write(hall, 0, writerCount, 1.5e9F, 16); // two jobs at once
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

LOCKSTEP_TEST(tst_storagewatch, TestStorageWatch)
#include "tst_storagewatch.moc"
