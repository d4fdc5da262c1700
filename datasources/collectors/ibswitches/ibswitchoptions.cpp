// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ibswitches/ibswitchoptions.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace lockstep {

Result<IbSwitchOptions> readIbSwitchOptions(TomlTable& top, const std::string& origin)
{
    IbSwitchOptions options;
    const toml::table* const section = top.table("ibswitches");
    if (section == nullptr)
        return options;
    TomlTable fields(*section, origin, "[ibswitches]");
    options.isWanted = true;
    options.adapter = fields.textOr("adapter", {});
    const bool isName = std::ranges::all_of(
        options.adapter, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.'; });
    if (!isName || options.adapter.starts_with('-') || options.adapter.size() > 64)
        fields.fail("adapter", "\"adapter\": expected a name such as \"mlx5_0\"");
    options.port = static_cast<unsigned>(fields.count("port", 1, 255).value_or(0));
    if (const auto seconds = fields.number("interval", 5, 3600, "seconds"))
        options.interval = std::chrono::milliseconds(std::llround(*seconds * 1000));
    if (const auto seconds = fields.number("timeout", 1, 300, "seconds"))
        options.patience = std::chrono::milliseconds(std::llround(*seconds * 1000));
    if (const Status status = fields.finish(); !status.isOk())
        return status.error();
    return options;
}

} // namespace lockstep
