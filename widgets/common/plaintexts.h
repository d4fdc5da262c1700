// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace lockstep {

/// Prevents Qt from interpreting text as markup in labels that it creates itself (tooltips, message boxes): an image
/// tag in a node's name would open a file. An application event filter that sets such labels to plain text when they
/// are polished, before their first layout. GUI thread; owned by the window.
class PlainTexts : public QObject
{
    Q_OBJECT

public:
    explicit PlainTexts(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace lockstep
