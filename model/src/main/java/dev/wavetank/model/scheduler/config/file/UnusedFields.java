package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a configuration that are checked and change nothing here, where they have another value than they would
 * have anyway.
 */
final class UnusedFields {

    /** Fields by path with their values by default; the empty text where any value is another. */
    private static final Map<String, String> FIELDS = new LinkedHashMap<>();

    static {
        FIELDS.put("parallelism", "16");
        FIELDS.put("leaderElection.leaderElect", "true");
        FIELDS.put("leaderElection.leaseDuration", "15s");
        FIELDS.put("leaderElection.renewDeadline", "10s");
        FIELDS.put("leaderElection.retryPeriod", "2s");
        FIELDS.put("leaderElection.resourceLock", "leases");
        FIELDS.put("leaderElection.resourceNamespace", "kube-system");
        FIELDS.put("leaderElection.lockObjectNamespace", "kube-system");
        FIELDS.put("clientConnection.kubeconfig", "");
        FIELDS.put("clientConnection.contentType", "application/vnd.kubernetes.protobuf");
        FIELDS.put("clientConnection.acceptContentTypes", "");
        FIELDS.put("delayCacheUntilActive", "false");
        FIELDS.put("enableProfiling", "true");
        FIELDS.put("enableContentionProfiling", "true");
        FIELDS.put("healthzBindAddress", "");
        FIELDS.put("metricsBindAddress", "");
        FIELDS.put("algorithmSource.provider", "DefaultProvider");
        FIELDS.put("algorithmSource.policy", "");
        FIELDS.put("hardPodAffinitySymmetricWeight", "1");
        FIELDS.put("disablePreemption", "false");
        FIELDS.put("bindTimeoutSeconds", "600");
    }

    private UnusedFields() {}

    /** Their paths, in an order of their own; those of extenders come last. */
    static List<String> of(Draft draft, KubernetesVersion version) {
        Map<String, Object> tree = draft.tree();
        List<String> unused = new ArrayList<>(draft.unknown());
        FIELDS.forEach((path, standard) -> {
            Object value = value(tree, path);
            if (value != null
                    && !value.toString().isEmpty()
                    && !value.toString().equals(standard)) {
                unused.add(path);
            }
        });
        List<Map<String, Object>> profiles = Tree.maps(tree, "profiles");
        for (int i = 0; i < profiles.size(); i++) {
            addPoints(Tree.map(profiles.get(i), "plugins"), draft, "profiles[" + i + "].plugins.", unused);
            addArguments(profiles.get(i), "profiles[" + i + "].", unused);
        }
        addArguments(tree, "", unused);
        unused.addAll(ofExtenders(tree, version));
        return unused;
    }

    private static @Nullable Object value(Map<String, Object> tree, String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? tree.get(path) : Tree.map(tree, path.substring(0, dot)).get(path.substring(dot + 1));
    }

    /** Kubernetes itself makes nothing of them. */
    private static void addPoints(Map<String, Object> plugins, Draft draft, String path, List<String> unused) {
        for (String point : draft.unmergedPoints()) {
            if (Tree.has(plugins, point)) {
                unused.add(path + point);
            }
        }
    }

    /**
     * How full volumes get scores only where a feature is on that is off by default, and a shape counts only for the
     * strategy that has one.
     */
    private static void addArguments(Map<String, Object> profile, String path, List<String> unused) {
        List<Map<String, Object>> configs = Tree.maps(profile, "pluginConfig");
        for (int j = 0; j < configs.size(); j++) {
            Map<String, Object> strategy = Tree.map(Tree.map(configs.get(j), "args"), "scoringStrategy");
            if (Tree.has(strategy, "requestedToCapacityRatio")
                    && !Tree.text(strategy, "type").equals("RequestedToCapacityRatio")) {
                unused.add(path + "pluginConfig[" + j + "].args.scoringStrategy.requestedToCapacityRatio");
            }
            if (Tree.text(configs.get(j), "name").equals("VolumeBinding")
                    && Tree.has(Tree.map(configs.get(j), "args"), "shape")) {
                unused.add(path + "pluginConfig[" + j + "].args.shape");
            }
        }
    }

    /**
     * What extenders of a configuration or of a policy need for encrypted connections, and verbs that a version of
     * Kubernetes never calls.
     */
    static List<String> ofExtenders(Map<String, Object> tree, KubernetesVersion version) {
        List<String> unused = new ArrayList<>();
        List<Map<String, Object>> extenders = Tree.maps(tree, "extenders");
        for (int i = 0; i < extenders.size(); i++) {
            for (String field : List.of("enableHTTPS", "enableHttps", "tlsConfig")) {
                Object value = extenders.get(i).get(field);
                if (value != null && !value.equals(false)) {
                    unused.add("extenders[" + i + "]." + field);
                }
            }
            if (version.has(Feature.PREEMPTION_WITHOUT_EXTENDERS)
                    && !Tree.text(extenders.get(i), "preemptVerb").isEmpty()) {
                unused.add("extenders[" + i + "].preemptVerb");
            }
        }
        return unused;
    }
}
