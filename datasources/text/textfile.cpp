// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/textfile.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

namespace lockstep {

namespace {

struct FileCloser
{
    void operator()(std::FILE* file) const { std::fclose(file); }
};

Error cannotRead(const std::string& path, const std::string& why)
{
    return Error{fmt::format("cannot read {}: {}", path, why)};
}

} // namespace

Result<std::string> readTextFile(const std::string& path, std::size_t maxBytes)
{
    const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "rb"));
    if (!file)
        return cannotRead(path, std::generic_category().message(errno));
    std::string text;
    std::array<char, 4096> chunk;
    while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
        text.append(chunk.data(), count);
        if (text.size() > maxBytes)
            return cannotRead(path, fmt::format("expected at most {} MiB", maxBytes >> 20U));
    }
    if (std::ferror(file.get()) != 0)
        return cannotRead(path, std::generic_category().message(errno));
    return text;
}

Result<std::string> readTokenFile(const std::string& path)
{
    Result<std::string> text = readTextFile(path);
    if (!text.isOk())
        return text;
    const std::string line = text.value().substr(0, text.value().find('\n'));
    const auto first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos)
        return Error{fmt::format("{}:1: expected a bearer token, found an empty line", path)};
    const auto last = line.find_last_not_of(" \t\r");
    return line.substr(first, last - first + 1);
}

} // namespace lockstep
