// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/foreignmetric.h"
#include "datasources/http/httpclient.h"
#include "models/core/result.h"
#include "models/core/time.h"

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace lockstep {

struct EngineSample
{
    TimePoint time;
    double value = 0;
};

/// A server's answer to a query, apart from its series.
struct EngineResponse
{
    std::size_t series = 0;
    std::string warning; ///< the first one: the answer may be incomplete
};

/// Called for each series of an answer; samples in order of arrival.
using EngineSeriesUse = std::function<void(LabelViews, std::span<const EngineSample>)>;

/// Parses an answer to a query: a vector, a matrix or a scalar. Invalid numbers and times are skipped. An Error gives
/// the server's reason, or describes the invalid answer.
[[nodiscard]] Result<EngineResponse> readAnswer(std::string_view json, const EngineSeriesUse& use);

/// Parses an answer that is a list of texts, such as all metric names. Other elements are skipped.
[[nodiscard]] Status readTexts(std::string_view json, const std::function<void(std::string_view)>& use);

/// Parses a server's statistics of its series: calls @p use with each name and its number of series. @return total
/// number; 0: unknown
[[nodiscard]] Result<std::uint64_t> readSeriesCounts(std::string_view json,
                                                     const std::function<void(std::string_view, std::uint64_t)>& use);

/// Address and credentials of a server.
struct EngineEndpoint
{
    std::string url; ///< "https://host:9090/prefix"; see HttpClient::checkedUrl()
    HttpCredentials credentials;
    std::string mappingFile; ///< mapping of a site's own exporters, see parseMapping(); empty: none

    [[nodiscard]] bool isSet() const { return !url.empty(); }
};

/// Queries a server over Prometheus' HTTP API (prometheus.io/docs/prometheus/latest/querying/api). Calls block; errors
/// begin with the server's address. One thread.
class PrometheusEngine
{
public:
    /// A server's limit of points per series and query.
    static constexpr std::int64_t maxPoints = 11'000;

    explicit PrometheusEngine(const EngineEndpoint& endpoint, std::stop_token stop = {});

    void stopWith(std::stop_token stop) { m_stop = std::move(stop); }

    /// The names of all metrics.
    [[nodiscard]] Result<std::set<std::string>> names();
    /// Number of series by name, the largest first, as far as known. @return total of all names
    [[nodiscard]] Result<std::uint64_t> seriesCounts(
        const std::function<void(std::string_view name, std::uint64_t count)>& use);
    [[nodiscard]] Result<EngineResponse> atMoment(const std::string& query, TimePoint time, const EngineSeriesUse& use);
    /// At @p from and every @p step after it, up to and including @p to.
    [[nodiscard]] Result<EngineResponse> overRange(const std::string& query, TimePoint from, TimePoint to,
                                                   Duration step, const EngineSeriesUse& use);

private:
    using Fields = std::vector<std::pair<std::string, std::string>>;
    [[nodiscard]] Result<std::string> ask(const std::string& path, const Fields& fields);

    std::string m_url;
    HttpClient m_client;
    std::stop_token m_stop;
};

} // namespace lockstep
