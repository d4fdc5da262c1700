// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep {

/// A file that costs its reader out of all proportion: a head, a piece that comes so often that the text has about a
/// given size, and a tail, all in gzip. One row of bombs() adds one to every test over them.
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
