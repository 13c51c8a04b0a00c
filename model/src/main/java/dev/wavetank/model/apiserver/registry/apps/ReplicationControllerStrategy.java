package dev.wavetank.model.apiserver.registry.apps;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.api.core.ReplicationController;
import dev.wavetank.model.api.core.ReplicationControllerSpecBuilder;
import dev.wavetank.model.api.core.ReplicationControllerStatusBuilder;
import dev.wavetank.model.apiserver.registry.pod.DisabledFields;
import dev.wavetank.model.apiserver.registry.pod.PodDefaults;
import dev.wavetank.model.apiserver.registry.strategy.ScaleView;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** ReplicationControllers. */
public final class ReplicationControllerStrategy implements Strategy<ReplicationController> {

    private static final ReplicationController.Status NEW =
            ReplicationControllerStatusBuilder.builder().replicas(0).build();
    private static final ReplicationController.Spec NONE =
            ReplicationControllerSpecBuilder.builder().build();
    private static final String TEMPLATE = "spec.template";

    private final DisabledFields disabled;

    /** The strategy of a version. */
    public ReplicationControllerStrategy(KubernetesVersion version) {
        this.disabled = DisabledFields.of(version);
    }

    @Override
    public Class<ReplicationController> kind() {
        return ReplicationController.class;
    }

    /** A controller without selector or labels takes the labels of its template. */
    @Override
    public ReplicationController withDefaults(ReplicationController controller) {
        ReplicationController.Spec spec = controller.spec();
        if (spec == null) {
            return controller;
        }
        PodTemplateSpec template = PodDefaults.of(spec.template());
        Map<String, String> labels = TemplateRules.labels(template);
        Map<String, String> selector = spec.selector().isEmpty() ? labels : spec.selector();
        ObjectMeta metadata = controller.metadata();
        boolean isLabeled = !metadata.labels().isEmpty() || labels.isEmpty();
        if (isLabeled && template == spec.template() && selector == spec.selector() && spec.replicas() != null) {
            return controller;
        }
        return controller.with(builder -> builder.metadata(isLabeled ? metadata : metadata.withLabels(labels))
                .spec(spec.with(changed -> changed.template(template)
                        .selector(selector)
                        .replicas(spec.replicas() == null ? 1 : spec.replicas()))));
    }

    /** Without the fields of its pods whose feature the version has not switched on. */
    private ReplicationController withoutDisabled(ReplicationController controller) {
        ReplicationController.Spec spec = controller.spec();
        if (spec == null) {
            return controller;
        }
        PodTemplateSpec template = disabled.drop(spec.template());
        return template == spec.template() ? controller : controller.withSpec(spec.withTemplate(template));
    }

    @Override
    public ReplicationController prepareForCreate(ReplicationController controller) {
        return withoutDisabled(controller).withStatus(NEW);
    }

    @Override
    public Set<String> disabledFields(ReplicationController controller) {
        return disabled.in(spec(controller).template());
    }

    @Override
    public void validate(ReplicationController controller, FieldErrors errors) {
        ReplicationController.Spec spec = spec(controller);
        errors.notNegative("spec.minReadySeconds", spec.minReadySeconds());
        Map<String, String> selector = spec.selector();
        if (selector.isEmpty()) {
            errors.required("spec.selector", "");
        }
        errors.notNegative("spec.replicas", spec.replicas());
        PodTemplateSpec template = spec.template();
        if (template == null) {
            errors.required(TEMPLATE, "");
            return;
        }
        if (!TemplateRules.labels(template).entrySet().containsAll(selector.entrySet())) {
            TemplateRules.mismatch(template, "spec", errors);
        }
        TemplateRules.template(template, TEMPLATE, errors);
        TemplateRules.always(template, TEMPLATE, ReplicationController.KIND, errors);
    }

    private static ReplicationController.Spec spec(ReplicationController controller) {
        return Objects.requireNonNullElse(controller.spec(), NONE);
    }

    @Override
    public ReplicationController prepareForUpdate(ReplicationController changed, ReplicationController before) {
        return withoutDisabled(changed).withStatus(before.status());
    }

    @Override
    public ReplicationController prepareForStatusUpdate(ReplicationController changed, ReplicationController before) {
        return before.withStatus(changed.status());
    }

    @Override
    public boolean hasGeneration() {
        return true;
    }

    @Override
    public boolean desiresOther(ReplicationController changed, ReplicationController before) {
        return !Objects.equals(changed.spec(), before.spec());
    }

    @Override
    public List<String> selectableFields() {
        return List.of("status.replicas");
    }

    @Override
    public String selectable(ReplicationController controller, String field) {
        Integer replicas = present(controller);
        return replicas == null ? "0" : replicas.toString();
    }

    private static Integer present(ReplicationController controller) {
        return controller.status() == null ? null : controller.status().replicas();
    }

    @Override
    public ScaleView scale(ReplicationController controller) {
        ReplicationController.Spec spec = controller.spec();
        return ScaleView.of(spec.replicas(), present(controller), new LabelSelector(spec.selector(), null));
    }

    @Override
    public ReplicationController scaled(ReplicationController controller, int replicas) {
        return controller.withSpec(controller.spec().withReplicas(replicas));
    }
}
