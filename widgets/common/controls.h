// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMargins>
#include <QString>

class QComboBox;
class QLabel;
class QToolButton;
class QWidget;

namespace lockstep {

/// A button with a name and description, also for screen readers. Owned by @p parent.
[[nodiscard]] QToolButton* makeButton(const QString& text, const QString& explanation, QWidget* parent);

/// A checkable button with a name and description, also for screen readers. Owned by @p parent.
[[nodiscard]] QToolButton* makeModeButton(const QString& text, const QString& explanation, QWidget* parent);

/// A combo box named @p name that can shrink to @p narrowest pixels. Owned by @p parent.
[[nodiscard]] QComboBox* makeCombo(const QString& name, int narrowest, QWidget* parent);

/// Creates a label with plain text, never markup: a name from an agent could otherwise open files. Use this function
/// for all labels. Owned by @p parent.
[[nodiscard]] QLabel* makeLabel(const QString& text = {}, QWidget* parent = nullptr);

/// A label in small, dim type.
[[nodiscard]] QLabel* makeNote(const QString& text = {}, QWidget* parent = nullptr);

/// A box layout. @param spacing -1: as the style has it
template <class Box>
[[nodiscard]] Box* makeBox(QWidget* parent, int spacing = -1, QMargins margins = {})
{
    auto* const box = new Box(parent);
    box->setContentsMargins(margins);
    box->setSpacing(spacing);
    return box;
}

/// Centres a column in a page, slightly above the middle.
void centreOn(QWidget& page, QWidget* column);

/// Width for the current text, unlike sizeHint(), which uses the longest entry.
[[nodiscard]] int widthForCurrentText(const QComboBox& combo);

} // namespace lockstep
