// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QString>
#include <QWidget>

#include <vector>

namespace lockstep {

class Theme;

/// A line of a hover tip: "GPU temperature" and "84 °C".
struct HoverFact
{
    QString label;
    QString value;
    friend bool operator==(const HoverFact&, const HoverFact&) = default;
};

/// Content of a hover tip: one sentence, then facts.
struct HoverText
{
    QString sentence;
    std::vector<HoverFact> facts;
    friend bool operator==(const HoverText&, const HoverText&) = default;
};

/// The hover tip of one view: drawn over the window beside the pointer, ignores the mouse, never takes focus, appears
/// and disappears at once. GUI thread; create it with the view as anchor; destroyed with it.
class HoverTip : public QWidget
{
    Q_OBJECT

public:
    HoverTip(const Theme& theme, QWidget* anchor);
    ~HoverTip() override;

    /// Shows the text near @p point (in the anchor's coordinates), within its window. Hides an empty one.
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
