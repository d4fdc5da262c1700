// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/bundleimport.h"

#include <QDialog>

#include <array>

class QLabel;
class QPushButton;

namespace lockstep {

/// Asks which version to keep if incidents of a bundle differ from the stored ones. Nothing has been imported yet;
/// closing the dialog keeps the stored ones. Does not block the window. GUI thread; deletes itself.
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
