package dev.wavetank.model.apiserver.authz.node;

import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a pod refers to: secrets, ConfigMaps, claims and its service account. */
public final class PodReferences {

    private final String namespace;
    private final Set<RequiredAccess> found = new LinkedHashSet<>();

    private PodReferences(String namespace) {
        this.namespace = namespace;
    }

    /** Whether a pod names any Secret. */
    public static boolean hasSecrets(Pod pod) {
        return has(pod, RequiredAccess.SECRETS);
    }

    /** Whether a pod names any ConfigMap. */
    public static boolean hasConfigMaps(Pod pod) {
        return has(pod, RequiredAccess.CONFIG_MAPS);
    }

    private static boolean has(Pod pod, String plural) {
        return of(pod).stream().anyMatch(needed -> needed.plural().equals(plural));
    }

    static Set<RequiredAccess> of(Pod pod) {
        PodReferences references = new PodReferences(pod.metadata().namespace());
        references.add(RequiredAccess.PODS, pod.metadata().name());
        references.add(RequiredAccess.SERVICE_ACCOUNTS, pod.spec().serviceAccountName());
        for (Object secret : list(pod.spec().other().get("imagePullSecrets"))) {
            references.addNamed(RequiredAccess.SECRETS, secret, "name");
        }
        pod.spec().initContainers().forEach(container -> references.addContainer(container.other()));
        pod.spec().containers().forEach(container -> references.addContainer(container.other()));
        for (Object container : list(pod.spec().other().get("ephemeralContainers"))) {
            references.addContainer(object(container));
        }
        for (Map<String, Object> volume : pod.spec().volumes()) {
            references.addVolume(volume, pod);
        }
        return references.found;
    }

    private void addContainer(Map<?, ?> container) {
        for (Object variable : list(container.get("env"))) {
            Map<?, ?> from = object(object(variable).get("valueFrom"));
            addNamed(RequiredAccess.SECRETS, from.get("secretKeyRef"), "name");
            addNamed(RequiredAccess.CONFIG_MAPS, from.get("configMapKeyRef"), "name");
        }
        for (Object source : list(container.get("envFrom"))) {
            addNamed(RequiredAccess.SECRETS, object(source).get("secretRef"), "name");
            addNamed(RequiredAccess.CONFIG_MAPS, object(source).get("configMapRef"), "name");
        }
    }

    private void addVolume(Map<String, Object> volume, Pod pod) {
        addNamed(RequiredAccess.SECRETS, volume.get("secret"), "secretName");
        addNamed(RequiredAccess.CONFIG_MAPS, volume.get("configMap"), "name");
        addNamed(RequiredAccess.CLAIMS, volume.get("persistentVolumeClaim"), "claimName");
        if (volume.containsKey("ephemeral")) {
            add(RequiredAccess.CLAIMS, pod.metadata().name() + "-" + volume.get("name"));
        }
        for (Object source : list(object(volume.get("projected")).get("sources"))) {
            addNamed(RequiredAccess.SECRETS, object(source).get("secret"), "name");
            addNamed(RequiredAccess.CONFIG_MAPS, object(source).get("configMap"), "name");
        }
        for (Object source : volume.values()) {
            addNamed(RequiredAccess.SECRETS, object(source).get("secretRef"), "name");
            addNamed(RequiredAccess.SECRETS, object(source).get("nodePublishSecretRef"), "name");
        }
        addNamed(RequiredAccess.SECRETS, volume.get("azureFile"), "secretName");
    }

    private void addNamed(String plural, Object reference, String field) {
        if (object(reference).get(field) instanceof String name) {
            add(plural, name);
        }
    }

    private void add(String plural, String name) {
        if (name != null && !name.isEmpty()) {
            found.add(new RequiredAccess(plural, namespace, name));
        }
    }

    private static Map<?, ?> object(Object tree) {
        return tree instanceof Map<?, ?> map ? map : Collections.emptyMap();
    }

    private static List<?> list(Object tree) {
        return tree instanceof List<?> list ? list : new ArrayList<>();
    }
}
