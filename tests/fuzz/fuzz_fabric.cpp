// SPDX-License-Identifier: GPL-3.0-or-later
// Messages to libkineto's socket are either parsed or rejected, and written ones can be parsed.
#include "datasources/collectors/kineto/kinetorecorder.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (const auto message = readFabricMessage(bytes)) {
        const auto again = readFabricMessage(writeFabricMessage(message->type, message->body));
        if (!again || again->body != message->body)
            std::abort();
        static_cast<void>(readFabricRequest(message->body));
    }
    static_cast<void>(readFabricRequest(bytes));
    return 0;
}
