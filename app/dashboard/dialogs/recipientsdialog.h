// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/alertnotifiers.h"

#include <QDialog>
#include <QTimer>

#include <memory>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace lockstep {

class NotifierTrial;

/// Edits the addresses that alerts are sent to, and rejects invalid ones. A test message checks delivery before
/// anything is saved. GUI thread, never blocks; deletes itself.
class RecipientsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit RecipientsDialog(const AlertRecipients& recipients, QWidget* parent = nullptr);
    ~RecipientsDialog() override;

    [[nodiscard]] AlertRecipients recipients() const;
    void accept() override;

Q_SIGNALS:
    void chosen(const lockstep::AlertRecipients& recipients);

private:
    void test();
    void showTrial();

    QPlainTextEdit* m_urls;
    QLineEdit* m_caFile;
    QLineEdit* m_tokenFile;
    QLabel* m_problem;
    QPushButton* m_test;
    std::unique_ptr<NotifierTrial> m_trial; ///< null: no test yet
    QTimer m_trialClock;
};

} // namespace lockstep
