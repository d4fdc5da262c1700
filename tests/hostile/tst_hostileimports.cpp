// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/childprogram.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>
#include <zlib.h>

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
    bool isRejectedEntirely = true; ///< false: bad parts are reported, the rest is used
    bool isQuick = true; ///< false: left out under sanitizers, where it is slow and another reaches the same code
};

std::string repeated(std::size_t count, const std::function<std::string(std::size_t)>& each)
{
    std::string text;
    for (std::size_t at = 0; at < count; ++at)
        text += each(at);
    return text;
}

/// gzip of @p count times @p bytes of one letter.
std::string gzipOf(std::size_t bytes, int count)
{
    z_stream stream{};
    constexpr int gzipBits = 15 + 16;
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzipBits, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        qFatal("zlib does not work");
    std::string piece(bytes, 'x');
    std::string packed(bytes, '\0');
    std::string text;
    for (int at = 0; at <= count; ++at) {
        stream.next_in = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_in = at < count ? static_cast<uInt>(piece.size()) : 0;
        stream.next_out = reinterpret_cast<Bytef*>(packed.data());
        stream.avail_out = static_cast<uInt>(packed.size());
        deflate(&stream, at < count ? Z_NO_FLUSH : Z_FINISH);
        text.append(packed, 0, packed.size() - stream.avail_out);
    }
    deflateEnd(&stream);
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
         "expected at most 100000 metrics", false, false},
        {"a metric for each entity", "each.prom",
         [] {
             return repeated(90'000, [](std::size_t at) {
                 return fmt::format("m{}{{host=\"n{}\"}} 1 1700000000\n", at, at % 2000);
             });
         },
         "too far apart"},
        {"nearly empty columns", "diagonal.csv", diagonal, "too far apart", true, false},
        {"a gigabyte in a megabyte", "table.csv.gz", [] { return gzipOf(mebi, 1024); }, "decompress to more than"},
        {"a name of a megabyte", "names.prom", [] { return "m" + std::string(mebi, 'x') + " 1 1700000000\n"; },
         "expected a metric name of at most 256 bytes, found 1048577"},
        {"a label of a megabyte", "labels.prom",
         [] { return "m{a=\"" + std::string(mebi, 'y') + "\"} 1 1700000000\n"; },
         "make the name longer than 4096 bytes"},
        {"a million labels", "labels.prom",
         [] {
             return "m{" + repeated(1'000'000, [](std::size_t at) { return fmt::format("l{}=\"x\",", at); })
                 + "} 1 1700000000\n";
         },
         "make the name longer than 4096 bytes", true, false},
        {"times of no clock", "times.csv",
         [] {
             return std::string("time,host,v\n-1000000000000000000,a,1\n0,a,1\n9000000000000000000,a,1\n1e300,a,1\n"
                                "1700000000,a,1\n");
         },
         "an invalid time", false},
        {"a quote that does not end", "quote.csv", [] { return "time,v\n1700000000,\"" + std::string(8 * mebi, '\n'); },
         "Nothing to import"},
    };
    return all;
}

std::string rackOf(std::size_t number, const std::string& name)
{
    return fmt::format(R"({{"url":"https://n/api/dcim/racks/{}/","name":"{}","u_height":42}})", number, name);
}

std::string feedOf(std::size_t number, const std::string& name, const std::string& rack)
{
    return fmt::format(
        R"(,{{"url":"https://n/api/dcim/power-feeds/{}/","name":"{}","rack":{{"name":"{}"}},"amperage":9}})", number,
        name, rack);
}

std::string pageOf(const std::string& objects, const char* next = "null")
{
    return fmt::format(R"({{"count":1,"next":{},"results":[{}]}})", next, objects);
}

/// Answers of NetBox. Nothing is fetched: a page that names another one says so.
const std::vector<HostileTable>& inventories()
{
    static const std::vector<HostileTable> all{
        {"a page of 40 MiB", "netbox.json", [] { return pageOf(std::string(40 * mebi, ' ')); }, "at most 32 MiB"},
        {"100,000 lists in each other", "netbox.json",
         [] { return std::string(100'000, '[') + std::string(100'000, ']'); }, "unknown format"},
        {"450 pages in each other", "netbox.json",
         [] {
             return repeated(450, [](std::size_t) { return std::string("{\"results\":["); }) + rackOf(1, "A")
                 + repeated(450, [](std::size_t) { return std::string("]}"); });
         },
         "without an", false},
        {"a page that has a next one", "netbox.json",
         [] { return pageOf(rackOf(1, "A"), R"("https://n/api/dcim/racks/?offset=1")"); }, "export all of them", false},
        {"a rack's name of ten megabytes", "netbox.json", [] { return pageOf(rackOf(1, std::string(10 * mebi, 'x'))); },
         "rack 'xxxx", false},
        {"200,000 racks", "netbox.json",
         [] {
             return pageOf(rackOf(0, "A") + repeated(200'000, [](std::size_t at) {
                               return ',' + rackOf(at, fmt::format("R{}", at));
                           }));
         },
         "at most 65536 racks", false, false},
        {"200,000 power feeds", "netbox.json",
         [] {
             return pageOf(rackOf(0, "A")
                           + repeated(200'000, [](std::size_t at) { return feedOf(at, fmt::format("F{}", at), "A"); }));
         },
         "at most 4096 groups", false, false},
        {"a power feed of 200,000 racks", "netbox.json",
         [] {
             return pageOf(rackOf(0, "A")
                           + repeated(200'000, [](std::size_t at) { return feedOf(at, "F", fmt::format("R{}", at)); }));
         },
         "is omitted", false, false},
    };
    return all;
}

void addRows(const std::vector<HostileTable>& tables)
{
    QTest::addColumn<int>("index");
    for (std::size_t index = 0; index < tables.size(); ++index) {
        if (!isSanitized || tables[index].isQuick)
            QTest::newRow(tables[index].name) << static_cast<int>(index);
    }
}

} // namespace

/// Malicious files of other systems with `lockstep import`. It ends by itself, quickly and with little memory, reports
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

    static Outcome outcomeOf(const char* what, const std::vector<std::string>& arguments,
                             const char* program = "lockstep-record")
    {
        ChildProgram child(program, arguments);
        Outcome outcome;
        outcome.exitCode = child.waitForEnd(3000 * mebi);
        outcome.peakBytes = child.peakMemoryBytes();
        outcome.log = child.log();
        fmt::print("{:<36} {:>5} MiB, {:>5.2f} s of CPU\n", what, outcome.peakBytes / mebi, child.cpuTime().count());
        return outcome;
    }

private Q_SLOTS:
    void eachIsReportedInWords_data() { addRows(tables()); }

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
        QCOMPARE(*imported.exitCode, table.isRejectedEntirely ? 1 : 0);
        if (table.isRejectedEntirely) {
            QVERIFY2(QDir(QString::fromStdString(out)).entryList({QStringLiteral("segment-*")}).isEmpty(),
                     "part of it was left behind");
        } else {
            const Outcome info = outcomeOf("  lockstep info of it", {"info", out});
            QVERIFY2(info.exitCode == 0, info.log.substr(0, 2000).c_str());
        }
    }

    void eachInventoryIsReportedInWords_data() { addRows(inventories()); }

    void eachInventoryIsReportedInWords()
    {
#ifdef LOCKSTEP_HAS_WINDOW
        QFETCH(int, index);
        const HostileTable& table = inventories()[static_cast<std::size_t>(index)];
        const QTemporaryDir folder;
        QFile file(folder.filePath(QLatin1StringView(table.file)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(table.make()));
        file.close();
        const std::string out = folder.filePath(QStringLiteral("out.toml")).toStdString();
        const Outcome made
            = outcomeOf(table.name, {"topology", file.fileName().toStdString(), "--out", out}, "lockstep");
        QVERIFY2(made.exitCode == (table.isRejectedEntirely ? 1 : 0), made.log.substr(0, 2000).c_str());
        QVERIFY2(made.log.find(table.reported) != std::string::npos, made.log.substr(0, 2000).c_str());
        QVERIFY2(made.log.size() < 50'000, "the answer is as long as the file");
        QVERIFY(made.peakBytes < 500 * mebi * sanitizerFactor());
        QCOMPARE(QFile::exists(QString::fromStdString(out)), !table.isRejectedEntirely);
#else
        QSKIP("without the window there is no lockstep topology");
#endif
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
