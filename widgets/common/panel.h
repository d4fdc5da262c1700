// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QString>
#include <QWidget>

class QBoxLayout;
class QStackedLayout;

namespace lockstep {

class EmptyState;

/// Base class of views in docks. Provides their context, the caption in the dock's title, and a placeholder that is
/// shown while there is no data. GUI thread; owned by its parent.
class Panel : public QWidget
{
    Q_OBJECT

public:
    [[nodiscard]] const QString& caption() const { return m_caption; }
    [[nodiscard]] const EmptyState& empty() const { return *m_empty; }
    [[nodiscard]] bool isEmpty() const; ///< the reason is in empty()

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    Panel(ViewContext context, QWidget* parent) : QWidget(parent), m_context(context) { }

    void setCaption(const QString& caption);
    /// Adds the placeholder page and @p content. Call once.
    /// @param into takes the remaining height; null: the panel has no other widgets
    void setContent(QWidget* content, QBoxLayout* into = nullptr);
    void showContent(bool hasData);

    ViewContext m_context;
    EmptyState* m_empty = nullptr; ///< from setContent() on

private:
    QStackedLayout* m_either = nullptr; ///< m_empty or the content
    QString m_caption;
};

} // namespace lockstep
