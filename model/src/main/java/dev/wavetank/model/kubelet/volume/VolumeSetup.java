package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Sets up one volume of a pod: finds the objects that its content comes from, and the servers that have it. */
final class VolumeSetup {

    private static final String GIT_REPO = "git-repo volume plugin has been disabled; if necessary, it may be"
            + " re-enabled by enabling the feature-gate `GitRepoVolumeDriver`";

    private final boolean gitRepoDisabled;
    private final boolean knowsInitContainers;
    private final ApiObjects objects;
    private final List<String> nfsServers;
    private final HostPaths hostPaths;
    private final EmptyDirMedium medium;

    /** @param storage what the node can mount from: all other NFS servers do not answer */
    VolumeSetup(ApiObjects objects, NodeStorage storage, KubernetesVersion version) {
        this.gitRepoDisabled = version.has(Feature.GIT_REPO_DISABLED);
        this.knowsInitContainers = version.has(Feature.DOWNWARD_INIT_CONTAINERS);
        this.objects = objects;
        this.nfsServers = storage.nfsServers();
        this.hostPaths = new HostPaths(storage.hostPaths());
        this.medium = new EmptyDirMedium(version);
    }

    /** Why the volume cannot be set up; empty on success. */
    Completion<Optional<String>> attempt(Pod pod, Map<String, Object> volume) {
        if (volume.get("secret") instanceof Map<?, ?> secret) {
            return object(pod, true, secret, "secretName");
        }
        if (volume.get("configMap") instanceof Map<?, ?> map) {
            return object(pod, false, map, "name");
        }
        if (volume.get("downwardAPI") instanceof Map<?, ?> fields) {
            return Completion.of(aggregate(missingContainers(pod, fields)));
        }
        if (volume.get("nfs") instanceof Map<?, ?> nfs) {
            return Completion.of(nfs(pod, String.valueOf(volume.get("name")), nfs));
        }
        if (volume.get("hostPath") instanceof Map<?, ?> path) {
            return Completion.of(hostPaths.missing(path));
        }
        if (volume.get("emptyDir") instanceof Map<?, ?> directory) {
            return Completion.of(medium.error(pod, directory));
        }
        if (volume.containsKey("gitRepo") && gitRepoDisabled) {
            return Completion.of(Optional.of(GIT_REPO));
        }
        if (volume.get("projected") instanceof Map<?, ?> projected && projected.get("sources") instanceof List<?> all) {
            return projected(pod, all, 0, new LinkedHashSet<>(0));
        }
        return Completion.of(Optional.empty());
    }

    /** What is wrong with each source is told ({@code collectData}, pkg/volume/projected v1.20). */
    private Completion<Optional<String>> projected(Pod pod, List<?> sources, int index, Set<String> errors) {
        if (index == sources.size()) {
            return Completion.of(aggregate(errors));
        }
        return source(pod, (Map<?, ?>) sources.get(index)).then(found -> {
            errors.addAll(found);
            return projected(pod, sources, index + 1, errors);
        });
    }

    private Completion<Set<String>> source(Pod pod, Map<?, ?> source) {
        if (source.get("secret") instanceof Map<?, ?> secret) {
            return object(pod, true, secret, "name").map(VolumeSetup::asSet);
        }
        if (source.get("configMap") instanceof Map<?, ?> map) {
            return object(pod, false, map, "name").map(VolumeSetup::asSet);
        }
        return Completion.of(
                source.get("downwardAPI") instanceof Map<?, ?> fields
                        ? missingContainers(pod, fields)
                        : Collections.emptySet());
    }

    private static Set<String> asSet(Optional<String> error) {
        return error.isPresent() ? Collections.singleton(error.get()) : Collections.emptySet();
    }

    /** Several errors as Go prints a list of them, each once ({@code NewAggregate}). */
    private static Optional<String> aggregate(Set<String> errors) {
        if (errors.isEmpty()) {
            return Optional.empty();
        }
        String all = String.join(", ", errors);
        return Optional.of(errors.size() == 1 ? all : "[" + all + "]");
    }

    /**
     * The containers that the files of a downwardAPI volume name and the pod does not have ({@code CollectData},
     * pkg/volume/downwardapi v1.20).
     */
    private Set<String> missingContainers(Pod pod, Map<?, ?> source) {
        PodFields fields = new PodFields(pod, Collections.emptyMap());
        Set<String> errors = new LinkedHashSet<>(0);
        if (source.get("items") instanceof List<?> items) {
            for (Object item : items) {
                if (((Map<?, ?>) item).get("resourceFieldRef") instanceof Map<?, ?> reference) {
                    fields.missing(reference, knowsInitContainers).ifPresent(errors::add);
                }
            }
        }
        return errors;
    }

    private Completion<Optional<String>> object(Pod pod, boolean secret, Map<?, ?> source, String nameField) {
        boolean optional = Boolean.TRUE.equals(source.get("optional"));
        String name = String.valueOf(source.get(nameField));
        String namespace = pod.key().namespace();
        return (secret ? objects.secret(namespace, name) : objects.configMap(namespace, name)).map(found -> {
            if (optional) {
                return Optional.empty();
            }
            if (found.error() != null) {
                return Optional.of(found.error());
            }
            return keys(source).stream()
                    .filter(key -> !found.data().containsKey(key))
                    .findFirst()
                    .map(key -> secret
                            ? "references non-existent secret key: " + key
                            : "configmap references non-existent config key: " + key);
        });
    }

    /** Whether none of the objects of a volume has to be there. */
    static boolean isOptional(Map<String, Object> volume) {
        if (!(volume.get(PodDirectory.kind(volume)) instanceof Map<?, ?> source)) {
            return true;
        }
        if (!(source.get("sources") instanceof List<?> sources)) {
            return Boolean.TRUE.equals(source.get("optional"));
        }
        return sources.stream()
                .flatMap(one -> ((Map<?, ?>) one).values().stream())
                .allMatch(one -> one instanceof Map<?, ?> part && Boolean.TRUE.equals(part.get("optional")));
    }

    private static List<String> keys(Map<?, ?> source) {
        List<String> keys = new ArrayList<>(0);
        if (source.get("items") instanceof List<?> items) {
            items.forEach(item -> keys.add(String.valueOf(((Map<?, ?>) item).get("key"))));
        }
        return keys;
    }

    private Optional<String> nfs(Pod pod, String name, Map<?, ?> nfs) {
        String server = String.valueOf(nfs.get("server"));
        if (nfsServers.contains(server)) {
            return Optional.empty();
        }
        String target = "/var/lib/kubelet/pods/" + pod.uid() + "/volumes/kubernetes.io~nfs/" + name;
        return Optional.of("mount failed: exit status 32\nMounting command: mount\nMounting arguments: -t nfs " + server
                + ":" + nfs.get("path") + " " + target + "\nOutput: mount.nfs: Connection timed out\n");
    }
}
