// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/filedrop.h"

#include <QDir>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

#include <algorithm>

namespace lockstep {

namespace {

QStringList localFiles(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            paths.push_back(url.toLocalFile());
    }
    return paths;
}

bool looksLikeRecording(const QString& path)
{
    const QFileInfo file(path);
    const QStringList databases{QStringLiteral("*.lockstep"), QStringLiteral("*.sqlite")};
    if (file.isDir())
        return !QDir(path).entryList(databases, QDir::Files).isEmpty();
    return QDir::match(databases, file.fileName());
}

} // namespace

FileDrop::FileDrop(QWidget& window) : QObject(&window)
{
    window.setAcceptDrops(true);
    window.installEventFilter(this);
}

bool FileDrop::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove:
    case QEvent::Drop:
        break;
    default:
        return QObject::eventFilter(watched, event);
    }
    auto* drop = static_cast<QDropEvent*>(event);
    const QStringList paths = localFiles(*drop->mimeData());
    if (paths.isEmpty())
        return QObject::eventFilter(watched, event);
    drop->acceptProposedAction();
    if (event->type() == QEvent::Drop)
        take(paths);
    return true;
}

/// Only the first cluster file or recording is opened; traces are opened together.
void FileDrop::take(const QStringList& paths)
{
    const auto isCluster = [](const QString& path) {
        return path.endsWith(QStringLiteral(".toml"), Qt::CaseInsensitive);
    };
    if (const auto cluster = std::ranges::find_if(paths, isCluster); cluster != paths.end())
        Q_EMIT clusterDropped(*cluster);
    else if (const auto recording = std::ranges::find_if(paths, looksLikeRecording); recording != paths.end())
        Q_EMIT recordingDropped(*recording);
    else
        Q_EMIT tracesDropped(paths);
}

} // namespace lockstep

#include "moc_filedrop.cpp"
