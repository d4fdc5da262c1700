// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QWidget>

namespace lockstep {

/// Placeholder of an empty view: what is missing, and what to do. GUI thread; owned by its parent.
class EmptyState : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyState(ViewContext context, QWidget* parent = nullptr);

    /// @param missing for example "No spans yet."
    /// @param advice for example "Post job events to the agent's socket, or open a trace."
    void setText(const QString& missing, const QString& advice);

    [[nodiscard]] QSize sizeHint() const override { return {320, 160}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ViewContext m_context;
    QString m_missing;
    QString m_advice;
};

} // namespace lockstep
