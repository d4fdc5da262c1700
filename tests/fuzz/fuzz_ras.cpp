// SPDX-License-Identifier: GPL-3.0-or-later
// An answer on the RAS port is either parsed or gives an error with a text; results are bounded.
#include "datasources/collectors/ras/rascollector.h"
#include "datasources/collectors/ras/rasstatus.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (wholeObject(text) > size)
        std::abort();
    const auto event = parseRasEvent(text);
    if (!event.isOk() && event.error().message.empty())
        std::abort();
    const auto status = parseRasStatus(text);
    if (!status.isOk()) {
        if (status.error().message.empty())
            std::abort();
        return 0;
    }
    RasJudge judge;
    const RasJudge::Time start{std::chrono::hours(1)};
    const std::size_t max = RasJudge::reported * status.value().communicators.size();
    for (int second = 0; second < 3; ++second) {
        if (judge.judge(status.value(), start + std::chrono::seconds(second)).size() > 2 * max)
            std::abort();
    }
    return judge.judge({}, start + std::chrono::seconds(9)).empty() ? 0 : (std::abort(), 0);
}
