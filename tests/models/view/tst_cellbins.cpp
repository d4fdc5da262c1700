// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/cellbins.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace lockstep;

namespace {

std::vector<std::uint32_t> upTo(std::size_t count)
{
    std::vector<std::uint32_t> entities(count);
    std::iota(entities.begin(), entities.end(), 0U);
    return entities;
}

std::vector<float> reduced(const CellBins& bins, const std::vector<std::vector<float>>& columns, Aggregate how)
{
    std::vector<float> cells(bins.count());
    bins.reduce(std::vector<std::span<const float>>(columns.begin(), columns.end()), how, cells);
    return cells;
}

/// Reference implementation of the aggregate.
float expectedOf(std::vector<float> samples, Aggregate how)
{
    std::erase_if(samples, [](float sample) { return std::isnan(sample); });
    if (samples.empty())
        return noData;
    std::ranges::sort(samples);
    const auto rank = static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(samples.size()))) - 1;
    return how == Aggregate::Max ? samples.back()
        : how == Aggregate::Min  ? samples.front()
        : how == Aggregate::P99  ? samples[rank]
                                 : static_cast<float>(std::accumulate(samples.begin(), samples.end(), 0.0)
                                                     / static_cast<double>(samples.size()));
}

} // namespace

class TestCellBins : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneHotValueAmongThousandsIsNeverLost();
    void oneHotLinkOfAMatrixIsNeverLost();
    void whereLowIsBadNoColdCellIsLost();
    void everyCellIsWhatItsSamplesSay();
    void cellsCoverTheMatrixOnce();
    void placesWithoutAnybodyHaveNoData();
    void infinityIsAValue();
    void nothingGivesNothing();
};

void TestCellBins::oneHotValueAmongThousandsIsNeverLost()
{
    const auto entities = upTo(16'384);
    for (const std::size_t perBin : {1, 2, 19, 20, 21, 16'384}) {
        const CellBins bins(entities, perBin);
        for (const std::size_t hot : {0, 1, 7, 8'191, 16'383}) {
            std::vector<float> column(entities.size(), 40.0F);
            column[hot] = 97.0F;
            const auto cells = reduced(bins, {column}, Aggregate::Max);
            QCOMPARE(cells[hot / perBin], 97.0F);
            QCOMPARE(std::count(cells.begin(), cells.end(), 97.0F), 1);
        }
    }
}

void TestCellBins::oneHotLinkOfAMatrixIsNeverLost()
{
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        const std::size_t rows = random() % 200 + 1;
        const std::size_t columns = random() % 200 + 1;
        auto entities = upTo(rows * columns);
        std::ranges::shuffle(entities, random); // random order of rows and columns
        const std::size_t rowsPerCell = random() % 40 + 1;
        const std::size_t columnsPerCell = random() % 40 + 1;
        const std::size_t hot = random() % entities.size();
        std::vector<float> values(entities.size());
        for (float& value : values)
            value = random() % 9 == 0 ? noData : static_cast<float>(random() % 100) / 100;
        values[entities[hot]] = 1.5F;
        const CellBins bins(entities, columns, rowsPerCell, columnsPerCell);
        const auto cells = reduced(bins, {values}, aggregateFor(Direction::HighIsBad));
        const std::size_t across = (columns + columnsPerCell - 1) / columnsPerCell;
        QCOMPARE(cells[hot / columns / rowsPerCell * across + hot % columns / columnsPerCell], 1.5F);
    }
}

void TestCellBins::whereLowIsBadNoColdCellIsLost()
{
    std::vector<float> up(5'000, 1.0F);
    up[4'321] = 0;
    const auto cells = reduced(CellBins(upTo(5'000), 50, 10, 50), {up}, aggregateFor(Direction::LowIsBad));
    QCOMPARE(std::count(cells.begin(), cells.end(), 0.0F), 1);
    QCOMPARE(cells[4'321 / 50 / 10], 0.0F);
    QCOMPARE(aggregateFor(Direction::Neutral), Aggregate::Max);
}

void TestCellBins::everyCellIsWhatItsSamplesSay()
{
    std::mt19937 random(7);
    for (int round = 0; round < 60; ++round) {
        const std::size_t rows = random() % 60 + 1;
        const std::size_t columns = random() % 30 + 1;
        std::vector<std::uint32_t> entities(rows * columns);
        for (std::uint32_t& entity : entities)
            entity = random() % 8 == 0 ? CellBins::vacant : static_cast<std::uint32_t>(random() % 500);
        std::vector<std::vector<float>> ticks(random() % 4 + 1, std::vector<float>(450)); // shorter than some indices
        for (auto& tick : ticks) {
            for (float& value : tick)
                value = random() % 5 == 0 ? noData : static_cast<float>(random() % 1000) - 500;
        }
        const std::size_t down = random() % 9 + 1;
        const std::size_t across = random() % 9 + 1;
        const CellBins bins(entities, columns, down, across);
        const std::size_t cellsAcross = (columns + across - 1) / across;
        for (const Aggregate how : {Aggregate::Max, Aggregate::Min, Aggregate::Mean, Aggregate::P99}) {
            const auto cells = reduced(bins, ticks, how);
            for (std::size_t cell = 0; cell < cells.size(); ++cell) {
                std::vector<float> samples;
                for (std::size_t place = 0; place < entities.size(); ++place) {
                    const bool isHere = place / columns / down == cell / cellsAcross
                        && place % columns / across == cell % cellsAcross;
                    for (const auto& tick : ticks) {
                        if (isHere && entities[place] < tick.size())
                            samples.push_back(tick[entities[place]]);
                    }
                }
                const float expected = expectedOf(samples, how);
                QVERIFY(std::isnan(expected) ? std::isnan(cells[cell]) : std::abs(cells[cell] - expected) < 1e-3F);
            }
        }
    }
}

void TestCellBins::cellsCoverTheMatrixOnce()
{
    const CellBins bins(upTo(37 * 101), 101, 10, 9);
    QCOMPARE(bins.count(), 4U * 12U);
    // With 1 everywhere the mean is 1 in each cell; with the index, the size-weighted means add up to the total.
    for (const float cell : reduced(bins, {std::vector<float>(37 * 101, 1.0F)}, Aggregate::Mean))
        QCOMPARE(cell, 1.0F);
}

void TestCellBins::placesWithoutAnybodyHaveNoData()
{
    const std::vector<std::uint32_t> entities{CellBins::vacant, CellBins::vacant, 0, 1};
    for (const Aggregate how : {Aggregate::Max, Aggregate::Min, Aggregate::Mean, Aggregate::P99}) {
        const auto cells = reduced(CellBins(entities, 2, 1, 2), {{3, 3}}, how);
        QVERIFY(std::isnan(cells[0]));
        QCOMPARE(cells[1], 3.0F);
    }
}

void TestCellBins::infinityIsAValue()
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    QCOMPARE(reduced(CellBins(upTo(2), 2), {{noData, -infinity}}, Aggregate::Max)[0], -infinity);
    QCOMPARE(reduced(CellBins(upTo(2), 2), {{noData, infinity}}, Aggregate::Min)[0], infinity);
}

void TestCellBins::nothingGivesNothing()
{
    QCOMPARE(CellBins().count(), 0U);
    QCOMPARE(CellBins(std::vector<std::uint32_t>(), 5).count(), 0U);
    QVERIFY(std::isnan(reduced(CellBins(upTo(3), 3), {{}}, Aggregate::Max)[0]));
}

LOCKSTEP_TEST(tst_cellbins, TestCellBins)
#include "tst_cellbins.moc"
