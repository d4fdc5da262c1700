// SPDX-License-Identifier: GPL-3.0-or-later
//
// Site descriptions in every known format, merged with a valid plan: the result can be written and reads back the same.
#include "datasources/topologyimports/planmerge.h"
#include "models/core/topology/cablingcheck.h"

#include <cstdlib>

using namespace lockstep;

namespace {

constexpr std::string_view knownSite = R"(
name = "site"
[[rack]]
name = "A01"
[[node]]
name = "n001"
rack = "A01"
[[switch]]
name = "leaf1"
[[link]]
from = "n001"
from_port = "mlx5_0/1"
to = "leaf1"
to_port = "1"
)";

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    static const TopologyImport site = readTopology(knownSite, "site").value();
    // The input goes to the reader of each format, and to the detected one.
    for (const TopologyFormat& format : topologyFormats()) {
        const Result<TopologyImport> import = format.read(text, "fuzz");
        if (!import.isOk()) {
            if (!import.error().message.starts_with("fuzz:"))
                std::abort(); // errors must name the file
            continue;
        }
        const MergedTopology merged = mergeTopology({site, import.value()});
        const std::string written = writeClusterFile(merged.file);
        const Result<ClusterFile> again = parseClusterFile(written, "again");
        if (!again.isOk() || !(*again.value().plan == *merged.file.plan))
            std::abort();
        const Topology& topology = *merged.file.topology;
        for (const CablingFault& fault : checkCabling(topology).faults) {
            if (linesOf(fault, topology).empty())
                std::abort();
        }
    }
    return 0;
}
