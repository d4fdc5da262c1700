// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/ncclplugin/ringlayout.h"

#include <cstddef>

/// Names and numbers of NCCL's operations. Called in the path of a collective: nothing here allocates or copies.
namespace lockstep::nccl {

[[nodiscard]] inline bool isWord(const char* word, const char* expected)
{
    while (*word != '\0' && *word == *expected) {
        ++word;
        ++expected;
    }
    return *word == *expected;
}

template <class Value, std::size_t count>
struct WordTable
{
    struct Row
    {
        const char* word;
        Value value;
    };
    Row rows[count];

    [[nodiscard]] Value valueOf(const char* word) const
    {
        for (std::size_t at = 0; word != nullptr && at < count; ++at) {
            if (isWord(word, rows[at].word))
                return rows[at].value;
        }
        return Value{};
    }
};

[[nodiscard]] inline Op opOf(const char* function)
{
    static constexpr WordTable<Op, 8> table{{{"AllReduce", Op::AllReduce},
                                             {"AllGather", Op::AllGather},
                                             {"ReduceScatter", Op::ReduceScatter},
                                             {"Broadcast", Op::Broadcast},
                                             {"Reduce", Op::Reduce},
                                             {"Send", Op::Send},
                                             {"Recv", Op::Recv},
                                             {"AlltoAll", Op::AllToAll}}};
    return table.valueOf(function);
}

/// By NCCL's numbers, as version 1 of the interface has them.
[[nodiscard]] inline Op opOf(std::uint8_t function)
{
    constexpr Op ops[]{Op::Broadcast, Op::Reduce, Op::AllGather, Op::ReduceScatter,
                       Op::AllReduce, Op::Other,  Op::Send,      Op::Recv};
    return function < sizeof(ops) ? ops[function] : Op::Other;
}

[[nodiscard]] inline Algorithm algorithmOf(const char* word)
{
    static constexpr WordTable<Algorithm, 7> table{{{"RING", Algorithm::Ring},
                                                    {"TREE", Algorithm::Tree},
                                                    {"NVLS", Algorithm::Nvls},
                                                    {"NVLS_TREE", Algorithm::NvlsTree},
                                                    {"PAT", Algorithm::Pat},
                                                    {"COLLNET_DIRECT", Algorithm::CollnetDirect},
                                                    {"COLLNET_CHAIN", Algorithm::CollnetChain}}};
    return table.valueOf(word);
}

[[nodiscard]] inline Algorithm algorithmOf(std::uint8_t number)
{
    return number <= 6 ? static_cast<Algorithm>(number + 1) : Algorithm::Unknown;
}

[[nodiscard]] inline Protocol protocolOf(const char* word)
{
    static constexpr WordTable<Protocol, 3> table{
        {{"SIMPLE", Protocol::Simple}, {"LL", Protocol::Ll}, {"LL128", Protocol::Ll128}}};
    return table.valueOf(word);
}

[[nodiscard]] inline Protocol protocolOf(std::uint8_t number)
{
    return number <= 2 ? static_cast<Protocol>(number + 1) : Protocol::Unknown;
}

/// Bytes per element of a type such as "ncclBfloat16", from the bits in its name. 1 if unknown.
[[nodiscard]] inline std::uint64_t bytesOfType(const char* type)
{
    unsigned bits = 0;
    for (; type != nullptr && *type != '\0'; ++type) {
        if (*type >= '0' && *type <= '9' && bits < 100)
            bits = 10 * bits + static_cast<unsigned>(*type - '0');
        else if (bits > 0)
            break;
    }
    return bits >= 8 ? bits / 8 : 1;
}

[[nodiscard]] inline std::uint64_t bytesOfType(std::uint8_t number)
{
    constexpr std::uint8_t bytes[]{1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
    return number < sizeof(bytes) ? bytes[number] : 1;
}

} // namespace lockstep::nccl
