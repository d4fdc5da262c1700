// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dialogs/recipientsdialog.h"

#include "app/alerting/notifiertrial.h"
#include "widgets/common/controls.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace lockstep {

RecipientsDialog::RecipientsDialog(const AlertRecipients& recipients, QWidget* parent)
    : QDialog(parent),
      m_urls(new QPlainTextEdit(recipients.urls.join(QLatin1Char('\n')))),
      m_caFile(new QLineEdit(recipients.caFile)),
      m_tokenFile(new QLineEdit(recipients.tokenFile)),
      m_problem(makeLabel()),
      m_test(new QPushButton(tr("Send test message")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Send alerts"));
    auto* const words = makeLabel();
    words->setText(
        tr("Lockstep sends a JSON POST to each address when an alert begins, changes or ends. An address that ends in "
           "/api/v2/alerts is treated as an Alertmanager. Only live data is reported, never the demo."));
    words->setWordWrap(true);
    m_urls->setPlaceholderText(QStringLiteral("https://host/hook\nhttp://host:9093/api/v2/alerts"));
    m_urls->setTabChangesFocus(true);
    m_urls->setMinimumWidth(480);
    m_caFile->setPlaceholderText(tr("optional; default: the system's authorities"));
    m_tokenFile->setPlaceholderText(tr("optional; the file must be readable only by you"));
    m_problem->setWordWrap(true);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    buttons->addButton(m_test, QDialogButtonBox::ActionRole);
    m_test->setToolTip(tr("Send a message marked as a test to all addresses"));
    connect(m_test, &QPushButton::clicked, this, &RecipientsDialog::test);
    connect(&m_trialClock, &QTimer::timeout, this, &RecipientsDialog::showTrial);
    connect(buttons, &QDialogButtonBox::accepted, this, &RecipientsDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* const form = new QFormLayout(this);
    form->addRow(words);
    form->addRow(tr("Addresses (one per line)"), m_urls);
    form->addRow(tr("Certificate authorities (PEM)"), m_caFile);
    form->addRow(tr("Token file"), m_tokenFile);
    form->addRow(m_problem);
    form->addRow(buttons);
}

RecipientsDialog::~RecipientsDialog() = default;

void RecipientsDialog::test()
{
    Result<std::vector<NotifierTarget>> targets = notifierTargets(recipients());
    if (!targets.isOk() || targets.value().empty()) {
        m_problem->setText(targets.isOk() ? tr("Enter an address first.")
                                          : QString::fromStdString(targets.error().message));
        return;
    }
    m_trial = std::make_unique<NotifierTrial>(std::move(targets).value());
    m_test->setEnabled(false);
    m_trialClock.start(std::chrono::milliseconds(100));
    showTrial();
}

void RecipientsDialog::showTrial()
{
    QStringList lines;
    for (const NotifierTrial::Outcome& each : m_trial->outcomes()) {
        const QString says = QString::fromStdString(each.says);
        if (each.state == NotifierTrial::Outcome::State::Arrived)
            lines.append(tr("Delivered: %1").arg(says));
        else if (each.state == NotifierTrial::Outcome::State::Failed)
            lines.append(tr("Not delivered: %1").arg(says));
        else
            lines.append(tr("Sending: %1").arg(says));
    }
    m_problem->setText(lines.join(QLatin1Char('\n')));
    if (!m_trial->isSettled()) // a receiver that does not answer times out in the notifier
        return;
    m_trialClock.stop();
    m_trial.reset();
    m_test->setEnabled(true);
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
    const Result<std::vector<NotifierTarget>> targets = notifierTargets(all);
    if (!targets.isOk()) {
        m_problem->setText(QString::fromStdString(targets.error().message));
        return;
    }
    Q_EMIT chosen(all);
    QDialog::accept();
}

} // namespace lockstep

#include "moc_recipientsdialog.cpp"
