package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives new pods an account to act as, and the account's token as a volume ({@code ServiceAccount}).
 *
 * <p>Tokens are those that a Secret of the account holds, as before v1.24; an account without Secrets brings no volume.
 */
public final class ServiceAccountPlugin implements AdmissionPlugin {

    private static final String TOKEN_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final String MOUNT_PATH = "mountPath";
    private static final long READABLE = 0644;

    private final ClusterView cluster;

    /** The plugin over a view of the cluster. */
    public ServiceAccountPlugin(ClusterView cluster) {
        this.cluster = cluster;
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.creates(Resources.PODS);
    }

    @Override
    public Completion<Verdict> mutate(AdmissionRequest request) {
        Pod pod = (Pod) request.object();
        String given = pod.spec().serviceAccountName();
        String account = given == null || given.isEmpty() ? "default" : given;
        ObjectKey key = new ObjectKey(request.namespace(), account);
        return cluster.live(Resources.SERVICE_ACCOUNTS, key).map(response -> {
            if (!(response instanceof EtcdResponse.Found found) || found.entry() == null) {
                String why =
                        "error looking up service account " + key + ": serviceaccount \"" + account + "\" not found";
                return new Verdict.Refused(Status.forbidden(request.resource(), request.name(), why));
            }
            PodSpec spec = pod.spec()
                    .with(builder -> builder.serviceAccountName(account).serviceAccount(account));
            String secret = secret((GenericObject) found.entry().value(), spec);
            return new Verdict.Admitted(pod.withSpec(secret == null ? spec : withToken(spec, secret)));
        });
    }

    /** The Secret with the token; null when there is none or the token is not wanted. */
    private static String secret(GenericObject account, PodSpec spec) {
        Object wanted = spec.other()
                .getOrDefault("automountServiceAccountToken", account.other().get("automountServiceAccountToken"));
        boolean hasSecrets = account.other().get("secrets") instanceof List<?> list && !list.isEmpty();
        if (Boolean.FALSE.equals(wanted) || !hasSecrets) {
            return null;
        }
        Object first = ((List<?>) account.other().get("secrets")).get(0);
        return first instanceof Map<?, ?> reference ? (String) reference.get("name") : null;
    }

    private static PodSpec withToken(PodSpec spec, String secret) {
        List<Container> containers = mounted(spec.containers(), secret);
        List<Container> initContainers = mounted(spec.initContainers(), secret);
        if (containers.equals(spec.containers()) && initContainers.equals(spec.initContainers())) {
            return spec;
        }
        Map<String, Object> source = new LinkedHashMap<>();
        source.put("secretName", secret);
        source.put("defaultMode", READABLE);
        Map<String, Object> volume = new LinkedHashMap<>();
        volume.put("name", secret);
        volume.put("secret", source);
        List<Map<String, Object>> volumes = new ArrayList<>(spec.volumes());
        volumes.add(volume);
        return spec.with(
                builder -> builder.volumes(volumes).containers(containers).initContainers(initContainers));
    }

    private static List<Container> mounted(List<Container> containers, String secret) {
        List<Container> mounted = new ArrayList<>(containers.size());
        for (Container container : containers) {
            boolean has = container.volumeMounts().stream().anyMatch(mount -> TOKEN_PATH.equals(mount.get(MOUNT_PATH)));
            mounted.add(has ? container : container.withVolumeMounts(withMount(container.volumeMounts(), secret)));
        }
        return mounted;
    }

    private static List<Map<String, Object>> withMount(List<Map<String, Object>> before, String secret) {
        Map<String, Object> mount = new LinkedHashMap<>();
        mount.put("name", secret);
        mount.put("readOnly", true);
        mount.put(MOUNT_PATH, TOKEN_PATH);
        List<Map<String, Object>> mounts = new ArrayList<>(before);
        mounts.add(mount);
        return mounts;
    }
}
