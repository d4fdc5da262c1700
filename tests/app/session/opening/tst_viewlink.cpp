// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/opening/startoptions.h"
#include "app/session/opening/viewlink.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

const QString aLink = u"lockstep://view?replay=/data/run7"_s;

} // namespace

class TestViewLink : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLinkBringsBackWhatItWasMadeOf()
    {
        const std::vector<LinkPart> parts{{"replay", "/data/it's 100 % here & there/a=b?#\xc3\xa4"},
                                          {"workspace", "3"},
                                          {"from", "2026-11-21T03:12:44Z"},
                                          {"to", "2026-11-21T03:13:44.000000001Z"},
                                          {"at", "2026-11-21T03:13:00Z"},
                                          {"metric", "gpu.power"},
                                          {"select", "A01 / node-001 / gpu+3"}};
        const Result<std::vector<std::string>> options = optionsOfViewLink(makeViewLink(parts));
        QVERIFY2(options.isOk(), options.isOk() ? "" : options.error().message.c_str());
        QCOMPARE(options.value().size(), parts.size());
        for (std::size_t at = 0; at < parts.size(); ++at)
            QCOMPARE(options.value()[at], "--" + parts[at].first + '=' + parts[at].second);
    }

    void aLinkIsReadAsTheSameOptions()
    {
        const Result<CommandLine> line = parseCommandLine(
            {u"--theme"_s, u"light"_s,
             u"lockstep://view?prometheus=https%3A%2F%2Fmetrics:9090&workspace=2&metric=gpu.power"_s});
        QVERIFY2(line.isOk(), line.isOk() ? "" : line.error().message.c_str());
        const StartOptions& options = line.value().options;
        QVERIFY(options.isFromLink && options.linkProblem.isEmpty());
        QCOMPARE(options.prometheus, u"https://metrics:9090"_s);
        QCOMPARE(options.workspace, 2);
        QCOMPARE(options.metric, u"gpu.power"_s);
        QCOMPARE(options.theme, u"light"_s);
    }

    void aHostileLinkIsRejectedWithItsReason_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("reason");
        const auto link = [](const char* name, const QString& text, const QString& reason) {
            QTest::newRow(name) << QStringList{text} << reason;
        };
        link("another kind of link", u"lockstep://run?replay=/data"_s, u"expected lockstep://view?"_s);
        link("no parts", u"lockstep:"_s, u"expected lockstep://view?"_s);
        link("a server in the link", u"lockstep://evil@view?replay=/data"_s, u"expected lockstep://view?"_s);
        link("a file to write", aLink + u"&screenshot=/home/me/.bashrc"_s, u"Unknown parameter \"screenshot"_s);
        link("a file with a secret", aLink + u"&token-file=/etc/shadow"_s, u"Unknown parameter \"token-file"_s);
        link("a configuration", aLink + u"&config=/tmp/evil.toml"_s, u"Unknown parameter \"config"_s);
        link("a part with dashes", aLink + u"&--at=1"_s, u"Unknown parameter"_s);
        link("a part without a value", aLink + u"&demo"_s, u"Unknown parameter \"demo"_s);
        link("a fragment", aLink + u"&at=1#&record=/tmp"_s, u"Unknown parameter \"record"_s);
        link("a terminal's escapes", aLink + u"&\x1b]0;=1"_s, u"\\u001b"_s);
        link("two recordings", aLink + u"&replay=/etc"_s, u"more than once"_s);
        link("two sources", aLink + u"&prometheus=http://evil"_s, u"exactly one data source"_s);
        link("no source", u"lockstep://view?at=1795230764"_s, u"exactly one data source"_s);
        link("an empty recording", u"lockstep://view?replay="_s, u"empty"_s);
        link("a path from somewhere", u"lockstep://view?replay=run7"_s, u"is not absolute"_s);
        link("an option as a path", u"lockstep://view?replay=--demo"_s, u"is not absolute"_s);
        link("a zero byte", aLink + u"%00"_s, u"invisible"_s);
        link("a line break", aLink + u"%0A"_s, u"invisible"_s);
        link("text from right to left", aLink + u"%E2%80%AE"_s, u"invisible"_s);
        link("bytes that are no text", aLink + u"%FF"_s, u"invisible"_s);
        link("a workspace that is none", aLink + u"&workspace=99"_s, u"from 1 to 5"_s);
        link("a time that is none", aLink + u"&at=yesterday"_s, u"expected a time"_s);
        link("far too long", aLink + u"&select="_s + QString(5000, u'a'), u"longer than 4096"_s);
        QTest::newRow("another source beside it") << QStringList{u"--demo"_s, aLink} << u"cannot be combined"_s;
    }
    void aHostileLinkIsRejectedWithItsReason()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, reason);
        const Result<CommandLine> line = parseCommandLine(arguments);
        QVERIFY2(line.isOk(), line.isOk() ? "" : line.error().message.c_str());
        const StartOptions& options = line.value().options;
        QVERIFY2(options.linkProblem.contains(reason), qPrintable(options.linkProblem));
        QVERIFY(!options.isFromLink);
        QVERIFY(options.replay.isEmpty() && options.prometheus.isEmpty() && options.screenshotFile.isEmpty());
    }

    void twoLinksAreWrongUsage() { QVERIFY(!parseCommandLine({aLink, aLink}).isOk()); }

    void aLinkGetsNoSecretOfTheConfiguration()
    {
        QTemporaryDir folder;
        QFile token(folder.filePath(u"token"_s));
        QVERIFY(token.open(QIODevice::WriteOnly) && token.write("secret\n") > 0);
        token.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        token.close();
        QFile file(folder.filePath(u"lockstep.toml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("prometheus = \"https://ours\"\ntoken-file = \"" + token.fileName().toUtf8() + "\"\n");
        file.close();
        const QStringList configured{u"--config"_s, file.fileName()};
        const Result<CommandLine> ours = parseCommandLine(configured);
        QVERIFY2(ours.isOk(), ours.isOk() ? "" : ours.error().message.c_str());
        QCOMPARE(ours.value().options.tokenFile, token.fileName());
        const Result<CommandLine> theirs
            = parseCommandLine(configured + QStringList{u"lockstep://view?prometheus=https://evil"_s});
        QVERIFY(theirs.isOk() && theirs.value().options.isFromLink);
        QCOMPARE(theirs.value().options.prometheus, u"https://evil"_s);
        QCOMPARE(theirs.value().options.tokenFile, QString());
    }

    void aFileManagersAddressIsTheFile()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"rank 0.json"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const Result<CommandLine> line = parseCommandLine({QUrl::fromLocalFile(path).toString(QUrl::FullyEncoded)});
        QVERIFY2(line.isOk(), line.isOk() ? "" : line.error().message.c_str());
        QCOMPARE(line.value().options.traces, QStringList{path});
    }

    void theDesktopPassesLinks()
    {
        QFile file(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + u"/resources/packaging/desktop/lockstep.desktop"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        QVERIFY(lines.contains("Exec=lockstep %u")); // a file too
        QVERIFY(lines.contains("MimeType=application/vnd.lockstep;x-scheme-handler/lockstep;"));
    }
};

LOCKSTEP_TEST(tst_viewlink, TestViewLink)
#include "tst_viewlink.moc"
