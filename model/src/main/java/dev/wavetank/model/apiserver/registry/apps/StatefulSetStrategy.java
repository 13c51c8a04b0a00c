package dev.wavetank.model.apiserver.registry.apps;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.apps.StatefulSetSpecBuilder;
import dev.wavetank.model.api.apps.StatefulSetStatusBuilder;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.apiserver.registry.pod.PodDefaults;
import dev.wavetank.model.apiserver.registry.strategy.ScaleView;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.IntOrPercent;
import dev.wavetank.model.apiserver.registry.validation.SelectorRules;
import dev.wavetank.model.apiserver.registry.volume.PersistentVolumeClaimStrategy;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Objects;

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

    @Override
    public StatefulSet withDefaults(StatefulSet set) {
        StatefulSet.Spec spec = set.spec();
        if (spec == null) {
            return set;
        }
        List<PersistentVolumeClaim> claims = spec.volumeClaimTemplates().stream()
                .map(PersistentVolumeClaimStrategy::complete)
                .toList();
        StatefulSet.Spec complete = spec.with(builder -> builder.template(PodDefaults.of(spec.template()))
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
        return withoutBound(set).withStatus(NEW);
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
    public void validate(StatefulSet set, FieldErrors errors) {
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
        // Pods of the template are validated only when they are made.
        TemplateRules.metadata(spec.template(), TEMPLATE, errors);
        TemplateRules.always(spec.template(), TEMPLATE, StatefulSet.KIND, errors);
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
        return withoutBound(changed).withStatus(before.status());
    }

    @Override
    public StatefulSet prepareForStatusUpdate(StatefulSet changed, StatefulSet before) {
        return before.withStatus(changed.status());
    }

    @Override
    public void validateUpdate(StatefulSet changed, StatefulSet before, FieldErrors errors) {
        validate(changed, errors);
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
