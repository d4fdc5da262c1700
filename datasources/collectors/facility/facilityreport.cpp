// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/facilityreport.h"

namespace lockstep {

std::string facilityName(std::string_view said, std::size_t longest)
{
    std::string name;
    for (const char c : said) {
        const auto byte = static_cast<unsigned char>(c);
        const bool begins = (byte & 0xC0U) != 0x80U;
        if (begins && name.size() >= longest)
            break;
        const bool isBlank = byte <= 0x20 || byte == 0x7F;
        if (!isBlank)
            name += c;
        else if (!name.empty() && name.back() != ' ')
            name += ' ';
    }
    while (name.ends_with(' '))
        name.pop_back();
    return name;
}

} // namespace lockstep
