// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/notifieroptions.h"

#include <cstdlib>

namespace lockstep {

Result<std::vector<NotifierTarget>> notifierTargets(const CommandInput& line, const std::vector<std::string>& urls)
{
    NotifierAccess access{line.option("--alerts-ca").value_or(""), line.option("--alerts-token-file").value_or(""), {}};
    if (const char* token = std::getenv("LOCKSTEP_ALERTS_TOKEN")) // NOLINT(concurrency-mt-unsafe): not set at run time
        access.token = token;
    if (urls.empty() && !(access.caFile.empty() && access.tokenFile.empty()))
        return Error{"--alerts-ca and --alerts-token-file require an alert receiver"};
    std::vector<NotifierTarget> targets;
    for (const std::string& url : urls) {
        Result<NotifierTarget> target = notifierTarget(url, access);
        if (!target.isOk())
            return target.error();
        targets.push_back(std::move(target).value());
    }
    return targets;
}

} // namespace lockstep
