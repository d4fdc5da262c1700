// SPDX-License-Identifier: GPL-3.0-or-later
// The loop detector on a real pump loop with labelled faults (Skoltech Anomaly Benchmark), in which a valve at the
// pump's inlet closes. Thresholds are chosen so that anomaly-free.csv, the same loop without faults, raises nothing. No
// label was used to choose them.
#include "models/analysis/thermal/loopflow.h"
#include "models/analysis/thermal/loopmodel.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace lockstep;

namespace {

constexpr std::size_t trainedRows = 400; ///< as in the benchmark: the rows before are for learning

struct SkabRow
{
    LoopSample sample;
    float pressure = noData;
    float pumpPower = noData;
    bool isFaulty = false;
};

QString skabFolder()
{
    return qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/../shared/data/skab/");
}

/// A benchmark file as a coolant loop, tick by tick; empty if it is not available.
std::vector<SkabRow> readSkabFile(const QString& path)
{
    std::vector<SkabRow> rows;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        return rows;
    const QList<QByteArray> names = file.readLine().trimmed().split(';');
    const auto faultAt = names.indexOf("anomaly");
    while (!file.atEnd()) {
        const QList<QByteArray> cells = file.readLine().trimmed().split(';');
        if (cells.size() != names.size())
            continue;
        const auto cell = [&](const char* name) {
            return cells[names.indexOf(name)].toFloat();
        };
        SkabRow row;
        row.sample.flow = cell("Volume Flow RateRMS");
        row.sample.returned = cell("Thermocouple");
        row.pressure = 1e5F * cell("Pressure"); // bar
        row.pumpPower = cell("Current") * cell("Voltage");
        row.isFaulty = faultAt >= 0 && cells[faultAt].toFloat() > 0.5F;
        rows.push_back(row);
    }
    return rows;
}

struct SkabScore
{
    double found = 0, missed = 0, falseAlarms = 0, quiet = 0;
    std::vector<double> delays; ///< s; of a fault that was not found: its length

    [[nodiscard]] double f1() const { return 2 * found / (2 * found + missed + falseAlarms); }
    [[nodiscard]] double falseShare() const { return falseAlarms / (falseAlarms + quiet); }
    [[nodiscard]] double missedShare() const { return missed / (missed + found); }
};

void scoreFile(const std::vector<SkabRow>& rows, SkabScore& score)
{
    LoopFlow flow;
    LoopDeviation departure;
    double since = -1;
    double delay = -1;
    for (std::size_t at = 0; at < rows.size(); ++at) {
        flow.add(rows[at].sample);
        departure.add(flow.atUsualLoad(), rows[at].pressure, rows[at].pumpPower, 1);
        const bool isFound = flow.isLosing() || departure.isFar();
        if (at < trainedRows)
            continue;
        if (rows[at].isFaulty) {
            ++(isFound ? score.found : score.missed);
            since = since < 0 ? 0 : since + 1;
            if (isFound && delay < 0)
                delay = since;
        } else {
            ++(isFound ? score.falseAlarms : score.quiet);
        }
    }
    if (since >= 0)
        score.delays.push_back(delay < 0 ? since : delay);
}

} // namespace

class TestSkab : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLoopInOrderIsQuiet()
    {
        const std::vector<SkabRow> rows = readSkabFile(skabFolder() + QStringLiteral("anomaly-free.csv"));
        if (rows.empty())
            QSKIP("shared/data/skab is not here");
        SkabScore score;
        scoreFile(rows, score);
        qInfo("anomaly-free: %.2f %% of the time in alarm", 100 * score.falseShare());
        QVERIFY2(score.falseShare() < 0.02, qPrintable(QString::number(score.falseShare())));
    }

    void aValveThatClosesIsFoundBetterThanPublished()
    {
        const QDir folder(skabFolder() + QStringLiteral("valve1"));
        SkabScore score;
        for (const QString& file : folder.entryList({QStringLiteral("*.csv")}))
            scoreFile(readSkabFile(folder.filePath(file)), score);
        if (score.delays.empty())
            QSKIP("shared/data/skab is not here");
        std::ranges::sort(score.delays);
        qInfo("valve1: F1 %.3f, false alarms %.1f %%, missed %.1f %%, delay %.0f s in the middle, %.0f s at most, %zu "
              "faults",
              score.f1(), 100 * score.falseShare(), 100 * score.missedShare(), score.delays[score.delays.size() / 2],
              score.delays.back(), score.delays.size());
        QVERIFY(score.f1() > 0.82);
        QVERIFY(score.falseShare() < 0.06);
    }
};

LOCKSTEP_TEST(tst_skab, TestSkab)
#include "tst_skab.moc"
