// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metric.h"
#include "models/store/columns/columnstore.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>

#include <cmath>
#include <cstring>

using namespace lockstep;

/// Older columns use little memory and read back bit by bit.
class TestColumnPacking : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsPackedReadsAsItWasWritten();
    void whatComesLateIsSeenInAPackedBlock();
    void aWriteWhileABlockIsBeingPackedIsNotLost();
    void whatComesLateForManyEntitiesIsPackedToo();
    void entitiesThatAreNewReachIntoPackedBlocks();
    void ticksThatNeverCameStayAbsent();
    void packedBlocksLeaveWithTheRing();

private:
    static constexpr std::uint32_t entities = 3000; // three stripes of the codec
    static constexpr MetricId metric{0};

    static float valueAt(TickIndex tick, std::uint32_t entity)
    {
        return entity % 97 == 5 ? noData : static_cast<float>((tick * 7 + entity * 13) % 400) / 10.0F;
    }
    static void write(ColumnStore& store, TickIndex tick, std::uint32_t count = entities)
    {
        std::vector<float> values(count);
        for (std::uint32_t entity = 0; entity < count; ++entity)
            values[entity] = valueAt(tick, entity);
        const PlacementRun run{metric, 0, count, 0};
        QVERIFY(store.write(tick, {&run, 1}, values));
    }
    static void writeOne(ColumnStore& store, TickIndex tick, std::uint32_t entity, float value)
    {
        const PlacementRun run{metric, entity, 1, 0};
        QVERIFY(store.write(tick, {&run, 1}, {&value, 1}));
    }
    /// Ticks [0, to), until all blocks that are past are packed.
    static void fill(ColumnStore& store, TickIndex to)
    {
        store.reserve(metric, entities);
        for (TickIndex tick = 0; tick < to; ++tick)
            write(store, tick);
        const std::size_t open = store.memoryBytes();
        QTRY_VERIFY((store.compactAndEvict(), store.memoryBytes() < open / 2));
    }
    static bool isSame(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }
};

void TestColumnPacking::whatIsPackedReadsAsItWasWritten()
{
    ColumnStore store(600);
    fill(store, 300);
    for (TickIndex tick = 0; tick < 300; ++tick) {
        for (std::uint32_t entity : {0U, 5U, 1023U, 1024U, 2999U})
            QVERIFY(isSame(store.value(metric, entity, tick), valueAt(tick, entity)));
    }
    for (TickIndex tick = 0; tick < 300; ++tick) {
        const std::span<const float> column = store.column(metric, tick);
        QCOMPARE(column.size(), std::size_t{entities});
        for (std::uint32_t entity = 0; entity < entities; ++entity)
            QVERIFY(isSame(column[entity], valueAt(tick, entity)));
    }
}

void TestColumnPacking::whatComesLateIsSeenInAPackedBlock()
{
    ColumnStore store(600);
    fill(store, 300);
    QVERIFY(isSame(store.value(metric, 7, 10), valueAt(10, 7))); // it is unpacked now, and must not stay as it was
    QCOMPARE(store.column(metric, 10).size(), std::size_t{entities});
    writeOne(store, 10, 7, 1234.5F);
    writeOne(store, 10, 8, noData); // never overwrites
    QCOMPARE(store.value(metric, 7, 10), 1234.5F);
    QCOMPARE(store.column(metric, 10)[7], 1234.5F);
    QVERIFY(isSame(store.column(metric, 10)[8], valueAt(10, 8)));
    QVERIFY(isSame(store.column(metric, 11)[7], valueAt(11, 7)));
}

void TestColumnPacking::aWriteWhileABlockIsBeingPackedIsNotLost()
{
    ColumnStore store(600);
    store.reserve(metric, entities);
    for (TickIndex tick = 0; tick < 100; ++tick)
        write(store, tick);
    store.compactAndEvict(); // block 0 is on its way
    writeOne(store, 3, 7, 1234.5F);
    const std::size_t open = store.memoryBytes();
    QCOMPARE(store.value(metric, 7, 3), 1234.5F);
    QTRY_VERIFY((store.compactAndEvict(), store.memoryBytes() < open));
    QCOMPARE(store.value(metric, 7, 3), 1234.5F);
    QVERIFY(isSame(store.value(metric, 7, 4), valueAt(4, 7)));
}

void TestColumnPacking::whatComesLateForManyEntitiesIsPackedToo()
{
    constexpr TickIndex ticks = 600;
    constexpr TickIndex missed = 500; // by half of the entities
    ColumnStore store(ticks);
    store.reserve(metric, entities);
    std::vector<float> values(entities / 2);
    const auto writeHalf = [&](TickIndex tick, std::uint32_t first) {
        for (std::uint32_t at = 0; at < values.size(); ++at)
            values[at] = valueAt(tick, first + at);
        const PlacementRun run{metric, first, entities / 2, 0};
        QVERIFY(store.write(tick, {&run, 1}, values));
    };
    for (TickIndex tick = 0; tick < missed; ++tick)
        writeHalf(tick, 0);
    const std::size_t open = store.memoryBytes();
    QTRY_VERIFY((store.compactAndEvict(), store.memoryBytes() < open / 2));
    const std::size_t packed = store.memoryBytes();
    for (TickIndex tick = 0; tick < missed; ++tick) {
        writeHalf(tick, entities / 2);
        if (tick % 100 == 0)
            store.compactAndEvict();
    }
    for (TickIndex tick = missed; tick < missed + 2 * ColumnStore::ticksBeforePacking; ++tick)
        write(store, tick);
    QTRY_VERIFY((store.compactAndEvict(), store.memoryBytes() < 3 * packed));
    for (TickIndex tick = 0; tick < missed; tick += 7) {
        for (const std::uint32_t entity : {0U, 5U, 1499U, 1500U, 2999U})
            QVERIFY(isSame(store.value(metric, entity, tick), valueAt(tick, entity)));
    }
}

void TestColumnPacking::entitiesThatAreNewReachIntoPackedBlocks()
{
    ColumnStore store(600);
    fill(store, 300);
    store.reserve(metric, entities + 10);
    QVERIFY(std::isnan(store.value(metric, entities + 3, 20)));
    writeOne(store, 20, entities + 3, 5.0F);
    QCOMPARE(store.value(metric, entities + 3, 20), 5.0F);
    QVERIFY(std::isnan(store.value(metric, entities + 3, 21)));
    const std::span<const float> column = store.column(metric, 20);
    QCOMPARE(column.size(), std::size_t{entities + 10});
    QCOMPARE(column[entities + 3], 5.0F);
    QVERIFY(isSame(column[1], valueAt(20, 1)));
}

void TestColumnPacking::ticksThatNeverCameStayAbsent()
{
    ColumnStore store(600);
    store.reserve(metric, entities);
    for (TickIndex tick = 0; tick < 500; tick += 2)
        write(store, tick);
    const std::size_t open = store.memoryBytes();
    QTRY_VERIFY((store.compactAndEvict(), store.memoryBytes() < open / 2));
    QVERIFY(store.column(metric, 11).empty());
    QVERIFY(std::isnan(store.value(metric, 0, 11)));
    QVERIFY(isSame(store.value(metric, 0, 12), valueAt(12, 0)));
    writeOne(store, 11, 3, 8.0F);
    QCOMPARE(store.column(metric, 11)[3], 8.0F);
    QVERIFY(std::isnan(store.column(metric, 11)[4]));
}

void TestColumnPacking::packedBlocksLeaveWithTheRing()
{
    ColumnStore store(128);
    fill(store, 256);
    QVERIFY(isSame(store.value(metric, 1, 130), valueAt(130, 1)));
    for (TickIndex tick = 256; tick < 1000; ++tick)
        write(store, tick);
    QVERIFY(store.column(metric, 130).empty());
    QVERIFY(std::isnan(store.value(metric, 1, 130)));
    QVERIFY(isSame(store.value(metric, 1, 999), valueAt(999, 1)));
}

LOCKSTEP_TEST(tst_columnpacking, TestColumnPacking)
#include "tst_columnpacking.moc"
