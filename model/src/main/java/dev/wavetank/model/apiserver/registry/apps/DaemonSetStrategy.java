package dev.wavetank.model.apiserver.registry.apps;

import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.DaemonSetSpecBuilder;
import dev.wavetank.model.api.apps.DaemonSetStatusBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.apiserver.registry.pod.DisabledFields;
import dev.wavetank.model.apiserver.registry.pod.PodDefaults;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.IntOrPercent;
import dev.wavetank.model.apiserver.registry.validation.SelectorRules;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** DaemonSets. */
public final class DaemonSetStrategy implements Strategy<DaemonSet> {

    private static final int REVISION_HISTORY = 10;
    private static final String ROLLING_UPDATE = "RollingUpdate";
    private static final String SELECTOR = "spec.selector";
    private static final String TEMPLATE = "spec.template";
    private static final String BOUNDS = "spec.updateStrategy.rollingUpdate";
    private static final DaemonSet.Status NEW = DaemonSetStatusBuilder.builder()
            .currentNumberScheduled(0)
            .numberMisscheduled(0)
            .desiredNumberScheduled(0)
            .numberReady(0)
            .build();
    private static final DaemonSet.Spec NONE = DaemonSetSpecBuilder.builder().build();

    private final DisabledFields disabled;

    /** The strategy of a version. */
    public DaemonSetStrategy(KubernetesVersion version) {
        this.disabled = DisabledFields.of(version);
    }

    @Override
    public Class<DaemonSet> kind() {
        return DaemonSet.class;
    }

    @Override
    public DaemonSet withDefaults(DaemonSet set) {
        DaemonSet.Spec spec = set.spec();
        if (spec == null) {
            return set;
        }
        DaemonSet.Spec complete = spec.with(builder -> builder.template(PodDefaults.of(spec.template()))
                .revisionHistoryLimit(Objects.requireNonNullElse(spec.revisionHistoryLimit(), REVISION_HISTORY))
                .updateStrategy(strategy(spec.updateStrategy())));
        return complete.equals(spec) ? set : set.withSpec(complete);
    }

    private static DaemonSet.UpdateStrategy strategy(DaemonSet.UpdateStrategy given) {
        String type = given == null || given.type() == null || given.type().isEmpty() ? ROLLING_UPDATE : given.type();
        DaemonSet.RollingUpdate bounds = given == null ? null : given.rollingUpdate();
        if (bounds == null && type.equals(ROLLING_UPDATE)) {
            bounds = new DaemonSet.RollingUpdate(null, null);
        }
        if (bounds != null && bounds.maxUnavailable() == null) {
            bounds = new DaemonSet.RollingUpdate(1L, bounds.maxSurge());
        }
        return new DaemonSet.UpdateStrategy(type, bounds);
    }

    /** Without the fields of its pods whose feature the version has not switched on. */
    private DaemonSet withoutDisabled(DaemonSet set) {
        DaemonSet.Spec spec = set.spec();
        if (spec == null) {
            return set;
        }
        PodTemplateSpec template = disabled.drop(spec.template());
        return template == spec.template() ? set : set.withSpec(spec.withTemplate(template));
    }

    @Override
    public DaemonSet prepareForCreate(DaemonSet set) {
        return withoutDisabled(set).withStatus(NEW);
    }

    @Override
    public Set<String> disabledFields(DaemonSet set) {
        return disabled.in(spec(set).template());
    }

    @Override
    public void validate(DaemonSet set, FieldErrors errors) {
        DaemonSet.Spec spec = spec(set);
        SelectorRules.check(spec.selector(), SELECTOR, errors);
        if (spec.selector() == null) {
            TemplateRules.mismatch(spec.template(), "spec", errors);
        } else {
            TemplateRules.matches(spec.selector(), spec.template(), "spec", errors);
            if (spec.selector().isEmpty()) {
                errors.invalid(SELECTOR, GoSyntax.of(spec.selector()), "empty selector is invalid for daemonset");
            }
        }
        TemplateRules.template(spec.template(), TEMPLATE, errors);
        TemplateRules.policy(spec.template(), TEMPLATE, TemplateRules.ALWAYS, errors);
        Long deadline = TemplateRules.deadline(spec.template());
        if (deadline != null) {
            errors.invalid(TEMPLATE + ".spec.activeDeadlineSeconds", deadline.toString(), "must not be set");
        }
        errors.notNegative("spec.minReadySeconds", spec.minReadySeconds());
        strategy(spec.updateStrategy(), errors);
        errors.notNegative("spec.revisionHistoryLimit", spec.revisionHistoryLimit());
    }

    private static void strategy(DaemonSet.UpdateStrategy strategy, FieldErrors errors) {
        String type = strategy == null || strategy.type() == null ? "" : strategy.type();
        if (type.equals(ROLLING_UPDATE)) {
            if (strategy.rollingUpdate() != null) {
                bounds(strategy.rollingUpdate(), errors);
            }
        } else if (!List.of("", "OnDelete").contains(type)) {
            errors.unsupported(
                    "spec.updateStrategy",
                    "apps.DaemonSetUpdateStrategy{Type:" + GoSyntax.of(type)
                            + ", RollingUpdate:(*apps.RollingUpdateDaemonSet)(nil)}",
                    List.of(ROLLING_UPDATE, "OnDelete"));
        }
    }

    /** A node may either lack its pod for a while or have two: surges are known since Kubernetes 1.21. */
    private static void bounds(DaemonSet.RollingUpdate bounds, FieldErrors errors) {
        Object unavailable = bounds.maxUnavailable();
        Object surge = bounds.maxSurge();
        IntOrPercent.check(unavailable, BOUNDS + ".maxUnavailable", errors);
        IntOrPercent.check(surge, BOUNDS + ".maxSurge", errors);
        if (isZero(unavailable) && (surge == null || isZero(surge))) {
            errors.invalid(BOUNDS + ".maxUnavailable", GoSyntax.intOrString(unavailable), "cannot be 0");
        } else if (unavailable != null && !isZero(unavailable) && surge != null && !isZero(surge)) {
            errors.invalid(
                    BOUNDS + ".maxSurge",
                    GoSyntax.intOrString(surge),
                    "may not be set when maxUnavailable is non-zero");
        }
    }

    private static boolean isZero(Object bound) {
        return bound instanceof Number number && number.longValue() == 0;
    }

    private static DaemonSet.Spec spec(DaemonSet set) {
        return Objects.requireNonNullElse(set.spec(), NONE);
    }

    @Override
    public DaemonSet prepareForUpdate(DaemonSet changed, DaemonSet before) {
        return withoutDisabled(changed).withStatus(before.status());
    }

    @Override
    public DaemonSet prepareForStatusUpdate(DaemonSet changed, DaemonSet before) {
        return before.withStatus(changed.status());
    }

    @Override
    public void validateUpdate(DaemonSet changed, DaemonSet before, FieldErrors errors) {
        validate(changed, errors);
        TemplateRules.sameSelector(spec(changed).selector(), spec(before).selector(), errors);
    }

    @Override
    public boolean hasGeneration() {
        return true;
    }

    @Override
    public boolean desiresOther(DaemonSet changed, DaemonSet before) {
        return !Objects.equals(changed.spec(), before.spec());
    }
}
