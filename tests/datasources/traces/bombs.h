// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep {

/// A file that expands out of proportion: a head, a part that is repeated up to about a given size, and a tail, packed
/// with gzip. A row in bombs() adds it to all tests.
struct Bomb
{
    const char* name = nullptr;
    std::string head;
    std::string piece;
    std::string tail;

    [[nodiscard]] std::string gzipped(std::size_t textBytes) const;
};

[[nodiscard]] const std::vector<Bomb>& bombs();

/// A pickle of some kilobytes, in gzip, whose one entry has `tensors` tensors of as many dimensions each.
[[nodiscard]] std::string endlessPickle(std::size_t tensors);

} // namespace lockstep
