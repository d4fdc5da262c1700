// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/figuretext.h"
#include "models/view/viewcontext.h"

#include <QTreeWidget>

#include <functional>
#include <span>
#include <vector>

class QTableView;

namespace lockstep {

/// @name A list of rows above the figures of the selected one.
/// @{
/// Calls @p choose with the row clicked or activated by key.
void whenChosen(QTableView& list, std::function<void(int row)> choose);
/// Limits the list's height to its contents, including the header, and to @p maxHeight.
void limitHeight(QTableView& list, int maxHeight);
void showColumns(QTableView& list); ///< shows all columns
/// If not all columns fit, hides those whose content the figures below repeat.
/// @param wanted total width of the visible columns
/// @param leaving columns in the order in which to hide them
void hideColumns(QTableView& list, int wanted, int width, std::span<const int> leaving);
/// @}

/// Figures under headings; each expands to its formula and inputs. Expanded figures stay expanded when values change.
/// GUI thread; owned by its panel.
class FigureTree : public QTreeWidget
{
    Q_OBJECT

public:
    explicit FigureTree(ViewContext context, QWidget* parent = nullptr);

    void setGroups(std::vector<FigureGroup> groups);
    /// Appends an input field with its own heading after all groups. Enter on its row focuses the field. Takes
    /// ownership of the widget.
    void addField(const QString& name, QWidget* field);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fill(QTreeWidgetItem& item, const Figure& figure) const;
    void makeHeading(QTreeWidgetItem& item, const QString& text);
    void shareWidth();

    ViewContext m_context;
    std::vector<FigureGroup> m_groups;
    QTreeWidgetItem* m_fields = nullptr; ///< heading of the input fields; null: none
};

} // namespace lockstep
