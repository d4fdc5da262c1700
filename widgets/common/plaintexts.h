// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace lockstep {

/// Keeps Qt from taking texts for markup where it makes a label itself, as for tooltips and message boxes: an image in
/// a node's name would open a file. Filters the events of the whole application: a label that has not said what its
/// text is shows it as it is from the moment it is polished, which is before it lays anything out. GUI thread; owned
/// by the window.
class PlainTexts : public QObject
{
    Q_OBJECT

public:
    explicit PlainTexts(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace lockstep
