package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.scheduler.config.ConfigurationException;
import dev.wavetank.model.scheduler.config.EnabledPlugin;
import dev.wavetank.model.scheduler.config.ExtenderConfig;
import dev.wavetank.model.scheduler.config.PluginSets;
import dev.wavetank.model.scheduler.config.PluginTable;
import dev.wavetank.model.scheduler.config.PolicyPlugins;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads an old policy file: predicates and priorities in the place of plug-ins ({@code
 * Configurator.createFromConfig}).
 */
final class PolicyReader {

    private static final String KIND = "Policy";
    private static final List<String> API_VERSIONS = List.of("v1", ConfigApi.GROUP + "/v1");
    private static final String INVALID = "invalid policy: ";
    private static final String LABEL_PRESENCE = "CheckNodeLabelPresence";
    private static final String SERVICE_AFFINITY = "CheckServiceAffinity";
    /** What predicates with an argument stand for. */
    private static final List<String> CUSTOM = List.of(LABEL_PRESENCE, SERVICE_AFFINITY);

    private final Map<String, Object> policy;
    private final KubernetesVersion version;
    private final PluginTable table = PluginTable.get();
    private final PolicyArguments arguments;
    private final PolicyTexts texts;
    private final PluginSets plugins;
    private final List<ExtenderConfig> extenders;
    private final List<String> unused;

    private PolicyReader(Map<String, Object> policy, List<String> unknown, KubernetesVersion version) {
        this.policy = policy;
        this.unused = new ArrayList<>(unknown);
        this.version = version;
        this.texts = new PolicyTexts(version);
        this.extenders = ExtenderReader.read(policy);
        this.arguments = new PolicyArguments(version.has(Feature.POLICY_PRIORITIES_MERGED));
        PolicyCheck check = new PolicyCheck(policy, extenders, version);
        check.check();
        Collection<String> predicates = predicates();
        List<EnabledPlugin> priorities = priorities();
        check.oldWeight();
        this.plugins = new PolicyPlugins(table, version)
                .of(predicates, priorities, arguments.kinds().keySet());
        arguments.affinityWeight(Tree.number(policy, "hardPodAffinitySymmetricWeight", 0));
    }

    /**
     * Reads a file.
     *
     * @throws ConfigurationException when kube-scheduler would not start
     */
    static PolicyReader read(String text, KubernetesVersion version) {
        ConfigDocument file;
        List<String> unknown = List.of();
        try {
            file = ConfigDocument.read(text);
            Schema schema =
                    Schema.load().with(Draft.notation("policy-types.txt")).in(version);
            if (version.has(Feature.STRICT_SCHEDULER_POLICY)) {
                file.check(schema, type(file), version);
            } else {
                unknown = file.checkKnown(schema, type(file));
            }
        } catch (ConfigurationException mistake) {
            String start =
                    version.has(Feature.POLICY_ERRORS_NAME_POLICY) ? INVALID : PolicyCheck.prefix(version) + INVALID;
            throw new ConfigurationException(
                    "", start + internal(mistake.program()), start + internal(String.valueOf(mistake.getMessage())));
        }
        return new PolicyReader(Tree.without(file.tree(), unknown), unknown, version);
    }

    private static String internal(String text) {
        return text.replace("v1.InternalPolicy.", "config.Policy.");
    }

    private static String type(ConfigDocument file) {
        String apiVersion = file.header("apiVersion");
        String kind = file.header("kind");
        if (apiVersion.isEmpty() && (kind.isEmpty() || kind.equals(KIND))) {
            return "v1.InternalPolicy";
        }
        if (!kind.equals(KIND) || !API_VERSIONS.contains(apiVersion)) {
            throw new ConfigurationException("", ConfigApi.unknown(kind, apiVersion));
        }
        return "v1.Policy";
    }

    private Collection<String> predicates() {
        if (!Tree.has(policy, "predicates")) {
            return table.defaultPredicates(version);
        }
        Set<String> keys = new LinkedHashSet<>();
        List<Map<String, Object>> written = Tree.maps(policy, "predicates");
        for (int i = 0; i < written.size(); i++) {
            predicate(written.get(i), "predicates[" + i + "]").ifPresent(keys::add);
        }
        return keys;
    }

    /** What a predicate is called in the table; empty when the version never tries it. */
    private Optional<String> predicate(Map<String, Object> predicate, String field) {
        String name = Tree.text(predicate, "name");
        Map<String, Object> argument = Tree.map(predicate, "argument");
        texts.oneArgument(predicate, List.of("serviceAffinity", "labelsPresence"), field);
        String key = name.equals("PodFitsPorts") ? "PodFitsHostPorts" : name;
        boolean isOrdered = table.predicates(version).contains(key);
        boolean isKnown = isOrdered && (!CUSTOM.contains(key) || version.has(Feature.POLICY_BARE_CUSTOM_PREDICATES));
        if (isKnown && (argument.isEmpty() || version.has(Feature.POLICY_NAMES_QUOTED))) {
            return Optional.of(key);
        }
        if (argument.isEmpty()) {
            throw texts.notFound("predicate", name, field);
        }
        texts.customName(name, field);
        if (!isOrdered && version.has(Feature.POLICY_CUSTOM_PREDICATES_SKIPPED)) {
            unused.add(field + " (no predicate named " + name + " is ever tried)");
            return Optional.empty();
        }
        if (Tree.has(argument, "serviceAffinity")) {
            arguments.affinityLabels(Tree.texts(Tree.map(argument, "serviceAffinity"), "labels"));
            return Optional.of(SERVICE_AFFINITY);
        }
        Map<String, Object> presence = Tree.map(argument, "labelsPresence");
        arguments.labels(Tree.texts(presence, "labels"), Tree.bool(presence, "presence", false));
        return Optional.of(LABEL_PRESENCE);
    }

    private List<EnabledPlugin> priorities() {
        if (!Tree.has(policy, "priorities")) {
            return table.defaultPriorities(version);
        }
        Map<String, Long> weights = new LinkedHashMap<>();
        List<Map<String, Object>> written = Tree.maps(policy, "priorities");
        for (int i = 0; i < written.size(); i++) {
            Map<String, Object> priority = written.get(i);
            if (!Tree.text(priority, "name").equals("EqualPriority")) {
                weights.put(priority(priority, "priorities[" + i + "]"), Tree.number(priority, "weight", 0));
            }
        }
        List<EnabledPlugin> priorities = new ArrayList<>();
        weights.forEach((name, weight) ->
                priorities.add(new EnabledPlugin(name, (int) (weight * arguments.preferencesOf(name)))));
        return priorities;
    }

    private String priority(Map<String, Object> priority, String field) {
        String name = Tree.text(priority, "name");
        Map<String, Object> argument = Tree.map(priority, "argument");
        texts.oneArgument(
                priority,
                version.has(Feature.RATIO_IN_POLICIES)
                        ? List.of("serviceAntiAffinity", "labelPreference", "requestedToCapacityRatioArguments")
                        : List.of("serviceAntiAffinity", "labelPreference"),
                field);
        String key = name.equals("ServiceSpreadingPriority") ? "SelectorSpreadPriority" : name;
        boolean isKnown = table.priorities(version).contains(key);
        if (isKnown && (argument.isEmpty() || version.has(Feature.POLICY_NAMES_QUOTED))) {
            return key;
        }
        if (argument.isEmpty()
                && name.equals("RequestedToCapacityRatioPriority")
                && version.has(Feature.RATIO_IN_POLICIES)
                && !version.has(Feature.POLICY_PRIORITIES_MERGED)) {
            arguments.defaultRatio(name);
            return name;
        }
        if (argument.isEmpty()) {
            throw texts.notFound("priority", key, field);
        }
        texts.customName(name, field);
        if (Tree.has(argument, "requestedToCapacityRatioArguments")) {
            texts.ratio(Tree.map(argument, "requestedToCapacityRatioArguments"), field);
        }
        return arguments.priority(name, argument);
    }

    PluginSets plugins() {
        return plugins;
    }

    Map<String, Map<String, Object>> arguments() {
        return new TreeMap<>(arguments.byPlugin());
    }

    /** The plug-ins that stand under names of their own. */
    Map<String, String> kinds() {
        return arguments.kinds();
    }

    List<ExtenderConfig> extenders() {
        return extenders;
    }

    List<String> unusedFields() {
        List<String> all = new ArrayList<>(unused);
        all.addAll(UnusedFields.ofExtenders(policy, version));
        return all;
    }

    boolean checksAllFilters() {
        return Tree.bool(policy, "alwaysCheckAllPredicates", false);
    }
}
