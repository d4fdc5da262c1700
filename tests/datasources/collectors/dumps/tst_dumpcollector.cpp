// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/dumps/dumpcollector.h"
#include "models/core/eventcodes.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

/// A dump of one rank of four: completed collectives, and possibly one in which it waits.
QByteArray dump(int done, bool waits, const QByteArray& op = "nccl:all_reduce")
{
    QByteArray entries;
    for (int at = 1; at <= done + (waits ? 1 : 0); ++at)
        entries += QByteArray(at == 1 ? "" : ",") + R"({"process_group":["0","default_pg"],"collective_seq_id":)"
            + QByteArray::number(at) + R"(,"profiling_name":")" + op
            + R"(","input_sizes":[[3,4]],"input_dtypes":["Float"],"is_p2p":false,"state":")"
            + (at > done ? "started" : "completed") + R"("})";
    return R"({"version":"2.10","pg_config":{"0":{"name":"0","desc":"default_pg","ranks":"[0, 1, 2, 3]"}},)"
           R"("entries":[)"
        + entries + "]}";
}

} // namespace

/// Flight Recorder dumps in a folder that everyone can write to, as jobs write them on a timeout.
class TestDumpCollector : public QObject
{
    Q_OBJECT

    static void write(const QString& path, const QByteArray& text, int secondsAgo = 5)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
        file.close();
        timespec times[2]{};
        times[0].tv_sec = times[1].tv_sec = ::time(nullptr) - secondsAgo;
        QCOMPARE(::utimensat(AT_FDCWD, QFile::encodeName(path).constData(), times, 0), 0);
    }

    QTemporaryDir m_folder;
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    [[nodiscard]] std::vector<DumpSet> scan(DumpFolder& folder) const { return folder.scan(wallClockNow()); }
    [[nodiscard]] DumpFolder watched() const
    {
        return {m_folder.path().toStdString(), "nccl_trace_rank_", wallClockNow() - 1min};
    }
    void writeJob(const QString& folder = QStringLiteral("llama"), int ranks = 4) const
    {
        QVERIFY(QDir(m_folder.path()).mkpath(folder));
        for (int rank = 0; rank < ranks; ++rank)
            write(path(QStringLiteral("%1/nccl_trace_rank_%2").arg(folder).arg(rank)), dump(4, rank != 2));
    }

private Q_SLOTS:
    void init()
    {
        QVERIFY(QDir(m_folder.path()).removeRecursively());
        QVERIFY(QDir().mkpath(m_folder.path()));
    }

    void theRankThatHasNotEnteredIsNamedAndTheDumpsAreKept()
    {
        QTemporaryDir kept;
        DumpOptions options;
        options.folder = m_folder.path().toStdString();
        options.keep = kept.path().toStdString();
        DumpCollector collector(options);
        CollectorHarness harness(collector);
        harness.detect();
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("llama")));
        for (int rank = 0; rank < 4; ++rank) // now, as a job does
            write(path(QStringLiteral("llama/nccl_trace_rank_%1").arg(rank)), dump(4, rank != 2), -1);
        Event reported;
        harness.sampleUntil(0, [&reported](const NodeTick& tick) {
            if (!tick.events.empty())
                reported = tick.events.front();
            return !tick.events.empty();
        });
        QCOMPARE(reported.code, std::string(codes::ncclFlightRecorder));
        QVERIFY(reported.severity == Severity::Critical);
        const std::string verdict = "llama: rank 2 never entered all_reduce #5 of 0 (default_pg) (3 ranks wait in it). "
                                    "Flight Recorder left 4 "
                                    "dumps of user "
            + std::to_string(::geteuid()) + " in ";
        QVERIFY2(reported.text.starts_with(verdict), reported.text.c_str());
        const QStringList folders = QDir(kept.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(folders.size(), 1);
        QVERIFY2(reported.text.ends_with(", kept in " + kept.filePath(folders.front()).toStdString()),
                 reported.text.c_str());
        QFile copy(kept.filePath(folders.front()) + QStringLiteral("/nccl_trace_rank_2"));
        QVERIFY(copy.open(QIODevice::ReadOnly));
        QCOMPARE(copy.readAll(), dump(4, false));
    }

    /// A job may write its dumps at any time. If none of its ranks hangs, this is reported without an alert.
    void dumpsWithoutAHangAreNoWarning()
    {
        DumpOptions options;
        options.folder = m_folder.path().toStdString();
        DumpCollector collector(options);
        CollectorHarness harness(collector);
        harness.detect();
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("llama")));
        for (int rank = 0; rank < 4; ++rank)
            write(path(QStringLiteral("llama/nccl_trace_rank_%1").arg(rank)), dump(4, false), -1);
        Event reported;
        harness.sampleUntil(0, [&reported](const NodeTick& tick) {
            if (!tick.events.empty())
                reported = tick.events.front();
            return !tick.events.empty();
        });
        QCOMPARE(reported.code, std::string(codes::ncclFlightRecorder));
        QVERIFY(reported.severity == Severity::Information);
    }

    void aSetIsReportedOnceAndAgainWhenItHasChanged()
    {
        writeJob();
        DumpFolder folder = watched();
        QCOMPARE(scan(folder).size(), std::size_t{1});
        QVERIFY(scan(folder).empty());
        write(path(QStringLiteral("llama/nccl_trace_rank_1")), dump(9, true), 4);
        const auto again = scan(folder);
        QCOMPARE(again.size(), std::size_t{1});
        QCOMPARE(again[0].files.size(), std::size_t{4});
    }

    void whatIsBeingWrittenIsWaitedFor()
    {
        writeJob();
        write(path(QStringLiteral("llama/nccl_trace_rank_3")), "{\"version", 0);
        DumpFolder folder = watched();
        QVERIFY(scan(folder).empty());
        write(path(QStringLiteral("llama/nccl_trace_rank_3")), dump(4, true), 4);
        QCOMPARE(scan(folder).size(), std::size_t{1});
    }

    void whatWasThereBeforeIsNoNews()
    {
        writeJob();
        DumpFolder folder(m_folder.path().toStdString(), "nccl_trace_rank_", wallClockNow());
        QVERIFY(scan(folder).empty());
    }

    void linksDevicesAndOthersFilesAreLeftAlone()
    {
        const QString other = path(QStringLiteral("elsewhere"));
        writeJob();
        write(other, dump(4, false));
        const auto name = [this](const char* rank) {
            return QFile::encodeName(path(QStringLiteral("llama/nccl_trace_rank_"))) + rank;
        };
        QCOMPARE(::symlink(QFile::encodeName(other).constData(), name("10").constData()), 0);
        QCOMPARE(::link(QFile::encodeName(other).constData(), name("11").constData()), 0);
        QCOMPARE(::mkfifo(name("12").constData(), 0644), 0);
        QCOMPARE(::mkdir(name("13").constData(), 0755), 0);
        write(QFile::decodeName(name("x1")), dump(4, false));
        QCOMPARE(::symlink("/etc", QFile::encodeName(path(QStringLiteral("linked"))).constData()), 0);
        if (::geteuid() == 0) {
            write(QFile::decodeName(name("1")), dump(9, true));
            QCOMPARE(::chown(name("1").constData(), 12345, 12345), 0);
        }
        DumpFolder folder = watched();
        auto sets = scan(folder);
        std::ranges::sort(sets, {}, &DumpSet::owner);
        QCOMPARE(sets.size(), std::size_t(::geteuid() == 0 ? 2 : 1));
        for (const DumpSet& set : sets) {
            QCOMPARE(set.job, std::string("llama"));
            for (const DumpFile& file : set.files) {
                QVERIFY2(file.rank < 4, file.name.c_str());
                QCOMPARE(file.rank == 1 && ::geteuid() == 0, set.owner == 12345);
            }
        }
    }

    void oneThatIsTooLargeIsLeftOutAndSaid()
    {
        writeJob();
        write(path(QStringLiteral("llama/nccl_trace_rank_3")), dump(4, true) + QByteArray(5 << 20, ' '));
        DumpFolder folder = watched();
        const auto sets = scan(folder);
        QCOMPARE(sets.size(), std::size_t{1});
        QCOMPARE(sets[0].files.size(), std::size_t{3});
        QVERIFY2(sets[0].notes.find("too large") != std::string::npos, sets[0].notes.c_str());
    }

    void whatTheDumpsSay_data()
    {
        QTest::addColumn<QList<QByteArray>>("dumps");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isHang");
        const QByteArray waits = dump(4, true);
        const QByteArray behind = dump(4, false);
        const QByteArray damaged = "\x80\x02}q\x01(X\x07";
        QTest::newRow("one behind") << QList{waits, behind, waits, waits}
                                    << QStringLiteral(
                                           "rank 1 never entered all_reduce #5 of 0 (default_pg) (3 ranks wait in it)")
                                    << true;
        QTest::newRow("two behind") << QList{waits, behind, behind, waits}
                                    << QStringLiteral("ranks 1, 2 never entered all_reduce #5") << true;
        QTest::newRow("one left none") << QList{waits, waits, waits}
                                       << QStringLiteral(
                                              "rank 3 left no readable dump; 3 ranks wait for it in all_reduce #5")
                                       << true;
        QTest::newRow("one node of two") << QList{waits, waits} << QStringLiteral("2 of its ranks left no dump here")
                                         << true;
        QTest::newRow("all in it") << QList{waits, waits, waits, waits}
                                   << QStringLiteral("all ranks with a dump entered all_reduce #5") << true;
        QTest::newRow("another operation") << QList{waits, waits, waits, dump(4, true, "nccl:all_gather")}
                                           << QStringLiteral("ranks disagree in") << true;
        QTest::newRow("nothing hangs") << QList{behind, behind, behind, behind}
                                       << QStringLiteral("have completed the collectives they entered") << false;
        QTest::newRow("a damaged one") << QList{waits, behind, waits, damaged}
                                       << QStringLiteral("1 of 4 dumps could not be read: nccl_trace_rank_3") << true;
        QTest::newRow("none is one") << QList{QByteArray("hello"), damaged}
                                     << QStringLiteral("no dump could be read: nccl_trace_rank_1") << false;
    }

    void whatTheDumpsSay()
    {
        QFETCH(QList<QByteArray>, dumps);
        QFETCH(QString, text);
        QFETCH(bool, isHang);
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("llama")));
        for (int rank = 0; rank < dumps.size(); ++rank)
            write(path(QStringLiteral("llama/nccl_trace_rank_%1").arg(rank)), dumps[rank]);
        DumpFolder folder = watched();
        const auto sets = scan(folder);
        QCOMPARE(sets.size(), std::size_t{1});
        const DumpVerdict verdict = judgeDumps(sets[0]);
        QVERIFY2(QString::fromStdString(verdict.text).contains(text), verdict.text.c_str());
        QCOMPARE(verdict.isHang, isHang);
    }

    /// Limits the number of folders of a user: a few are named.
    void manyFoldersAreBounded()
    {
        for (int job = 0; job < 100; ++job)
            writeJob(QStringLiteral("job%1").arg(job), 1);
        DumpFolder folder = watched();
        QCOMPARE(scan(folder).size(), DumpFolder::maxFolders);
    }

    void filesOfOneUserDoNotHideAnothersFolders()
    {
        if (::geteuid() != 0)
            QSKIP("only root can make another user's files");
        constexpr int jobs = 20;
        const std::size_t files = 3 * DumpFolder::maxEntries;
        for (std::size_t at = 0; at < files; ++at) {
            if (at % (files / jobs) == 0)
                writeJob(QStringLiteral("job%1").arg(at), 1);
            const QByteArray name = QFile::encodeName(path(QStringLiteral("x%1").arg(at)));
            QVERIFY(::mknod(name.constData(), S_IFREG | 0600U, 0) == 0 && ::chown(name.constData(), 1001, 0) == 0);
        }
        DumpFolder folder = watched();
        QVERIFY(scan(folder).size() >= std::size_t{jobs});
    }

    void anotherUsersDumpsInAJobsFolderAreNotTheJobs()
    {
        if (::geteuid() != 0)
            QSKIP("only root can make another user's files");
        QTemporaryDir kept;
        DumpOptions options;
        options.folder = m_folder.path().toStdString();
        options.keep = kept.path().toStdString();
        DumpCollector collector(options, [](const std::string& job) {
            return job == "reported" ? std::optional<uid_t>(1000) : std::nullopt;
        });
        CollectorHarness harness(collector);
        harness.detect();
        // In the folder of user 1000, and in the intruder's own folder under the name of a job of user 1000.
        for (const auto& [job, folderOwner] : {std::pair("llama", 1000U), std::pair("reported", 1001U)}) {
            QVERIFY(QDir(m_folder.path()).mkpath(QString::fromLatin1(job)));
            QCOMPARE(::chown(QFile::encodeName(path(QString::fromLatin1(job))).constData(), folderOwner, 0), 0);
            for (int rank = 0; rank < 4; ++rank) {
                const QString name
                    = path(QStringLiteral("%1/nccl_trace_rank_%2").arg(QString::fromLatin1(job)).arg(rank));
                write(name, dump(4, rank != 2), -1);
                QCOMPARE(::chown(QFile::encodeName(name).constData(), 1001, 0), 0);
            }
        }
        std::vector<Event> reported;
        harness.sampleUntil(0, [&reported](const NodeTick& tick) {
            reported.insert(reported.end(), tick.events.begin(), tick.events.end());
            return reported.size() >= 2;
        });
        for (const Event& each : reported) {
            QVERIFY(each.severity == Severity::Warning);
            QVERIFY2(each.fields.job.empty() && each.fields.variant.empty(), each.text.c_str());
            QVERIFY2(each.text.starts_with("user 1001 left 4 ") && each.text.find("user 1000") != std::string::npos,
                     each.text.c_str());
        }
        QVERIFY(QDir(kept.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty());
    }

    void setsOfOneUserDoNotEvictAnothers()
    {
        QTemporaryDir kept;
        DumpRetention retention(kept.path().toStdString());
        writeJob();
        DumpFolder folder = watched();
        auto sets = scan(folder);
        DumpSet& set = sets.at(0);
        const auto keptOf = [&kept](uid_t user) {
            return QDir(kept.path()).entryList({QStringLiteral("*-u%1").arg(user)}, QDir::Dirs).size();
        };
        int at = 100;
        set.owner = 1000;
        for (int number = 0; number < 10; ++number)
            QVERIFY(retention.keep(set, {0}, std::to_string(++at)).isOk());
        set.owner = 1001;
        for (int number = 0; number < 40; ++number)
            QVERIFY(retention.keep(set, {0}, std::to_string(++at)).isOk());
        QCOMPARE(keptOf(1000), 10);
        QCOMPARE(keptOf(1001), static_cast<int>(DumpRetention::maxSets));
        for (uid_t user = 1002; user < 1012; ++user) {
            set.owner = user;
            for (int number = 0; number < 10; ++number)
                QVERIFY(retention.keep(set, {0}, std::to_string(++at)).isOk());
        }
        QCOMPARE(static_cast<std::size_t>(QDir(kept.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size()),
                 DumpRetention::maxSetsOfAll);
        QVERIFY(keptOf(1000) >= 5);
    }

    void onlyTheNewestAreKept()
    {
        QTemporaryDir kept;
        DumpRetention retention(kept.path().toStdString());
        writeJob();
        DumpFolder folder = watched();
        const auto sets = scan(folder);
        for (int at = 10; at < 40; ++at)
            QVERIFY(retention.keep(sets.at(0), {0, 2}, std::to_string(at)).isOk());
        const QStringList folders = QDir(kept.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
        QCOMPARE(folders.size(), static_cast<int>(DumpRetention::maxSets));
        QCOMPARE(folders.back(), QStringLiteral("dumps-39-u%1").arg(::geteuid()));
        QCOMPARE(QDir(kept.filePath(folders.back())).entryList(QDir::Files).size(), 2);
    }
};

LOCKSTEP_TEST(tst_dumpcollector, TestDumpCollector)
#include "tst_dumpcollector.moc"
