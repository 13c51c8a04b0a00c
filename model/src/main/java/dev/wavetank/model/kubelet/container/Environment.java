package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.volume.ApiObjects;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables of a container that come from Secrets and ConfigMaps ({@code
 * makeEnvironmentVariables}, pkg/kubelet/kubelet_pods.go). Values are not kept: only whether they can be found.
 */
final class Environment {

    private final ApiObjects objects;

    Environment(ApiObjects objects) {
        this.objects = objects;
    }

    /** Something that a variable refers to. */
    private record Reference(boolean secret, String name, String key) {}

    /** Why a value is missing; empty when all are there. */
    Completion<Optional<String>> missing(Pod pod, Container container) {
        List<Reference> references = new ArrayList<>(0);
        each(container.other().get("envFrom"), source -> {
            add(references, source.get("configMapRef"), false);
            add(references, source.get("secretRef"), true);
        });
        each(container.other().get("env"), variable -> {
            if (variable.get("valueFrom") instanceof Map<?, ?> from) {
                add(references, from.get("configMapKeyRef"), false);
                add(references, from.get("secretKeyRef"), true);
            }
        });
        return missing(pod.key().namespace(), references, 0);
    }

    private static void each(@Nullable Object list, Consumer<Map<?, ?>> action) {
        if (list instanceof List<?> all) {
            all.forEach(one -> action.accept((Map<?, ?>) one));
        }
    }

    private static void add(List<Reference> references, @Nullable Object reference, boolean secret) {
        if (reference instanceof Map<?, ?> map && !Boolean.TRUE.equals(map.get("optional"))) {
            String key = map.get("key") == null ? "" : String.valueOf(map.get("key"));
            references.add(new Reference(secret, String.valueOf(map.get("name")), key));
        }
    }

    private Completion<Optional<String>> missing(String namespace, List<Reference> references, int index) {
        if (index == references.size()) {
            return Completion.of(Optional.empty());
        }
        Reference reference = references.get(index);
        Completion<ApiObjects.Found> found = reference.secret()
                ? objects.secret(namespace, reference.name())
                : objects.configMap(namespace, reference.name());
        return found.then(object -> {
            if (object.error() != null) {
                return Completion.of(Optional.of(object.error()));
            }
            if (!reference.key().isEmpty() && !object.keys().contains(reference.key())) {
                return Completion.of(Optional.of("couldn't find key " + reference.key() + " in "
                        + (reference.secret() ? "Secret " : "ConfigMap ") + namespace + "/" + reference.name()));
            }
            return missing(namespace, references, index + 1);
        });
    }
}
