// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/rowbins.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <random>

using namespace lockstep;

class RowBinsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneHotValueAmongThousandsIsNeverLost()
    {
        std::vector<std::uint32_t> entities(16'384);
        std::iota(entities.begin(), entities.end(), 0);
        for (const std::size_t perBin : {1, 2, 19, 20, 21, 16'384}) {
            const RowBins bins(entities, perBin);
            for (const std::size_t hot : {0, 1, 7, 8'191, 16'383}) {
                std::vector<float> column(entities.size(), 40.0F);
                column[hot] = 97.0F;
                std::vector<float> cells(bins.count(), noData);
                bins.merge(column, Worst::Highest, cells);
                QCOMPARE(cells[hot / perBin], 97.0F);
                QCOMPARE(std::count(cells.begin(), cells.end(), 97.0F), 1);
            }
        }
    }

    void itAgreesWithAPlainLoop()
    {
        std::mt19937 random(7);
        std::vector<std::uint32_t> entities(1'000);
        std::iota(entities.begin(), entities.end(), 0);
        std::shuffle(entities.begin(), entities.end(), random);
        std::vector<float> column(950); // shorter than the entities: the rest has no data
        for (float& value : column)
            value = random() % 5 == 0 ? noData : static_cast<float>(random() % 1000) - 500.0F;
        for (const Worst worst : {Worst::Highest, Worst::Lowest}) {
            const RowBins bins(entities, 7);
            std::vector<float> cells(bins.count(), noData);
            bins.merge(column, worst, cells);
            for (std::size_t bin = 0; bin < bins.count(); ++bin) {
                float expected = noData;
                for (std::size_t row = bin * 7; row < std::min<std::size_t>(bin * 7 + 7, entities.size()); ++row) {
                    const float value = entities[row] < column.size() ? column[entities[row]] : noData;
                    if (!std::isnan(value)
                        && (std::isnan(expected) || (worst == Worst::Highest ? value > expected : value < expected)))
                        expected = value;
                }
                QVERIFY(std::isnan(expected) ? std::isnan(cells[bin]) : cells[bin] == expected);
            }
        }
    }

    void laterTicksMergeIntoTheSameCells()
    {
        const std::vector<std::uint32_t> entities{0, 1};
        const RowBins bins(entities, 2);
        std::vector<float> cells(1, noData);
        bins.merge(std::vector<float>{noData, noData}, Worst::Highest, cells);
        QVERIFY(std::isnan(cells[0]));
        bins.merge(std::vector<float>{3, noData}, Worst::Highest, cells);
        bins.merge(std::vector<float>{1, 2}, Worst::Highest, cells);
        QCOMPARE(cells[0], 3.0F);
    }
};

QTEST_GUILESS_MAIN(RowBinsTest)
#include "tst_rowbins.moc"
