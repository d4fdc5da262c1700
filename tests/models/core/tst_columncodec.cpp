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

/// Packs and unpacks.
/// @return number of bytes, or -1 if a value changed
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

/// Blocks of 64 ticks of 4 entities as the first format has them, packed by the program before the second.
constexpr const char* firstFormat[]{
    "014004046f01060103007074b6b60017040303015f28b52ffd600000ad0200a204090ae0e94700c0bb2704d41de22e0a"
    "45a1f5ad7033a4fb715d21d137baa3babb7d4a21004013005b2d00f2593520d40158f0050a280e5815ea861c509bfec2"
    "c270821086b1d5e1a30e410384720a080d59f902",
    "014004046f010701030000d2ced40000070707015f28b52ffd600000ad020052c50808e0e92949040cdb01c72c5a4f5a"
    "36d33162b49ad7ce6e5137377613f3b8871d01000213005b31201852c85ad8190e40e00b065b0f48acd11c1e4069d142"
    "231501c0a5c0acb73aa3285298ca81d2f4027002",
    "01400404ab022907010300d00e0e0e001000000003a40128b52ffd600000d50400e20e2324804f73c70ed09a8aa5242a"
    "933f866dbb3178195db9ada2b1c1b8254043b8560ef7a794029b438bb19d0da145b107b68236c41ed94ada8d2d911b9c"
    "20299e4ace7106789afce37cf0ca4fce162f932f9c0cad46a49db059368196c2be6c9936c3bed836ed8a6db179b41176"
    "c37e3909bc272739013c85fc391d0f93779c1a1e448e711e7809f9c659e1990403000b93828085819929297528b52ffd"
    "6000005d0300f2440a9462212132130122212010102f0d22483a0938ae99b942c2d5b2c0f80df71447e4e5f63bba3af1"
    "f5151a0056183293eff1325b9a650bf9a666f6325976f20d38b3a5b240be8f49066b5364f685fc96ca6297f5a8cc4016"
    "90ef545997caec6616b8818fca3acfca13",
    "01400404be01070701008500280002200000011220000000100880002840428014280112201400811008011eabd5aaf5"
    "0301002a620063018a0128b52ffd600000050400224d1914a02549078f55f1562f608b1b5483d009550d510633d70b74"
    "155d4bdcda09016b050c2f3e72bca8a849c7a2462bb7012728202e5a4d9d15b5d6f7e42932a87c7612c3cd21761f5df1"
    "d1d40f121db42e861016ec52df20d922d56e70b026f739c0531a92a408004a1354b4abbf08033e2ab355036c4d7311da"
    "9023a83d",
};

/// The value at that position.
float valueOfFirstFormat(std::size_t block, std::size_t row, std::size_t column)
{
    const auto hash = static_cast<std::uint32_t>((row * 7919 + column * 104729) * 2654435761U >> 16U) % 100;
    if (block == 0) // decimals
        return static_cast<float>(300 + static_cast<int>(column) * 50) + static_cast<float>(hash) / 10;
    if (block == 1) // from the tick before
        return static_cast<float>(row * 40 + column * 1000 + hash % 3);
    if (block == 2) // from the mean and the neighbour
        return static_cast<float>((row * row * 37) % 5000 + column * 7 + hash % 2);
    // With missing values and one that is no decimal.
    return hash % 9 == 0 ? noData : row == 7 && column == 2 ? 1.0F / 3 : static_cast<float>(hash);
}

std::vector<double> doublesOf(ColumnBlockShape shape, const std::function<double(std::size_t, std::size_t)>& of)
{
    std::vector<double> values(shape.samples());
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

    void aBlockOfTheFirstFormatIsRead()
    {
        const ColumnBlockShape shape{64, 4};
        ColumnCodec codec;
        for (std::size_t block = 0; block < std::size(firstFormat); ++block) {
            const QByteArray packed = QByteArray::fromHex(firstFormat[block]);
            const std::span bytes(reinterpret_cast<const std::uint8_t*>(packed.data()),
                                  static_cast<std::size_t>(packed.size()));
            const auto wanted = filled(
                shape, [block](std::size_t row, std::size_t column) { return valueOfFirstFormat(block, row, column); });
            std::vector<float> back(shape.samples());
            QVERIFY(codec.decode(bytes, back).isOk());
            QVERIFY(isSame(wanted, back));
            std::vector<float> tick(shape.width);
            QVERIFY(codec.decodeRow(bytes, 33, tick).isOk());
            QVERIFY(isSame(std::span(wanted).subspan(33 * 4, 4), tick));
        }
    }

    void doublesOfSensorsAndCountersComeBackExactly_data()
    {
        QTest::addColumn<double>("step"); ///< over one
        QTest::addColumn<double>("level");
        QTest::newRow("counter of bytes beyond a float") << 1.0 << 9.007e15;
        QTest::newRow("bytes a second") << 1.0 << 4.3e10;
        QTest::newRow("power in milliwatts") << 1000.0 << 71.153;
        QTest::newRow("energy in millijoules") << 1.0 << 2850478123.0;
        QTest::newRow("memory in pages") << 1.0 / 4096 << 6.4e10;
        QTest::newRow("seconds to the microsecond") << 1e6 << 1.7e9;
        QTest::newRow("less than nothing") << 100.0 << -12345678.9;
    }
    void doublesOfSensorsAndCountersComeBackExactly()
    {
        QFETCH(double, step);
        QFETCH(double, level);
        Random random(8);
        for (const ColumnBlockShape shape : {ColumnBlockShape{1, 40}, {64, 8}, {2048, 8}, {4096, 1}, {64, 3000}}) {
            auto values = doublesOf(shape, [&](std::size_t, std::size_t) {
                return std::round(level * step + static_cast<double>(random() % 100'000)) / step;
            });
            values[values.size() / 2] = static_cast<double>(noData);
            ColumnCodec codec;
            const auto packed = codec.encode(values, shape);
            std::vector<double> back(values.size());
            std::vector<float> floats(values.size());
            QVERIFY(codec.decode(packed, back).isOk() && codec.decode(packed, floats).isOk());
            for (std::size_t at = 0; at < values.size(); ++at) {
                QVERIFY(std::isnan(values[at]) ? std::isnan(back[at]) : values[at] == back[at]);
                QCOMPARE(bitsOf(floats[at]), bitsOf(static_cast<float>(values[at])));
            }
            std::vector<float> tick(shape.width);
            QVERIFY(codec.decodeRow(packed, shape.rows / 2, tick).isOk());
            QVERIFY(isSame(tick, std::span(floats).subspan(std::size_t{shape.rows / 2} * shape.width, shape.width)));
        }
    }

    void doublesThatAreNoDecimalsAreOffByLessThanStated()
    {
        Random random(9);
        const ColumnBlockShape shape{256, 7};
        const auto values = doublesOf(
            shape, [&](std::size_t, std::size_t) { return static_cast<double>(1 + random() % 1000) / 7.3; });
        ColumnCodec codec;
        std::vector<double> back(values.size());
        QVERIFY(codec.decode(codec.encode(values, shape), back).isOk());
        for (std::size_t at = 0; at < values.size(); ++at)
            QVERIFY(std::abs(back[at] - values[at]) <= std::ldexp(values[at], -24));
    }

    void floatsOfADecimalSensorReadAsTheDecimalsThatTheyMean()
    {
        const ColumnBlockShape shape{64, 8};
        const auto values = filled(shape, [](std::size_t row, std::size_t column) {
            return static_cast<float>(static_cast<double>(2715 + row * 3 + column) / 10);
        });
        ColumnCodec codec;
        std::vector<double> back(values.size());
        QVERIFY(codec.decode(codec.encode(values, shape), back).isOk());
        for (std::size_t at = 0; at < back.size(); ++at)
            QCOMPARE(back[at], static_cast<double>(2715 + at / 8 * 3 + at % 8) / 10);
    }

    void aLongBlockOfFewEntitiesPacksBetterThanManyShortOnes()
    {
        Random random(10);
        std::normal_distribution<double> noise(300'000, 2000);
        const auto values
            = doublesOf({4096, 4}, [&](std::size_t, std::size_t) { return std::round(noise(random)) / 1000; });
        ColumnCodec codec;
        const std::size_t whole = codec.encode(values, {4096, 4}).size();
        std::size_t apart = 0;
        for (std::size_t at = 0; at < values.size(); at += 64 * 4)
            apart += codec.encode(std::span(values).subspan(at, 64 * 4), {64, 4}).size();
        QVERIFY2(whole < apart * 9 / 10, qPrintable(QString::number(whole)));
        QVERIFY2(whole < values.size() * 17 / 10, qPrintable(QString::number(whole))); // the noise itself is 1.63
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

    void damagedBytesAreRefusedOrReadButNeverMore_data()
    {
        QTest::addColumn<ColumnBlockShape>("shape");
        QTest::addColumn<std::uint64_t>("range");
        QTest::newRow("planes") << ColumnBlockShape{16, 40} << std::uint64_t{99};
        QTest::newRow("tokens") << ColumnBlockShape{16, 40} << std::uint64_t{8'000'000};
        QTest::newRow("entity by entity") << ColumnBlockShape{128, 5} << std::uint64_t{8'000'000};
        QTest::newRow("wide") << ColumnBlockShape{128, 5} << (std::uint64_t{1} << 45U);
    }
    void damagedBytesAreRefusedOrReadButNeverMore()
    {
        QFETCH(ColumnBlockShape, shape);
        QFETCH(std::uint64_t, range);
        Random random(6);
        const auto values = filled(shape, [&](std::size_t, std::size_t) {
            return random() % 9 == 0 ? noData : static_cast<float>(random() % range);
        });
        ColumnCodec codec;
        const auto packed = range < 1U << 31U ? codec.encode(values, shape)
                                              : codec.encode(std::vector<double>(values.begin(), values.end()), shape);
        std::vector<float> out(shape.samples());
        for (std::size_t length = 0; length < packed.size(); ++length)
            QVERIFY(!codec.decode(std::span(packed).first(length), out).isOk());
        for (int each = 0; each < 10'000; ++each) {
            auto bytes = packed;
            bytes[random() % bytes.size()] ^= static_cast<std::uint8_t>(1U << random() % 8);
            const Status status = codec.decode(bytes, out); // must return; the sanitizers watch
            QVERIFY(status.isOk() || !status.error().message.empty());
            const std::uint32_t row = static_cast<std::uint32_t>(each) % shape.rows;
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
