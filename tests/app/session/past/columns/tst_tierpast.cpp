// SPDX-License-Identifier: GPL-3.0-or-later
// A recording whose ticks have been deleted shows its summaries, and says so.
#include "app/session/past/readers/columnreader.h"
#include "app/session/recordingsession.h"
#include "tests/support/testentry.h"
#include "tests/support/tieredrecording.h"
#include "tests/support/waiting.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lockstep;
using namespace std::chrono_literals;
using lockstep::test::TieredRecording;

namespace {

constexpr TickRange threeHours{TieredRecording::firstTick, TieredRecording::firstTick + 10'800};

float highest(const std::vector<float>& values)
{
    float high = noData;
    for (const float value : values)
        high = std::fmax(high, value);
    return high;
}

bool isWhole(const std::vector<float>& values)
{
    return std::ranges::none_of(values, [](float value) { return std::isnan(value); });
}

} // namespace

class TestTierPast : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCOMPARE(TieredRecording::write(TieredRecording::options(m_folder.path().toStdString()), threeHours),
                 QString());
    }

    void chartsShowTheSpikeAndTheResolution()
    {
        Result<OpenedRecording> opened = openForReplay(m_folder.path());
        QVERIFY(opened.isOk());
        const TickRange fine = opened.value().columns.ticks();
        QVERIFY(fine.from > TieredRecording::spike);
        RecordingSession session(60min, std::move(opened).value());
        session.begin();
        const ClusterStore& store = session.cluster().store();
        QCOMPARE(store.ticks(), threeHours);
        const MetricId power = store.metrics().find(TieredRecording::metric);
        QCOMPARE(store.metrics().find(std::string(TieredRecording::metric) + "|max"), MetricId());
        std::vector<float> values;
        for (const Duration around : {Duration(2min), Duration(1h)}) { // finer and coarser than a minute's step
            const TickIndex half = around / TieredRecording::period / 2;
            const TickRange range{std::max(threeHours.from, TieredRecording::spike - half),
                                  TieredRecording::spike + half};
            QTRY_VERIFY((store.series(power, TieredRecording::spikeGpu, range, values), isWhole(values)));
            QCOMPARE(highest(values), TieredRecording::spikeWatts);
            QVERIFY(*std::ranges::min_element(values) < 600);
        }
        // All three hours at once: summaries, then ticks.
        QTRY_VERIFY((store.series(power, 0, threeHours, values), isWhole(values)));
        QCOMPARE(values.back(), TieredRecording::valueAt(threeHours.to - 1, 0));
        QCOMPARE(store.summaryStep(threeHours), Duration(1min));
        QCOMPARE(store.summaryStep({fine.from, fine.to}), Duration());
    }

    void aMomentHasTheMeansOfItsMinute()
    {
        Result<OpenedRecording> opened = openForReplay(m_folder.path());
        QVERIFY(opened.isOk());
        RecordingSession session(60min, std::move(opened).value());
        session.begin();
        const ClusterStore& store = session.cluster().store();
        const MetricId power = store.metrics().find(TieredRecording::metric);
        const TickIndex tick = TieredRecording::spike + 300;
        const TickRange minute{tick / 60 * 60, tick / 60 * 60 + 60};
        QTRY_VERIFY(store.column(power, tick).size() == TieredRecording::gpus);
        for (std::uint32_t gpu = 0; gpu < TieredRecording::gpus; ++gpu) {
            const double mean = TieredRecording::expected(minute, gpu).mean;
            QVERIFY(std::abs(static_cast<double>(store.column(power, tick)[gpu]) - mean) < 0.06);
        }
    }

    void mapsShowTheSpike()
    {
        Result<OpenedRecording> opened = openForReplay(m_folder.path());
        QVERIFY(opened.isOk());
        RecordingSession session(60min, std::move(opened).value());
        session.begin();
        const ClusterStore& store = session.cluster().store();
        const MetricId power = store.metrics().find(TieredRecording::metric);
        const TickRange column{TieredRecording::spike / 128 * 128, TieredRecording::spike / 128 * 128 + 128};
        const auto highestThere = [&] {
            const auto cold = store.coldExtremes(power, column, Extreme::Highest);
            return cold && cold->size() == TieredRecording::gpus ? (*cold)[TieredRecording::spikeGpu] : noData;
        };
        QTRY_COMPARE(highestThere(), TieredRecording::spikeWatts);
        QTRY_VERIFY(store.coldExtremes(power, column, Extreme::Lowest)->size() == TieredRecording::gpus);
        QVERIFY((*store.coldExtremes(power, column, Extreme::Lowest))[TieredRecording::spikeGpu] < 600);
    }

    /// Few values for a long range, such as a year: from tiers where available, otherwise from ticks.
    void longRangesAreReadAtTheResolutionAsked()
    {
        ColumnReader reader(
            Recording::open(m_folder.path().toStdString(), {}, Recording::Reads::TicksAndTiers).value());
        constexpr TickIndex step = 1024;
        const TickIndex from = threeHours.from / step * step;
        const std::vector<float> extents
            = reader.extents(TieredRecording::metric, TieredRecording::spikeGpu, from, step, 12, nullptr);
        for (TickIndex at = 0; at < 12; ++at) {
            const TickRange own{std::max(from + at * step, threeHours.from),
                                std::min(from + (at + 1) * step, threeHours.to)};
            if (own.isEmpty())
                continue;
            const auto expected = TieredRecording::expected(own, TieredRecording::spikeGpu);
            const auto place = static_cast<std::size_t>(at) * 2;
            // A step of a tier may overlap two of the requested steps.
            QVERIFY(extents[place] <= expected.low * 1.0006F && extents[place] > 500);
            QVERIFY(extents[place + 1] >= expected.high * 0.9994F);
            const bool isNear = TieredRecording::spike >= own.from - 600 && TieredRecording::spike < own.to + 600;
            QVERIFY(isNear || extents[place + 1] < 600);
        }
    }

private:
    QTemporaryDir m_folder;
};

LOCKSTEP_TEST(tst_tierpast, TestTierPast)
#include "tst_tierpast.moc"
