// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/view/viewcontext.h"

#include <QString>
#include <QTimer>
#include <QWidget>

#include <chrono>

class QStackedLayout;
class QVBoxLayout;

namespace lockstep {

class EmptyState;

/// Base of views of the moment shown, with a page for when there is no data. Updates once per second while live, at
/// once when the user moves, soon after data of that moment has been read, never while hidden or held. GUI thread;
/// owned by its parent.
class MomentPanel : public QWidget
{
    Q_OBJECT

public:
    [[nodiscard]] const EmptyState& empty() const { return *m_empty; }
    [[nodiscard]] bool isEmpty() const; ///< the reason is in empty()
    /// Updates everything now, visible or not.
    virtual void refresh() { readNow(); }

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    MomentPanel(ViewContext context, QWidget* parent);

    void showEvent(QShowEvent* event) override;
    /// @return whether data is still being read
    virtual bool read() = 0;
    void readNow();
    /// Refreshes in the next event-loop turn.
    void readSoon() { schedule(std::chrono::milliseconds(0)); }
    /// Pauses updates while the pointer is over the view.
    void setHeld(bool isHeld);
    /// Adds the page for when there is data, without margins.
    [[nodiscard]] QVBoxLayout* addPage();
    void showPage(bool hasData);
    void setCaption(const QString& caption);
    [[nodiscard]] TimePoint momentShown() const;

    ViewContext m_context;
    EmptyState* m_empty;

private:
    void schedule(std::chrono::milliseconds in);

    QStackedLayout* m_pages;
    QString m_caption;
    QTimer m_timer;
    bool m_isDirty = true;
    bool m_isPending = false;
    bool m_isHeld = false;
};

} // namespace lockstep
