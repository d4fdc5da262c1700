// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/bundleimport.h"

#include <QDialog>

#include <array>

class QLabel;
class QPushButton;

namespace lockstep {

/// Asks what a bundle may do to incidents that are here and differ from its own. Nothing has been imported yet; closing
/// it leaves those here as they are. Stops nothing: the window behind it stays live. GUI thread; deletes itself.
class BundleDialog : public QDialog
{
    Q_OBJECT

public:
    BundleDialog(const QString& path, const BundlePlan& plan, QWidget* parent);

    [[nodiscard]] const QLabel& words() const { return *m_words; }
    [[nodiscard]] QPushButton& button(BundleChoice choice) { return *m_buttons[static_cast<std::size_t>(choice)]; }

Q_SIGNALS:
    void chosen(lockstep::BundleChoice choice);

private:
    QLabel* m_words;
    std::array<QPushButton*, 3> m_buttons; ///< by choice
};

} // namespace lockstep
