// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ras/rasstatus.h"

#include "datasources/text/jsonaccess.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>

namespace lockstep {

namespace {

using simdjson::dom::element;

constexpr std::size_t longestName = 128;

std::string cleanText(std::string_view text)
{
    std::string clean(text.substr(0, longestName));
    std::ranges::replace_if(
        clean, [](char letter) { return letter < ' ' || letter > '~'; }, '?');
    return clean;
}

RasRank rankOf(element rank)
{
    RasRank found;
    found.rank
        = static_cast<std::int32_t>(std::clamp<std::int64_t>(integerMember(rank, "rank").value_or(-1), -1, 1 << 24));
    found.gpu
        = static_cast<std::int32_t>(std::clamp<std::int64_t>(integerMember(rank, "nvml_dev").value_or(-1), -1, 1023));
    found.process = integerMember(rank, "pid").value_or(0);
    found.host = cleanText(textMember(rank, "host"));
    if (const auto counts = memberOf(rank, "collective_counts")) {
        if (const auto fields = objectOf(*counts)) {
            for (const auto& [name, value] : *fields)
                found.counts.push_back(std::clamp<std::int64_t>(integerOf(value).value_or(0), 0, 1LL << 56));
        }
    }
    if (const auto status = memberOf(rank, "status")) {
        bool isDead = false;
        const auto considered = memberOf(*status, "considered_dead");
        found.isDead = considered && considered->get(isDead) == simdjson::SUCCESS && isDead;
    }
    return found;
}

std::vector<RasRank> ranksOf(element communicator, const char* list)
{
    std::vector<RasRank> ranks;
    const auto found = memberOf(communicator, list);
    const auto array = found ? arrayOf(*found) : std::nullopt;
    if (array) {
        for (const element rank : *array)
            ranks.push_back(rankOf(rank));
    }
    std::ranges::stable_sort(ranks, {}, &RasRank::rank);
    return ranks;
}

/// The document, without text before its first brace.
Result<element> documentOf(simdjson::dom::parser& parser, std::string_view text, const char* expected)
{
    element document;
    text.remove_prefix(std::min(text.find('{'), text.size()));
    if (text.empty())
        return Error{fmt::format("it sent neither JSON nor a known NCCL text format; expected {}", expected)};
    if (const auto error = parser.parse(text.data(), text.size()).get(document); error != simdjson::SUCCESS)
        return Error{fmt::format("it sent invalid JSON ({}); expected {}", simdjson::error_message(error), expected)};
    return document;
}

} // namespace

Result<RasStatus> parseRasStatus(std::string_view text)
{
    if (isRasText(text.substr(0, text.find('{'))))
        return readRasText(text);
    simdjson::dom::parser parser;
    const Result<element> document = documentOf(parser, text, "a status");
    if (!document.isOk())
        return document.error();
    const auto list = memberOf(document.value(), "communicators");
    const auto communicators = list ? arrayOf(*list) : std::nullopt;
    if (!communicators)
        return Error{"the status has no \"communicators\""};
    RasStatus status;
    status.ncclVersion = cleanText(textMember(document.value(), "nccl_version"));
    if (const auto ras = memberOf(document.value(), "ras"))
        status.seconds = std::clamp(numberMember(*ras, "collection_time_sec").value_or(0), 0.0, 3600.0);
    for (const element each : *communicators) {
        RasCommunicator communicator;
        communicator.hash = cleanText(textMember(each, "hash"));
        communicator.ranks = ranksOf(each, "ranks");
        communicator.missing = ranksOf(each, "missing_ranks");
        status.communicators.push_back(std::move(communicator));
    }
    return status;
}

Result<RasEvent> parseRasEvent(std::string_view text)
{
    simdjson::dom::parser parser;
    const Result<element> document = documentOf(parser, text, "an event");
    if (!document.isOk())
        return document.error();
    RasEvent event;
    event.event = cleanText(textMember(document.value(), "event"));
    if (event.event.empty())
        return Error{"an event has no \"event\""};
    event.details = cleanText(textMember(document.value(), "details"));
    const auto peer = memberOf(document.value(), "peer");
    if (!peer)
        return event;
    event.host = cleanText(textMember(*peer, "host"));
    event.process = integerMember(*peer, "pid").value_or(0);
    const auto gpus = memberOf(*peer, "nvml_devs");
    const auto list = gpus ? arrayOf(*gpus) : std::nullopt;
    if (list && list->size() > 0)
        event.gpu = static_cast<std::int32_t>(std::clamp<std::int64_t>(integerOf(list->at(0)).value_or(-1), -1, 1023));
    return event;
}

std::size_t wholeObject(std::string_view text)
{
    std::size_t depth = 0;
    bool isInText = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        if (isInText) {
            if (letter == '\\')
                ++at;
            else if (letter == '"')
                isInText = false;
        } else if (letter == '"' && depth > 0) {
            isInText = true;
        } else if (letter == '{') {
            ++depth;
        } else if (letter == '}' && depth > 0 && --depth == 0) {
            return at + 1;
        }
    }
    return 0;
}

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
        reader.add(nextLine(text));
    }
    return std::move(reader).take();
}

} // namespace lockstep
