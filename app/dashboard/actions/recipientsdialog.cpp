// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/recipientsdialog.h"

#include "widgets/common/controls.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace lockstep {

RecipientsDialog::RecipientsDialog(const AlertRecipients& recipients, QWidget* parent)
    : QDialog(parent),
      m_urls(new QPlainTextEdit(recipients.urls.join(QLatin1Char('\n')))),
      m_caFile(new QLineEdit(recipients.caFile)),
      m_tokenFile(new QLineEdit(recipients.tokenFile)),
      m_problem(makeLabel())
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Whom alerts are told to"));
    auto* const words = makeLabel();
    words->setText(
        tr("When an alert begins, changes or ends, each of these is told by a POST of JSON. An address that "
           "ends in /api/v2/alerts is an Alertmanager's. Only what is watched live is told, never the demo."));
    words->setWordWrap(true);
    m_urls->setPlaceholderText(QStringLiteral("https://host/hook\nhttp://host:9093/api/v2/alerts"));
    m_urls->setTabChangesFocus(true);
    m_urls->setMinimumWidth(480);
    m_caFile->setPlaceholderText(tr("the system's roots"));
    m_tokenFile->setPlaceholderText(tr("none; a file that only its owner may read"));
    m_problem->setWordWrap(true);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &RecipientsDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* const form = new QFormLayout(this);
    form->addRow(words);
    form->addRow(tr("Addresses, one a line"), m_urls);
    form->addRow(tr("Trusted roots (PEM)"), m_caFile);
    form->addRow(tr("File with a token"), m_tokenFile);
    form->addRow(m_problem);
    form->addRow(buttons);
}

AlertRecipients RecipientsDialog::recipients() const
{
    AlertRecipients recipients{{}, m_caFile->text().trimmed(), m_tokenFile->text().trimmed()};
    for (const QString& line : m_urls->toPlainText().split(QLatin1Char('\n'))) {
        if (!line.trimmed().isEmpty())
            recipients.urls.append(line.trimmed());
    }
    return recipients;
}

void RecipientsDialog::accept()
{
    const AlertRecipients all = recipients();
    const Result<std::vector<OutletTarget>> targets = outletTargets(all);
    if (!targets.isOk()) {
        m_problem->setText(QString::fromStdString(targets.error().message));
        return;
    }
    Q_EMIT chosen(all);
    QDialog::accept();
}

} // namespace lockstep
