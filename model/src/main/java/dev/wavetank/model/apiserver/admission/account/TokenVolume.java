package dev.wavetank.model.apiserver.admission.account;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The volume that brings an account's token to a pod.
 *
 * @param name of the volume
 * @param source where it comes from: a field of a volume, and its tree
 */
record TokenVolume(String name, Map<String, Object> source) {

    /** Names of projected token volumes begin with this. */
    static final String PROJECTED = "kube-api-access-";

    private static final String TOKEN_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final String MOUNT_PATH = "mountPath";
    private static final String DEFAULT_MODE = "defaultMode";
    private static final String NAME = "name";
    private static final String PATH = "path";
    private static final long READABLE = 0644;

    /** How long a projected token lasts, in seconds: a little more than an hour, by which old clients are found out. */
    private static final long EXPIRATION_SECONDS = 3607;

    /** The volume of a Secret that holds a token, as before v1.22. */
    static TokenVolume ofSecret(String secret) {
        return new TokenVolume(secret, tree("secret", tree("secretName", secret, DEFAULT_MODE, READABLE)));
    }

    /** The same for every pod, and so made once and shared by them all; never changed. */
    private static final Map<String, Object> PROJECTION = Collections.unmodifiableMap(projection());

    /** The volume of a token that its kubelet asks for, with the cluster's certificate and the pod's namespace. */
    static TokenVolume projected(String name) {
        return new TokenVolume(name, PROJECTION);
    }

    private static Map<String, Object> projection() {
        Map<String, Object> token = tree("expirationSeconds", EXPIRATION_SECONDS, PATH, "token");
        Map<String, Object> certificate = tree(
                NAME,
                "kube-root-ca.crt",
                "items",
                new ArrayList<Object>(List.of(tree("key", "ca.crt", PATH, "ca.crt"))));
        Map<String, Object> namespace =
                tree("fieldRef", tree("apiVersion", "v1", "fieldPath", "metadata.namespace"), PATH, "namespace");
        List<Object> sources = new ArrayList<>();
        sources.add(tree("serviceAccountToken", token));
        sources.add(tree("configMap", certificate));
        sources.add(tree("downwardAPI", tree("items", new ArrayList<Object>(List.of(namespace)))));
        return tree("projected", tree("sources", sources, DEFAULT_MODE, READABLE));
    }

    private static Map<String, Object> tree(Object... fieldsAndValues) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (int i = 0; i < fieldsAndValues.length; i += 2) {
            tree.put((String) fieldsAndValues[i], fieldsAndValues[i + 1]);
        }
        return tree;
    }

    /** The pod with the volume mounted in every container that has nothing else at its place. */
    PodSpec mountedIn(PodSpec spec) {
        List<Container> containers = mounted(spec.containers());
        List<Container> initContainers = mounted(spec.initContainers());
        if (containers.equals(spec.containers()) && initContainers.equals(spec.initContainers())) {
            return spec;
        }
        List<Map<String, Object>> volumes = new ArrayList<>(spec.volumes());
        if (volumes.stream().noneMatch(volume -> name.equals(volume.get(NAME)))) {
            Map<String, Object> volume = new LinkedHashMap<>();
            volume.put(NAME, name);
            volume.putAll(source);
            volumes.add(volume);
        }
        return spec.with(
                builder -> builder.volumes(volumes).containers(containers).initContainers(initContainers));
    }

    private List<Container> mounted(List<Container> containers) {
        List<Container> mounted = new ArrayList<>(containers.size());
        for (Container container : containers) {
            boolean has = container.volumeMounts().stream().anyMatch(mount -> TOKEN_PATH.equals(mount.get(MOUNT_PATH)));
            mounted.add(has ? container : container.withVolumeMounts(withMount(container.volumeMounts())));
        }
        return mounted;
    }

    private List<Map<String, Object>> withMount(List<Map<String, Object>> before) {
        List<Map<String, Object>> mounts = new ArrayList<>(before);
        mounts.add(tree(NAME, name, "readOnly", true, MOUNT_PATH, TOKEN_PATH));
        return mounts;
    }
}
