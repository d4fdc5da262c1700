// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testentry.h"
#include "widgets/fabric/paircontent.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

using namespace lockstep;

namespace {

struct Group
{
    std::vector<std::uint32_t> members;
    float value;
};

std::vector<Group> randomGroups(std::mt19937& random, std::uint32_t lines)
{
    std::vector<Group> groups;
    for (std::size_t at = 0, count = 1 + random() % 20; at < count; ++at) {
        std::set<std::uint32_t> members;
        for (std::size_t member = 0, size = 1 + random() % 30; member < size; ++member)
            members.insert(static_cast<std::uint32_t>(random() % lines));
        const float value = random() % 8 == 0 ? noData : static_cast<float>(random() % 1000);
        groups.push_back({{members.begin(), members.end()}, value});
    }
    return groups;
}

CellShape randomShape(std::mt19937& random, std::size_t lines)
{
    CellShape shape;
    shape.rowsPerCell = 1 + random() % 7;
    shape.columnsPerCell = 1 + random() % 7;
    const auto range = [&](std::size_t perCell) {
        const std::size_t from = random() % (lines / 2) / perCell * perCell;
        return RowRange{from, from + 1 + random() % (lines - from)};
    };
    shape.rows = range(shape.rowsPerCell);
    shape.columns = range(shape.columnsPerCell);
    return shape;
}

bool isWorse(float value, float than, Direction direction)
{
    return !std::isnan(value) && (std::isnan(than) || (direction == Direction::LowIsBad ? value < than : value > than));
}

} // namespace

class TestPairReduction : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noPairIsEverLost();
    void aLineWithItselfIsNoPair();
    void whoDoesNotCommunicateStaysVacant();
};

/// Compared with examining each pair.
void TestPairReduction::noPairIsEverLost()
{
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        const auto lines = static_cast<std::uint32_t>(10 + random() % 90);
        const auto direction = random() % 2 == 0 ? Direction::LowIsBad : Direction::HighIsBad;
        const CellShape shape = randomShape(random, lines);
        const std::vector<Group> groups = randomGroups(random, lines);
        PairReduction reduction(shape, direction);
        for (const Group& group : groups)
            reduction.add(group.members, group.value);
        std::vector<float> values(shape.count(), noData);
        std::vector<std::uint8_t> isVacant(shape.count(), 1);
        for (const Group& group : groups) {
            for (const std::uint32_t row : group.members) {
                for (const std::uint32_t column : group.members) {
                    if (row == column || !shape.contains({row, column}))
                        continue;
                    const std::size_t cell = shape.cellOf({row, column});
                    isVacant[cell] = 0;
                    if (isWorse(group.value, values[cell], direction))
                        values[cell] = group.value;
                }
            }
        }
        QVERIFY(reduction.isVacant() == isVacant);
        for (std::size_t cell = 0; cell < values.size(); ++cell) {
            if (std::isnan(values[cell]))
                QVERIFY(std::isnan(reduction.values()[cell]));
            else
                QCOMPARE(reduction.values()[cell], values[cell]);
        }
    }
}

void TestPairReduction::aLineWithItselfIsNoPair()
{
    PairReduction reduction({{0, 3}, {0, 3}, 1, 1}, Direction::HighIsBad);
    reduction.add(std::vector<std::uint32_t>{1}, 5);
    QVERIFY(std::ranges::all_of(reduction.isVacant(), [](auto each) { return each == 1; }));
    reduction.add(std::vector<std::uint32_t>{0, 2}, 5);
    QCOMPARE(reduction.isVacant(), (std::vector<std::uint8_t>{1, 1, 0, 1, 1, 1, 0, 1, 1}));
}

void TestPairReduction::whoDoesNotCommunicateStaysVacant()
{
    PairReduction reduction({{0, 4}, {0, 4}, 2, 2}, Direction::LowIsBad);
    reduction.add(std::vector<std::uint32_t>{0, 1}, noData);
    QCOMPARE(reduction.isVacant(), (std::vector<std::uint8_t>{0, 1, 1, 1}));
    QVERIFY(std::isnan(reduction.values()[0])); // they communicate, at an unknown rate
    reduction.add(std::vector<std::uint32_t>{0, 1}, 0.25F);
    reduction.add(std::vector<std::uint32_t>{0, 1}, noData);
    QCOMPARE(reduction.values()[0], 0.25F);
}

LOCKSTEP_TEST(tst_pairreduction, TestPairReduction)
#include "tst_pairreduction.moc"
