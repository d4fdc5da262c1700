// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ras/rastext.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>

namespace lockstep {

namespace {

constexpr std::size_t maxCommunicators = std::size_t{1} << 20U;
constexpr std::int64_t maxRank = std::int64_t{1} << 24U;
constexpr std::size_t longestWord = 128;

/// Removes and returns the next word of a line; empty: none.
std::string_view takeWord(std::string_view& line)
{
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
    line.remove_prefix(word.size());
    return word;
}

std::optional<std::int64_t> wholeNumberIn(std::string_view word)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc{} && end != word.data() && number >= 0 ? std::optional(number) : std::nullopt;
}

/// The number after a word, "process 483072"; nullopt: not found.
std::optional<std::int64_t> numberAfter(std::string_view line, std::string_view word)
{
    const std::size_t at = line.find(word);
    if (at == std::string_view::npos)
        return std::nullopt;
    line.remove_prefix(at + word.size());
    return wholeNumberIn(takeWord(line));
}

std::string hostIn(std::string_view line)
{
    constexpr std::string_view before = " on node ";
    const std::size_t at = line.find(before);
    if (at == std::string_view::npos)
        return {};
    line.remove_prefix(at + before.size());
    std::string host(takeWord(line).substr(0, longestWord));
    std::ranges::replace_if(
        host, [](char letter) { return letter < '!' || letter > '~'; }, '?');
    return host;
}

RasRank placeIn(std::string_view line)
{
    RasRank rank;
    rank.process = numberAfter(line, "rocess ").value_or(0);
    rank.gpu = static_cast<std::int32_t>(std::min<std::int64_t>(numberAfter(line, "GPU ").value_or(-1), 1023));
    rank.host = hostIn(line);
    return rank;
}

/// Parses a status line by line.
class RasTextReader
{
public:
    void add(std::string_view line)
    {
        std::string_view rest = line;
        const std::string_view first = takeWord(rest);
        if (first.starts_with('#') && first.size() > 1) // a lone # is the table's header
            beginCommunicator(rest);
        else if (first == "NCCL" && takeWord(rest) == "version")
            m_status.ncclVersion = std::string(takeWord(rest).substr(0, longestWord));
        else if (first.starts_with("Communicators..."))
            readSeconds(rest);
        else if (first == "DEAD" || first == "INCOMPLETE" || first == "TIMEOUT")
            m_isDead = first == "DEAD";
        else if (first == "Process")
            m_processes.push_back(placeIn(line));
        else if (first == "Rank")
            addRank(line, rest);
        else if (line.find("The missing rank") != std::string_view::npos)
            addMissing(line.substr(std::min(line.find(':'), line.size())));
        else if (const auto count = wholeNumberIn(first))
            readNumbers(*count, rest);
        if (first == "Process" && m_isDead)
            m_processes.back().isDead = true;
    }

    [[nodiscard]] RasStatus take() &&
    {
        endCommunicator();
        nameMissing();
        m_status.unnamed = m_counted - std::min(m_counted, m_status.communicators.size());
        m_status.isText = true;
        return std::move(m_status);
    }

private:
    /// "#0-0 (27a079b828ff1a75) MISMATCH"; a communicator may occur more than once.
    void beginCommunicator(std::string_view rest)
    {
        endCommunicator();
        std::string_view hash = takeWord(rest);
        hash.remove_prefix(hash.starts_with('(') ? 1 : 0);
        hash = hash.substr(0, std::min(hash.find(')'), longestWord));
        const auto known = std::ranges::find(m_status.communicators, hash, &RasCommunicator::hash);
        m_current = static_cast<std::size_t>(known - m_status.communicators.begin());
        if (known == m_status.communicators.end())
            m_status.communicators.push_back({std::string(hash), {}, {}});
        m_isInCommunicator = true;
    }

    /// For ranks that are not listed, their number and progress are known.
    void endCommunicator()
    {
        endGroup();
        if (m_isInCommunicator) {
            auto& ranks = m_status.communicators[m_current].ranks;
            std::ranges::stable_sort(ranks, {}, &RasRank::rank);
            const auto listed = std::ranges::find_if(ranks, [](const RasRank& rank) { return rank.rank >= 0; });
            std::rotate(ranks.begin(), listed, ranks.end());
        }
        m_isInCommunicator = false;
    }

    void endGroup()
    {
        if (m_isInCommunicator && m_launched && m_groupRanks > 0 && m_listed == 0) {
            RasRank unlisted;
            unlisted.host = fmt::format("{} rank{} that RAS does not list", m_groupRanks, m_groupRanks == 1 ? "" : "s");
            unlisted.counts = {*m_launched};
            m_status.communicators[m_current].ranks.push_back(std::move(unlisted));
        }
        m_launched.reset();
        m_groupRanks = 0;
        m_listed = 0;
    }

    void readSeconds(std::string_view rest)
    {
        std::string_view word = takeWord(rest);
        word.remove_prefix(word.starts_with('(') ? 1 : 0);
        m_status.seconds = std::clamp(std::strtod(std::string(word.substr(0, 16)).c_str(), nullptr), 0.0, 3600.0);
    }

    /// Parses "26 ranks have launched up to operation 6650", or a line of the table: group, communicators in it, ...
    void readNumbers(std::int64_t count, std::string_view rest)
    {
        std::string_view words = rest;
        const std::string_view second = takeWord(words);
        if (second == "rank" || second == "ranks") {
            endGroup();
            m_launched = numberAfter(rest, "up to operation ");
            m_groupRanks = count;
            return;
        }
        const auto communicators = wholeNumberIn(second);
        std::size_t columns = 2;
        while (!takeWord(words).empty())
            ++columns;
        constexpr std::size_t columnsOfTable = 8;
        if (communicators && columns == columnsOfTable)
            m_counted += static_cast<std::size_t>(
                std::min<std::int64_t>(*communicators, static_cast<std::int64_t>(maxCommunicators - m_counted)));
    }

    void addRank(std::string_view line, std::string_view rest)
    {
        const auto number = wholeNumberIn(takeWord(rest));
        if (!m_isInCommunicator || !number || *number >= maxRank)
            return;
        ++m_listed;
        if (!m_launched)
            return; // listed for its status only, without progress
        RasRank rank = placeIn(line);
        rank.rank = static_cast<std::int32_t>(*number);
        rank.counts = {*m_launched};
        m_status.communicators[m_current].ranks.push_back(std::move(rank));
    }

    /// ": 21" or ": 3, 5-7"
    void addMissing(std::string_view list)
    {
        if (!m_isInCommunicator)
            return;
        auto& missing = m_status.communicators[m_current].missing;
        while (!list.empty()) {
            list.remove_prefix(std::min(list.find_first_of("0123456789"), list.size()));
            const std::string_view word = list.substr(0, list.find_first_not_of("0123456789-"));
            list.remove_prefix(word.size());
            const auto first = wholeNumberIn(word);
            const std::size_t dash = word.find('-');
            const auto last = dash == std::string_view::npos ? first : wholeNumberIn(word.substr(dash + 1));
            if (!first || !last)
                continue;
            constexpr std::size_t mostMissing = 4096;
            for (auto number = *first; number <= std::min(*last, maxRank) && missing.size() < mostMissing; ++number) {
                RasRank rank;
                rank.rank = static_cast<std::int32_t>(number);
                missing.push_back(std::move(rank));
            }
        }
    }

    /// Processes that do not answer are listed separately from ranks; they match if there is one of each.
    void nameMissing()
    {
        bool areRanksNamed = false;
        for (RasCommunicator& communicator : m_status.communicators) {
            areRanksNamed = areRanksNamed || !communicator.missing.empty();
            if (communicator.missing.size() != 1 || m_processes.empty())
                continue;
            const bool isOne = std::ranges::all_of(m_processes, [this](const RasRank& each) {
                return each.process == m_processes.front().process && each.host == m_processes.front().host;
            });
            RasRank& rank = communicator.missing.front();
            if (isOne)
                rank = {rank.rank,
                        m_processes.back().gpu,
                        m_processes.back().process,
                        m_processes.back().host,
                        {},
                        m_processes.front().isDead || m_processes.back().isDead};
        }
        if (!areRanksNamed && !m_processes.empty())
            m_status.communicators.push_back({"of all", {}, std::move(m_processes)});
    }

    RasStatus m_status;
    std::vector<RasRank> m_processes; ///< that do not answer; their ranks are unknown
    std::size_t m_counted = 0; ///< number of communicators in the table
    std::size_t m_current = 0; ///< index of the current communicator
    bool m_isInCommunicator = false;
    bool m_isDead = false; ///< the following lines are about dead ones
    std::optional<std::int64_t> m_launched; ///< count of the ranks in the following lines
    std::int64_t m_groupRanks = 0;
    std::size_t m_listed = 0;
};

} // namespace

bool isRasText(std::string_view text)
{
    return text.find("Communicators...") != std::string_view::npos
        || text.find("Job summary") != std::string_view::npos;
}

RasStatus readRasText(std::string_view text)
{
    RasTextReader reader;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        reader.add(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::move(reader).take();
}

} // namespace lockstep
