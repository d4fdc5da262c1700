// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sample files of other systems: metrics text or tables. Accepted data is written, and the result can be opened.
#include "datasources/imports/importtext.h"
#include "datasources/recording/recording.h"

#include <cstdlib>
#include <filesystem>

using namespace lockstep;

namespace {

/// A folder in memory, for this process alone.
const std::filesystem::path& folder()
{
    static const std::filesystem::path path = [] {
        std::string pattern = "/dev/shm/fuzz-import-XXXXXX";
        return std::filesystem::path(::mkdtemp(pattern.data()));
    }();
    return path;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    ImportedSeries series;
    if (data[0] % 2 == 0)
        static_cast<void>(importMetricsText(text, "fuzz", series));
    else
        static_cast<void>(importCsv(text, "fuzz", series));
    std::filesystem::remove_all(folder());
    std::filesystem::create_directory(folder());
    if (series.write(folder()).isOk() && !Recording::open(folder()).isOk())
        std::abort(); // the written recording cannot be read
    return 0;
}
