// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/heatgrid.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace lockstep;

namespace {

using Columns = std::vector<std::vector<float>>;

HeatGrid reduce(const Columns& columns, std::size_t rows, std::size_t width, std::size_t height, Aggregate how,
                std::span<const std::uint32_t> order = {})
{
    const std::vector<std::span<const float>> spans(columns.begin(), columns.end());
    return aggregate(spans, rows, width, height, how, order);
}

/// What a cell stands for, read the slow and obvious way.
std::vector<float> samplesOf(const Columns& columns, const HeatGrid& grid, std::size_t x, std::size_t y)
{
    std::vector<float> samples;
    for (std::size_t column = grid.columnsOf(x).from; column < grid.columnsOf(x).to; ++column) {
        for (std::size_t row = grid.rowsOf(y).from; row < grid.rowsOf(y).to; ++row)
            samples.push_back(row < columns[column].size() ? columns[column][row] : noData);
    }
    return samples;
}

} // namespace

class TestHeatGrid : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCellIsWhatItsSamplesSay();
    void noHotCellIsEverLost();
    void whereLowIsBadNoColdCellIsLost();
    void aSmallMatrixKeepsItsSize();
    void missingIsToldFromPartlyMissing();
    void infinityIsAValue();
    void rowsCanBeShownInAnyOrder();
    void cellsCoverTheMatrixOnce();
    void nothingGivesNothing();
};

void TestHeatGrid::everyCellIsWhatItsSamplesSay()
{
    std::mt19937 random(1);
    for (int round = 0; round < 60; ++round) {
        const std::size_t rows = random() % 300 + 1;
        Columns columns(random() % 40 + 1);
        for (auto& column : columns) {
            column.resize(random() % 4 == 0 ? random() % (rows + 1) : rows);
            for (float& sample : column)
                sample = random() % 5 == 0 ? noData : static_cast<float>(random() % 1000) - 500;
        }
        const std::size_t width = random() % 50 + 1;
        const std::size_t height = random() % 100 + 1;
        for (const Aggregate how : {Aggregate::Max, Aggregate::Min, Aggregate::Mean, Aggregate::P99}) {
            const HeatGrid grid = reduce(columns, rows, width, height, how);
            for (std::size_t y = 0; y < grid.height; ++y) {
                for (std::size_t x = 0; x < grid.width; ++x) {
                    auto samples = samplesOf(columns, grid, x, y);
                    const std::size_t asked = samples.size();
                    std::erase_if(samples, [](float sample) { return std::isnan(sample); });
                    std::ranges::sort(samples);
                    QCOMPARE(grid.partial[y * grid.width + x] != 0, samples.size() < asked);
                    if (samples.empty()) {
                        QVERIFY(std::isnan(grid.value(x, y)));
                        continue;
                    }
                    double sum = 0;
                    for (const float sample : samples)
                        sum += static_cast<double>(sample);
                    const auto rank
                        = static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(samples.size()))) - 1;
                    const float expected = how == Aggregate::Max ? samples.back()
                        : how == Aggregate::Min                  ? samples.front()
                        : how == Aggregate::P99                  ? samples[rank]
                                                : static_cast<float>(sum / static_cast<double>(samples.size()));
                    QCOMPARE(grid.value(x, y), expected);
                }
            }
        }
    }
}

void TestHeatGrid::noHotCellIsEverLost()
{
    std::mt19937 random(2);
    for (int round = 0; round < 100; ++round) {
        const std::size_t rows = random() % 5000 + 1;
        Columns columns(random() % 50 + 1, std::vector<float>(rows, 40.0F));
        const std::size_t hotColumn = random() % columns.size();
        const std::size_t hotRow = random() % rows;
        columns[hotColumn][hotRow] = 99.0F;
        const HeatGrid grid
            = reduce(columns, rows, random() % 60 + 1, random() % 900 + 1, aggregateFor(Direction::HighIsBad));
        QCOMPARE(std::ranges::count(grid.values, 99.0F), 1);
    }
}

void TestHeatGrid::whereLowIsBadNoColdCellIsLost()
{
    Columns columns(10, std::vector<float>(1000, 1.6e9F));
    columns[4][777] = 0.2e9F; // one throttled clock
    const HeatGrid grid = reduce(columns, 1000, 5, 50, aggregateFor(Direction::LowIsBad));
    QCOMPARE(std::ranges::count(grid.values, 0.2e9F), 1);
    QCOMPARE(aggregateFor(Direction::Neutral), Aggregate::Max);
}

void TestHeatGrid::aSmallMatrixKeepsItsSize()
{
    const HeatGrid grid = reduce({{1, 2}, {3, 4}, {5, 6}}, 2, 1600, 900, Aggregate::Max);
    QCOMPARE(grid.width, 3U);
    QCOMPARE(grid.height, 2U);
    QCOMPARE(grid.values, (std::vector<float>{1, 3, 5, 2, 4, 6}));
    QCOMPARE(std::ranges::count(grid.partial, 1), 0);
}

void TestHeatGrid::missingIsToldFromPartlyMissing()
{
    const HeatGrid grid = reduce({{noData, noData, 1, noData, 5, 6}}, 8, 1, 4, Aggregate::Max);
    QVERIFY(std::isnan(grid.value(0, 0)) && grid.partial[0]);
    QVERIFY(grid.value(0, 1) == 1.0F && grid.partial[1]);
    QVERIFY(grid.value(0, 2) == 6.0F && !grid.partial[2]);
    QVERIFY(std::isnan(grid.value(0, 3)) && grid.partial[3]); // beyond the column's end
}

void TestHeatGrid::infinityIsAValue()
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const HeatGrid least = reduce({{noData, -infinity, noData, noData}}, 4, 1, 2, Aggregate::Max);
    QCOMPARE(least.value(0, 0), -infinity);
    QVERIFY(std::isnan(least.value(0, 1)));
    QCOMPARE(reduce({std::vector<float>(30, infinity)}, 30, 1, 1, Aggregate::Min).value(0, 0), infinity);
}

void TestHeatGrid::rowsCanBeShownInAnyOrder()
{
    const std::vector<std::uint32_t> order{3, 0, 77, 1};
    const HeatGrid grid = reduce({{10, 11, 12, 13}}, 4, 1, 4, Aggregate::Max, order);
    QCOMPARE(grid.value(0, 0), 13.0F);
    QCOMPARE(grid.value(0, 1), 10.0F);
    QVERIFY(std::isnan(grid.value(0, 2)));
    QCOMPARE(grid.value(0, 3), 11.0F);
    QCOMPARE(reduce({{10, 11, 12, 13}}, 4, 1, 2, Aggregate::Max, order).value(0, 0), 13.0F);
}

void TestHeatGrid::cellsCoverTheMatrixOnce()
{
    const HeatGrid grid = reduce(Columns(37, std::vector<float>(1001, 1)), 1001, 10, 90, Aggregate::Mean);
    std::size_t next = 0;
    for (std::size_t y = 0; y < grid.height; ++y) {
        QCOMPARE(grid.rowsOf(y).from, next);
        next = grid.rowsOf(y).to;
    }
    QCOMPARE(next, 1001U);
    QCOMPARE(grid.columnsOf(9).to, 37U);
}

void TestHeatGrid::nothingGivesNothing()
{
    QVERIFY(reduce({}, 10, 5, 5, Aggregate::Max).values.empty());
    QVERIFY(reduce({{}}, 0, 5, 5, Aggregate::Max).values.empty());
    QVERIFY(reduce({{1}}, 1, 0, 0, Aggregate::Max).values.empty());
}

QTEST_GUILESS_MAIN(TestHeatGrid)
#include "tst_heatgrid.moc"
