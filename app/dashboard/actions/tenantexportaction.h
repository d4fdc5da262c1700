// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/tenantreport.h"
#include "models/core/rates.h"

#include <QString>

class QAction;
class QMainWindow;

namespace lockstep {

class NotificationBar;
class RateBoard;
class TenantPanel;

/// Writes the report in the format of the path's suffix: .html, .csv or .json. @return false if it could not be written
[[nodiscard]] bool saveTenants(const TenantReport& report, const Rates& rates, const QString& path);

/// Adds the action that asks for a file and exports the panel's data on all tenants; the panel triggers it too. Errors
/// appear in the notifications. @return the action, owned by @p window
QAction* addTenantExportAction(QMainWindow& window, TenantPanel& panel, const RateBoard& rates,
                               NotificationBar& notifications);

} // namespace lockstep
