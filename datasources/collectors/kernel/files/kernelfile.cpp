// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/files/kernelfile.h"

#include "datasources/collectors/kernel/files/kerneltext.h"
#include "models/core/parsenumber.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>

namespace lockstep {

namespace {

/// Continues reading at @p offset; -1 on error.
ssize_t readAt(int file, char* text, std::size_t size, std::size_t offset)
{
    for (;;) {
        const ssize_t count = ::pread(file, text, size, static_cast<off_t>(offset));
        if (count >= 0 || errno != EINTR)
            return count;
    }
}

bool comesNaturallyBefore(const std::string& left, const std::string& right)
{
    return ::strverscmp(left.c_str(), right.c_str()) < 0;
}

} // namespace

bool KernelFile::open()
{
    if (!m_file.isOpen())
        m_file = FileDescriptor(::open(m_path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    return m_file.isOpen();
}

std::string_view KernelFile::read(std::string& buffer)
{
    if (!open())
        return {};
    if (buffer.size() < 4096)
        buffer.resize(4096);
    for (std::size_t length = 0;;) {
        const ssize_t count = readAt(m_file.get(), buffer.data() + length, buffer.size() - length, length);
        if (count < 0) {
            m_file.close(); // the device is gone; a new one would have another file
            return {};
        }
        if (count == 0)
            return std::string_view(buffer).substr(0, length);
        length += static_cast<std::size_t>(count);
        if (length == buffer.size())
            buffer.resize(buffer.size() * 2);
    }
}

std::string_view KernelFile::readShort(char* text, std::size_t size)
{
    if (!open())
        return {};
    const ssize_t count = readAt(m_file.get(), text, size, 0);
    if (count < 0) {
        m_file.close();
        return {};
    }
    return trimmed({text, static_cast<std::size_t>(count)});
}

std::optional<std::uint64_t> KernelFile::readCount()
{
    std::array<char, 64> text;
    return parseCount(readShort(text.data(), text.size()));
}

std::optional<std::int64_t> KernelFile::readNumber()
{
    std::array<char, 64> text;
    return parseNumber<std::int64_t>(readShort(text.data(), text.size()));
}

bool pathExists(const std::string& path)
{
    return ::access(path.c_str(), F_OK) == 0;
}

std::vector<std::string> entriesOf(const std::string& directory)
{
    std::vector<std::string> names;
    std::error_code error;
    std::filesystem::directory_iterator entry(directory, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error))
        names.push_back(entry->path().filename().string());
    std::ranges::sort(names, comesNaturallyBefore);
    return names;
}

std::string readLine(const std::string& path)
{
    std::string buffer;
    std::string_view text = KernelFile(path).read(buffer);
    return std::string(trimmed(nextLine(text)));
}

std::optional<std::int64_t> readNumber(const std::string& path)
{
    return KernelFile(path).readNumber();
}

} // namespace lockstep
