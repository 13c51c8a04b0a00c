package dev.wavetank.model.scheduler.config.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The arguments of plug-ins that follow from the arguments of predicates and priorities ({@code
 * ConfigProducerArgs}).
 */
final class PolicyArguments {

    private static final String NODE_LABEL = "NodeLabel";
    private static final String SERVICE_AFFINITY = "ServiceAffinity";
    private static final String RATIO = "RequestedToCapacityRatio";

    private final Map<String, Map<String, Object>> byPlugin = new TreeMap<>();
    private final Map<String, String> kinds = new TreeMap<>();
    private final boolean merges;

    /**
     * None yet.
     *
     * @param merges whether priorities of one kind are one plug-in; else each is one of its own
     */
    PolicyArguments(boolean merges) {
        this.merges = merges;
    }

    Map<String, Map<String, Object>> byPlugin() {
        return byPlugin;
    }

    /** The plug-ins that stand under names of their own. */
    Map<String, String> kinds() {
        return kinds;
    }

    /** Labels that nodes must have, or must not have. */
    void labels(List<String> labels, boolean presence) {
        append(NODE_LABEL, presence ? "presentLabels" : "absentLabels", labels);
    }

    /** Labels in which the nodes of a service's pods must agree. */
    void affinityLabels(List<String> labels) {
        append(SERVICE_AFFINITY, "affinityLabels", labels);
    }

    /** The weight of required pod affinity of other pods; 0 for its default. */
    void affinityWeight(long weight) {
        if (weight != 0) {
            arguments("InterPodAffinity").put("hardPodAffinityWeight", weight);
        }
    }

    /** The name of the priority that an argument makes of one with this name. */
    String priority(String name, Map<String, Object> argument) {
        String kind = kind(argument);
        if (merges) {
            add(kind, argument);
            return kind;
        }
        // A second one of the name replaces the first.
        byPlugin.remove(name);
        kinds.put(name, kind);
        add(name, argument);
        return name;
    }

    private static String kind(Map<String, Object> argument) {
        if (Tree.has(argument, "serviceAntiAffinity")) {
            return SERVICE_AFFINITY;
        }
        return Tree.has(argument, "labelPreference") ? NODE_LABEL : RATIO;
    }

    private void add(String plugin, Map<String, Object> argument) {
        if (Tree.has(argument, "serviceAntiAffinity")) {
            String label = Tree.text(Tree.map(argument, "serviceAntiAffinity"), "label");
            append(plugin, "antiAffinityLabelsPreference", List.of(label));
        } else if (Tree.has(argument, "labelPreference")) {
            Map<String, Object> preference = Tree.map(argument, "labelPreference");
            append(
                    plugin,
                    Tree.bool(preference, "presence", false) ? "presentLabelsPreference" : "absentLabelsPreference",
                    List.of(Tree.text(preference, "label")));
        } else {
            arguments(plugin).putAll(Tree.map(argument, "requestedToCapacityRatioArguments"));
        }
    }

    /** The ratio of a priority that says nothing of its shape: an empty node has the best score. */
    void defaultRatio(String name) {
        kinds.put(name, RATIO);
        Map<String, Object> empty = new LinkedHashMap<>();
        empty.put("utilization", 0L);
        empty.put("score", 10L);
        Map<String, Object> full = new LinkedHashMap<>();
        full.put("utilization", 100L);
        full.put("score", 0L);
        arguments(name).put("shape", List.of(empty, full));
    }

    /** How many preferences the plug-in of that priority adds up; each has the priority's weight. */
    int preferencesOf(String priority) {
        Map<String, Object> arguments = byPlugin.getOrDefault(priority, new LinkedHashMap<>());
        int preferences = 0;
        for (String field :
                List.of("presentLabelsPreference", "absentLabelsPreference", "antiAffinityLabelsPreference")) {
            preferences += Tree.texts(arguments, field).size();
        }
        return Math.max(1, preferences);
    }

    private void append(String plugin, String field, List<String> labels) {
        List<Object> all = new ArrayList<>(Tree.texts(arguments(plugin), field));
        all.addAll(labels);
        arguments(plugin).put(field, all);
    }

    private Map<String, Object> arguments(String plugin) {
        return byPlugin.computeIfAbsent(plugin, missing -> new LinkedHashMap<>());
    }
}
