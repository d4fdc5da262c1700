// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "tests/support/waiting.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QThread>

#include <cmath>
#include <string>

namespace lockstep {

/// A small tree of kernel files in a temporary folder.
class FixtureTree
{
public:
    [[nodiscard]] std::string root() const { return m_folder.path().toStdString(); }

    void write(const std::string& path, const std::string& text) const
    {
        const QString full = QString::fromStdString(root() + "/" + path);
        QDir().mkpath(full.left(full.lastIndexOf(QLatin1Char('/'))));
        QFile file(full);
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write %s", qPrintable(full));
        file.write(text.data(), static_cast<qint64>(text.size()));
    }

    void remove(const std::string& path) const
    {
        const QString full = QString::fromStdString(root() + "/" + path);
        QFile::remove(full);
        QDir(full).removeRecursively();
    }

private:
    QTemporaryDir m_folder;
};

/// Drives one collector like a NodeSampler, with a simulated clock, and looks up values by name.
class CollectorHarness
{
public:
    explicit CollectorHarness(Collector& collector, bool withPeaks = true)
        : m_collector(collector), m_withPeaks(withPeaks)
    { }

    InventoryItem detect()
    {
        const InventoryItem item = m_collector.detect();
        LayoutBuilder builder("node1", m_withPeaks);
        m_collector.declare(builder);
        m_layout = std::make_shared<const NodeLayout>(builder.finish(1));
        return item;
    }

    void look(int milliseconds) { m_collector.sampleFast(at(milliseconds)); }

    const NodeTick& sample(int milliseconds)
    {
        m_tick = NodeTick();
        m_tick.time = at(milliseconds);
        m_tick.layout = m_layout;
        TickWriter writer(m_tick, m_names);
        m_collector.sample(at(milliseconds), writer);
        return m_tick;
    }

    /// Samples at that time repeatedly until a tick satisfies the condition.
    /// @return the last tick
    template <class IsRight>
    NodeTick sampleUntil(int milliseconds, IsRight isRight)
    {
        const QDeadlineTimer deadline(test::hangTimeout);
        NodeTick tick = sample(milliseconds);
        for (; !isRight(tick) && !deadline.hasExpired(); tick = sample(milliseconds))
            QThread::msleep(5);
        return tick;
    }

    [[nodiscard]] const NodeLayout& layout() const { return *m_layout; }
    [[nodiscard]] std::vector<std::string> names() { return *m_names.snapshot(); }

    /// Whether the collector declared the metric for the entity. The empty name is the node; nested parts have paths
    /// ("gpu1/nvlink4").
    [[nodiscard]] bool has(const std::string& metric, const std::string& entity = {}) const
    {
        return find(metric, entity) >= 0;
    }

    /// Value in the last sample; NaN if there is no data or no such column.
    [[nodiscard]] double value(const std::string& metric, const std::string& entity = {}) const
    {
        const std::ptrdiff_t index = find(metric, entity);
        return index < 0 ? std::nan("") : static_cast<double>(m_tick.values[static_cast<std::size_t>(index)]);
    }

private:
    static TimePoint at(int milliseconds)
    {
        return TimePoint(std::chrono::hours(1000) + std::chrono::milliseconds(milliseconds));
    }

    [[nodiscard]] std::ptrdiff_t find(const std::string& metric, const std::string& entity) const
    {
        std::ptrdiff_t index = 0;
        for (const ColumnDescriptor& column : m_layout->columns) {
            for (const std::uint32_t row : column.entities) {
                const EntityDescriptor& known = m_layout->entities[row];
                const std::string name = row == 0 ? std::string() : known.name;
                const bool isBelow = known.parent != 0 && known.parent < row;
                const std::string path = isBelow ? m_layout->entities[known.parent].name + "/" + name : name;
                if (m_layout->metrics[column.metric].name == metric && (name == entity || path == entity))
                    return index;
                ++index;
            }
        }
        return -1;
    }

    Collector& m_collector;
    bool m_withPeaks;
    NameList m_names;
    std::shared_ptr<const NodeLayout> m_layout;
    NodeTick m_tick;
};

/// Within float precision.
inline bool isNear(double value, double expected)
{
    return std::abs(value - expected) <= 1e-5 * std::max(1.0, std::abs(expected));
}

} // namespace lockstep

/// Compares numbers that went through a float, and prints both when they differ.
#define COMPARE_NEAR(value, expected)                                                                                  \
    do {                                                                                                               \
        const double actualNumber = (value);                                                                           \
        const double expectedNumber = (expected);                                                                      \
        QVERIFY2(lockstep::isNear(actualNumber, expectedNumber),                                                       \
                 qPrintable(QStringLiteral("%1 where %2 was expected").arg(actualNumber).arg(expectedNumber)));        \
    } while (false)
