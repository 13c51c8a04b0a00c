package dev.wavetank.model.apiserver.registry.core;

import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Namespaces. A namespace that is being deleted stays until {@code spec.finalizers} is empty. */
public final class NamespaceStrategy implements Strategy<Namespace> {

    private static final String NAME_LABEL = "kubernetes.io/metadata.name";

    private final KubernetesVersion version;

    /** The strategy of a version. */
    public NamespaceStrategy(KubernetesVersion version) {
        this.version = version;
    }

    @Override
    public Class<Namespace> kind() {
        return Namespace.class;
    }

    @Override
    public Namespace withDefaults(Namespace namespace) {
        return version.has(Feature.NAMESPACE_DEFAULT_LABEL_NAME) ? labelled(namespace) : namespace;
    }

    /** A namespace with the label that names it, so that selectors can mean it. */
    private static Namespace labelled(Namespace namespace) {
        String name = namespace.metadata().name();
        Map<String, String> labels = namespace.metadata().labels();
        if (name == null || name.equals(labels.get(NAME_LABEL))) {
            return namespace;
        }
        Map<String, String> more = new LinkedHashMap<>(labels);
        more.put(NAME_LABEL, name);
        return namespace.withMetadata(namespace.metadata().withLabels(more));
    }

    @Override
    public Namespace prepareForCreate(Namespace namespace) {
        return namespace.with(builder -> builder.spec(new Namespace.Spec(List.of("kubernetes")))
                .status(new Namespace.Status("Active", null, null)));
    }

    @Override
    public void validate(Namespace namespace, FieldErrors errors) {
        // Names are checked for all objects alike.
    }

    @Override
    public Namespace prepareForUpdate(Namespace changed, Namespace before) {
        return changed.with(builder -> builder.spec(before.spec()).status(before.status()));
    }

    @Override
    public Namespace prepareForStatusUpdate(Namespace changed, Namespace before) {
        return before.withStatus(changed.status());
    }

    @Override
    public void validateUpdate(Namespace changed, Namespace before, FieldErrors errors) {
        // Labels and annotations may change.
    }

    @Override
    public List<String> selectableFields() {
        return List.of("status.phase");
    }

    @Override
    public String selectable(Namespace namespace, String field) {
        return namespace.status() == null ? "" : namespace.status().phase();
    }

    @Override
    public Namespace prepareForDelete(Namespace namespace) {
        Namespace.Status before = namespace.status();
        return namespace.withStatus(
                before == null
                        ? new Namespace.Status("Terminating", null, null)
                        : new Namespace.Status("Terminating", before.conditions(), before.other()));
    }

    @Override
    public boolean reportsGracePeriod() {
        return false;
    }

    @Override
    public boolean isKept(Namespace namespace) {
        return namespace.spec() != null && !namespace.spec().finalizers().isEmpty();
    }
}
