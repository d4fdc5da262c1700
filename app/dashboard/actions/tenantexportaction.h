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

/// Writes the report as the end of the path says: .html, .csv or .json. @return whether it could be written
[[nodiscard]] bool saveTenants(const TenantReport& report, const Rates& rates, const QString& path);

/// Asks where to, and writes what the panel shows of all tenants; likewise when the panel wants it. What goes wrong is
/// shown in the notifications. @return the action, owned by @p window
QAction* addTenantExportAction(QMainWindow& window, TenantPanel& panel, const RateBoard& rates,
                               NotificationBar& notifications);

} // namespace lockstep
