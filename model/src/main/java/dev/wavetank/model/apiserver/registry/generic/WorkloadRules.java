package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.registry.pod.PodValidation;
import dev.wavetank.model.apiserver.registry.validation.IntOrPercent;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import dev.wavetank.model.apiserver.registry.validation.Part;
import dev.wavetank.model.apiserver.registry.validation.SelectorRules;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Workloads that have no records of their own: what they have in common is a template of pods and a selector. */
final class WorkloadRules {

    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final String SELECTOR = "selector";
    private static final String TEMPLATE = "template";
    private static final String MISMATCH = "`selector` does not match template `labels`";
    private static final String FROZEN = "field is immutable";
    private static final String RESTART_POLICY = "restartPolicy";
    private static final List<String> ALWAYS = List.of("Always");

    private WorkloadRules() {}

    static void replicationController(Part controller) {
        Part spec = controller.child("spec");
        spec.notNegative("minReadySeconds");
        Map<String, Object> selector = JsonFields.map(spec.fields(), SELECTOR);
        if (selector.isEmpty()) {
            spec.required(SELECTOR, "");
        }
        spec.notNegative("replicas");
        if (!spec.has(TEMPLATE)) {
            spec.required(TEMPLATE, "");
            return;
        }
        Part template = spec.child(TEMPLATE);
        Map<String, Object> labels = template.child("metadata").child("labels").fields();
        if (!selector.isEmpty() && !labels.entrySet().containsAll(selector.entrySet())) {
            template.invalid("metadata.labels", shownLabels(template), MISMATCH);
        }
        template(template);
        always(template, "ReplicationController");
    }

    static void statefulSet(Part set) {
        Part spec = set.child("spec");
        if (!List.of("", "OrderedReady", "Parallel").contains(spec.text("podManagementPolicy"))) {
            spec.invalid("podManagementPolicy", "must be 'OrderedReady' or 'Parallel'");
        }
        Part strategy = spec.child("updateStrategy");
        if (strategy.text("type").equals("RollingUpdate")) {
            strategy.child("rollingUpdate").notNegative("partition");
        } else if (!List.of("", "OnDelete").contains(strategy.text("type"))) {
            spec.invalid(
                    "updateStrategy",
                    "apps.StatefulSetUpdateStrategy{Type:" + GoSyntax.of(strategy.text("type"))
                            + ", RollingUpdate:(*apps.RollingUpdateStatefulSetStrategy)(nil)}",
                    "must be 'RollingUpdate' or 'OnDelete'");
        }
        spec.notNegative("replicas");
        if (!spec.has(SELECTOR)) {
            spec.required(SELECTOR, "");
        } else {
            selector(spec, "statefulset");
        }
        Part template = spec.child(TEMPLATE);
        matches(spec, template);
        // Pods of the template are judged only when they are made.
        metadata(template);
        always(template, "StatefulSet");
    }

    static void statefulSetUpdate(Part changed, Part before) {
        Map<String, Object> left = new LinkedHashMap<>(changed.child("spec").fields());
        Map<String, Object> right = new LinkedHashMap<>(before.child("spec").fields());
        for (String free : List.of("replicas", TEMPLATE, "updateStrategy")) {
            left.remove(free);
            right.remove(free);
        }
        if (!left.equals(right)) {
            changed.forbidden(
                    "spec",
                    "updates to statefulset spec for fields other than 'replicas', 'template', and 'updateStrategy'"
                            + " are forbidden");
        }
    }

    static void daemonSet(Part set) {
        Part spec = set.child("spec");
        SelectorRules.check(spec.child(SELECTOR));
        Part template = spec.child(TEMPLATE);
        if (!spec.has(SELECTOR)) {
            template.invalid("metadata.labels", shownLabels(template), MISMATCH);
        } else {
            matches(spec, template);
            if (SelectorRules.isEmpty(spec.child(SELECTOR))) {
                spec.invalid(
                        SELECTOR, SelectorRules.shown(spec.child(SELECTOR)), "empty selector is invalid for daemonset");
            }
        }
        template(template);
        policy(template, ALWAYS);
        if (template.child("spec").has("activeDeadlineSeconds")) {
            template.child("spec").invalidNumber("activeDeadlineSeconds", "must not be set");
        }
        spec.notNegative("minReadySeconds");
        Part strategy = spec.child("updateStrategy");
        if (strategy.text("type").equals("RollingUpdate")) {
            daemonBounds(strategy.child("rollingUpdate"));
        } else if (!List.of("", "OnDelete").contains(strategy.text("type"))) {
            strategy.errors()
                    .unsupported(
                            spec.at("updateStrategy"),
                            "apps.DaemonSetUpdateStrategy{Type:" + GoSyntax.of(strategy.text("type"))
                                    + ", RollingUpdate:(*apps.RollingUpdateDaemonSet)(nil)}",
                            List.of("RollingUpdate", "OnDelete"));
        }
        spec.notNegative("revisionHistoryLimit");
    }

    /** A node may either lack its pod for a while or have two: surges are known since Kubernetes 1.21. */
    private static void daemonBounds(Part bounds) {
        IntOrPercent.check(bounds, "maxUnavailable");
        IntOrPercent.check(bounds, "maxSurge");
        Object unavailable = bounds.fields().get("maxUnavailable");
        Object surge = bounds.fields().get("maxSurge");
        if (isZero(unavailable) && (surge == null || isZero(surge))) {
            bounds.invalid("maxUnavailable", GoSyntax.intOrString(unavailable), "cannot be 0");
        } else if (unavailable != null && !isZero(unavailable) && surge != null && !isZero(surge)) {
            bounds.invalid("maxSurge", GoSyntax.intOrString(surge), "may not be set when maxUnavailable is non-zero");
        }
    }

    private static boolean isZero(Object bound) {
        return bound instanceof Number number && number.longValue() == 0;
    }

    static void selectorUpdate(Part changed, Part before) {
        Part selector = changed.child("spec").child(SELECTOR);
        if (!selector.fields().equals(before.child("spec").child(SELECTOR).fields())) {
            changed.child("spec").invalid(SELECTOR, SelectorRules.shown(selector), FROZEN);
        }
    }

    static void job(Part job) {
        jobSpec(job.child("spec"));
    }

    private static void jobSpec(Part spec) {
        for (String field : List.of(
                "parallelism", "completions", "activeDeadlineSeconds", "backoffLimit", "ttlSecondsAfterFinished")) {
            spec.notNegative(field);
        }
        boolean modern = spec.errors().release().has(Feature.INDEXED_AND_SUSPENDED_JOBS);
        if (modern) {
            JobSpecRules.check(spec);
        }
        Part template = spec.child(TEMPLATE);
        if (spec.has(SELECTOR)) {
            SelectorRules.check(spec.child(SELECTOR));
            if (spec.isTrue("manualSelector")) {
                matches(spec, template);
            }
        } else if (spec.isTrue("manualSelector")) {
            spec.required(SELECTOR, "");
        }
        template(template);
        jobPolicy(spec, template, modern);
    }

    private static void jobPolicy(Part spec, Part template, boolean modern) {
        Part pod = template.child("spec");
        String policy = pod.text(RESTART_POLICY);
        if (modern && (policy.isEmpty() || policy.equals("Always"))) {
            pod.required(RESTART_POLICY, "valid values: \"OnFailure\", \"Never\"");
            return;
        }
        policy(template, List.of("OnFailure", "Never"));
        if (modern && spec.has("podFailurePolicy") && policy.equals("OnFailure")) {
            pod.invalid(RESTART_POLICY, "only \"Never\" is supported when podFailurePolicy is specified");
        }
    }

    static void jobUpdate(Part changed, Part before) {
        Part spec = changed.child("spec");
        Part old = before.child("spec");
        JobSpecRules.completionsUpdate(spec, old);
        selectorUpdate(changed, before);
        if (!spec.child(TEMPLATE).fields().equals(old.child(TEMPLATE).fields())) {
            spec.invalid(TEMPLATE, "core.PodTemplateSpec{}", FROZEN);
        }
        if (spec.errors().release().has(Feature.INDEXED_AND_SUSPENDED_JOBS)) {
            JobSpecRules.update(spec, old);
        }
    }

    private static Map<String, Object> tree(String field, Object value) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(field, value);
        return tree;
    }

    static void cronJob(Part job) {
        Part spec = job.child("spec");
        ScheduleRules.check(spec);
        spec.notNegative("startingDeadlineSeconds");
        spec.oneOfIfSet("concurrencyPolicy", List.of("Allow", "Forbid", "Replace"));
        jobSpec(spec.child("jobTemplate").child("spec"));
        spec.notNegative("successfulJobsHistoryLimit");
        spec.notNegative("failedJobsHistoryLimit");
    }

    private static void selector(Part spec, String kind) {
        Part selector = spec.child(SELECTOR);
        SelectorRules.check(selector);
        if (SelectorRules.isEmpty(selector)) {
            spec.invalid(SELECTOR, SelectorRules.shown(selector), "empty selector is invalid for " + kind);
        }
    }

    private static void matches(Part spec, Part template) {
        Part selector = spec.child(SELECTOR);
        Map<String, Object> labels = template.child("metadata").child("labels").fields();
        if (!SelectorRules.isUsable(selector)) {
            spec.invalid(SELECTOR, SelectorRules.shown(selector), "");
        } else if (spec.has(SELECTOR) && !SelectorRules.isEmpty(selector) && !SelectorRules.matches(selector, labels)) {
            template.invalid("metadata.labels", shownLabels(template), MISMATCH);
        }
    }

    private static String shownLabels(Part template) {
        return GoSyntax.of(JsonFields.textMap(template.child("metadata").fields(), "labels"));
    }

    /** Checks the labels of a template, which the real server names without {@code metadata}. */
    private static void metadata(Part template) {
        MetadataRules.validateLabels(
                JsonFields.textMap(template.child("metadata").fields(), "labels"),
                template.at("labels"),
                template.errors());
    }

    private static void template(Part template) {
        metadata(template);
        Map<String, Object> tree = tree("apiVersion", Pod.API_VERSION);
        tree.put("kind", Pod.KIND);
        tree.put("spec", template.child("spec").fields());
        Pod pod = (Pod) CODEC.decode(tree);
        PodValidation.validate(pod.spec(), template.at("spec"), template.errors());
    }

    private static void always(Part template, String kind) {
        policy(template, ALWAYS);
        if (template.child("spec").has("activeDeadlineSeconds")) {
            template.child("spec")
                    .forbidden("activeDeadlineSeconds", "activeDeadlineSeconds in " + kind + " is not Supported");
        }
    }

    private static void policy(Part template, List<String> policies) {
        String policy = template.child("spec").text(RESTART_POLICY);
        template.errors().oneOf(template.at("spec.restartPolicy"), policy.isEmpty() ? "Always" : policy, policies);
    }
}
