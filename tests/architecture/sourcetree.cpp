// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/sourcetree.h"

#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>

#include <algorithm>

namespace lockstep::test {

SourceTree readSources(const QString& root)
{
    SourceTree sources;
    const QDir base(root);
    for (const QString& room : {u"app"_qs, u"models"_qs, u"datasources"_qs, u"widgets"_qs, u"views3d"_qs}) {
        QDirIterator files(base.filePath(room), {u"*.h"_qs, u"*.cpp"_qs, u"*.c"_qs}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly))
                sources.insert(base.relativeFilePath(file.fileName()), QString::fromUtf8(file.readAll()));
        }
    }
    return sources;
}

Includes includesOf(const QString& text)
{
    static const QRegularExpression line(uR"(^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)\"|<([^>\n]+)>))"_qs,
                                         QRegularExpression::MultilineOption);
    Includes includes;
    for (auto found = line.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        if (match.hasCaptured(1))
            includes.own << match.captured(1);
        else
            includes.foreign << match.captured(2);
    }
    return includes;
}

QString codeOf(const QString& text)
{
    static const QRegularExpression noise(uR"(//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*")"_qs,
                                          QRegularExpression::DotMatchesEverythingOption);
    QString code = text;
    return code.replace(noise, u" "_qs);
}

QString folderOf(const QString& path)
{
    return path.left(std::max<qsizetype>(0, path.lastIndexOf(u'/')));
}

} // namespace lockstep::test
