// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class QWidget;

namespace lockstep {

/// Handles files dropped on a window and determines the type of each: cluster file, bundle or recording folder;
/// everything else is a trace. GUI thread; owned by the window.
class FileDrop : public QObject
{
    Q_OBJECT

public:
    explicit FileDrop(QWidget& window);

    [[nodiscard]] bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    void clusterDropped(const QString& path);
    void recordingDropped(const QString& path); ///< a bundle, or a folder with segments
    void tracesDropped(const QStringList& paths); ///< of one job

private:
    void take(const QStringList& paths);
};

} // namespace lockstep
