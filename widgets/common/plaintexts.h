// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace lockstep {

/// Prevents Qt from interpreting text as markup in labels that it creates itself (tooltips, message boxes), because an
/// image tag in a node's name would open a file. An application event filter: labels with automatic format become plain
/// text when they are polished, before they lay anything out. GUI thread; owned by the window.
class PlainTexts : public QObject
{
    Q_OBJECT

public:
    explicit PlainTexts(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace lockstep
