// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/codec/columncodec.h"
#include "models/core/metric.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

using namespace lockstep;

namespace {

using Random = std::mt19937_64;

std::uint32_t bitsOf(float value)
{
    return std::isnan(value) ? std::bit_cast<std::uint32_t>(noData) : std::bit_cast<std::uint32_t>(value);
}

bool isSame(std::span<const float> a, std::span<const float> b)
{
    return std::ranges::equal(a, b, {}, bitsOf, bitsOf);
}

/// Packs and unpacks; the bytes that it took, or -1 when anything came back different.
int roundTrip(std::span<const float> values, ColumnBlockShape shape)
{
    ColumnCodec codec;
    const std::vector<std::uint8_t> packed = codec.encode(values, shape);
    const auto said = ColumnCodec::shapeOf(packed);
    std::vector<float> back(values.size(), 12345.0F);
    if (!said.isOk() || said.value() != shape || !codec.decode(packed, back).isOk() || !isSame(values, back))
        return -1;
    return static_cast<int>(packed.size());
}

std::vector<float> filled(ColumnBlockShape shape, const std::function<float(std::size_t row, std::size_t column)>& of)
{
    std::vector<float> values(shape.samples());
    for (std::size_t at = 0; at < values.size(); ++at)
        values[at] = of(at / shape.width, at % shape.width);
    return values;
}

} // namespace

class TestColumnCodec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyShapeComesBack()
    {
        Random random(1);
        for (const ColumnBlockShape shape : {ColumnBlockShape{0, 0},
                                             {0, 5},
                                             {5, 0},
                                             {1, 1},
                                             {64, 1},
                                             {1, 64},
                                             {3, 7},
                                             {64, 1023},
                                             {64, 1025},
                                             {65, 4096},
                                             {1000, 70},
                                             {65536, 2}}) {
            const auto values = filled(shape, [&](std::size_t row, std::size_t) {
                return static_cast<float>(random() % 20) + static_cast<float>(row);
            });
            QVERIFY2(roundTrip(values, shape) >= 0, qPrintable(QString::number(shape.width)));
        }
    }

    void anyBitsComeBack()
    {
        Random random(2);
        const ColumnBlockShape shape{64, 300};
        const auto values = filled(shape, [&](std::size_t, std::size_t) {
            return std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        });
        QVERIFY(roundTrip(values, shape) >= 0);
    }

    void rareOddValuesAmongDecimalsComeBack()
    {
        Random random(3);
        const ColumnBlockShape shape{64, 512};
        const float odd[]{-0.0F,
                          std::numeric_limits<float>::infinity(),
                          -std::numeric_limits<float>::infinity(),
                          std::numeric_limits<float>::denorm_min(),
                          std::numeric_limits<float>::max(),
                          1.0F / 3,
                          std::numeric_limits<float>::quiet_NaN()};
        auto values = filled(shape, [&](std::size_t, std::size_t column) {
            return static_cast<float>(400 + column + random() % 10) / 10;
        });
        for (int each = 0; each < 70; ++each)
            values[random() % values.size()] = odd[random() % std::size(odd)];
        const int bytes = roundTrip(values, shape);
        QVERIFY(bytes >= 0);
        QVERIFY2(bytes < static_cast<int>(shape.samples()), "a few odd values must not spoil the block");
    }

    void missingValuesCostLittle()
    {
        const ColumnBlockShape shape{64, 1024};
        // A node of eight that went silent half way, and one entity that never reported.
        const auto values = filled(shape, [](std::size_t row, std::size_t column) {
            const bool isMissing = column == 99 || (row >= 32 && column / 8 == 5);
            return isMissing ? noData : 65.0F + static_cast<float>(column % 5);
        });
        const int bytes = roundTrip(values, shape);
        QVERIFY(bytes >= 0);
        QVERIFY2(bytes < 1500, qPrintable(QString::number(bytes)));
    }

    void whatNeighboursDoTogetherIsStoredOnce()
    {
        const ColumnBlockShape shape{64, 256};
        Random random(5);
        std::vector<int> common(shape.rows);
        for (int& each : common)
            each = static_cast<int>(random() % 1000);
        const auto values = filled(shape, [&](std::size_t row, std::size_t column) {
            return static_cast<float>(common[row] + static_cast<int>(column * 7 + random() % 4));
        });
        const int bytes = roundTrip(values, shape);
        QVERIFY(bytes >= 0);
        QVERIFY2(bytes < static_cast<int>(shape.samples() / 2), qPrintable(QString::number(bytes)));
    }

    void aQuietMetricCostsNearlyNothing()
    {
        const ColumnBlockShape shape{64, 16384};
        QVERIFY(roundTrip(std::vector<float>(shape.samples(), 1.98e9F), shape) < 1000);
        QVERIFY(roundTrip(std::vector<float>(shape.samples(), noData), shape) < 1000);
    }

    void readingsOfRealSensorsTakeLessThanAByteAndAHalf_data()
    {
        QTest::addColumn<double>("step");
        QTest::addColumn<double>("level");
        QTest::addColumn<double>("spread");
        QTest::newRow("power in milliwatts") << 0.001 << 512.0 << 0.01;
        QTest::newRow("power in tenths") << 0.1 << 512.0 << 4.0;
        QTest::newRow("temperature") << 1.0 << 65.0 << 0.4;
        QTest::newRow("clock in steps of 15 MHz") << 15e6 << 1.755e9 << 30e6;
        QTest::newRow("memory in pages of 2 MiB") << 2097152.0 << 6.4e10 << 1e7;
        QTest::newRow("ratio in percent") << 0.01 << 0.87 << 0.05;
    }
    void readingsOfRealSensorsTakeLessThanAByteAndAHalf()
    {
        QFETCH(double, step);
        QFETCH(double, level);
        QFETCH(double, spread);
        Random random(4);
        std::normal_distribution<double> noise(level, spread);
        const ColumnBlockShape shape{64, 2048};
        const auto values = filled(shape, [&](std::size_t, std::size_t) {
            return static_cast<float>(std::round(noise(random) / step) * step);
        });
        const int bytes = roundTrip(values, shape);
        QVERIFY(bytes >= 0);
        QVERIFY2(bytes < 1.45 * static_cast<double>(values.size()), qPrintable(QString::number(bytes)));
    }

    void someEntitiesAreReadWithoutTheRest()
    {
        Random random(5);
        const ColumnBlockShape shape{64, 3000};
        const auto values
            = filled(shape, [&](std::size_t, std::size_t) { return static_cast<float>(random() % 1000) / 100; });
        ColumnCodec codec;
        const auto packed = codec.encode(values, shape);
        const std::pair<std::uint32_t, std::uint32_t> ranges[]{{0, 1},    {1023, 2},   {1024, 1},
                                                               {2999, 1}, {500, 2000}, {7, 0}};
        for (const auto& [first, count] : ranges) {
            std::vector<float> part(std::size_t{shape.rows} * count);
            QVERIFY(codec.decode(packed, first, count, part).isOk());
            const auto wanted
                = filled({shape.rows, std::max(count, 1U)}, [&, from = first](std::size_t row, std::size_t column) {
                      return values[row * shape.width + from + column];
                  });
            QVERIFY(count == 0 || isSame(wanted, part));
        }
    }

    void oneTickIsReadWithoutTheRest_data()
    {
        QTest::addColumn<int>("kind");
        const char* const kinds[]{"noise", "walk", "neighbours", "constant", "missing and odd", "bits", "nothing"};
        for (int kind = 0; kind < static_cast<int>(std::size(kinds)); ++kind)
            QTest::newRow(kinds[kind]) << kind;
    }
    void oneTickIsReadWithoutTheRest()
    {
        QFETCH(int, kind);
        Random random(7);
        const ColumnBlockShape shape{64, 2500};
        std::vector<int> common(shape.rows);
        std::ranges::generate(common, [&] { return static_cast<int>(random() % 1000); });
        std::vector<int> walk(shape.width, 500);
        const auto values = filled(shape, [&](std::size_t row, std::size_t column) {
            const auto noise = static_cast<int>(random() % 100);
            walk[column] += noise % 3 - 1;
            switch (kind) {
            case 0:
                return static_cast<float>(noise) / 100;
            case 1:
                return static_cast<float>(walk[column]) / 10;
            case 2:
                return static_cast<float>(common[row] + static_cast<int>(column * 7) + noise % 4);
            case 3:
                return static_cast<float>(column);
            case 4:
                return noise == 0 ? 1.0F / 3 : noise < 9 ? noData : static_cast<float>(walk[column]);
            case 5:
                return std::bit_cast<float>(static_cast<std::uint32_t>(random()));
            default:
                return noData;
            }
        });
        ColumnCodec codec;
        const auto packed = codec.encode(values, shape);
        for (const std::uint32_t row : {0U, 1U, 31U, 63U}) {
            std::vector<float> tick(shape.width, 12345.0F);
            QVERIFY(codec.decodeRow(packed, row, tick).isOk());
            QVERIFY(isSame(std::span(values).subspan(std::size_t{row} * shape.width, shape.width), tick));
        }
        std::vector<float> tick(shape.width);
        QVERIFY(!codec.decodeRow(packed, 64, tick).isOk());
        tick.pop_back();
        QVERIFY(!codec.decodeRow(packed, 0, tick).isOk());
    }

    void aShapeWhoseProductOverflowsIsRefused()
    {
        // Version, rows, width, and a stripe's width of 2^63: times 18 rows it is 0, and so are its lower 32 bits.
        const std::vector<std::uint8_t> forged{0x01, 0x12, 0x42, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
                                               0x80, 0x80, 0x01, 0x00, 0x00, 0x0b, 0x00, 0x03, 0x01, 0x01};
        ColumnCodec codec;
        std::vector<float> out(std::size_t{0x12} * 0x42);
        QVERIFY(!codec.decode(forged, out).isOk());
        QVERIFY(!ColumnCodec::shapeOf(forged).isOk());
    }

    void damagedBytesAreRefusedOrReadButNeverMore()
    {
        Random random(6);
        const ColumnBlockShape shape{16, 40};
        const auto values = filled(shape, [&](std::size_t, std::size_t) {
            return random() % 9 == 0 ? noData : static_cast<float>(random() % 99);
        });
        ColumnCodec codec;
        const auto packed = codec.encode(values, shape);
        std::vector<float> out(shape.samples());
        for (std::size_t length = 0; length < packed.size(); ++length)
            QVERIFY(!codec.decode(std::span(packed).first(length), out).isOk());
        for (int each = 0; each < 20'000; ++each) {
            auto bytes = packed;
            bytes[random() % bytes.size()] ^= static_cast<std::uint8_t>(1U << random() % 8);
            const Status status = codec.decode(bytes, out); // must return; the sanitizers watch
            QVERIFY(status.isOk() || !status.error().message.empty());
            const std::uint32_t row = each % shape.rows;
            std::vector<float> tick(shape.width);
            const Status one = codec.decodeRow(bytes, row, tick);
            QVERIFY(one.isOk() == status.isOk());
            QVERIFY(!one.isOk() || isSame(tick, std::span(out).subspan(row * shape.width, shape.width)));
        }
        QVERIFY(roundTrip(values, shape) >= 0);
    }
};

LOCKSTEP_TEST(tst_columncodec, TestColumnCodec)
#include "tst_columncodec.moc"
