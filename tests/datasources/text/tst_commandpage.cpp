// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/commandpage.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

/// The parser of all command lines, and of the configuration files with the same options.
class TestCommandPage : public QObject
{
    Q_OBJECT

    using Words = std::vector<std::string>;

    static CommandPage page()
    {
        return {.name = "lockstep try",
                .summary = "try options",
                .synopsis = {"[options] FILE"},
                .about = "Tries.\n",
                .options = {{"--connect", "HOST:PORT,...", "source"},
                            {"--demo", "", "another source"},
                            {"--token-file", "FILE", "token for the source"},
                            {"--theme", "dark|light", "colours"},
                            {"--hours", "N",
                             "a number that is explained at such length that its help takes another line, "
                             "which begins where the first one does",
                             NumberLimits{.min = 1, .max = 24, .isWhole = true}},
                            {"--share", "X", "a number", NumberLimits{}}},
                .configuration = "try",
                .sources = {"--connect", "--demo"},
                .withSources = {"--token-file"},
                .hasLog = true};
    }

    static QString complaint(const Words& words)
    {
        const Result<CommandInput> input = readCommand(page(), words);
        return input.isOk() ? QString() : QString::fromStdString(input.error().message);
    }

    QTemporaryDir m_folder;

    std::string write(const char* name, const QByteArray& text)
    {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write");
        return file.fileName().toStdString();
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        // Not the files of this machine's user.
        qputenv("XDG_CONFIG_HOME", m_folder.path().toLocal8Bit());
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("lockstep")));
    }

    void optionsFlagsAndOperandsAreTold()
    {
        const Result<CommandInput> read = readCommand(
            page(), Words{"--connect", "a:1", "x", "--demo", "--connect=b:2", "--hours", "3", "--", "--y"});
        QVERIFY2(read.isOk(), read.isOk() ? "" : read.error().message.c_str());
        const CommandInput& input = read.value();
        QCOMPARE(input.all("--connect"), (Words{"a:1", "b:2"}));
        QCOMPARE(input.rest, (Words{"x", "--y"}));
        QVERIFY(input.has("--demo") && !input.answer);
        std::uint8_t hours = 0;
        input.number<std::uint8_t>("--hours", hours);
        QCOMPARE(int(hours), 3);
        QVERIFY(!input.number("--share"));
    }

    void errorsSayWhatWasExpected()
    {
        QCOMPARE(complaint({"--bogus=1"}), QStringLiteral("unknown option --bogus"));
        QCOMPARE(complaint({"-x"}), QStringLiteral("unknown option -x"));
        QCOMPARE(complaint({"--connect"}), QStringLiteral("--connect requires a value"));
        QCOMPARE(complaint({"--demo=1"}), QStringLiteral("--demo takes no value"));
        QCOMPARE(complaint({"--theme", "pink"}), QStringLiteral("--theme: expected dark, light, found \"pink\""));
        for (const char* wrong : {"0", "25", "2.5", "many", "", "3x", "nan", "inf"})
            QCOMPARE(complaint({"--hours", wrong}),
                     QStringLiteral("--hours: expected a whole number from 1 to 24, found \"%1\"")
                         .arg(QString::fromLatin1(wrong)));
        QCOMPARE(complaint({"--share", "-1"}),
                 QStringLiteral("--share: expected a number of at least 0, found \"-1\""));
    }

    void helpNamesEachOption()
    {
        const std::string usage = page().usage();
        for (const CommandOption& option : page().allOptions())
            QVERIFY2(usage.find("  " + std::string(option.name) + ' ') != std::string::npos, usage.c_str());
        for (const QString& line : QString::fromStdString(usage).split(u'\n'))
            QVERIFY2(line.size() <= 110, qPrintable(line));
        for (const char* help : {"--help", "-h"})
            QCOMPARE(readCommand(page(), Words{help}).value().answer.value(), usage);
    }

    void theCommandLineTakesPrecedenceOverTheUsersFile()
    {
        write("lockstep/try.toml", "theme = \"light\"\nhours = 5\nconnect = [\"a:1\", \"b:2\"]\n");
        const Result<CommandInput> read = readCommand(page(), Words{"--theme", "dark"});
        QVERIFY2(read.isOk(), read.isOk() ? "" : read.error().message.c_str());
        QCOMPARE(read.value().all("--theme"), Words{"dark"});
        QCOMPARE(read.value().number("--hours").value_or(0), 5.0);
        QCOMPARE(read.value().all("--connect"), (Words{"a:1", "b:2"}));
        QVERIFY(readCommand(page(), Words{"--config", ""}).value().options.size() == 1); // itself
    }

    void aSourceReplacesTheConfiguredOneWithItsToken()
    {
        write("lockstep/try.toml", "connect = \"site:1\"\ntoken-file = \"/site/token\"\ntheme = \"light\"\n");
        for (const Words& words : {Words{"--demo"}, Words{"--connect", "other:1"}, Words{"recording"}}) {
            const CommandInput input = readCommand(page(), words).value();
            QVERIFY(input.textOr("--connect") != "site:1");
            QVERIFY(!input.option("--token-file"));
            QCOMPARE(input.textOr("--theme"), std::string("light"));
        }
        QCOMPARE(readCommand(page(), Words{}).value().textOr("--token-file"), std::string("/site/token"));
    }

    void whatIsInEffectCanBePrintedAndReadBack()
    {
        write("lockstep/try.toml", "connect = [\"a:1\", \"b:2\"]\nhours = 7\nshare = 0.5\n");
        const std::string printed
            = readCommand(page(), Words{"--print-config", "--theme", "light"}).value().answer.value();
        QVERIFY2(printed.find("lockstep/try.toml") != std::string::npos, printed.c_str());
        const std::string copy = write("copy.toml", QByteArray::fromStdString(printed));
        const CommandInput input = readCommand(page(), Words{"--config", copy}).value();
        QCOMPARE(input.all("--connect"), (Words{"a:1", "b:2"}));
        QCOMPARE(input.textOr("--hours"), std::string("7"));
        QCOMPARE(input.number("--share").value_or(0), 0.5);
        QCOMPARE(input.textOr("--theme"), std::string("light"));
    }

    void aWrongFileIsToldByLineAndColumn_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("syntax") << QByteArray("theme = \"dark\"\nhours = = 1\n") << QStringLiteral(":2:9: ");
        QTest::newRow("unknown") << QByteArray("  conect = \"a:1\"\n")
                                 << QStringLiteral(":1:3: unknown key 'conect' in the configuration of lockstep try");
        QTest::newRow("type") << QByteArray("demo = \"yes\"\n") << QStringLiteral(":1:1: 'demo'");
        QTest::newRow("range") << QByteArray("\nhours = 99\n") << QStringLiteral(":2:1: 'hours'");
        QTest::newRow("fraction") << QByteArray("hours = 1.5\n") << QStringLiteral(":1:1: 'hours'");
        QTest::newRow("alternative") << QByteArray("theme = \"pink\"\n")
                                     << QStringLiteral(":1:1: 'theme': expected dark, light");
    }

    void aWrongFileIsToldByLineAndColumn()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        const std::string file = write("wrong.toml", text);
        for (const char* option : {"--check-config", "--config"}) {
            const QString message = complaint({option, file});
            QVERIFY2(message.startsWith(QString::fromStdString(file) + says), qPrintable(message));
        }
    }

    void aRightFileIsToldToo()
    {
        const std::string file = write("right.toml", "demo = true\n");
        QCOMPARE(readCommand(page(), Words{"--check-config", file}).value().answer.value(), file + ": no errors\n");
        QVERIFY(!complaint({"--check-config", "/nowhere/x.toml"}).isEmpty());
    }
};

LOCKSTEP_TEST(tst_commandpage, TestCommandPage)
#include "tst_commandpage.moc"
