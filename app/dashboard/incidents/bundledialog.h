// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/storage/bundleimport.h"

#include <QMessageBox>

namespace lockstep {

/// Asks what a bundle may do to incidents that are here and differ from its own. Nothing has been taken in yet; closing
/// it leaves those here as they are. Stops nothing: the window behind it stays live. GUI thread; deletes itself.
class BundleDialog : public QMessageBox
{
    Q_OBJECT

public:
    BundleDialog(const QString& path, const BundlePlan& plan, QWidget* parent);

Q_SIGNALS:
    void chosen(lockstep::BundleChoice choice);
};

} // namespace lockstep
