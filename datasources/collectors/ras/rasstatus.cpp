// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ras/rasstatus.h"

#include "datasources/collectors/ras/rastext.h"
#include "datasources/text/jsonaccess.h"

#include <fmt/format.h>

#include <algorithm>

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

} // namespace lockstep
