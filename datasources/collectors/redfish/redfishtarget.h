// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilitytarget.h"
#include "datasources/collectors/redfish/redfishoptions.h"
#include "datasources/collectors/redfish/redfishreport.h"
#include "datasources/http/httpclient.h"
#include "models/core/work/tokenbucket.h"

#include <chrono>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace lockstep {

/// A Redfish service: cooling units, PDUs, chassis. Uses a session if the service has sessions, basic authentication
/// otherwise, and logs out at the end. The structure is read every five minutes, only where it changed (ETag).
/// Measurements are always read, because some services do not update their ETags. One request at a time. Owned by its
/// poller; used on its thread.
class RedfishTarget final : public FacilityTarget
{
public:
    static constexpr std::size_t maxPages = 512;
    /// Beyond maxPages, because a service may link to new pages each time.
    static constexpr double newPagesPerSecond = 2;
    static constexpr std::size_t longestPage = 1U << 20U; ///< bytes
    static constexpr int deepest = 12;
    static constexpr std::chrono::seconds longestPoll{60};

    explicit RedfishTarget(RedfishOptions options);

    [[nodiscard]] const std::string& name() const override { return m_options.url; }
    [[nodiscard]] Result<FacilityReport> poll(const std::stop_token& stop) override;
    void close() override;

private:
    using Clock = std::chrono::steady_clock;
    struct Known
    {
        RedfishPage page;
        std::string etag;
        Clock::time_point read;
    };
    enum class LogIn : std::uint8_t { Unknown, Session, Basic };
    /// One pass over all pages.
    struct Walk
    {
        std::vector<OwnedPage> pages;
        std::size_t readable = 0; ///< pages read now or known
        std::size_t failed = 0;
        std::size_t failedInARow = 0;
        std::string problem; ///< the first one; a missing page only if there is no other
        bool isProblemAbsence = false;
        bool isCutOff = false;
        bool hasCoolingUnits = false; ///< as its root links to ThermalEquipment
    };

    [[nodiscard]] Status logIn(const std::stop_token& stop);
    [[nodiscard]] Result<HttpReply> ask(const std::string& path, const std::string& etag, const std::stop_token& stop);
    [[nodiscard]] Result<RedfishPage> read(RedfishRole role, const std::string& path, const std::stop_token& stop);
    [[nodiscard]] Walk walk(const std::stop_token& stop);
    [[nodiscard]] bool mayAsk(const std::string& path);
    [[nodiscard]] bool isWanted(RedfishRole role, const Walk& walk) const;

    RedfishOptions m_options;
    HttpClient m_client;
    bool m_isAbsent = false; ///< the page that was read last
    LogIn m_logIn = LogIn::Unknown;
    std::string m_token; ///< of the session; a secret
    std::string m_session; ///< its path
    std::map<std::string, Known> m_known; ///< by path
    std::set<std::string> m_asked; ///< paths, there or not
    TokenBucket m_newPages{newPagesPerSecond, maxPages};
};

} // namespace lockstep
