// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/kinetocomm.h"

#include "datasources/traces/formats/traceprices.h"
#include "datasources/traces/pieces/tracemeter.h"
#include "models/core/budget.h"
#include "models/core/parsenumber.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep {

namespace {

/// Upper bound for products of hostile dimensions, to avoid overflow.
constexpr std::uint64_t byteLimit = std::uint64_t{1} << 56;

/// a * b, limited to a bound beyond any message, so that hostile sizes cannot overflow.
std::uint64_t boundedProduct(std::uint64_t a, std::uint64_t b)
{
    return b != 0 && a > byteLimit / b ? byteLimit : a * b;
}

} // namespace

std::uint64_t positive(std::optional<std::int64_t> value)
{
    return value && *value > 0 ? static_cast<std::uint64_t>(*value) : 0;
}

std::uint32_t elementSize(std::string_view typeName)
{
    constexpr auto sizes = std::to_array<std::pair<std::string_view, std::uint32_t>>({
        {"Float", 4},
        {"float", 4},
        {"Half", 2},
        {"c10::Half", 2},
        {"BFloat16", 2},
        {"c10::BFloat16", 2},
        {"Double", 8},
        {"double", 8},
        {"Int", 4},
        {"int", 4},
        {"Long", 8},
        {"long", 8},
        {"long int", 8},
        {"Byte", 1},
        {"unsigned char", 1},
        {"Char", 1},
        {"char", 1},
        {"signed char", 1},
        {"Bool", 1},
        {"bool", 1},
        {"Short", 2},
        {"short", 2},
        {"Float8_e4m3fn", 1},
        {"Float8_e5m2", 1},
        {"ComplexFloat", 8},
        {"int8_t", 1},
        {"int32_t", 4},
        {"int64_t", 8},
        {"c10::Float8_e4m3fn", 1},
        {"c10::Float8_e5m2", 1},
    });
    const auto found = std::ranges::find(sizes, typeName, [](const auto& entry) { return entry.first; });
    return found == sizes.end() ? 0 : found->second;
}

std::uint64_t tensorBytes(simdjson::dom::element args)
{
    const auto dims = memberOf(args, "Input Dims");
    const auto types = memberOf(args, "Input type");
    const auto tensors = dims ? arrayOf(*dims) : std::nullopt;
    const auto typeNames = types ? arrayOf(*types) : std::nullopt;
    if (!tensors || !typeNames)
        return 0;
    std::uint64_t total = 0;
    auto type = typeNames->begin();
    for (const auto tensor : *tensors) {
        if (type == typeNames->end())
            break;
        auto bytes = std::uint64_t{elementSize(textOf(*type))};
        ++type;
        const auto sizes = arrayOf(tensor);
        if (!sizes || sizes->size() == 0)
            continue;
        for (const auto size : *sizes)
            bytes = boundedProduct(bytes, positive(integerOf(size)));
        total = std::min(total + bytes, byteLimit);
    }
    return total;
}

namespace {

/// Old dialect: "Concrete Inputs": ["", sequence, group pointer, rank, "", "[]", "[]", group size].
void readConcreteInputs(simdjson::dom::element args, KinetoComm& comm)
{
    constexpr std::size_t sequenceAt = 1;
    constexpr std::size_t groupSizeAt = 7;
    const auto member = memberOf(args, "Concrete Inputs");
    const auto inputs = member ? arrayOf(*member) : std::nullopt;
    if (!inputs || inputs->size() != groupSizeAt + 1)
        return;
    std::size_t i = 0;
    for (const auto input : *inputs) {
        const auto number = parseNumber<std::int64_t>(textOf(input));
        if (i == sequenceAt && number && *number >= 0)
            comm.sequence = number;
        if (i == groupSizeAt && number && *number > 0 && *number <= 0x7FFFFFFF)
            comm.groupSize = static_cast<std::uint32_t>(*number);
        ++i;
    }
}

template <class T>
void takeIfEmpty(T& mine, const T& theirs, const T& empty = {})
{
    if (mine == empty)
        mine = theirs;
}

} // namespace

RankList RankLists::of(std::string_view text)
{
    if (text.empty())
        return nullptr;
    const auto [found, isNew] = m_known.try_emplace(std::string(text));
    if (!isNew)
        return found->second;
    auto ranks = ranksFromText(text);
    if (m_meter.hold(traceprice::name(text) + ranks.size() * traceprice::rank) && !ranks.empty())
        found->second = std::make_shared<const std::vector<std::int32_t>>(std::move(ranks));
    return found->second;
}

std::string_view boundedName(std::string_view name)
{
    if (name.size() <= budget::nameBytes)
        return name;
    auto size = budget::nameBytes;
    while (size > 0 && (static_cast<unsigned char>(name[size]) & 0xC0U) == 0x80U)
        --size; // do not cut a character
    return name.substr(0, size);
}

std::vector<std::int32_t> ranksFromText(std::string_view text)
{
    std::vector<std::int32_t> ranks;
    if (!text.starts_with('[') || !text.ends_with(']'))
        return {};
    text = text.substr(1, text.size() - 2);
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        auto word = text.substr(0, comma);
        word.remove_prefix(std::min(word.find_first_not_of(' '), word.size()));
        const auto rank = parseNumber<std::int64_t>(word);
        if (!rank || *rank < 0 || *rank > 0x7FFFFFFF)
            return {};
        ranks.push_back(static_cast<std::int32_t>(*rank));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    std::ranges::sort(ranks);
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

void KinetoComm::merge(const KinetoComm& other)
{
    takeIfEmpty(kind, other.kind, CollectiveKind::Generic);
    takeIfEmpty(group, other.group);
    takeIfEmpty(groupDescription, other.groupDescription);
    takeIfEmpty(ranks, other.ranks);
    takeIfEmpty(groupSize, other.groupSize);
    takeIfEmpty(sequence, other.sequence);
    takeIfEmpty(sourceRank, other.sourceRank);
    takeIfEmpty(destinationRank, other.destinationRank);
    takeIfEmpty(inputBytes, other.inputBytes);
    takeIfEmpty(outputBytes, other.outputBytes);
}

std::uint64_t KinetoComm::bytes() const
{
    if (kind == CollectiveKind::AllGather && outputBytes == 0)
        return boundedProduct(inputBytes, groupSize);
    return kind == CollectiveKind::AllGather ? outputBytes : inputBytes;
}

KinetoComm readKinetoComm(std::string_view name, simdjson::dom::element args, RankLists& lists)
{
    KinetoComm comm;
    const auto collective = textMember(args, "Collective name");
    comm.kind = collectiveKindFromName(collective.empty() ? name : collective);
    comm.group = boundedName(textMember(args, "Process Group Name"));
    comm.groupDescription = boundedName(textMember(args, "Process Group Description"));
    comm.ranks = lists.of(textMember(args, "Process Group Ranks"));
    comm.groupSize
        = static_cast<std::uint32_t>(std::min<std::uint64_t>(positive(integerMember(args, "Group size")), 0x7FFFFFFF));
    if (const auto sequence = integerMember(args, "Seq"); sequence && *sequence >= 0)
        comm.sequence = sequence;
    if (const auto rank = memberOf(args, "Src Rank"))
        comm.sourceRank = smallIntegerOf(*rank);
    if (const auto rank = memberOf(args, "Dst Rank"))
        comm.destinationRank = smallIntegerOf(*rank);
    const auto size = elementSize(textMember(args, "dtype"));
    comm.inputBytes = boundedProduct(positive(integerMember(args, "In msg nelems")), size);
    comm.outputBytes = boundedProduct(positive(integerMember(args, "Out msg nelems")), size);
    readConcreteInputs(args, comm);
    if (comm.inputBytes == 0)
        comm.inputBytes = tensorBytes(args);
    return comm;
}

} // namespace lockstep
