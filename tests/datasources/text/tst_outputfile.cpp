// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/outputfile.h"
#include "datasources/text/textfile.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>

using namespace lockstep;

class TestOutputFile : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] std::string path(const char* name) const
    {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }
    static std::string contentOf(const std::string& path) { return readTextFile(path, 1000).value(); }
    static mode_t modeOf(const std::string& path)
    {
        struct stat info
        { };
        return ::lstat(path.c_str(), &info) == 0 ? info.st_mode : 0;
    }

private Q_SLOTS:
    void init()
    {
        QVERIFY(QDir(m_folder.path()).removeRecursively());
        QVERIFY(QDir().mkpath(m_folder.path()));
    }

    void aFileIsThereWholeOrNotAtAll()
    {
        QVERIFY(writeOutput(path("a"), "old").isOk());
        {
            Result<OutputFile> file = OutputFile::create(path("a"));
            QVERIFY(file.isOk());
            QVERIFY(file.value().write("ne").isOk());
            QCOMPARE(contentOf(path("a")), std::string("old"));
        } // not committed
        QCOMPARE(contentOf(path("a")), std::string("old"));
        QVERIFY(writeOutput(path("a"), "new").isOk());
        QCOMPARE(contentOf(path("a")), std::string("new"));
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }

    void modesAreKept()
    {
        const mode_t before = ::umask(027);
        QVERIFY(writeOutput(path("usual"), "x").isOk());
        QVERIFY(writeOutput(path("private"), "x", Readers::Owner).isOk());
        ::umask(before);
        QCOMPARE(modeOf(path("usual")) & 0777U, 0640U);
        QCOMPARE(modeOf(path("private")) & 0777U, 0600U);
        QCOMPARE(::chmod(path("usual").c_str(), 0604), 0);
        QVERIFY(writeOutput(path("usual"), "y").isOk());
        QCOMPARE(modeOf(path("usual")) & 0777U, 0604U);
        QVERIFY(writeOutput(path("usual"), "z", Readers::Owner).isOk());
        QCOMPARE(modeOf(path("usual")) & 0777U, 0600U);
    }

    void nothingThatStandsBesideIsFollowed()
    {
        QVERIFY(writeOutput(path("victim"), "precious").isOk());
        for (const char* const planted : {"out.part", "out.unfinished", "out.tmp"})
            QCOMPARE(::symlink(path("victim").c_str(), path(planted).c_str()), 0);
        QVERIFY(writeOutput(path("out"), "mine").isOk());
        QCOMPARE(contentOf(path("victim")), std::string("precious"));
        QCOMPARE(contentOf(path("out")), std::string("mine"));
    }

    void anothersLinkIsNotFollowed()
    {
        if (::geteuid() != 0)
            QSKIP("only root can make another user's link");
        QVERIFY(writeOutput(path("victim"), "precious").isOk());
        QCOMPARE(::symlink(path("victim").c_str(), path("link").c_str()), 0);
        QVERIFY(writeOutput(path("link"), "mine").isOk()); // one's own
        QCOMPARE(contentOf(path("victim")), std::string("mine"));
        QVERIFY(S_ISLNK(modeOf(path("link"))));
        QCOMPARE(::lchown(path("link").c_str(), 12345, 12345), 0);
        const Status refused = writeOutput(path("link"), "theirs");
        QVERIFY(!refused.isOk());
        QVERIFY2(refused.error().message.find("user 12345") != std::string::npos, refused.error().message.c_str());
        QCOMPARE(contentOf(path("victim")), std::string("mine"));
    }

    void devicesAreWrittenToAndStayDevices()
    {
        QVERIFY(writeOutput("/dev/null", "x").isOk());
        QVERIFY(S_ISCHR(modeOf("/dev/null")));
        const Status full = writeOutput("/dev/full", "x");
        QVERIFY(!full.isOk());
        QVERIFY2(full.error().message.find("No space left") != std::string::npos, full.error().message.c_str());
        QVERIFY(S_ISCHR(modeOf("/dev/full")));
    }

    void whatCannotBeWrittenSaysWhy()
    {
        const Status nowhere = writeOutput(path("no/such/folder"), "x");
        QVERIFY2(nowhere.error().message.find("No such file") != std::string::npos, nowhere.error().message.c_str());
        const Status folder = writeOutput(m_folder.path().toStdString(), "x");
        QVERIFY2(folder.error().message.find("directory") != std::string::npos, folder.error().message.c_str());
    }
};

LOCKSTEP_TEST(tst_outputfile, TestOutputFile)
#include "tst_outputfile.moc"
