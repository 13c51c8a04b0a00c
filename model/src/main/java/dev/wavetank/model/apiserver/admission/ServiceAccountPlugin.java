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
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.RandomStream;
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

    private static final String DEFAULT = "default";
    private static final String MIRROR = "kubernetes.io/config.mirror";

    /** How often the default account is looked for, which a controller makes a little after the namespace. */
    private static final int ATTEMPTS = 10;

    /** Shortest wait between two attempts; the longest is twice as long. */
    private static final long RETRY_MIN = 100 * VirtualTime.MILLISECOND;

    private final ClusterView cluster;
    private final RandomStream retries;

    /** The plugin over a view of the cluster. */
    public ServiceAccountPlugin(ClusterView cluster) {
        this.cluster = cluster;
        this.retries = cluster.random("serviceAccountRetry");
        cluster.follow(Resources.SERVICE_ACCOUNTS);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.creates(Resources.PODS);
    }

    @Override
    public Completion<Verdict> mutate(AdmissionRequest request) {
        Pod pod = (Pod) request.object();
        if (pod.metadata().annotations().containsKey(MIRROR)) {
            return Completion.of(new Verdict.Admitted(pod));
        }
        String given = pod.spec().serviceAccountName();
        String account = given == null || given.isEmpty() ? DEFAULT : given;
        ObjectKey key = new ObjectKey(request.namespace(), account);
        if (cluster.cached(Resources.SERVICE_ACCOUNTS, key) instanceof GenericObject known) {
            return Completion.of(admitted(pod, known));
        }
        long wait = RETRY_MIN + (long) (retries.nextDouble() * RETRY_MIN);
        return find(key, account.equals(DEFAULT) ? ATTEMPTS : 1, wait).map(response -> {
            if (response instanceof EtcdResponse.Found found && found.entry() != null) {
                return admitted(pod, (GenericObject) found.entry().value());
            }
            String why = response instanceof EtcdResponse.Failure failure
                    ? failure.message()
                    : "serviceaccount \"" + account + "\" not found";
            return new Verdict.Refused(Status.forbidden(
                    request.resource(), request.name(), "error looking up service account " + key + ": " + why));
        });
    }

    /** Asks etcd; for the account that a controller makes for every namespace, again and again. */
    private Completion<EtcdResponse> find(ObjectKey key, int attempts, long wait) {
        return cluster.live(Resources.SERVICE_ACCOUNTS, key).then(response -> {
            boolean missing = response instanceof EtcdResponse.Found found && found.entry() == null;
            if (!missing || attempts == 1) {
                return Completion.of(response);
            }
            Completion<EtcdResponse> later = new Completion<>();
            cluster.after(wait, () -> find(key, attempts - 1, wait).whenDone(later::complete));
            return later;
        });
    }

    private static Verdict admitted(Pod pod, GenericObject account) {
        String name = account.metadata().name();
        PodSpec spec =
                pod.spec().with(builder -> builder.serviceAccountName(name).serviceAccount(name));
        String secret = secret(account, spec);
        return new Verdict.Admitted(pod.withSpec(secret == null ? spec : withToken(spec, secret)));
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
