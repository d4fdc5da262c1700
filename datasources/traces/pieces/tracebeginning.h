// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

namespace lockstep {

/// Determines the type of a file from its first bytes, never from its name. A plain value; valid as long as the text.
struct TraceBeginning
{
    char first = 0; ///< that is no blank; 0: the file is empty
    std::vector<std::string_view> keys{}; ///< of the object that it begins with, as far as the text goes

    [[nodiscard]] bool isEmpty() const { return first == 0; }
    [[nodiscard]] bool isPickle() const { return first == '\x80'; }
    [[nodiscard]] bool isArray() const { return first == '['; }
    [[nodiscard]] bool hasAny(std::initializer_list<std::string_view> wanted) const;
};

/// @param text the (decompressed) beginning of a file, a megabyte if it has one
[[nodiscard]] TraceBeginning traceBeginning(std::string_view text);

} // namespace lockstep
