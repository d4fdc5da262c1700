// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/alertoutlets.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace lockstep {

/// Asks whom alerts are to be told to, and takes nothing that cannot be. GUI thread; deletes itself.
class RecipientsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit RecipientsDialog(const AlertRecipients& recipients, QWidget* parent = nullptr);

    [[nodiscard]] AlertRecipients recipients() const;
    void accept() override;

Q_SIGNALS:
    void chosen(const lockstep::AlertRecipients& recipients);

private:
    QPlainTextEdit* m_urls;
    QLineEdit* m_caFile;
    QLineEdit* m_tokenFile;
    QLabel* m_problem;
};

} // namespace lockstep
