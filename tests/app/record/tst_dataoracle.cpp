// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "datasources/recording/recording.h"
#include "tests/app/alerting/realalertmanager.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr std::int64_t begin = 1'700'000'000; ///< Unix time of the first scrape

/// A line of a page, parsed without the code under test.
struct PageLine
{
    QString name;
    std::map<QString, QString> labels;
    QString type; ///< type of its family on the page
    double value = 0;
};

std::vector<PageLine> linesOf(const QByteArray& page)
{
    static const QRegularExpression sample(QStringLiteral(R"(^([A-Za-z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)$)"));
    static const QRegularExpression label(QStringLiteral(R"((\w+)="((?:[^"\\]|\\.)*)\")"));
    std::vector<PageLine> lines;
    std::map<QString, QString> types;
    for (const QString& text : QString::fromUtf8(page).split(QLatin1Char('\n'))) {
        const QStringList words = text.split(QLatin1Char(' '));
        if (text.startsWith(QLatin1String("# TYPE ")) && words.size() == 4)
            types[words[2]] = words[3];
        const QRegularExpressionMatch match = sample.match(text.trimmed());
        if (text.startsWith(QLatin1Char('#')) || !match.hasMatch())
            continue;
        PageLine line{match.captured(1), {}, types[match.captured(1)], match.captured(3).toDouble()};
        for (auto each = label.globalMatch(match.captured(2)); each.hasNext();) {
            const QRegularExpressionMatch pair = each.next();
            line.labels[pair.captured(1)] = pair.captured(2);
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

/// The samples of a page with their scrape time, as a scraper stores them.
QByteArray stamped(const QByteArray& page, std::int64_t seconds)
{
    QByteArray text;
    for (const QByteArray& line : page.split('\n')) {
        if (!line.trimmed().isEmpty())
            text += line.startsWith('#') ? line + '\n' : line.trimmed() + ' ' + QByteArray::number(seconds) + '\n';
    }
    return text;
}

QStringList fieldsOf(const QString& line)
{
    QStringList fields{QString()};
    bool isQuoted = false;
    for (const QChar c : line) {
        if (c == QLatin1Char('"'))
            isQuoted = !isQuoted;
        else if (c == QLatin1Char(',') && !isQuoted)
            fields << QString();
        else
            fields.back() += c;
    }
    return fields;
}

struct Row
{
    QString metric;
    QString unit;
    QString entity;
    std::int64_t ns = 0;
    QString value;
};

/// The pages after import and export.
struct RoundTrip
{
    explicit RoundTrip(const std::vector<QByteArray>& pages)
    {
        QFile file(folder.filePath(QStringLiteral("page.prom")));
        if (file.open(QIODevice::WriteOnly)) {
            for (std::size_t at = 0; at < pages.size(); ++at)
                file.write(stamped(pages[at], begin + static_cast<std::int64_t>(at)));
        }
        file.close();
        out = folder.filePath(QStringLiteral("recording")).toStdString();
        const std::vector<std::string> arguments{file.fileName().toStdString(), "--out", out};
        imported = importRecording(arguments);
    }

    std::string exported(std::vector<std::string> more, CommandResult* answer = nullptr) const
    {
        std::string text;
        more.insert(more.begin(), out);
        const CommandResult said = exportData(more, [&text](std::string_view piece) { text += piece; });
        if (answer != nullptr)
            *answer = said;
        return text;
    }
    std::vector<Row> rows(const std::vector<std::string>& more = {}) const
    {
        std::vector<Row> rows;
        QStringList lines = QString::fromStdString(exported(more)).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        for (const QString& line : lines.mid(1)) {
            const QStringList fields = fieldsOf(line);
            if (fields.size() == 6)
                rows.push_back({fields[2], fields[3], fields[4], fields[1].toLongLong(), fields[5]});
        }
        return rows;
    }

    QTemporaryDir folder;
    std::string out;
    CommandResult imported;
};

const Row* find(const std::vector<Row>& rows, const QString& metric, const QString& entity, std::int64_t scrape)
{
    const auto found = std::ranges::find_if(rows, [&](const Row& row) {
        return row.metric == metric && row.entity == entity && row.ns == (begin + scrape) * 1'000'000'000;
    });
    return found == rows.end() ? nullptr : &*found;
}

struct Expectation
{
    const char* seen;
    const char* metric;
    const char* unit;
    double factor = 1;
    bool isRate = false;
};

QString labelOf(const PageLine& line, const char* name)
{
    const auto found = line.labels.find(QString::fromLatin1(name));
    return found == line.labels.end() ? QString() : found->second;
}

QString entityOf(const PageLine& line, const QString& node)
{
    const auto label = [&line](const char* name) {
        return labelOf(line, name);
    };
    const QString host = label("Hostname").isEmpty() ? node : label("Hostname");
    if (!label("gpu").isEmpty())
        return host + QStringLiteral("/gpu") + label("gpu");
    if (!label("device").isEmpty())
        return host + QLatin1Char('/') + label("device")
            + (label("port").isEmpty() ? QString() : QLatin1Char('/') + label("port"));
    return host;
}

/// @return differences; empty: all expected lines exist with their unit, entity, time and value
QStringList compare(const std::vector<QByteArray>& pages, const std::vector<Row>& rows,
                    std::span<const Expectation> expected, const QString& node, int& compared)
{
    QStringList wrong;
    std::map<QString, double> before;
    for (std::size_t at = 0; at < pages.size(); ++at) {
        for (const PageLine& line : linesOf(pages[at])) {
            const QString entity = entityOf(line, node);
            for (const Expectation& each : expected) {
                if (line.name != QLatin1String(each.seen) || labelOf(line, "device") == QLatin1String("lo"))
                    continue;
                const QString key = QString::fromLatin1(each.metric) + entity;
                const auto last = before.find(key);
                double value = line.value * each.factor;
                if (each.isRate) {
                    const bool isFirst = last == before.end() || line.value < last->second;
                    value = isFirst ? std::nan("") : (line.value - last->second) * each.factor; // a second apart
                    before[key] = line.value;
                }
                const Row* const row
                    = find(rows, QString::fromLatin1(each.metric), entity, static_cast<std::int64_t>(at));
                const bool isThere = row != nullptr && row->value != QLatin1String("NaN");
                if (std::isnan(value) && isThere)
                    wrong << QStringLiteral("%1 of %2: %3 though there is none").arg(line.name, entity, row->value);
                if (std::isnan(value))
                    continue;
                ++compared;
                const bool isSame = isThere && row->unit == QLatin1String(each.unit)
                    && row->value.toFloat() == static_cast<float>(value);
                if (!isSame)
                    wrong << QStringLiteral("%1 of %2, scrape %3: %4, expected %5 %6")
                                 .arg(line.name, entity)
                                 .arg(at)
                                 .arg(row != nullptr ? row->value + QLatin1Char(' ') + row->unit
                                                     : QStringLiteral("nothing"))
                                 .arg(value)
                                 .arg(QLatin1String(each.unit));
            }
        }
    }
    return wrong;
}

} // namespace

/// Pages of real exporters pass through `lockstep import` and `lockstep export-data`. Each value keeps its unit, entity
/// and time.
class TestDataOracle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatDcgmExporterGaveIsWhatComesOut()
    {
        const QString data = qEnvironmentVariable(
            "LOCKSTEP_DATA_DIR",
            QDir(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR")).filePath(QStringLiteral("../shared/data")));
        QFile file(data + QStringLiteral("/dcgm_exporter/h100_node1_dcgm_sampled.prom.txt"));
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("the real DCGM scrape is not here; set LOCKSTEP_DATA_DIR");
        const std::vector<QByteArray> pages{file.readAll()};
        const RoundTrip trip(pages);
        QVERIFY2(trip.imported.exitCode == 0, trip.imported.err.c_str());
        constexpr Expectation expected[] = {{"DCGM_FI_DEV_GPU_TEMP", "gpu.temperature", "celsius"},
                                            {"DCGM_FI_DEV_POWER_USAGE", "gpu.power", "watt"},
                                            {"DCGM_FI_DEV_GPU_UTIL", "gpu.utilisation", "ratio", 0.01},
                                            {"DCGM_FI_DEV_MEM_COPY_UTIL", "gpu.memory.utilisation", "ratio", 0.01}};
        int compared = 0;
        const std::vector<Row> rows = trip.rows();
        const QStringList wrong = compare(pages, rows, expected, {}, compared);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
        QCOMPARE(compared, 30);
        QCOMPARE(rows.size(), std::size_t{30}); // and nothing else
    }

    /// Debian's node exporter, scraped on this machine.
    void whatThisMachinesNodeExporterGivesIsWhatComesOut()
    {
        const QString program = QStandardPaths::findExecutable(QStringLiteral("prometheus-node-exporter"));
        if (program.isEmpty())
            QSKIP("prometheus-node-exporter is not installed");
        QProcess exporter;
        const std::uint16_t port = freePort();
        exporter.start(program, {QStringLiteral("--web.listen-address=127.0.0.1:%1").arg(port)});
        std::vector<QByteArray> pages;
        QTRY_VERIFY(!fetch(port, "/metrics").isEmpty());
        while (pages.size() < 3)
            pages.push_back(fetch(port, "/metrics"));
        exporter.kill();
        exporter.waitForFinished();
        QString node;
        for (const PageLine& line : linesOf(pages.front())) {
            if (line.name == QLatin1String("node_uname_info"))
                node = line.labels.at(QStringLiteral("nodename"));
        }
        QVERIFY(!node.isEmpty());
        const RoundTrip trip(pages);
        QVERIFY2(trip.imported.exitCode == 0, trip.imported.err.c_str());
        const std::vector<Row> rows = trip.rows();
        constexpr Expectation expected[] = {
            {"node_load1", "node.load.1min", "none"},
            {"node_procs_running", "node.processes.running", "none"},
            {"node_memory_Cached_bytes", "node.memory.cached", "bytes"},
            {"node_context_switches_total", "node.context_switches", "per_second", 1, true},
            {"node_disk_read_bytes_total", "disk.read", "bytes_per_second", 1, true},
            {"node_disk_writes_completed_total", "disk.writes", "per_second", 1, true},
            {"node_network_receive_bytes_total", "port.receive", "bytes_per_second", 1, true},
            {"node_network_transmit_bytes_total", "port.transmit", "bytes_per_second", 1, true},
        };
        int compared = 0;
        const QStringList wrong = compare(pages, rows, expected, node, compared);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
        QVERIFY(compared >= 10);
        compareUnknownGauges(pages, rows);
        compareCpu(pages, rows, node);
    }

    /// Difficult values: large numbers, NaN, a counter reset, a gap, ports.
    void whatIsHardToKeepIsKept()
    {
        const char* const gpu = "{gpu=\"1\",Hostname=\"n1\"}";
        const char* const port = "{device=\"mlx5_0\",port=\"1\",instance=\"n1:9100\"}";
        std::vector<QByteArray> pages;
        const double received[] = {9e15, 9e15 + 4096, 100, 612, 1124, 2148};
        for (int at = 0; at < 6; ++at) {
            pages.push_back("# TYPE DCGM_FI_DEV_GPU_TEMP gauge\n");
            pages.back() += QByteArray("DCGM_FI_DEV_GPU_TEMP") + gpu + (at == 2 ? " NaN\n" : " 61.5\n");
            pages.back() += QByteArray("DCGM_FI_DEV_ECC_SBE_AGG_TOTAL") + gpu + ' '
                + QByteArray::number(16777215 + at % 2) + '\n';
            pages.back() += QByteArray("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL") + gpu + ' ' + QByteArray::number(7 + at) + '\n';
            pages.back() += QByteArray("node_infiniband_port_data_received_bytes_total") + port + ' '
                + QByteArray::number(received[at], 'f', 0) + '\n';
            pages.back() += QByteArray("node_infiniband_rate_bytes_per_second") + port + " 5e+10\n";
        }
        const RoundTrip trip(pages);
        QVERIFY2(trip.imported.exitCode == 0, trip.imported.err.c_str());
        constexpr Expectation expected[] = {
            {"DCGM_FI_DEV_GPU_TEMP", "gpu.temperature", "celsius"},
            {"DCGM_FI_DEV_ECC_SBE_AGG_TOTAL", "gpu.ecc.corrected.total", "none"},
            {"DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", "gpu.ecc.corrected", "per_second", 1, true},
            {"node_infiniband_port_data_received_bytes_total", "port.receive", "bytes_per_second", 1, true},
            {"node_infiniband_rate_bytes_per_second", "port.rate", "bits_per_second", 8},
        };
        int compared = 0;
        const std::vector<Row> rows = trip.rows();
        const QStringList wrong = compare(pages, rows, expected, QStringLiteral("n1"), compared);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
        QCOMPARE(compared, 5 + 6 + 5 + 4 + 6);
        const Row* const gap = find(rows, QStringLiteral("gpu.temperature"), QStringLiteral("n1/gpu1"), 2);
        QVERIFY(gap != nullptr && gap->value == QLatin1String("NaN"));
    }

    void partsAreExportedByMetricEntityAndTime()
    {
        std::vector<QByteArray> pages;
        for (int at = 0; at < 10; ++at)
            pages.push_back("gpu_power{gpu=\"0\",node=\"a\"} " + QByteArray::number(at)
                            + ".25\ngpu_power{gpu=\"1\",node=\"a\"} 5\n"
                            + "gpu_temperature{gpu=\"0\",node=\"a\"} 50\ngpu_power{gpu=\"0\",node=\"ab\"} 6\n");
        const RoundTrip trip(pages);
        QCOMPARE(trip.rows({"--metric", "gpu.power"}).size(), std::size_t{30});
        QCOMPARE(trip.rows({"--entity", "a"}).size(), std::size_t{30});
        QCOMPARE(trip.rows({"--entity", "a/gpu0", "--metric", "gpu.power", "--from", "2023-11-14T22:13:23Z", "--to",
                            std::to_string(begin + 5)})
                     .size(),
                 std::size_t{2});
        const std::string csv = trip.exported(
            {"--entity", "a/gpu0", "--metric", "gpu.power", "--to", std::to_string(begin + 1), "--csv"});
        QCOMPARE(csv,
                 std::string("time,unix_ns,metric,unit,entity,value\n"
                             "2023-11-14T22:13:20Z,1700000000000000000,gpu.power,watt,a/gpu0,0.25\n"));
        const QByteArray json
            = QByteArray::fromStdString(trip.exported({"--entity", "ab", "--metric", "gpu.power", "--json"}));
        const QJsonArray series = QJsonDocument::fromJson(json)[QStringLiteral("series")].toArray();
        QCOMPARE(series.size(), 1);
        QCOMPARE(series[0][QStringLiteral("entity")].toString(), QStringLiteral("ab/gpu0"));
        QCOMPARE(series[0][QStringLiteral("samples")].toArray().size(), 10);
        QVERIFY2(json.contains("[1700000000000000000,6]"), json.constData());

        CommandResult answer;
        (void)trip.exported({"--metric", "gpu.powr"}, &answer);
        QCOMPARE(answer.exitCode, 1);
        QVERIFY2(answer.err.find("gpu.temperature") != std::string::npos, answer.err.c_str());
        (void)trip.exported({"--entity", "c"}, &answer);
        QCOMPARE(answer.exitCode, 1);
        (void)trip.exported({"--from", "noon"}, &answer);
        QVERIFY2(answer.err.find("--from noon") != std::string::npos, answer.err.c_str());
    }

    void openMetricsComeBackAsTheSameRecording()
    {
        std::vector<QByteArray> pages;
        for (int at = 0; at < 5; ++at)
            pages.push_back(
                "gpu_power{gpu=\"0\",node=\"a\"} " + QByteArray::number(at) + ".1\n"
                + "DCGM_FI_DEV_SM_CLOCK{gpu=\"0\",node=\"a\"} 1755\nloop_flow{loop=\"cdu-1\"} 84.5\n"
                + "node_infiniband_rate_bytes_per_second{instance=\"a\",device=\"mlx5_0\",port=\"1\"} 5e10\n");
        const RoundTrip first(pages);
        QVERIFY2(first.imported.exitCode == 0, first.imported.err.c_str());
        QFile page(first.folder.filePath(QStringLiteral("again.prom")));
        QVERIFY(page.open(QIODevice::WriteOnly));
        page.write(QByteArray::fromStdString(first.exported({"--openmetrics"})));
        page.close();
        const std::string out = first.folder.filePath(QStringLiteral("again")).toStdString();
        const std::vector<std::string> arguments{page.fileName().toStdString(), "--out", out};
        const CommandResult imported = importRecording(arguments);
        QVERIFY2(imported.exitCode == 0 && imported.err.empty(), imported.err.c_str());
        std::string again;
        const std::vector<std::string> whole{out};
        (void)exportData(whole, [&again](std::string_view piece) { again += piece; });
        QStringList lines[2] = {QString::fromStdString(first.exported({})).split(QLatin1Char('\n')),
                                QString::fromStdString(again).split(QLatin1Char('\n'))};
        for (QStringList& each : lines)
            each.sort();
        QCOMPARE(lines[0], lines[1]);
    }

private:
    /// Unknown metrics keep their names and all values, each as often as on the page.
    static void compareUnknownGauges(const std::vector<QByteArray>& pages, const std::vector<Row>& rows)
    {
        const std::vector<PageLine> lines = linesOf(pages.front());
        std::map<QString, std::multiset<float>> offered;
        std::map<QString, std::multiset<float>> recorded;
        for (const PageLine& line : lines) {
            if (line.type == QLatin1String("gauge") && !std::isnan(line.value)
                && !line.name.endsWith(QLatin1String("_info")))
                offered[line.name].insert(static_cast<float>(line.value));
        }
        for (const Row& row : rows) {
            if (row.ns == begin * 1'000'000'000 && row.value != QLatin1String("NaN"))
                recorded[row.metric].insert(row.value.toFloat());
        }
        int compared = 0;
        for (const auto& [name, values] : offered) {
            if (!recorded.contains(name))
                continue; // has a known name in the catalogue
            QVERIFY2(recorded[name] == values, qPrintable(name));
            ++compared;
        }
        QVERIFY(compared > 50);
    }

    static void compareCpu(const std::vector<QByteArray>& pages, const std::vector<Row>& rows, const QString& node)
    {
        double all[2] = {};
        double idle[2] = {};
        for (const std::size_t at : {0U, 1U}) {
            for (const PageLine& line : linesOf(pages[at])) {
                if (line.name != QLatin1String("node_cpu_seconds_total"))
                    continue;
                const QString mode = line.labels.at(QStringLiteral("mode"));
                all[at] += line.value;
                idle[at] += mode == QLatin1String("idle") || mode == QLatin1String("iowait") ? line.value : 0;
            }
        }
        const Row* const row = find(rows, QStringLiteral("node.cpu.utilisation"), node, 1);
        const double expected = 1 - (idle[1] - idle[0]) / (all[1] - all[0]);
        if (row == nullptr)
            return; // no time passed by the kernel's clock, or one of its counters decreased
        QVERIFY2(std::abs(row->value.toDouble() - expected) < 1e-4, qPrintable(row->value));
    }
};

LOCKSTEP_TEST(tst_dataoracle, TestDataOracle)
#include "tests/support/waiting.h"
#include "tst_dataoracle.moc"
