// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/recordedrows.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>
#include <tuple>

using namespace lockstep;

namespace {

std::vector<RecordedSpan> randomSpans(std::size_t count, std::mt19937_64& random)
{
    std::vector<RecordedSpan> spans(count);
    for (RecordedSpan& span : spans) {
        span.node = static_cast<std::uint32_t>(random() % 8);
        span.entity = {EntityKind::Gpu, static_cast<std::uint32_t>(random() % 64)};
        span.lane = static_cast<std::uint32_t>(random() % 3);
        span.op = static_cast<std::uint32_t>(random() % 9);
        span.rank = static_cast<std::uint32_t>(random() % 64);
        span.kind = static_cast<SpanKind>(random() % 9);
        span.startNs = 1'700'000'000'000'000'000 + static_cast<std::int64_t>(random() % 1'000'000'000);
        span.endNs = span.startNs + static_cast<std::int64_t>(random() % 1'000'000);
        span.sequence = random() % 1000;
        span.bytes = random() % (1U << 30U);
    }
    return spans;
}

bool isBefore(const RecordedSpan& a, const RecordedSpan& b)
{
    return std::tuple(a.entity, a.lane, a.startNs, a.endNs) < std::tuple(b.entity, b.lane, b.startNs, b.endNs);
}

} // namespace

class TestRecordedSpan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void spansComeBackSorted()
    {
        std::mt19937_64 random(1);
        for (const std::size_t count : {0U, 1U, 2U, 5000U}) {
            auto spans = randomSpans(count, random);
            auto wanted = spans;
            std::ranges::stable_sort(wanted, isBefore);
            const auto packed = packSpans(spans);
            const auto back = unpackSpans(packed);
            QVERIFY(back.isOk());
            QVERIFY(back.value() == wanted);
        }
    }

    void extremeTimesComeBack()
    {
        RecordedSpan span;
        span.startNs = std::numeric_limits<std::int64_t>::min();
        span.endNs = std::numeric_limits<std::int64_t>::max();
        span.sequence = span.bytes = std::numeric_limits<std::uint64_t>::max();
        std::vector<RecordedSpan> spans{span, {}};
        const auto packed = packSpans(spans);
        const auto back = unpackSpans(packed);
        QVERIFY(back.isOk());
        QVERIFY(back.value() == spans);
    }

    void damagedBytesAreRefusedOrReadButNeverMore()
    {
        std::mt19937_64 random(2);
        auto spans = randomSpans(50, random);
        const auto packed = packSpans(spans);
        for (std::size_t length = 0; length < packed.size(); ++length)
            QVERIFY(!unpackSpans(std::span(packed).first(length)).isOk());
        for (int each = 0; each < 5000; ++each) {
            auto bytes = packed;
            bytes[random() % bytes.size()] ^= static_cast<std::uint8_t>(1U << random() % 8);
            const auto back = unpackSpans(bytes);
            QVERIFY(back.isOk() || !back.error().message.empty());
        }
    }
};

LOCKSTEP_TEST(tst_recordedspan, TestRecordedSpan)
#include "tst_recordedspan.moc"
