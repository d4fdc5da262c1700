// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace lockstep {

/// Translates a text that a room without Qt composed in English: a finding, an alert, a value, a metric's title. Such
/// texts are also recorded, sent to people and compared, so they are translated where they are displayed. A text that
/// matches no pattern in resources/translations/modeltexts_LANGUAGE.tsv is returned unchanged. Any thread.
[[nodiscard]] QString modelText(std::string_view english);

/// Translates only if one pattern matches the whole text, so that texts written by people are unchanged.
[[nodiscard]] QString wholeModelText(std::string_view english);

} // namespace lockstep
