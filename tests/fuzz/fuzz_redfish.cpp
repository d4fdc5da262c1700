// SPDX-License-Identifier: GPL-3.0-or-later
// A service's pages on cooling units, PDUs and chassis are either parsed or give an error with a text; results are
// bounded and clean.
#include "datasources/collectors/redfish/redfishreport.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace lockstep;

/// Bytes: pages one after another, each behind a byte for its role and ended by a newline.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view text(reinterpret_cast<const char*>(data), size);
    std::vector<OwnedPage> pages;
    while (!text.empty()) {
        const auto role = static_cast<RedfishRole>(static_cast<std::uint8_t>(text.front())
                                                   % (static_cast<unsigned>(RedfishRole::LeakDetector) + 1));
        const std::size_t end = std::min(text.find('\n'), text.size());
        auto page = readRedfishPage(role, text.substr(1, end - 1));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!page.isOk() && page.error().message.empty())
            std::abort();
        if (!page.isOk())
            continue;
        if (page.value().links.size() > 513 || page.value().parts.size() > 520)
            std::abort();
        for (const auto& [to, path] : page.value().links) {
            if (!path.starts_with("/redfish/"))
                std::abort();
        }
        pages.push_back({pages.size() % 2 == 0 ? "/a" : "/b", std::move(page).value()});
    }
    RedfishNames names;
    names.loop = "loop";
    names.rack = "rack";
    const FacilityReport report = redfishReport(pages, names);
    if (report.values.size() > FacilityReport::maxValues || report.conditions.size() > FacilityReport::maxConditions)
        std::abort();
    for (const FacilityValue& each : report.values) {
        for (const FacilityStep& step : each.place) {
            const bool isClean
                = std::ranges::none_of(step.name, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
            if (step.name.empty() || step.name.size() > 256 || !isClean)
                std::abort();
        }
    }
    return 0;
}
