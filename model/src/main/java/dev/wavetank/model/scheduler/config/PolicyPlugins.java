package dev.wavetank.model.scheduler.config;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The plug-ins that predicates and priorities stand for ({@code createFromConfig}, {@code LegacyRegistry}): plug-ins
 * in the order of the predicates, then in that of the priorities' names. One that several names stand for is there
 * once, with the weight of the first.
 */
public final class PolicyPlugins {

    /** Predicates that hold whatever a policy says ({@code MandatoryPredicates}). */
    private static final List<String> MANDATORY =
            List.of("PodToleratesNodeTaints", "CheckNodeUnschedulable", "CheckNodeCondition");

    private final PluginTable table;
    private final KubernetesVersion version;
    private final Map<ExtensionPoint, List<EnabledPlugin>> points = new EnumMap<>(ExtensionPoint.class);

    /** Begins with what every scheduler has. */
    public PolicyPlugins(PluginTable table, KubernetesVersion version) {
        this.table = table;
        this.version = version;
        add(ExtensionPoint.QUEUE_SORT, "PrioritySort", 0);
        if (version.has(Feature.SCHEDULING_PRIORITY_QUEUE)) {
            add(ExtensionPoint.POST_FILTER, "DefaultPreemption", 0);
        }
        add(ExtensionPoint.BIND, "DefaultBinder", 0);
    }

    /** The plug-ins of a version whose scheduler has predicates and priorities only. */
    PluginSets byDefault() {
        return of(table.defaultPredicates(version), table.defaultPriorities(version));
    }

    /**
     * The plug-ins of a policy with priorities that have names of their own.
     *
     * @param predicates names that the table has
     * @param priorities likewise, with their weights, unless they are custom
     * @param custom names of priorities that stand for themselves
     */
    public PluginSets of(Collection<String> predicates, List<EnabledPlugin> priorities, Set<String> custom) {
        List<EnabledPlugin> known =
                priorities.stream().filter(one -> !custom.contains(one.name())).toList();
        PluginSets sets = of(predicates, known);
        Map<ExtensionPoint, PluginSet> all = new EnumMap<>(ExtensionPoint.class);
        all.putAll(sets.points());
        List<EnabledPlugin> scores =
                new ArrayList<>(sets.at(ExtensionPoint.SCORE).enabled());
        priorities.stream().filter(one -> custom.contains(one.name())).forEach(scores::add);
        all.put(ExtensionPoint.SCORE, new PluginSet(scores, List.of()));
        return new PluginSets(all, sets.multiPoint());
    }

    /**
     * The plug-ins of a policy.
     *
     * @param predicates names that the table has
     * @param priorities likewise, with their weights
     */
    public PluginSets of(Collection<String> predicates, List<EnabledPlugin> priorities) {
        for (String predicate : table.predicates(version)) {
            if (predicates.contains(predicate) || isMandatory(predicate)) {
                add(table.predicate(predicate, version), 0);
            }
        }
        for (String priority : table.priorities(version)) {
            for (EnabledPlugin wanted : priorities) {
                if (wanted.name().equals(priority)) {
                    add(table.priority(priority, version), wanted.weight());
                }
            }
        }
        Map<ExtensionPoint, PluginSet> sets = new EnumMap<>(ExtensionPoint.class);
        points.forEach((point, plugins) -> sets.put(point, new PluginSet(plugins, List.of())));
        return new PluginSets(sets, PluginSet.NONE);
    }

    /** Conditions of nodes are taints as soon as nodes have a predicate about being unschedulable. */
    private boolean isMandatory(String predicate) {
        boolean taints = table.predicates(version).contains("CheckNodeUnschedulable");
        return MANDATORY.contains(predicate) && (taints || predicate.equals("CheckNodeCondition"));
    }

    private void add(Map<ExtensionPoint, List<String>> plugins, int weight) {
        plugins.forEach((point, names) ->
                names.forEach(name -> add(point, name, point == ExtensionPoint.SCORE ? weight : 0)));
    }

    private void add(ExtensionPoint point, String name, int weight) {
        List<EnabledPlugin> known = points.computeIfAbsent(point, missing -> new ArrayList<>());
        if (known.stream().noneMatch(plugin -> plugin.name().equals(name))) {
            known.add(new EnabledPlugin(name, weight));
        }
    }
}
