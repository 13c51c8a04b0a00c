package dev.wavetank.model.apiserver.registry.apps;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.DeploymentSpecBuilder;
import dev.wavetank.model.api.apps.DeploymentStatusBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.apiserver.registry.pod.DisabledFields;
import dev.wavetank.model.apiserver.registry.pod.PodDefaults;
import dev.wavetank.model.apiserver.registry.strategy.ScaleView;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Set;

/** Deployments. */
public final class DeploymentStrategy implements Strategy<Deployment> {

    private static final String RECREATE = "Recreate";
    private static final String ROLLING_UPDATE = "RollingUpdate";
    private static final String QUARTER = "25%";
    private static final String ROLLING_UPDATE_PATH = "spec.strategy.rollingUpdate";

    private static final int REVISION_HISTORY = 10;
    private static final int PROGRESS_DEADLINE_SECONDS = 600;
    private static final Deployment.Status NEW =
            DeploymentStatusBuilder.builder().build();

    private final DisabledFields disabled;

    /** The strategy of a version. */
    public DeploymentStrategy(KubernetesVersion version) {
        this.disabled = DisabledFields.of(version);
    }

    @Override
    public Class<Deployment> kind() {
        return Deployment.class;
    }

    @Override
    public Deployment withDefaults(Deployment deployment) {
        Deployment.Spec spec = deployment.spec();
        PodTemplateSpec template = PodDefaults.of(spec.template());
        Deployment.Strategy strategy = strategy(spec.strategy());
        if (template == spec.template()
                && strategy == spec.strategy()
                && spec.replicas() != null
                && spec.revisionHistoryLimit() != null
                && spec.progressDeadlineSeconds() != null) {
            return deployment;
        }
        DeploymentSpecBuilder builder = spec.with().template(template).strategy(strategy);
        if (spec.replicas() == null) {
            builder.replicas(1);
        }
        if (spec.revisionHistoryLimit() == null) {
            builder.revisionHistoryLimit(REVISION_HISTORY);
        }
        if (spec.progressDeadlineSeconds() == null) {
            builder.progressDeadlineSeconds(PROGRESS_DEADLINE_SECONDS);
        }
        return deployment.withSpec(builder.build());
    }

    private static Deployment.Strategy strategy(Deployment.Strategy given) {
        String type = given == null || given.type() == null ? ROLLING_UPDATE : given.type();
        if (!type.equals(ROLLING_UPDATE)) {
            return given;
        }
        Deployment.RollingUpdate rolling = given == null ? null : given.rollingUpdate();
        Object unavailable = rolling == null ? null : rolling.maxUnavailable();
        Object surge = rolling == null ? null : rolling.maxSurge();
        if (given != null && given.type() != null && unavailable != null && surge != null) {
            return given;
        }
        return new Deployment.Strategy(
                type,
                new Deployment.RollingUpdate(
                        unavailable == null ? QUARTER : unavailable, surge == null ? QUARTER : surge));
    }

    /** Without the fields of its pods whose feature the version has not switched on. */
    private Deployment withoutDisabled(Deployment deployment) {
        Deployment.Spec spec = deployment.spec();
        if (spec == null) {
            return deployment;
        }
        PodTemplateSpec template = disabled.drop(spec.template());
        return template == spec.template() ? deployment : deployment.withSpec(spec.withTemplate(template));
    }

    @Override
    public Deployment prepareForCreate(Deployment deployment) {
        return withoutDisabled(deployment).withStatus(NEW);
    }

    @Override
    public Set<String> disabledFields(Deployment deployment) {
        return disabled.in(deployment.spec() == null ? null : deployment.spec().template());
    }

    @Override
    public void validate(Deployment deployment, FieldErrors errors) {
        Deployment.Spec spec = deployment.spec();
        errors.notNegative("spec.replicas", spec.replicas());
        WorkloadValidation.template(spec.selector(), spec.template(), "deployment", errors);
        strategy(spec.strategy(), errors);
        errors.notNegative("spec.minReadySeconds", spec.minReadySeconds());
        errors.notNegative("spec.revisionHistoryLimit", spec.revisionHistoryLimit());
        int minReady = spec.minReadySeconds() == null ? 0 : spec.minReadySeconds();
        Integer deadline = spec.progressDeadlineSeconds();
        if (deadline != null && deadline <= minReady) {
            errors.invalid("spec.progressDeadlineSeconds", deadline.toString(), "must be greater than minReadySeconds");
        }
    }

    private static void strategy(Deployment.Strategy strategy, FieldErrors errors) {
        Deployment.RollingUpdate rolling = strategy.rollingUpdate();
        if (strategy.type().equals(RECREATE)) {
            if (rolling != null) {
                errors.forbidden(ROLLING_UPDATE_PATH, "may not be specified when strategy `type` is 'Recreate'");
            }
        } else if (!strategy.type().equals(ROLLING_UPDATE)) {
            errors.unsupported(
                    "spec.strategy",
                    "apps.DeploymentStrategy{Type:" + GoSyntax.of(strategy.type())
                            + ", RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}",
                    List.of(RECREATE, ROLLING_UPDATE));
        } else {
            bound(rolling.maxUnavailable(), ROLLING_UPDATE_PATH + ".maxUnavailable", true, errors);
            bound(rolling.maxSurge(), ROLLING_UPDATE_PATH + ".maxSurge", false, errors);
            if (isZero(rolling.maxUnavailable()) && isZero(rolling.maxSurge())) {
                errors.invalid(
                        ROLLING_UPDATE_PATH + ".maxUnavailable",
                        GoSyntax.intOrString(rolling.maxUnavailable()),
                        "may not be 0 when `maxSurge` is 0");
            }
        }
    }

    private static void bound(Object value, String path, boolean atMostAll, FieldErrors errors) {
        if (value instanceof Number number) {
            errors.notNegative(path, number.intValue());
        } else if (!isPercentage(value.toString())) {
            errors.invalid(
                    path,
                    GoSyntax.intOrString(value),
                    "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or"
                            + " '93%', regex used for validation is '[0-9]+%')");
        } else if (atMostAll && percent(value.toString()) > 100) {
            errors.invalid(path, GoSyntax.intOrString(value), "must not be greater than 100%");
        }
    }

    private static boolean isPercentage(String text) {
        return text.length() > 1
                && text.length() < 10
                && text.endsWith("%")
                && text.chars().limit(text.length() - 1L).allMatch(c -> c >= '0' && c <= '9');
    }

    private static int percent(String text) {
        return Integer.parseInt(text.substring(0, text.length() - 1));
    }

    private static boolean isZero(Object value) {
        return value instanceof Number number
                ? number.intValue() == 0
                : isPercentage(value.toString()) && percent(value.toString()) == 0;
    }

    @Override
    public Deployment prepareForUpdate(Deployment changed, Deployment before) {
        return withoutDisabled(changed).withStatus(before.status());
    }

    /** Annotations come along: so the controller writes the revision without a new generation. */
    @Override
    public Deployment prepareForStatusUpdate(Deployment changed, Deployment before) {
        return before.with(builder -> builder.status(changed.status())
                .metadata(before.metadata().withAnnotations(changed.metadata().annotations())));
    }

    @Override
    public void validateUpdate(Deployment changed, Deployment before, FieldErrors errors) {
        validate(changed, errors);
        WorkloadValidation.immutable(changed.spec().selector(), before.spec().selector(), errors);
    }

    @Override
    public boolean hasGeneration() {
        return true;
    }

    /** Annotations count as well: {@code kubectl rollout} works through them. */
    @Override
    public boolean desiresOther(Deployment changed, Deployment before) {
        return !changed.spec().equals(before.spec())
                || !changed.metadata().annotations().equals(before.metadata().annotations());
    }

    @Override
    public ScaleView scale(Deployment deployment) {
        Integer present =
                deployment.status() == null ? null : deployment.status().replicas();
        return ScaleView.of(
                deployment.spec().replicas(), present, deployment.spec().selector());
    }

    @Override
    public Deployment scaled(Deployment deployment, int replicas) {
        return deployment.withSpec(deployment.spec().withReplicas(replicas));
    }
}
