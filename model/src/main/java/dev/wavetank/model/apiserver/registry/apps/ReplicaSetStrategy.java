package dev.wavetank.model.apiserver.registry.apps;

import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.ReplicaSetStatusBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.apiserver.registry.pod.DisabledFields;
import dev.wavetank.model.apiserver.registry.pod.PodDefaults;
import dev.wavetank.model.apiserver.registry.strategy.ScaleView;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Set;

/** ReplicaSets. */
public final class ReplicaSetStrategy implements Strategy<ReplicaSet> {

    private static final ReplicaSet.Status NEW =
            ReplicaSetStatusBuilder.builder().replicas(0).build();

    private final DisabledFields disabled;

    /** The strategy of a version. */
    public ReplicaSetStrategy(KubernetesVersion version) {
        this.disabled = DisabledFields.of(version);
    }

    @Override
    public Class<ReplicaSet> kind() {
        return ReplicaSet.class;
    }

    @Override
    public ReplicaSet withDefaults(ReplicaSet set) {
        ReplicaSet.Spec spec = set.spec();
        PodTemplateSpec template = PodDefaults.of(spec.template());
        if (spec.replicas() != null && template == spec.template()) {
            return set;
        }
        return set.withSpec(spec.with(builder ->
                builder.replicas(spec.replicas() == null ? 1 : spec.replicas()).template(template)));
    }

    /** Without the fields of its pods whose feature the version has not switched on. */
    private ReplicaSet withoutDisabled(ReplicaSet set) {
        ReplicaSet.Spec spec = set.spec();
        if (spec == null) {
            return set;
        }
        PodTemplateSpec template = disabled.drop(spec.template());
        return template == spec.template() ? set : set.withSpec(spec.withTemplate(template));
    }

    @Override
    public ReplicaSet prepareForCreate(ReplicaSet set) {
        return withoutDisabled(set).withStatus(NEW);
    }

    @Override
    public Set<String> disabledFields(ReplicaSet set) {
        return disabled.in(set.spec() == null ? null : set.spec().template());
    }

    @Override
    public void validate(ReplicaSet set, FieldErrors errors) {
        errors.notNegative("spec.replicas", set.spec().replicas());
        errors.notNegative("spec.minReadySeconds", set.spec().minReadySeconds());
        WorkloadValidation.template(set.spec().selector(), set.spec().template(), "replicaset", errors);
    }

    @Override
    public ReplicaSet prepareForUpdate(ReplicaSet changed, ReplicaSet before) {
        return withoutDisabled(changed).withStatus(before.status());
    }

    @Override
    public ReplicaSet prepareForStatusUpdate(ReplicaSet changed, ReplicaSet before) {
        return before.withStatus(changed.status());
    }

    @Override
    public void validateUpdate(ReplicaSet changed, ReplicaSet before, FieldErrors errors) {
        validate(changed, errors);
        WorkloadValidation.immutable(changed.spec().selector(), before.spec().selector(), errors);
    }

    @Override
    public boolean hasGeneration() {
        return true;
    }

    @Override
    public boolean desiresOther(ReplicaSet changed, ReplicaSet before) {
        return !changed.spec().equals(before.spec());
    }

    @Override
    public List<String> selectableFields() {
        return List.of("status.replicas");
    }

    @Override
    public String selectable(ReplicaSet set, String field) {
        return set.status() == null ? "0" : String.valueOf(set.status().replicas());
    }

    @Override
    public ScaleView scale(ReplicaSet set) {
        Integer present = set.status() == null ? null : set.status().replicas();
        return ScaleView.of(set.spec().replicas(), present, set.spec().selector());
    }

    @Override
    public ReplicaSet scaled(ReplicaSet set, int replicas) {
        return set.withSpec(set.spec().withReplicas(replicas));
    }
}
