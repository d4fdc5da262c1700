// SPDX-License-Identifier: GPL-3.0-or-later
// `lockstep record`, `info`, `alerts`, `coverage`, `tenants`, `metrics`, `import` and `export-data` as a program of its
// own, without the libraries of the dashboard.
#include "app/record/alertscommand.h"
#include "app/record/coveragecommand.h"
#include "app/record/exportdatacommand.h"
#include "app/record/importcommand.h"
#include "app/record/infocommand.h"
#include "app/record/metricscommand.h"
#include "app/record/recordcommand.h"
#include "app/record/tenantscommand.h"

#include <cstdio>
#include <string>
#include <vector>

int main(int argc, char* argv[])
{
    const std::vector<std::string> arguments(argv + (argc > 1 ? 2 : 1), argv + argc);
    const std::string command = argc > 1 ? argv[1] : "";
    if (command == "record")
        return lockstep::runRecord(arguments);
    if (command == "import")
        return lockstep::runImport(arguments);
    if (command == "info")
        return lockstep::runInfo(arguments);
    if (command == "metrics")
        return lockstep::runMetrics(arguments);
    if (command == "alerts")
        return lockstep::runAlerts(arguments);
    if (command == "coverage")
        return lockstep::runCoverage(arguments);
    if (command == "tenants")
        return lockstep::runTenants(arguments);
    if (command == "export-data")
        return lockstep::runExportData(arguments);
    std::fputs("Usage: lockstep-record record|info|alerts|coverage|tenants|metrics|import|export-data ...\n", stderr);
    return 2;
}
