// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/budget.h"
#include "models/core/parsenumber.h"
#include "models/core/textparts.h"
#include "models/core/topology/references.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

constexpr std::string_view columnBlanks = " \t\r";
constexpr double smallestBytes = 1e6; ///< smaller buffers measure latency, not bandwidth
constexpr double giga = 1e9;
constexpr std::size_t mostWords = 32;
/// Fields of a result: size, count, type; then, in place and out of place, time, algbw, busbw and the number of wrong
/// values.
constexpr std::size_t fewestWords = 11;
constexpr std::size_t inPlaceFromEnd = 2;
constexpr std::size_t outOfPlaceFromEnd = 6;

using Words = std::vector<std::string_view>;

Words wordsOf(std::string_view line)
{
    Words words;
    while (words.size() < mostWords) {
        line.remove_prefix(std::min(line.find_first_not_of(columnBlanks), line.size()));
        if (line.empty())
            break;
        words.push_back(line.substr(0, line.find_first_of(columnBlanks)));
        line.remove_prefix(words.back().size());
    }
    return words;
}

/// The operation that "…/all_reduce_perf_mpi" measures; empty: none.
std::string operationIn(std::string_view text)
{
    constexpr std::string_view ending = "_perf";
    const std::size_t end = text.find(ending);
    if (end == std::string_view::npos)
        return {};
    text = text.substr(0, end);
    const auto isOfName = [](char letter) {
        return (letter >= 'a' && letter <= 'z') || letter == '_';
    };
    std::size_t begin = text.size();
    while (begin > 0 && isOfName(text[begin - 1]))
        --begin;
    std::string name(text.substr(begin));
    if (name == "alltoall")
        name = "all_to_all";
    if (name == "sendrecv")
        name = "send";
    return isBandwidthOperation(name) ? name : std::string();
}

bool isHeading(const Words& words)
{
    return words.size() > 3 && words.front() == "#" && words[1] == "size"
        && std::ranges::find(words, "busbw") != words.end();
}

/// Parses the lines of one file, which may contain several tests.
class NcclTestsReader
{
public:
    explicit NcclTestsReader(const std::string& origin) : m_operation(operationIn(stemOf(origin)))
    {
        m_part.origin = origin;
    }

    [[nodiscard]] Result<TopologyPart> read(std::string_view text)
    {
        while (!text.empty()) {
            ++m_number;
            if (Status status = readLine(nextLine(text)); !status.isOk())
                return status.error();
        }
        if (m_part.plan.bandwidths.empty())
            m_part.notes.add(0, fmt::format("no result for at least {:.0f} bytes", smallestBytes));
        return std::move(m_part);
    }

private:
    [[nodiscard]] Status readLine(std::string_view line)
    {
        if (std::string operation = operationIn(line); !operation.empty())
            m_operation = std::move(operation);
        const Words words = wordsOf(line);
        if (words.empty())
            return success();
        if (isHeading(words)) {
            m_isInTable = true;
            return success();
        }
        if (words.front().front() != '#')
            return m_isInTable ? readResult(words) : success();
        if (words.size() > 1 && (words[1] == "nThread" || words[1] == "Using")) {
            m_ranks = 0; // another test
            m_isInTable = false;
        } else if (words.size() > 2 && words[1] == "Rank") {
            if (const auto rank = parseNumber<std::uint32_t>(words[2]); rank && *rank < budget::gpusPerPlan)
                m_ranks = std::max(m_ranks, *rank + 1);
        }
        return success();
    }

    /// Other lines between the results, such as the log of NCCL, are skipped.
    [[nodiscard]] Status readResult(const Words& words)
    {
        const auto bytes = parseNumber<double>(words.front());
        if (!bytes || words.size() < 3 || !parseNumber<double>(words[1]))
            return success();
        if (words.size() < fewestWords)
            return errorHere(
                fmt::format("expected a result with at least {} columns, found {}", fewestWords, words.size()));
        if (!(*bytes >= smallestBytes))
            return success();
        double best = 0;
        for (const std::size_t fromEnd : {outOfPlaceFromEnd, inPlaceFromEnd}) {
            const std::string_view rate = words[words.size() - fromEnd];
            const std::string_view wrong = words[words.size() - fromEnd + 1];
            const auto reached = parseNumber<double>(rate);
            if (!reached && rate != "N/A")
                return errorHere(
                    fmt::format("expected a bus bandwidth in GB/s, found '{}'", visibleLine(rate.substr(0, 40))));
            if (wrong != "0" && wrong != "N/A" && parseNumber<double>(wrong).value_or(0) > 0)
                m_part.notes.add(m_number,
                                 fmt::format("result not used; wrong values: {}", visibleLine(wrong.substr(0, 40))));
            else
                best = std::max(best, reached.value_or(0));
        }
        return best > 0 ? add(*bytes, best * giga) : success();
    }

    [[nodiscard]] Status add(double bytes, double bytesPerSecond)
    {
        if (m_operation.empty())
            return errorHere("unknown operation; name the file after the program, such as all_reduce_perf.txt");
        if (m_ranks < 2)
            return errorHere(
                fmt::format("expected \"# Rank ...\" lines of at least 2 ranks above the results, found {}", m_ranks));
        if (m_part.plan.bandwidths.size() == budget::groupsPerPlan)
            return errorHere(fmt::format("expected at most {} results", budget::groupsPerPlan));
        m_part.plan.bandwidths.push_back({m_operation, m_ranks, bytes, bytesPerSecond});
        return success();
    }

    [[nodiscard]] Error errorHere(const std::string& what) const
    {
        return Error{fmt::format("{}:{}: {}", m_part.origin, m_number, what)};
    }

    TopologyPart m_part;
    std::string m_operation;
    std::uint32_t m_ranks = 0;
    bool m_isInTable = false;
    std::size_t m_number = 0;
};

} // namespace

bool isNcclTests(std::string_view text)
{
    while (!text.empty()) {
        if (isHeading(wordsOf(nextLine(text))))
            return true;
    }
    return false;
}

Result<TopologyPart> readNcclTests(std::string_view text, const std::string& origin)
{
    return NcclTestsReader(origin).read(text);
}

} // namespace lockstep
