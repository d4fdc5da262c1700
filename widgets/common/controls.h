// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QComboBox;
class QString;
class QToolButton;
class QWidget;

namespace lockstep {

/// A button that stays down, named and explained to readers of screens too. Owned by @p parent.
[[nodiscard]] QToolButton* makeModeButton(const QString& text, const QString& explanation, QWidget* parent);

/// A combo box called @p name that narrows down to @p narrowest pixels before buttons give way. Owned by @p parent.
[[nodiscard]] QComboBox* makeCombo(const QString& name, int narrowest, QWidget* parent);

/// As wide as the text that the box shows needs; not that of its longest entry, as sizeHint().
[[nodiscard]] int widthForCurrentText(const QComboBox& combo);

} // namespace lockstep
