package dev.wavetank.model.apiserver.registry.core;

import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import java.util.List;

/** Namespaces. A namespace that is being deleted stays until {@code spec.finalizers} is empty. */
public final class NamespaceStrategy implements Strategy<Namespace> {

    @Override
    public Class<Namespace> kind() {
        return Namespace.class;
    }

    @Override
    public Namespace withDefaults(Namespace namespace) {
        return namespace;
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
