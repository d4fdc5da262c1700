// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/recordlist.h"
#include "datasources/collectors/scheduler/schedulersource.h"
#include "datasources/http/httpclient.h"

#include <chrono>
#include <functional>

namespace lockstep {

/// Queries slurmrestd over its Unix socket, authenticated by the kernel, or over TCP with a token (JWT). Detects the
/// API version. One thread.
class SlurmRest final : public SchedulerSource
{
public:
    struct Options
    {
        std::string address; ///< "unix:/run/slurmrestd.socket", "http://127.0.0.1:6820", "https://..."
        std::string tokenFile; ///< readable by its owner only; read for each request, because tokens expire
        std::string user; ///< to whom the token belongs, if not this program's user
        std::string caFile;
        std::size_t longestAnswer = std::size_t{1} << 30U; ///< bytes: a hundred thousand jobs have some 600 MB
        std::chrono::milliseconds patience{60'000}; ///< with one answer
    };

    explicit SlurmRest(Options options);

    [[nodiscard]] std::string name() const override { return "Slurm"; }
    [[nodiscard]] std::string where() const override { return m_options.address; }
    [[nodiscard]] Result<SchedulerView> read(const std::stop_token& stop) override;

private:
    [[nodiscard]] Status findVersion(const std::stop_token& stop);
    [[nodiscard]] Status readList(const char* what, const RecordList::Take& take, const std::stop_token& stop);
    [[nodiscard]] HttpRequest requestFor(const std::string& path) const;

    Options m_options;
    std::string m_base; ///< of the address
    std::string m_version; ///< of the interface: "v0.0.38"; empty: unknown
    HttpClient m_client;
};

} // namespace lockstep
