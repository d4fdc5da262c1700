// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/commandpage.h"
#include "datasources/text/log.h"
#include "tests/support/testentry.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryFile>
#include <QTest>

#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

using namespace lockstep;

class TestLog : public QObject
{
    Q_OBJECT

    /// Text written to standard error by @p write. @param inJournal standard error is systemd's journal
    static QByteArray written(const std::function<void()>& write, bool inJournal = false)
    {
        QTemporaryFile file;
        if (!file.open())
            qFatal("no temporary file");
        std::fflush(stderr);
        const int before = ::dup(STDERR_FILENO);
        ::dup2(file.handle(), STDERR_FILENO);
        struct stat status
        { };
        ::fstat(STDERR_FILENO, &status);
        if (inJournal)
            qputenv("JOURNAL_STREAM",
                    QByteArray::number(qulonglong(status.st_dev)) + ':'
                        + QByteArray::number(qulonglong(status.st_ino)));
        write();
        qunsetenv("JOURNAL_STREAM");
        std::fflush(stderr);
        ::dup2(before, STDERR_FILENO);
        ::close(before);
        file.seek(0);
        return file.readAll();
    }

    static CommandInput asked(const char* level, bool json)
    {
        CommandInput line;
        line.options.emplace("--log-level", level);
        if (json)
            line.flags.emplace("--log-json");
        return line;
    }

private Q_SLOTS:
    void aLineHasTimeLevelAndComponent()
    {
        const QByteArray line = written([] { Log(CommandInput()).warning("server", "it is\nlate"); });
        static const QRegularExpression form(QStringLiteral(
            "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z warning server: it is\\\\u000alate\\n$"));
        QVERIFY2(form.match(QString::fromUtf8(line)).hasMatch(), line.constData());
    }

    void theLevelDecidesWhatIsWritten()
    {
        const auto linesAt = [](const char* level) {
            return written([level] {
                       const Log log(asked(level, false));
                       log.error("a", "e");
                       log.warning("a", "w");
                       log.info("a", "i");
                       log.sink(Log::Level::Debug, "a")("d");
                   })
                .count('\n');
        };
        QCOMPARE(linesAt("error"), 1);
        QCOMPARE(linesAt("warning"), 2);
        QCOMPARE(linesAt("info"), 3);
        QCOMPARE(linesAt("debug"), 4);
    }

    void jsonIsAnObjectPerLine()
    {
        const QByteArray line = written([] { Log(asked("info", true)).error("disk \"1\"", "C:\\x\t\u00fc"); });
        QCOMPARE(line.count('\n'), 1);
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        QCOMPARE(object.value(u"level").toString(), QStringLiteral("error"));
        QCOMPARE(object.value(u"component").toString(), QStringLiteral("disk \"1\""));
        QCOMPARE(object.value(u"message").toString(), QStringLiteral("C:\\x\\u0009\u00fc"));
        QVERIFY(QDateTime::fromString(object.value(u"time").toString(), Qt::ISODateWithMs).isValid());
    }

    void theJournalIsToldThePriority()
    {
        QCOMPARE(written([] { Log(CommandInput()).error("server", "gone"); }, true), QByteArray("<3>server: gone\n"));
    }
};

LOCKSTEP_TEST(tst_log, TestLog)
#include "tst_log.moc"
