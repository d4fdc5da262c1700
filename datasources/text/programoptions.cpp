// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/programoptions.h"

#include <getopt.h>

namespace lockstep {

Status parseProgramOptions(int argumentCount, char** arguments, const std::vector<ProgramOption>& options)
{
    constexpr int first = 256; // above all characters, of which '?' means a mistake
    std::vector<option> known;
    for (const ProgramOption& each : options)
        known.push_back({each.name, each.hasValue ? required_argument : no_argument, nullptr,
                         first + static_cast<int>(known.size())});
    known.push_back({nullptr, 0, nullptr, 0});
    ::opterr = 0;
    ::optind = 1;
    for (;;) {
        const int argument = ::optind;
        const int which = ::getopt_long(argumentCount, arguments, "", known.data(), nullptr);
        if (which == -1)
            break;
        if (which < first)
            return Error{fmt::format("\"{}\" is unknown, or lacks its value or has one too many", arguments[argument])};
        if (Status status = options[static_cast<std::size_t>(which - first)].take(::optarg); !status.isOk())
            return status;
    }
    if (::optind < argumentCount)
        return Error{fmt::format("\"{}\" was not expected", arguments[::optind])};
    return success();
}

} // namespace lockstep
