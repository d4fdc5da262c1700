// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/hangtimeout.h"

#include <QByteArray>
#include <QFile>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

namespace lockstep::test {

/// Output and exit code of a program; -1: it did not exit within half a minute.
struct ProgramRun
{
    int exitCode = -1;
    QByteArray output;
    QByteArray log;
};

/// @param variable environment variable to set to 1; empty: none
[[nodiscard]] inline ProgramRun runProgram(const QString& program, const QStringList& arguments,
                                           const QString& variable = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!variable.isEmpty())
        environment.insert(variable, QStringLiteral("1"));
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    if (!process.waitForFinished(test::hangTimeoutMs) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// A file for a program that is started. @return its path
[[nodiscard]] inline QString writeFile(const QTemporaryDir& folder, const QString& name, const QByteArray& text)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    return file.fileName();
}

} // namespace lockstep::test
