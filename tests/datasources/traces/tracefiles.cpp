// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/traces/tracefiles.h"

#include "datasources/traces/pieces/blockreader.h"

#include <zlib.h>

#include <cstdlib>
#include <fstream>

namespace lockstep {

std::filesystem::path TraceFiles::write(const std::string& name, std::string_view content) const
{
    const auto path = folder() / name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
}

std::filesystem::path TraceFiles::writeGzip(const std::string& name, std::string_view content) const
{
    return write(name, gzip(content));
}

std::string gzip(std::string_view content)
{
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&stream, content.size()) + 64, '\0');
    std::string input(content);
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

std::filesystem::path realData(const std::string& relative)
{
    const char* given = std::getenv("LOCKSTEP_DATA_DIR");
    const char* source = std::getenv("LOCKSTEP_SOURCE_DIR");
    std::filesystem::path root;
    if (given != nullptr)
        root = given;
    else if (source != nullptr)
        root = std::filesystem::path(source) / ".." / "shared" / "data";
    const auto path = root / relative;
    return !root.empty() && std::filesystem::exists(path) ? path : std::filesystem::path();
}

std::string contentOf(const std::filesystem::path& path)
{
    TraceBudget budget;
    TraceMeter meter(budget, path.string());
    auto reader = BlockReader::open(path, meter);
    auto text = reader.isOk() ? readRest(*reader.value()) : Result<std::string>(Error{""});
    return text.isOk() ? text.value() : std::string();
}

} // namespace lockstep
