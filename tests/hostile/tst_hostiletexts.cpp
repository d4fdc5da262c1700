// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/sqlite/query.h"
#include "tests/hostile/childprogram.h"
#include "tests/support/smallrecording.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

/// Names and sentences with terminal control sequences, in files that each command reads. The output of the programs
/// has no control characters except line breaks and tabs, no characters that hide or reorder others, and no forged
/// line.
class TestHostileTexts : public QObject
{
    Q_OBJECT

    static constexpr const char* poison = "\x1b]0;x\x07\nALL CLEAR, no alerts\r\u202e\u200b\u2028";
    /// The same within a JSON string.
    static constexpr const char* jsonPoison = R"(\u001b]0;x\u0007\nALL CLEAR, no alerts\r\u202e\u200b\u2028)";

    QTemporaryDir m_folder;

    [[nodiscard]] std::string path(const QString& name) const { return m_folder.filePath(name).toStdString(); }
    [[nodiscard]] std::string written(const QString& name, const QByteArray& text) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("the test's own file cannot be written");
        return file.fileName().toStdString();
    }
    /// A seed of the fuzzers with all its strings but keys and short words poisoned.
    [[nodiscard]] std::string poisonedSeed(const char* seed, const QStringList& words) const
    {
        QFile file(QStringLiteral("%1/tests/fuzz/seeds/%2")
                       .arg(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR"), QString::fromLatin1(seed)));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("no seed %s", seed);
        QByteArray text = file.readAll();
        for (const QString& word : words)
            text.replace('"' + word.toUtf8() + '"', '"' + word.toUtf8() + jsonPoison + '"');
        return written(QString::fromLatin1(seed).section(QLatin1Char('/'), -1), text);
    }

    static void judge(const std::string& program, const std::vector<std::string>& arguments, bool mustNameIt = true)
    {
        ChildProgram child(program, arguments);
        QVERIFY2(child.waitForEnd().has_value(), child.log().c_str());
        const std::string log = child.log();
        const std::string what = program + ' ' + arguments.front() + ":\n" + log;
        QVERIFY2(!log.empty(), what.c_str());
        for (const char letter : log)
            QVERIFY2(letter == '\n' || letter == '\t' || (static_cast<unsigned char>(letter) >= ' ' && letter != 0x7f),
                     what.c_str());
        for (const char* const hidden : {"\u202e", "\u200b", "\u2028"})
            QVERIFY2(log.find(hidden) == std::string::npos, what.c_str());
        QVERIFY2(("\n" + log).find("\nALL CLEAR") == std::string::npos, what.c_str());
        QVERIFY2(!mustNameIt || log.find("ALL CLEAR") != std::string::npos,
                 what.c_str()); // otherwise nothing was tested
    }

private Q_SLOTS:
    void recordings()
    {
        const Result<std::string> segment = SmallRecording::write(path(QStringLiteral("recording")));
        QVERIFY(segment.isOk());
        Result<Database> database = Database::open(segment.value(), Database::Access::ReadWrite);
        QVERIFY(database.isOk());
        for (const char* const sql :
             {"UPDATE entities SET name = name || ?", "UPDATE names SET name = name || ? WHERE name != ''",
              "UPDATE metrics SET title = title || ?", "UPDATE identities SET name = name || ?, os = os || ?1",
              "UPDATE events SET text = text || ?, job = ?1, subject = ?1, severity = 2, code = "
              "'metric.limit.gpu.power'"})
            QVERIFY2(run(database.value(), sql, std::string(poison)).isOk(), sql);
        QVERIFY(run(database.value(),
                    "INSERT INTO metrics SELECT id + (SELECT MAX(id) + 1 FROM metrics), name || ?, title, unit, kind, "
                    "entity_kind, "
                    "direction, warning, critical, full_scale, is_deviation, derivation FROM metrics",
                    std::string(poison))
                    .isOk());
        const std::string folder = path(QStringLiteral("recording"));
        judge("lockstep-record", {"alerts", folder});
        judge("lockstep-record", {"alerts", "--json", folder});
        judge("lockstep-record", {"info", folder}, false);
        judge("lockstep-record", {"coverage", folder}, false);
        judge("lockstep-record", {"tenants", folder}, false);
        judge("lockstep-record", {"tenants", "--json", folder}, false);
        judge("lockstep-record", {"metrics", folder}, false);
        judge("lockstep-record", {"export-data", folder});
    }

    void imports()
    {
        const std::string table = written(QStringLiteral("table.csv"),
                                          QByteArray("time;host;gpu;power") + poison + "\n1700000000;n1" + poison
                                              + ";0;1,5\n1700000001;\"n" + poison + "\";1;2\nx;y;z;w\n");
        judge("lockstep-record", {"import", "--out", path(QStringLiteral("imported")), table}, false);
        const std::string metrics = written(QStringLiteral("metrics.prom"),
                                            QByteArray("m{Hostname=\"n1\\n") + poison + "\",gpu=\"" + poison
                                                + "\"} 71 1700000000\nbad" + poison + "{ 1 1\n");
        judge("lockstep-record", {"import", "--out", path(QStringLiteral("imported2")), metrics}, false);
        judge("lockstep-record", {"info", path(QString::fromUtf8(poison))});
    }

    void inventories()
    {
#ifdef LOCKSTEP_HAS_WINDOW
        judge("lockstep",
              {"topology",
               poisonedSeed(
                   "topology/netbox.json",
                   {QStringLiteral("A01"), QStringLiteral("A02"), QStringLiteral("Hall 7"), QStringLiteral("Row A")})});
        judge("lockstep",
              {"topology",
               poisonedSeed("topology/lldp.json",
                            {QStringLiteral("tor1.example.org"), QStringLiteral("eth0"), QStringLiteral("Ethernet7")})},
              false);
#else
        QSKIP("without the window there is no lockstep topology");
#endif
    }

    void traces()
    {
        QByteArray trace
            = R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_%","pid":0,"tid":7,)"
              R"("ts":1,"dur":5,"args":{"stream":7,"Collective name":"%","Group size":2,"Process Group Name":"%",)"
              R"("In msg nelems":4,"Out msg nelems":4,"dtype":"%"}},{"ph":"M","name":"process_name","pid":0,)"
              R"("args":{"name":"%"}}],"distributedInfo":{"rank":0,"world_size":2,"backend":"%"}})";
        trace.replace("%", jsonPoison);
        judge("lockstep-analyze", {written(QStringLiteral("rank0.json"), trace)}, false);
        judge("lockstep-analyze", {written(QStringLiteral("rank1.json"), "{\"" + QByteArray(poison))}, false);
    }
};

LOCKSTEP_TEST(tst_hostiletexts, TestHostileTexts)
#include "tst_hostiletexts.moc"
