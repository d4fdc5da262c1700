// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/diagnosticsdialog.h"

#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"

#include <QLabel>
#include <QTimer>
#include <QVBoxLayout>

#include <chrono>
#include <utility>

namespace lockstep {

DiagnosticsDialog::DiagnosticsDialog(std::function<QStringList()> read, QWidget* parent)
    : QDialog(parent), m_read(std::move(read)), m_lines(makeLabel())
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Diagnostics"));
    m_lines->setFont(figureFont());
    m_lines->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_lines->setAccessibleName(tr("Diagnostics"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_lines);
    auto* clock = new QTimer(this);
    connect(clock, &QTimer::timeout, this, &DiagnosticsDialog::refresh);
    clock->start(std::chrono::seconds(1));
    refresh();
}

void DiagnosticsDialog::refresh()
{
    m_lines->setText(m_read().join(QLatin1Char('\n')));
}

} // namespace lockstep

#include "moc_diagnosticsdialog.cpp"
