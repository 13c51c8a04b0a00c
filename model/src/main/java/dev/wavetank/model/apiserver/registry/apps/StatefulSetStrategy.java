package dev.wavetank.model.apiserver.registry.apps;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.apps.StatefulSetSpecBuilder;
import dev.wavetank.model.api.apps.StatefulSetStatusBuilder;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.apiserver.registry.pod.DisabledFields;
import dev.wavetank.model.apiserver.registry.pod.PodDefaults;
import dev.wavetank.model.apiserver.registry.pod.PodValidation;
import dev.wavetank.model.apiserver.registry.strategy.ScaleView;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.IntOrPercent;
import dev.wavetank.model.apiserver.registry.validation.SelectorRules;
import dev.wavetank.model.apiserver.registry.volume.PersistentVolumeClaimStrategy;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** StatefulSets. */
public final class StatefulSetStrategy implements Strategy<StatefulSet> {

    private static final int REVISION_HISTORY = 10;
    private static final String ORDERED = "OrderedReady";
    private static final String ROLLING_UPDATE = "RollingUpdate";
    private static final String SELECTOR = "spec.selector";
    private static final String TEMPLATE = "spec.template";
    private static final StatefulSet.Status NEW =
            StatefulSetStatusBuilder.builder().replicas(0).build();
    private static final StatefulSet.Spec NONE =
            StatefulSetSpecBuilder.builder().build();

    private final KubernetesVersion version;

    /** The strategy of a version. */
    public StatefulSetStrategy(KubernetesVersion version) {
        this.version = version;
    }

    @Override
    public Class<StatefulSet> kind() {
        return StatefulSet.class;
    }

    /** A template without a spec has an empty one, as in Go. */
    private static PodTemplateSpec withPodSpec(PodTemplateSpec template) {
        return template == null || template.spec() != null
                ? template
                : template.withSpec(PodSpecBuilder.builder().build());
    }

    @Override
    public StatefulSet withDefaults(StatefulSet set) {
        StatefulSet.Spec spec = set.spec();
        if (spec == null) {
            return set;
        }
        List<PersistentVolumeClaim> claims = spec.volumeClaimTemplates().stream()
                .map(PersistentVolumeClaimStrategy::complete)
                .toList();
        StatefulSet.Spec complete = spec.with(builder -> builder.template(PodDefaults.of(withPodSpec(spec.template())))
                .volumeClaimTemplates(claims)
                .replicas(Objects.requireNonNullElse(spec.replicas(), 1))
                .revisionHistoryLimit(Objects.requireNonNullElse(spec.revisionHistoryLimit(), REVISION_HISTORY))
                .podManagementPolicy(isSet(spec.podManagementPolicy()) ? spec.podManagementPolicy() : ORDERED)
                .minReadySeconds(Defaults.nullIfZero(Defaults.zeroIfNull(spec.minReadySeconds())))
                .updateStrategy(strategy(spec.updateStrategy())));
        return complete.equals(spec) ? set : set.withSpec(complete);
    }

    /**
     * The type, and a partition where nothing is said and where bounds are given ({@code SetDefaults_StatefulSet} of
     * pkg/apis/apps/v1/defaults.go).
     */
    private static StatefulSet.UpdateStrategy strategy(StatefulSet.UpdateStrategy given) {
        if (given == null || !isSet(given.type()) && given.rollingUpdate() == null) {
            return new StatefulSet.UpdateStrategy(ROLLING_UPDATE, new StatefulSet.RollingUpdate(0, null));
        }
        StatefulSet.RollingUpdate bounds = given.rollingUpdate();
        String type = isSet(given.type()) ? given.type() : ROLLING_UPDATE;
        boolean isComplete = bounds == null || bounds.partition() != null || !type.equals(ROLLING_UPDATE);
        return new StatefulSet.UpdateStrategy(
                type, isComplete ? bounds : new StatefulSet.RollingUpdate(0, bounds.maxUnavailable()));
    }

    private static boolean isSet(String text) {
        return text != null && !text.isEmpty();
    }

    @Override
    public StatefulSet prepareForCreate(StatefulSet set) {
        return withoutDisabled(set).withStatus(NEW);
    }

    /** Without the fields whose feature the version has not switched on. */
    private StatefulSet withoutDisabled(StatefulSet set) {
        StatefulSet kept = withoutBound(set);
        PodTemplateSpec template = spec(kept).template();
        PodTemplateSpec left = DisabledFields.of(version).drop(template);
        return left == template ? kept : kept.withSpec(spec(kept).withTemplate(left));
    }

    /** Versions that do not know a bound on missing pods drop it. */
    private StatefulSet withoutBound(StatefulSet set) {
        StatefulSet.UpdateStrategy strategy = spec(set).updateStrategy();
        if (version.has(Feature.MAX_UNAVAILABLE_STATEFUL_SET)
                || strategy == null
                || strategy.rollingUpdate() == null
                || strategy.rollingUpdate().maxUnavailable() == null) {
            return set;
        }
        StatefulSet.RollingUpdate without =
                new StatefulSet.RollingUpdate(strategy.rollingUpdate().partition(), null);
        return set.withSpec(set.spec().withUpdateStrategy(new StatefulSet.UpdateStrategy(strategy.type(), without)));
    }

    @Override
    public Set<String> disabledFields(StatefulSet set) {
        return DisabledFields.of(version).in(spec(set).template());
    }

    @Override
    public void validate(StatefulSet set, FieldErrors errors) {
        validateOwn(set, errors);
        validatePods(set, errors);
    }

    /** {@code ValidateStatefulSetStatus} of pkg/apis/apps/validation/validation.go. */
    @Override
    public void validateStatusUpdate(StatefulSet changed, StatefulSet before, FieldErrors errors) {
        StatefulSet.Status status = changed.status();
        if (status == null) {
            return;
        }
        errors.notNegative("status.replicas", status.replicas());
        errors.notNegative("status.readyReplicas", status.readyReplicas());
        errors.notNegative("status.currentReplicas", status.currentReplicas());
        errors.notNegative("status.updatedReplicas", status.updatedReplicas());
        errors.notNegative("status.availableReplicas", status.availableReplicas());
        atMost("replicas", status.replicas(), "readyReplicas", status.readyReplicas(), errors);
        atMost("replicas", status.replicas(), "currentReplicas", status.currentReplicas(), errors);
        atMost("replicas", status.replicas(), "updatedReplicas", status.updatedReplicas(), errors);
        atMost("replicas", status.replicas(), "availableReplicas", status.availableReplicas(), errors);
        atMost("readyReplicas", status.readyReplicas(), "availableReplicas", status.availableReplicas(), errors);
    }

    private static void atMost(String bound, Integer most, String field, Integer value, FieldErrors errors) {
        int number = Defaults.zeroIfNull(value);
        if (number > Defaults.zeroIfNull(most)) {
            errors.invalid("status." + field, String.valueOf(number), "cannot be greater than status." + bound);
        }
    }

    private void validateOwn(StatefulSet set, FieldErrors errors) {
        StatefulSet.Spec spec = spec(set);
        String management = spec.podManagementPolicy();
        if (isSet(management) && !List.of(ORDERED, "Parallel").contains(management)) {
            errors.invalid("spec.podManagementPolicy", GoSyntax.of(management), "must be 'OrderedReady' or 'Parallel'");
        }
        strategy(spec.updateStrategy(), errors);
        errors.notNegative("spec.replicas", spec.replicas());
        if (spec.selector() == null) {
            errors.required(SELECTOR, "");
        } else {
            SelectorRules.check(spec.selector(), SELECTOR, errors);
            if (spec.selector().isEmpty()) {
                errors.invalid(SELECTOR, GoSyntax.of(spec.selector()), "empty selector is invalid for statefulset");
            }
        }
        TemplateRules.matches(spec.selector(), spec.template(), "spec", errors);
        TemplateRules.metadata(spec.template(), TEMPLATE, errors);
        TemplateRules.always(spec.template(), TEMPLATE, StatefulSet.KIND, errors);
    }

    /** Versions that do not look at the spec of the pods leave it to the creation of the pods. */
    private void validatePods(StatefulSet set, FieldErrors errors) {
        PodTemplateSpec template = spec(set).template();
        if (version.has(Feature.STATEFUL_SET_POD_SPECS_VALIDATED) && template != null && template.spec() != null) {
            PodValidation.validate(withClaims(template.spec(), spec(set)), TEMPLATE + ".spec", errors);
        }
    }

    /** With a volume for each claim, which the controller gives to the pods. */
    private static PodSpec withClaims(PodSpec pod, StatefulSet.Spec spec) {
        List<Map<String, Object>> volumes = new ArrayList<>(pod.volumes());
        for (PersistentVolumeClaim claim : spec.volumeClaimTemplates()) {
            String name = claim.metadata().name();
            if (volumes.stream().noneMatch(volume -> Objects.equals(volume.get("name"), name))) {
                Map<String, Object> volume = new LinkedHashMap<>();
                volume.put("name", name);
                volume.put("persistentVolumeClaim", Collections.singletonMap("claimName", name));
                volumes.add(volume);
            }
        }
        return pod.withVolumes(volumes);
    }

    private static void strategy(StatefulSet.UpdateStrategy strategy, FieldErrors errors) {
        String type = strategy == null || strategy.type() == null ? "" : strategy.type();
        if (type.equals(ROLLING_UPDATE)) {
            if (strategy.rollingUpdate() != null) {
                errors.notNegative(
                        "spec.updateStrategy.rollingUpdate.partition",
                        strategy.rollingUpdate().partition());
                bound(strategy.rollingUpdate().maxUnavailable(), errors);
            }
        } else if (!List.of("", "OnDelete").contains(type)) {
            errors.invalid(
                    "spec.updateStrategy",
                    "apps.StatefulSetUpdateStrategy{Type:" + GoSyntax.of(type)
                            + ", RollingUpdate:(*apps.RollingUpdateStatefulSetStrategy)(nil)}",
                    "must be 'RollingUpdate' or 'OnDelete'");
        }
    }

    private static void bound(Object maxUnavailable, FieldErrors errors) {
        String path = "spec.updateStrategy.rollingUpdate.maxUnavailable";
        IntOrPercent.check(maxUnavailable, path, errors);
        if (maxUnavailable instanceof Number number && number.longValue() == 0) {
            errors.invalid(path, GoSyntax.intOrString(maxUnavailable), "cannot be 0");
        }
    }

    private static StatefulSet.Spec spec(StatefulSet set) {
        return Objects.requireNonNullElse(set.spec(), NONE);
    }

    @Override
    public StatefulSet prepareForUpdate(StatefulSet changed, StatefulSet before) {
        return withoutDisabled(changed).withStatus(before.status());
    }

    @Override
    public StatefulSet prepareForStatusUpdate(StatefulSet changed, StatefulSet before) {
        return before.withStatus(changed.status());
    }

    @Override
    public void validateUpdate(StatefulSet changed, StatefulSet before, FieldErrors errors) {
        validateOwn(changed, errors);
        FieldErrors known = new FieldErrors(version);
        validatePods(before, known);
        // What was there when the rule came can be changed, and deleted.
        if (known.isEmpty()) {
            validatePods(changed, errors);
        }
        StatefulSet.Spec spec = spec(changed);
        StatefulSet.Spec unchanged = spec(before)
                .with(builder -> builder.replicas(spec.replicas())
                        .template(spec.template())
                        .minReadySeconds(spec.minReadySeconds())
                        .updateStrategy(spec.updateStrategy()));
        if (!spec.equals(unchanged)) {
            errors.forbidden(
                    "spec",
                    "updates to statefulset spec for fields other than 'replicas', 'template', and 'updateStrategy'"
                            + " are forbidden");
        }
    }

    @Override
    public boolean hasGeneration() {
        return true;
    }

    @Override
    public boolean desiresOther(StatefulSet changed, StatefulSet before) {
        return !Objects.equals(changed.spec(), before.spec());
    }

    @Override
    public ScaleView scale(StatefulSet set) {
        Integer present = set.status() == null ? null : set.status().replicas();
        return ScaleView.of(set.spec().replicas(), present, set.spec().selector());
    }

    @Override
    public StatefulSet scaled(StatefulSet set, int replicas) {
        return set.withSpec(set.spec().withReplicas(replicas));
    }
}
