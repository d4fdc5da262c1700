// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metric.h"
#include "models/view/seriation.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

using namespace lockstep;

class TestSeriation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsOfOneKindStandTogether()
    {
        constexpr std::size_t columns = 16;
        constexpr std::size_t rows = 90;
        std::mt19937 random(1);
        std::normal_distribution<float> noise(0, 0.05F);
        std::vector<std::uint32_t> kindOf(rows);
        std::vector<float> values;
        for (std::size_t row = 0; row < rows; ++row) {
            kindOf[row] = static_cast<std::uint32_t>(random() % 3);
            for (std::size_t column = 0; column < columns; ++column)
                values.push_back((column % 3 == kindOf[row] ? 1.0F : 0.0F) + noise(random));
        }
        const auto order = similarityOrder(values, columns);
        std::size_t changes = 0;
        for (std::size_t at = 1; at < rows; ++at)
            changes += kindOf[order[at]] != kindOf[order[at - 1]] ? 1 : 0;
        QCOMPARE(changes, std::size_t{2}); // three kinds, three stretches
    }

    void everyRowAppearsOnce()
    {
        std::mt19937 random(2);
        for (int round = 0; round < 50; ++round) {
            const std::size_t columns = random() % 12 + 1;
            const std::size_t rows = random() % 60;
            std::vector<float> values(rows * columns);
            for (float& value : values)
                value = random() % 4 == 0 ? noData : static_cast<float>(random() % 5);
            auto order = similarityOrder(values, columns);
            QCOMPARE(order.size(), rows);
            QCOMPARE(order, similarityOrder(values, columns));
            std::ranges::sort(order);
            for (std::uint32_t row = 0; row < rows; ++row)
                QCOMPARE(order[row], row);
        }
    }

    void nothingToTellApartKeepsTheOrder()
    {
        const std::vector<float> same(40, 3.0F);
        const auto order = similarityOrder(same, 4);
        for (std::uint32_t row = 0; row < 10; ++row)
            QCOMPARE(order[row], row);
        QVERIFY(similarityOrder({}, 0).empty());
    }
};

LOCKSTEP_TEST(tst_seriation, TestSeriation)
#include "tst_seriation.moc"
