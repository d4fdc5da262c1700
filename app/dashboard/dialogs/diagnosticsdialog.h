// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <functional>

class QLabel;

namespace lockstep {

/// What the window itself does and costs, once a second while it is open. Not modal; deletes itself when it is closed.
class DiagnosticsDialog : public QDialog
{
    Q_OBJECT

public:
    /// @param read one line a figure
    DiagnosticsDialog(std::function<QStringList()> read, QWidget* parent);

private:
    void refresh();

    std::function<QStringList()> m_read;
    QLabel* m_lines;
};

} // namespace lockstep
