// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidentbundle.h"
#include "datasources/recording/segmentwriter.h"
#include "datasources/sqlite/query.h"
#include "models/core/codec/bytestream.h"
#include "tests/datasources/incidents/circularpages.h"
#include "tests/hostile/childprogram.h"
#include "tests/support/smallrecording.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <functional>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr auto endlessView
    = "DROP TABLE names; CREATE VIEW names AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) "
      "SELECT id, 'x' AS name FROM n";

/// Corrupts one aspect of an otherwise valid bundle.
struct Bending
{
    const char* name;
    std::function<Status(const std::string& path)> bend;
    const char* reported; ///< of the error
    bool isRejectedEntirely = true; ///< false: bad parts are reported, the rest is used
    bool isOfHonest = true; ///< false: makes the file itself
};

Status execute(const std::string& path, const std::string& sql)
{
    Result<Database> database = Database::open(path, Database::Access::ReadWrite);
    return database.isOk() ? database.value().execute(sql) : Status(database.error());
}

Status putBlob(const std::string& path, const char* sql, const std::vector<std::uint8_t>& blob)
{
    Result<Database> database = Database::open(path, Database::Access::ReadWrite);
    return database.isOk() ? run(database.value(), sql, checksum(blob), std::as_bytes(std::span(blob)))
                           : Status(database.error());
}

std::vector<std::uint8_t> packedNumbers(std::initializer_list<std::uint64_t> numbers, int zeros = 0)
{
    std::vector<std::uint8_t> packed;
    ByteWriter out(packed);
    out.byte(1);
    for (const std::uint64_t number : numbers)
        out.number(number);
    for (int at = 0; at < zeros; ++at)
        out.byte(0);
    return packed;
}

const std::vector<Bending>& bendings()
{
    const auto sql = [](const char* text) {
        return [text](const std::string& path) {
            return execute(path, text);
        };
    };
    static const std::vector<Bending> all{
        {"a view without end", sql(endlessView), "view \"names\""},
        {"a view in place of incidents",
         sql("DROP TABLE incident_tag; CREATE VIEW incident_tag AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i "
             "+ 1 FROM n) SELECT i AS incident, i AS position, 'x' AS tag FROM n"),
         "view \"incident_tag\""},
        {"pages in circles",
         [](const std::string& path) {
             return makeCircularTable(path, "gaps") > 4 ? success() : Status(Error{"not made"});
         },
         "can require", false, false},
        {"a rack at 9e30", sql("UPDATE entities SET x = 9e30 WHERE kind = 'rack'"), "is at 9e+30 m"},
        {"racks within racks", sql("UPDATE entities SET parent_kind = 'gpu', parent_idx = 0 WHERE kind = 'rack'"),
         "damaged"},
        {"5 bytes of 16 million entities",
         [](const std::string& path) {
             return putBlob(path, "UPDATE blocks SET crc = ?, data = ?", packedNumbers({64, 16'000'000, 1024}));
         },
         "claims 16000000 entities", false},
        {"30 bytes of 16 million spans",
         [](const std::string& path) {
             return putBlob(path, "UPDATE span_blocks SET crc = ?, data = ?", packedNumbers({16'000'000}, 28));
         },
         "", false},
        {"a name of 100 MB", sql("UPDATE names SET name = printf('%.*c', 100000000, 'x') WHERE id = 1"), "damaged"},
    };
    return all;
}

} // namespace

/// Malicious recordings and bundles, opened by each program. The program ends by itself, quickly and with little
/// memory, and names the file.
class TestHostileFiles : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::string m_honest;
    int m_count = 0;

    struct Outcome
    {
        std::optional<int> exitCode;
        std::size_t peakBytes = 0;
        double cpuSeconds = 0;
        std::string log;
    };

    static Outcome outcomeOf(const std::string& program, const std::vector<std::string>& arguments)
    {
        ChildProgram child(program, arguments);
        Outcome outcome;
        outcome.exitCode = child.waitForEnd(3000 * mebi);
        outcome.peakBytes = child.peakMemoryBytes();
        outcome.cpuSeconds = child.cpuTime().count();
        outcome.log = child.log();
        return outcome;
    }

    static void report(const char* what, const char* program, const Outcome& outcome)
    {
        fmt::print("{:<34} {:<16} {:>5} MiB, {:>5.2f} s of CPU, {}\n", what, program, outcome.peakBytes / mebi,
                   outcome.cpuSeconds, outcome.exitCode ? fmt::format("ends with {}", *outcome.exitCode) : "killed");
        QVERIFY2(outcome.exitCode.has_value(), (outcome.log + "\nit crashed or did not end").c_str());
    }

    static Status makeHonest(const std::string& folder, const std::string& path)
    {
        const Result<std::string> segment = SmallRecording::write(folder);
        if (!segment.isOk())
            return segment.error();
        Result<Recording> recording = Recording::open(folder);
        if (!recording.isOk())
            return recording.error();
        PostMortem story;
        story.incident.key = {7};
        story.incident.title = "Pump 2 lost flow";
        story.incident.tags = {"cooling"};
        story.incident.range = {SmallRecording::start, SmallRecording::start + std::chrono::minutes(2)};
        return writeBundle(story, {}, path, {}, &recording.value());
    }

    void bend(const Bending& bending, const std::string& path)
    {
        if (bending.isOfHonest)
            QVERIFY(QFile::copy(QString::fromStdString(m_honest), QString::fromStdString(path)));
        const Status bent = bending.bend(path);
        QVERIFY2(bent.isOk(), bent.isOk() ? "" : bent.error().message.c_str());
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("QT_QPA_PLATFORM", "offscreen"); // of the programs
        m_honest = m_folder.filePath(QStringLiteral("honest.lockstep")).toStdString();
        const Status made = makeHonest(m_folder.filePath(QStringLiteral("recording")).toStdString(), m_honest);
        QVERIFY2(made.isOk(), made.isOk() ? "" : made.error().message.c_str());
    }

    void eachIsRefusedInWords_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t index = 0; index < bendings().size(); ++index)
            QTest::newRow(bendings()[index].name) << static_cast<int>(index);
    }

    void eachIsRefusedInWords()
    {
        QFETCH(int, index);
        const Bending& bending = bendings()[static_cast<std::size_t>(index)];
        const std::string path = m_folder.filePath(QStringLiteral("bent%1.lockstep").arg(++m_count)).toStdString();
        bend(bending, path);
        const Outcome info = outcomeOf("lockstep-record", {"info", path});
        report(bending.name, "lockstep info", info);
        QVERIFY(info.peakBytes < 200 * mebi * sanitizerFactor());
        if (bending.isRejectedEntirely) {
            QCOMPARE(*info.exitCode, 1);
            QVERIFY2(info.log.find(path) != std::string::npos, info.log.c_str());
            QVERIFY2(info.log.find(bending.reported) != std::string::npos, info.log.c_str());
        }
#ifdef LOCKSTEP_HAS_WINDOW
        const std::string out = path + ".again.lockstep";
        const Outcome exported = outcomeOf("lockstep", {"export", path, "--out", out, "--format", "bundle"});
        report(bending.name, "lockstep export", exported);
        QVERIFY(exported.peakBytes < 300 * mebi * sanitizerFactor());
        if (*exported.exitCode != 0)
            QVERIFY2(exported.log.find(path) != std::string::npos, exported.log.c_str());
#endif
    }

    /// Exiting does not wait for anything that a file could delay.
    void aWindowThatOpensItEnds_data()
    {
        eachIsRefusedInWords_data();
    }
    void aWindowThatOpensItEnds()
    {
#ifdef LOCKSTEP_HAS_WINDOW
        QFETCH(int, index);
        const Bending& bending = bendings()[static_cast<std::size_t>(index)];
        const std::string path = m_folder.filePath(QStringLiteral("bent%1.lockstep").arg(++m_count)).toStdString();
        bend(bending, path);
        const Outcome window
            = outcomeOf("lockstep", {"--fresh", "--replay", path, "--after", "1", "--size", "400x300"});
        report(bending.name, "the window", window);
        QCOMPARE(*window.exitCode, 0);
        QVERIFY(window.peakBytes < 400 * mebi * sanitizerFactor());
#else
        QSKIP("built without the window");
#endif
    }
};

LOCKSTEP_TEST(tst_hostilefiles, TestHostileFiles)
#include "tst_hostilefiles.moc"
