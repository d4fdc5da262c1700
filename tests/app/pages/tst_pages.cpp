// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/front/subcommands.h"
#include "app/pages/completions.h"
#include "app/pages/manualpage.h"
#include "app/session/opening/startoptions.h"
#include "tests/support/programrun.h"
#include "tests/support/testentry.h"

#include <QStandardPaths>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;
using namespace Qt::StringLiterals;

/// Manual pages and completions describe the options that programs accept, and man and bash can read them.
class TestPages : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    static ProgramPages window()
    {
        ProgramPages program{dashboardPage(), {}};
        for (const SubCommand& each : allSubCommands())
            program.commands.push_back(each.page());
        return program;
    }

    /// Skips if the shell is not installed.
    void check(const QString& shell, const QStringList& arguments, const std::string& text)
    {
        const QString program = QStandardPaths::findExecutable(shell);
        if (program.isEmpty())
            QSKIP(qPrintable(shell + u" is not installed"_s));
        const QString file = writeFile(m_folder, shell, QByteArray::fromStdString(text));
        const ProgramRun run = runProgram(program, arguments + QStringList{file});
        QVERIFY2(run.exitCode == 0 && run.log.isEmpty(), run.log.constData());
    }

    /// bash's completions for these words, of which the last one is incomplete.
    static QByteArrayList offered(const QString& completion, const QString& words)
    {
        const QString script = u"source %1; COMP_WORDS=(%2); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _lockstep; "
                               "printf '%s\\n' \"${COMPREPLY[@]}\""_s.arg(completion, words);
        return runProgram(u"bash"_s, {u"--norc"_s, u"-c"_s, script}).output.split('\n');
    }

private Q_SLOTS:
    void everyOptionIsInThePageAndTheCompletions()
    {
        const ProgramPages program = window();
        const std::string manual = manualPage(program);
        const std::string texts[] = {bashCompletion(program), zshCompletion(program)};
        std::vector<CommandPage> pages = program.commands;
        pages.push_back(program.own);
        QVERIFY(pages.size() > 10);
        for (const CommandPage& page : pages) {
            for (const CommandOption& option : page.allOptions()) {
                QString inManual = QString::fromUtf8(option.name.data(), qsizetype(option.name.size()));
                QVERIFY2(manual.find(inManual.replace(u'-', u"\\-"_s).toStdString()) != std::string::npos,
                         qPrintable(inManual));
                for (const std::string& text : texts)
                    QVERIFY2(text.find(option.name) != std::string::npos, option.name.data());
                QVERIFY(fishCompletion(program).find(" -l " + std::string(option.name.substr(2)) + ' ')
                        != std::string::npos);
            }
        }
    }

    void bashUnderstandsIt()
    {
        check(u"bash"_s, {u"-n"_s}, bashCompletion(window()));
        const QString file = writeFile(m_folder, u"lockstep"_s, QByteArray::fromStdString(bashCompletion(window())));
        QVERIFY(offered(file, u"lockstep di"_s).contains("diagnostics"));
        QCOMPARE(offered(file, u"lockstep --theme d"_s), (QByteArrayList{"dark", ""}));
        QCOMPARE(offered(file, u"lockstep info --j"_s), (QByteArrayList{"--json", ""}));
        QVERIFY(offered(file, u"lockstep info --dem"_s).join().isEmpty());
        QVERIFY(offered(file, u"lockstep --dem"_s).contains("--demo"));
    }

    void zshUnderstandsIt() { check(u"zsh"_s, {u"-n"_s}, zshCompletion(window())); }

    void fishUnderstandsIt() { check(u"fish"_s, {u"--no-execute"_s}, fishCompletion(window())); }

    void manUnderstandsIt()
    {
        check(u"man"_s, {u"--warnings"_s, u"--encoding=UTF-8"_s, u"--local-file"_s}, manualPage(window()));
    }
};

LOCKSTEP_TEST(tst_pages, TestPages)
#include "tst_pages.moc"
