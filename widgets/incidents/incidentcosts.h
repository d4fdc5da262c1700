// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/costinputs.h"
#include "models/view/viewcontext.h"

#include <QWidget>

#include <optional>
#include <vector>

class QFormLayout;
class QLabel;
class QToolButton;

namespace lockstep {

class BoundLine;
class CostStackView;

/// Cost of the incident by layer, above fields for measured quantities and rates. GUI thread; owned by the editor.
class IncidentCosts : public QWidget
{
    Q_OBJECT

public:
    explicit IncidentCosts(ViewContext context, QWidget* parent = nullptr);

    void refresh();
    void commit();

private:
    struct Field
    {
        BoundLine* line;
        QLabel* note; ///< source of a measured value
        std::optional<double> CostInputs::*member;
        double factor; ///< stored value = displayed value x factor
    };

    void addField(QFormLayout& form, const QString& label, const QString& unit,
                  std::optional<double> CostInputs::*member, double factor = 1);
    void keepRate(std::optional<double> CostInputs::*member, std::optional<double> rate);
    void take(const Field& field, const QString& text);

    ViewContext m_context;
    CostStackView* m_stack;
    BoundLine* m_currency;
    QToolButton* m_proposal; ///< offers a rate; visible while none is set
    std::vector<Field> m_fields;
};

} // namespace lockstep
