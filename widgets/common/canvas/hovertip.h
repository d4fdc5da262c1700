// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QString>
#include <QWidget>

#include <vector>

namespace lockstep {

class Theme;

/// A line of a hover: "GPU temperature" and "84 °C".
struct HoverFact
{
    QString label;
    QString value;
    friend bool operator==(const HoverFact&, const HoverFact&) = default;
};

/// What hovering says: one sentence that explains, then the facts.
struct HoverText
{
    QString sentence;
    std::vector<HoverFact> facts;
    friend bool operator==(const HoverText&, const HoverText&) = default;
};

/// The hover of one view: lies over the window beside the pointer, lets the mouse through, never takes focus, appears
/// and goes at once. GUI thread; make it with the view as anchor; it dies with it.
class HoverTip : public QWidget
{
    Q_OBJECT

public:
    HoverTip(const Theme& theme, QWidget* anchor);
    ~HoverTip() override;

    /// Shows the text beside @p point, in the anchor's coordinates, wherever there is room within its window.
    void showAt(QPoint point, HoverText text);
    [[nodiscard]] const HoverText& text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void measure();

    const Theme& m_theme;
    QPointer<QWidget> m_anchor;
    HoverText m_text;
    int m_labelWidth = 0;
    int m_sentenceHeight = 0;
};

} // namespace lockstep
