// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/traces/bombs.h"

#include "tests/datasources/traces/tracefiles.h"

#include <algorithm>

using namespace std::string_literals;

namespace lockstep {

namespace {

std::string pickledText(const std::string& text)
{
    return "X"s + static_cast<char>(text.size()) + "\0\0\0"s + text;
}

/// A list in a memo's slot that holds another slot's value many times.
std::string pickledList(char slot, char of, std::size_t count)
{
    std::string list = "]q"s + slot + "(";
    for (std::size_t i = 0; i < count; ++i)
        list += "h"s + of;
    return list + "e0";
}

} // namespace

/// gzip members can be concatenated, so each part is packed only once.
std::string Bomb::gzipped(std::size_t textBytes) const
{
    constexpr std::size_t atOnce = std::size_t{1} << 20;
    std::string pieces;
    while (pieces.size() < std::min(atOnce, textBytes))
        pieces += piece;
    const auto packed = gzip(pieces);
    auto all = gzip(head);
    for (std::size_t size = 0; size < textBytes; size += pieces.size())
        all += packed;
    return all + gzip(tail);
}

const std::vector<Bomb>& bombs()
{
    static const std::vector<Bomb> all = [] {
        const auto events = R"({"traceEvents":[)"s;
        const auto entries = R"({"version":"2.5","entries":[)"s;
        const auto list = "\x80\x02]("s;
        std::string manyRanks = "[0";
        for (int rank = 1; rank < 20'000; ++rank)
            manyRanks += "," + std::to_string(rank);
        manyRanks += "]";
        const auto launch = R"({"ph":"X","cat":"cpu_op","name":"record_param_comms","tid":1,"ts":1,"dur":99,"args":)"
                            R"({"Process Group Name":"0","Process Group Ranks":")"
            + manyRanks
            + R"("}},{"ph":"X","cat":"cuda_runtime","name":"l","tid":1,"ts":5,"dur":1,"args":{"correlation":7}},)";
        return std::vector<Bomb>{
            {"spaces", "", " ", ""},
            {"spaces in an array", "[", " ", "]"},
            {"spaces between events", events + R"({"ph":"X"},)", " ", "{}]}"},
            {"collectives of a profile", events, R"({"ph":"X","cat":"kernel","name":"nccl","ts":1,"dur":1},)", "{}]}"},
            {"kernels of a profile", events, R"({"ph":"X","cat":"kernel","name":"k","ts":1,"dur":1},)", "{}]}"},
            {"launches of a profile", events,
             R"({"ph":"X","cat":"cuda_runtime","name":"l","ts":1,"dur":1,"args":{"correlation":1}},)", "{}]}"},
            {"collectives of one large group", events + launch,
             R"({"ph":"X","cat":"kernel","name":"nccl","ts":9,"dur":1,"args":{"correlation":7}},)", "{}]}"},
            {"collectives of a group around the events",
             R"({"distributedInfo":{"rank":0,"pg_config":[{"pg_name":"0","ranks":)" + manyRanks + "}]},"
                 + events.substr(1),
             R"({"ph":"X","cat":"kernel","name":"nccl","ts":9,"dur":1,"args":{"Process Group Name":"0"}},)", "{}]}"},
            {"ops of a training step", events,
             R"({"ph":"X","name":"forward-compute","ts":1,"dur":1,"args":{"step":1}},)",
             R"({"ph":"M","name":"thread_name","args":{"name":"PP rank 0"}}]})"},
            {"text around the events", "{", R"("a":"aaaaaaaaaaaaaaaaaaaaaaaaa",)", R"("traceEvents":[]})"},
            {"nesting in an event", events, R"({"a":)", ""},
            {"an event of zeros", events + R"({"a":[0)", ",0", "]}]}"},
            {"entries of a dump", entries,
             R"({"is_p2p":false,"profiling_name":"nccl:all_reduce","collective_seq_id":1},)", "{}]}"},
            {"zeros as entries", entries, "0,", "0]}"},
            {"lists as entries", entries, "[],", "0]}"},
            {"operations of a log", "",
             "{\"header\":{\"id\":\"a\",\"rank\":0,\"n_ranks\":9},\"coll_perf\":{\"coll\":\"AllReduce\","
             "\"coll_sn\":1,\"coll_exec_time_us\":1}}\n",
             ""},
            {"a line of a log", R"({"coll_perf":[0)", ",0", "]}"},
            {"nothing in a pickle", list, "N", "e."},
            {"marks in a pickle", list, "(", "e."},
            {"dictionaries in a pickle", list, "}", "e."},
            {"lists of a list in a pickle", "\x80\x02]q\x01("s, "(h\x01h\x01h\x01h\x01h\x01h\x01l"s, "e."},
            {"memory of a pickle", "\x80\x02]"s, "\x94", "."},
            {"far memory of a pickle", "\x80\x02]"s, "r\x01\x02\x03\x7Fr\x01\x02\x04\x7F", "."},
            {"texts in a pickle", list, "U\x10" + std::string(16, 'a'), "e."},
        };
    }();
    return all;
}

std::string endlessPickle(std::size_t tensors)
{
    const auto dump = "\x80\x02K\x01q\x01"
                      "0"s
        + pickledList('\x02', '\x01', tensors) + pickledList('\x03', '\x02', tensors) + "}(" + pickledText("version")
        + pickledText("2.5") + pickledText("entries") + "](}(" + pickledText("profiling_name")
        + pickledText("nccl:all_reduce") + pickledText("collective_seq_id") + "K\x01" + pickledText("input_sizes")
        + "h\x03ueu.";
    return gzip(dump);
}

} // namespace lockstep
