// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/factsheet.h"

#include "widgets/common/paint.h"

namespace lockstep {

namespace {

/// A shape beside the colour: the same forms as drawSeverity() as far as fonts have them.
QString markOf(Severity severity, const Palette& palette)
{
    const char16_t shape = severity == Severity::Information ? 0x25CF : severity == Severity::Warning ? 0x25B2 : 0x25C6;
    return QStringLiteral("<span style=\"color:%1\">%2</span> ")
        .arg(toColor(severityColour(palette, severity)).name(), QString(QChar(shape)));
}

} // namespace

FactSheet::FactSheet(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setWordWrap(true);
    setAlignment(Qt::AlignTop | Qt::AlignLeft);
    setContentsMargins(8, 4, 8, 4);
}

void FactSheet::setFacts(const Facts& facts, const Palette& palette)
{
    QString html = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"2\">");
    const QString dim = toColor(palette.dimText).name();
    const QString text = toColor(palette.text).name();
    for (const Fact& fact : facts) {
        html += QStringLiteral("<tr><td style=\"color:%1; padding-right:10px; white-space:nowrap\">%2</td>"
                               "<td style=\"color:%3\">%4%5</td></tr>")
                    .arg(dim, fact.label.toHtmlEscaped(), text,
                         fact.severity ? markOf(*fact.severity, palette) : QString(), fact.value.toHtmlEscaped());
    }
    html += QStringLiteral("</table>");
    m_facts = facts;
    setVisible(!facts.empty());
    if (html != this->text())
        setText(html);
}

QString FactSheet::plainText() const
{
    QString plain;
    for (const Fact& fact : m_facts)
        plain += fact.label + QLatin1Char('\t') + fact.value + QLatin1Char('\n');
    return plain;
}

} // namespace lockstep
