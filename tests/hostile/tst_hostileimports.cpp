// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/childprogram.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <functional>

using namespace lockstep;
using namespace lockstep::test;

namespace {

struct HostileTable
{
    const char* name;
    const char* file; ///< as whose kind it is taken
    std::function<std::string()> make;
    const char* reported;
    bool isRefusedWhole = true; ///< false: bad parts are reported, the rest is used
    bool isQuick = true; ///< false: takes over a minute under sanitizers, where another reaches the same code
};

std::string repeated(std::size_t count, const std::function<std::string(std::size_t)>& each)
{
    std::string text;
    for (std::size_t at = 0; at < count; ++at)
        text += each(at);
    return text;
}

/// One sample of each series, each an hour after the one before: of every column nearly nothing is filled.
std::string diagonal()
{
    std::string text = "time,host,gpu" + repeated(200, [](std::size_t at) { return fmt::format(",v{}", at); }) + '\n';
    return text + repeated(2000, [](std::size_t at) {
               return fmt::format("{},host{},gpu{}", 1'700'000'000 + at * 3600, at, at)
                   + repeated(200, [](std::size_t) { return std::string(",1"); }) + '\n';
           });
}

const std::vector<HostileTable>& tables()
{
    static const std::vector<HostileTable> all{
        {"more metrics than a recording holds", "metrics.prom",
         [] { return repeated(120'000, [](std::size_t at) { return fmt::format("m{} 1 1700000000\n", at); }); },
         "there are more than 100000 metrics", false},
        {"a metric for each entity", "each.prom",
         [] {
             return repeated(90'000, [](std::size_t at) {
                 return fmt::format("m{}{{host=\"n{}\"}} 1 1700000000\n", at, at % 2000);
             });
         },
         "too far apart"},
        {"nearly empty columns", "diagonal.csv", diagonal, "too far apart", true, false},
        {"a name of a megabyte", "names.prom", [] { return "m" + std::string(mebi, 'x') + " 1 1700000000\n"; },
         "has 1048577 bytes, 256 are allowed"},
        {"a label of a megabyte", "labels.prom",
         [] { return "m{a=\"" + std::string(mebi, 'y') + "\"} 1 1700000000\n"; }, "make a name of over 4096 bytes"},
        {"a million labels", "labels.prom",
         [] {
             return "m{" + repeated(1'000'000, [](std::size_t at) { return fmt::format("l{}=\"x\",", at); })
                 + "} 1 1700000000\n";
         },
         "make a name of over 4096 bytes"},
        {"times of no clock", "times.csv",
         [] {
             return std::string("time,host,v\n-1000000000000000000,a,1\n0,a,1\n9000000000000000000,a,1\n1e300,a,1\n"
                                "1700000000,a,1\n");
         },
         "an invalid time", false},
        {"a quote that does not end", "quote.csv", [] { return "time,v\n1700000000,\"" + std::string(8 * mebi, '\n'); },
         "nothing to import"},
    };
    return all;
}

} // namespace

/// Hostile files of other systems with `lockstep import`: it ends by itself, quickly and with little memory, reports
/// the problem, and leaves a readable recording.
class TestHostileImports : public QObject
{
    Q_OBJECT

    struct Outcome
    {
        std::optional<int> exitCode;
        std::size_t peakBytes = 0;
        std::string log;
    };

    static Outcome outcomeOf(const char* what, const std::vector<std::string>& arguments)
    {
        ChildProgram child("lockstep-record", arguments);
        Outcome outcome;
        outcome.exitCode = child.waitForEnd(3000 * mebi);
        outcome.peakBytes = child.peakMemoryBytes();
        outcome.log = child.log();
        fmt::print("{:<36} {:>5} MiB, {:>5.2f} s of CPU\n", what, outcome.peakBytes / mebi, child.cpuTime().count());
        return outcome;
    }

private Q_SLOTS:
    void eachIsReportedInWords_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t index = 0; index < tables().size(); ++index) {
            if (isSanitized && !tables()[index].isQuick)
                continue;
            QTest::newRow(tables()[index].name) << static_cast<int>(index);
        }
    }

    void eachIsReportedInWords()
    {
        QFETCH(int, index);
        const HostileTable& table = tables()[static_cast<std::size_t>(index)];
        const QTemporaryDir folder;
        const QString path = folder.filePath(QLatin1StringView(table.file));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(table.make()));
        file.close();
        const std::string out = folder.filePath(QStringLiteral("out")).toStdString();
        const Outcome imported = outcomeOf(table.name, {"import", path.toStdString(), "--out", out});
        QVERIFY2(imported.exitCode, (imported.log + "\nit crashed or did not end").c_str());
        QVERIFY2(imported.log.find(table.reported) != std::string::npos, imported.log.substr(0, 2000).c_str());
        QVERIFY2(imported.log.size() < 10'000, "the answer is as long as the file's names");
        QVERIFY(imported.peakBytes < 500 * mebi * sanitizerFactor());
        QCOMPARE(*imported.exitCode, table.isRefusedWhole ? 1 : 0);
        if (table.isRefusedWhole) {
            QVERIFY2(QDir(QString::fromStdString(out)).entryList({QStringLiteral("segment-*")}).isEmpty(),
                     "part of it was left behind");
        } else {
            const Outcome info = outcomeOf("  lockstep info of it", {"info", out});
            QVERIFY2(info.exitCode == 0, info.log.substr(0, 2000).c_str());
        }
    }

    void whatIsNoFileIsNotRead()
    {
        const QTemporaryDir folder;
        for (const std::string& path : {folder.path().toStdString(), std::string("/dev/zero"),
                                        folder.filePath(QStringLiteral("absent.csv")).toStdString()}) {
            const Outcome imported = outcomeOf(
                path.c_str(), {"import", path, "--out", folder.filePath(QStringLiteral("out")).toStdString()});
            QVERIFY2(imported.exitCode == 1, imported.log.c_str());
            QVERIFY2(imported.log.find(path) != std::string::npos, imported.log.c_str());
        }
    }
};

LOCKSTEP_TEST(tst_hostileimports, TestHostileImports)
#include "tst_hostileimports.moc"
