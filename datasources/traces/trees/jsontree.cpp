// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/trees/jsontree.h"

namespace lockstep {

namespace {

/// Recursion is bounded: the parser refuses documents nested deeper than 1,024.
DataTree::Index convert(simdjson::dom::element element, DataTree& tree)
{
    using Type = simdjson::dom::element_type;
    switch (element.type()) {
    case Type::ARRAY: {
        std::vector<DataTree::Index> list;
        const simdjson::dom::array array = element.get_array().value_unsafe();
        for (const auto child : array)
            list.push_back(convert(child, tree));
        return tree.addContainer(false, list);
    }
    case Type::OBJECT: {
        std::vector<DataTree::Index> members;
        const simdjson::dom::object object = element.get_object().value_unsafe();
        for (const auto& [key, value] : object) {
            members.push_back(tree.add(key));
            members.push_back(convert(value, tree));
        }
        return tree.addContainer(true, members);
    }
    case Type::INT64:
        return tree.add(element.get_int64().value_unsafe());
    case Type::UINT64:
    case Type::DOUBLE:
        return tree.add(element.get_double().value_unsafe());
    case Type::STRING:
        return tree.add(element.get_string().value_unsafe());
    case Type::BOOL:
        return tree.add(element.get_bool().value_unsafe());
    default:
        return 0;
    }
}

} // namespace

DataTree jsonTree(simdjson::dom::element document, TraceMeter& meter)
{
    DataTree tree(meter);
    tree.setRoot(convert(document, tree));
    return tree;
}

} // namespace lockstep
