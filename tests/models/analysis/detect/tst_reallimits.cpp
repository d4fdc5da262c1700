// SPDX-License-Identifier: GPL-3.0-or-later
// The limits of the catalogue, compared with a month of real work on 4,704 A100s of two clusters (AcmeTrace, NSDI
// 2024).
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace lockstep;

namespace {

struct Distribution
{
    std::vector<double> values; ///< rising
    std::vector<double> percents; ///< of all samples that are no higher

    /// Of all samples, that are higher.
    [[nodiscard]] double percentAbove(double limit) const
    {
        const auto above = std::ranges::upper_bound(values, limit);
        return above == values.end() ? 0 : 100 - percents[static_cast<std::size_t>(above - values.begin())];
    }
};

Distribution readDistribution(const QString& name, int column)
{
    Distribution read;
    QFile file(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/../shared/data/acme_trace/") + name);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        return read;
    (void)file.readLine(); // names
    while (!file.atEnd()) {
        const QList<QByteArray> cells = file.readLine().trimmed().split(',');
        if (cells.size() <= column + 1)
            continue;
        read.values.push_back(cells[column].toDouble());
        read.percents.push_back(cells[column + 1].toDouble());
    }
    return read;
}

} // namespace

class TestRealLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatTwoClustersDoEveryDayPassesNoLimit_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("metric");
        for (const char* cluster : {"seren", "kalos"}) {
            const QString file = QStringLiteral("gpu_temp_%1.cdf.csv").arg(QLatin1String(cluster));
            QTest::addRow("%s die", cluster) << file << 0 << QString::fromLatin1(metrics::gpu::temperature);
            QTest::addRow("%s memory", cluster) << file << 2 << QString::fromLatin1(metrics::gpu::memoryTemperature);
        }
    }

    void whatTwoClustersDoEveryDayPassesNoLimit()
    {
        QFETCH(const QString, file);
        QFETCH(const int, column);
        QFETCH(const QString, metric);
        const Distribution seen = readDistribution(file, column);
        if (seen.values.empty())
            QSKIP("shared/data/acme_trace is not here");
        QVERIFY(seen.values.size() > 900 && std::ranges::is_sorted(seen.values));
        const MetricDescriptor* const descriptor = findMetric(metric.toStdString());
        QVERIFY(descriptor != nullptr && descriptor->warning);
        const auto limit = static_cast<double>(*descriptor->warning);
        qInfo("%s: highest %.0f, limit %.0f", qPrintable(metric), seen.values.back(), limit);
        QCOMPARE(seen.percentAbove(limit), 0.0);
        // The limit is reachable: the hottest come within 15 K of it.
        QVERIFY(seen.values.back() > limit - 15);
    }
};

LOCKSTEP_TEST(tst_reallimits, TestRealLimits)
#include "tst_reallimits.moc"
