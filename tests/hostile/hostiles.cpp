// SPDX-License-Identifier: GPL-3.0-or-later
//
// lockstep-hostiles [ATTACK...]: one malicious agent for each attack (or for those whose name begins with ATTACK), each
// on a separate port, until standard input ends. The first line of the output has their addresses for --connect. At the
// end, it prints what each has sent.
#include "tests/hostile/attacks.h"

#include <deque>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

int main(int argc, char* argv[])
{
    using namespace lockstep::test;
    const std::vector<std::string_view> wanted(argv + 1, argv + argc);
    const auto isWanted = [&](const Attack& attack) {
        return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](std::string_view name) {
                   return std::string_view(attack.name).starts_with(name);
               });
    };
    std::deque<LyingAgent> agents;
    std::vector<const char*> names;
    std::string addresses;
    for (const Attack& attack : attacks()) {
        if (!isWanted(attack))
            continue;
        names.push_back(attack.name);
        agents.emplace_back(attack.makeFrame, attack.period);
        addresses += (addresses.empty() ? "" : ",") + agents.back().address();
    }
    fmt::print("{}\n", addresses);
    std::fflush(stdout);
    while (std::getchar() != EOF) { }
    for (std::size_t at = 0; at < agents.size(); ++at)
        fmt::print(stderr, "{:<34} {:>12} bytes\n", names[at], agents[at].sentBytes());
    return 0;
}
