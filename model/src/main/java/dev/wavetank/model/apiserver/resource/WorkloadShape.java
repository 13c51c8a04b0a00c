package dev.wavetank.model.apiserver.resource;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Workloads before {@code apps/v1}: of its shape, but what they leave out means something else. Absent of release
 * 1.8, from {@code pkg/apis/apps} and {@code pkg/apis/extensions}.
 */
final class WorkloadShape implements Conversion.Shape {

    private static final String METADATA = "metadata";
    private static final String SPEC = "spec";
    private static final String SELECTOR = "selector";
    private static final String LABELS = "labels";
    private static final String STRATEGY = "updateStrategy";
    private static final String HISTORY = "revisionHistoryLimit";
    private static final String DEADLINE = "progressDeadlineSeconds";
    private static final String TYPE = "type";

    /** How the canonical version writes that there is no limit. */
    private static final long UNLIMITED = Integer.MAX_VALUE;

    /** Fields that {@code apps/v1} has not: an order to roll back, and a counter of templates. They are dropped. */
    private static final List<String> FORMER = List.of("rollbackTo", "templateGeneration");

    private final String plural;
    private final String apiVersion;

    /**
     * The shape of a resource.
     *
     * @param plural such as {@code deployments}
     * @param apiVersion such as {@code extensions/v1beta1}
     */
    WorkloadShape(String plural, String apiVersion) {
        this.plural = plural;
        this.apiVersion = apiVersion;
    }

    /** Parts of objects, such as patches, leave out what they do not change: only whole objects are completed. */
    @Override
    public Map<String, Object> inward(Map<String, Object> tree) {
        Map<String, Object> workload = new LinkedHashMap<>(tree);
        if (tree.get(SPEC) == null) {
            return workload;
        }
        Map<String, Object> spec = Conversion.map(tree.get(SPEC));
        FORMER.forEach(spec::remove);
        workload.put(SPEC, spec);
        if (tree.containsKey("kind") && tree.containsKey("apiVersion")) {
            if (!apiVersion.equals("apps/v1beta2")) {
                select(workload, spec);
            }
            switch (plural) {
                case "deployments" -> completeDeployment(spec);
                case "daemonsets" -> completeUpdates(spec, "extensions/v1beta1");
                case "statefulsets" -> completeUpdates(spec, "apps/v1beta1");
                default -> {
                    // Nothing else is special.
                }
            }
        }
        return workload;
    }

    /** The labels of the pods are those of the workload, and what it selects. */
    private static void select(Map<String, Object> workload, Map<String, Object> spec) {
        Map<String, Object> template = Conversion.map(spec.get("template"));
        Map<String, Object> labels =
                Conversion.map(Conversion.map(template.get(METADATA)).get(LABELS));
        if (labels.isEmpty()) {
            return;
        }
        if (spec.get(SELECTOR) == null) {
            Map<String, Object> selector = new LinkedHashMap<>();
            selector.put("matchLabels", new LinkedHashMap<>(labels));
            spec.put(SELECTOR, selector);
        }
        Map<String, Object> metadata = Conversion.map(workload.get(METADATA));
        if (Conversion.map(metadata.get(LABELS)).isEmpty()) {
            metadata.put(LABELS, labels);
            workload.put(METADATA, metadata);
        }
    }

    private void completeDeployment(Map<String, Object> spec) {
        boolean extensions = apiVersion.startsWith("extensions/");
        complete(spec, HISTORY, extensions ? UNLIMITED : apiVersion.equals("apps/v1beta1") ? 2L : 10L);
        complete(spec, DEADLINE, extensions ? UNLIMITED : 600L);
        Map<String, Object> strategy = Conversion.map(spec.get("strategy"));
        if (extensions && !"Recreate".equals(strategy.get(TYPE))) {
            complete(strategy, TYPE, "RollingUpdate");
            Map<String, Object> rolling = Conversion.map(strategy.get("rollingUpdate"));
            complete(rolling, "maxUnavailable", 1L);
            complete(rolling, "maxSurge", 1L);
            strategy.put("rollingUpdate", rolling);
            spec.put("strategy", strategy);
        }
    }

    /** The first version replaced pods only when they were deleted. */
    private void completeUpdates(Map<String, Object> spec, String firstVersion) {
        Map<String, Object> strategy = Conversion.map(spec.get(STRATEGY));
        if (apiVersion.equals(firstVersion) && strategy.get(TYPE) == null) {
            strategy.put(TYPE, "OnDelete");
            spec.put(STRATEGY, strategy);
        }
    }

    private static void complete(Map<String, Object> tree, String field, Object value) {
        if (tree.get(field) == null) {
            tree.put(field, value);
        }
    }

    @Override
    public Map<String, Object> outward(Map<String, Object> tree) {
        boolean limitless = plural.equals("deployments") && apiVersion.startsWith("extensions/");
        if (!limitless || tree.get(SPEC) == null) {
            return tree;
        }
        Map<String, Object> spec = Conversion.map(tree.get(SPEC));
        for (String field : List.of(HISTORY, DEADLINE)) {
            if (spec.get(field) instanceof Number number && number.longValue() == UNLIMITED) {
                spec.remove(field);
            }
        }
        Map<String, Object> workload = new LinkedHashMap<>(tree);
        workload.put(SPEC, spec);
        return workload;
    }
}
