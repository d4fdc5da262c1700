// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/view/viewcontext.h"

#include <QBasicTimer>
#include <QWidget>

namespace lockstep {

struct ChangeSet;

/// The line above each view: title, caption and, for stale data, the age as a warning. Updates only while visible. GUI
/// thread; owned by the view's frame.
class ViewHeader : public QWidget
{
    Q_OBJECT

public:
    ViewHeader(QString title, ViewContext context, QWidget* parent = nullptr);

    void setCaption(const QString& caption);
    /// The age shown: empty while all data is fresh, "2 of 16 nodes stale · 0.4 s ago", "no data yet".
    [[nodiscard]] QString ageNow() const { return m_age; }
    [[nodiscard]] bool isWarning() const { return m_isWarning; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void timerEvent(QTimerEvent* event) override;

private:
    void clusterChanged(const ChangeSet& changes);
    void countStaleNodes();
    void refreshAge();

    QString m_title;
    ViewContext m_context;
    QString m_caption;
    QString m_age;
    bool m_isWarning = false;
    std::size_t m_staleNodes = 0;
    std::size_t m_knownNodes = 0; ///< nodes that reported at least once
    std::size_t m_staleReporters = 0; ///< agents that only report cluster entities, which do not count as nodes
    TimePoint m_newestSample; ///< epoch: none yet
    QBasicTimer m_timer;
};

} // namespace lockstep
