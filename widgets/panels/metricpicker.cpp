// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/metricpicker.h"

#include "models/items/itemroles.h"
#include "models/store/clustermodel.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStandardItemModel>

namespace lockstep {

namespace {

/// Kinds in order of importance to an operator.
constexpr EntityKind kindOrder[]{EntityKind::Gpu,    EntityKind::Node,   EntityKind::Port, EntityKind::Switch,
                                 EntityKind::Link,   EntityKind::Loop,   EntityKind::Rack, EntityKind::Core,
                                 EntityKind::Disk,   EntityKind::Sensor, EntityKind::Job,  EntityKind::Tenant,
                                 EntityKind::Cluster};

QString headingOf(EntityKind kind)
{
    const QString name = toQString(entityKindName(kind));
    return kind == EntityKind::Gpu ? QStringLiteral("GPU") : name.left(1).toUpper() + name.mid(1);
}

} // namespace

MetricPicker::MetricPicker(ViewContext context, QWidget* parent) : QComboBox(parent), m_context(context)
{
    setAccessibleName(tr("Metric shown"));
    setToolTip(tr("Metric shown in the maps, the hall and the charts. Type to search."));
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setMaxVisibleItems(24);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(24);
    lineEdit()->setPlaceholderText(tr("No metric yet"));
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    completer()->setCaseSensitivity(Qt::CaseInsensitive);

    connect(&context.cluster, &ClusterModel::changed, this, &MetricPicker::clusterChanged);
    connect(&context.selection, &Selection::metricChanged, this, &MetricPicker::showMetric);
    connect(this, &QComboBox::activated, this, [this](int row) {
        choose(row);
        leave();
    });
    connect(lineEdit(), &QLineEdit::returnPressed, this, &MetricPicker::chooseTyped);
    refill();
}

void MetricPicker::clusterChanged(const ChangeSet& changes)
{
    if (changes.metrics)
        refill();
}

void MetricPicker::addGroup(EntityKind kind)
{
    const MetricTable& metrics = m_context.cluster.store().metrics();
    const std::vector<MetricId> ids = metrics.ofKind(kind);
    if (ids.empty())
        return;
    auto* rows = static_cast<QStandardItemModel*>(model());
    auto* heading = new QStandardItem(headingOf(kind));
    heading->setFlags(Qt::NoItemFlags);
    heading->setFont(titleFont());
    rows->appendRow(heading);
    for (const MetricId id : ids) {
        const MetricDescriptor& metric = metrics.descriptor(id);
        const QString title = modelText(metric.title);
        auto* row
            = new QStandardItem(metric.unit == Unit::None ? title : tr("%1 (%2)").arg(title, unitText(metric.unit)));
        row->setData(id.value, MetricIdRole);
        row->setToolTip(toQString(metric.name));
        rows->appendRow(row);
    }
}

void MetricPicker::refill()
{
    const QSignalBlocker quiet(this);
    clear();
    for (const EntityKind kind : kindOrder)
        addGroup(kind);
    showMetric();
}

void MetricPicker::showMetric()
{
    const MetricId metric = m_context.selection.metric();
    setCurrentIndex(metric.isValid() ? findData(metric.value, MetricIdRole) : -1);
    if (currentIndex() < 0)
        clearEditText();
    lineEdit()->setCursorPosition(0); // if the name is too long, show its beginning
    const QString explanation = tr("Metric shown in the maps, the hall and the charts. Type to search.");
    setToolTip(currentText().isEmpty() ? explanation : currentText() + QLatin1Char('\n') + explanation);
}

void MetricPicker::choose(int row)
{
    const QVariant metric = itemData(row, MetricIdRole);
    if (metric.isValid())
        m_context.selection.setMetric(MetricId{metric.toUInt()});
    else
        showMetric();
}

/// Chooses the first metric that begins with the typed text, otherwise the first that contains it.
void MetricPicker::chooseTyped()
{
    const QString typed = currentText().trimmed();
    int match = -1;
    for (int row = 0; row < count() && !typed.isEmpty(); ++row) {
        if (!itemData(row, MetricIdRole).isValid())
            continue;
        if (itemText(row).startsWith(typed, Qt::CaseInsensitive)) {
            match = row;
            break;
        }
        if (match < 0 && itemText(row).contains(typed, Qt::CaseInsensitive))
            match = row;
    }
    if (match >= 0)
        choose(match);
    completer()->popup()->hide();
    leave();
    showMetric();
}

/// Returns focus, so that single keys are commands again.
void MetricPicker::leave()
{
    lineEdit()->clearFocus();
    clearFocus();
}

void MetricPicker::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Escape)
        return QComboBox::keyPressEvent(event);
    showMetric();
    clearFocus();
}

void MetricPicker::focusOutEvent(QFocusEvent* event)
{
    // Restore the current metric if the typed text was not chosen.
    QComboBox::focusOutEvent(event);
    if (!completer()->popup()->isVisible() && !view()->isVisible())
        showMetric();
}

} // namespace lockstep

#include "moc_metricpicker.cpp"
