// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class QWidget;

namespace lockstep {

/// Takes the files that are dropped on a window and says what each is: a cluster file, a bundle, the folder of a
/// recording; all else is a trace. GUI thread; owned by the window.
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
