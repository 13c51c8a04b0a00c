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

    Map<String, Map<String, Object>> byPlugin() {
        return byPlugin;
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

    /** The name of the priority that an argument makes. */
    String priority(Map<String, Object> argument) {
        if (Tree.has(argument, "serviceAntiAffinity")) {
            String label = Tree.text(Tree.map(argument, "serviceAntiAffinity"), "label");
            append(SERVICE_AFFINITY, "antiAffinityLabelsPreference", List.of(label));
            return SERVICE_AFFINITY;
        }
        if (Tree.has(argument, "labelPreference")) {
            Map<String, Object> preference = Tree.map(argument, "labelPreference");
            boolean presence = Tree.bool(preference, "presence", false);
            append(
                    NODE_LABEL,
                    presence ? "presentLabelsPreference" : "absentLabelsPreference",
                    List.of(Tree.text(preference, "label")));
            return NODE_LABEL;
        }
        arguments(RATIO).putAll(Tree.map(argument, "requestedToCapacityRatioArguments"));
        return RATIO;
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
