// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/programrun.h"
#include "tests/support/testentry.h"

#include <QRegularExpression>
#include <QTest>

using namespace lockstep::test;

/// Programs without a window; tst_front tests `lockstep`.
class TestVersions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachProgramTellsVersionCommitAndBuild_data()
    {
        QTest::addColumn<QStringList>("command");
        for (const char* name : {"lockstep-agent", "lockstep-analyze", "lockstep-record", "lockstep-sim"})
            QTest::newRow(name) << QStringList{QString::fromLatin1(name)};
        QTest::newRow("sub-command") << QStringList{QStringLiteral("lockstep-record"), QStringLiteral("info")};
        QTest::newRow("score") << QStringList{QStringLiteral("lockstep-sim"), QStringLiteral("score")};
    }

    void eachProgramTellsVersionCommitAndBuild()
    {
        QFETCH(QStringList, command);
        const QString program = command.takeFirst();
        const QString path = QStringLiteral(PROGRAMS_PATH "/") + program;
        const ProgramRun run = runProgram(path, command + QStringList{QStringLiteral("--version")});
        QCOMPARE(run.exitCode, 0);
        const QRegularExpression form(
            QStringLiteral("^%1 \\d+\\.\\d+\\.\\d+ \\(commit ([0-9a-f]{12}(-dirty)?|unknown), [A-Za-z]+\\)\\n$")
                .arg(program));
        QVERIFY2(form.match(QString::fromUtf8(run.output)).hasMatch(), run.output.constData());
    }
};

LOCKSTEP_TEST(tst_versions, TestVersions)
#include "tst_versions.moc"
