package dev.wavetank.model.apiserver.admission.account;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.apiserver.authz.node.PodReferences;
import dev.wavetank.model.apiserver.registry.validation.Names;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.RandomStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives new pods an account to act as, the account's token as a volume and its Secrets for pulling images
 * ({@code ServiceAccount}).
 *
 * <p>Since v1.21 the kubelet requests the token, and the volume is projected. Before, a Secret of the account holds
 * it; an account without Secrets brings no volume.
 */
public final class ServiceAccountPlugin implements AdmissionPlugin {

    private static final String AUTOMOUNT = "automountServiceAccountToken";
    private static final String PULL_SECRETS = "imagePullSecrets";
    private static final String DEFAULT = "default";
    private static final String MIRROR = "kubernetes.io/config.mirror";

    /** How often the default account is looked for, which a controller makes a little after the namespace. */
    private static final int ATTEMPTS = 10;

    /** Shortest wait between two attempts; the longest is twice as long. */
    private static final long RETRY_MIN = 100 * VirtualTime.MILLISECOND;

    private final ClusterView cluster;
    private final RandomStream retries;
    private final RandomStream volumeNames;

    /** The plugin over a view of the cluster. */
    public ServiceAccountPlugin(ClusterView cluster) {
        this.cluster = cluster;
        this.retries = cluster.random("serviceAccountRetry");
        this.volumeNames = cluster.random("tokenVolumeName");
        cluster.follow(Resources.SERVICE_ACCOUNTS);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.creates(Resources.PODS);
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        Pod pod = (Pod) request.object();
        if (pod.metadata().annotations().containsKey(MIRROR)) {
            return Completion.of(mirror(request, pod));
        }
        String given = pod.spec().serviceAccountName();
        String account = given == null || given.isEmpty() ? DEFAULT : given;
        ObjectKey key = new ObjectKey(request.namespace(), account);
        if (cluster.cached(Resources.SERVICE_ACCOUNTS, key) instanceof ServiceAccount known) {
            return Completion.of(admitted(request, pod, known));
        }
        long wait = RETRY_MIN + (long) (retries.nextDouble() * RETRY_MIN);
        return find(key, account.equals(DEFAULT) ? ATTEMPTS : 1, wait).map(response -> {
            if (response instanceof EtcdResponse.Found found && found.entry() != null) {
                return admitted(request, pod, (ServiceAccount) found.entry().value());
            }
            String why = response instanceof EtcdResponse.Failure failure
                    ? failure.message()
                    : "serviceaccount \"" + account + "\" not found";
            return refused(request, "error looking up service account " + key + ": " + why);
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

    private AdmissionDecision admitted(AdmissionRequest request, Pod pod, ServiceAccount account) {
        String name = account.metadata().name();
        PodSpec spec =
                pod.spec().with(builder -> builder.serviceAccountName(name).serviceAccount(name));
        TokenVolume volume = isMounted(account, spec) ? volume(account, spec) : null;
        spec = withPullSecrets(account, volume == null ? spec : volume.mountedIn(spec));
        Pod changed = pod.withSpec(spec);
        String why = MountableSecrets.refusal(account, changed);
        return why == null ? new AdmissionDecision.Admitted(changed) : refused(request, why);
    }

    private static boolean isMounted(ServiceAccount account, PodSpec spec) {
        return !Boolean.FALSE.equals(
                spec.other().getOrDefault(AUTOMOUNT, account.other().get(AUTOMOUNT)));
    }

    private TokenVolume volume(ServiceAccount account, PodSpec spec) {
        if (cluster.version().has(Feature.BOUND_SERVICE_ACCOUNT_TOKENS)) {
            for (Map<String, Object> volume : spec.volumes()) {
                if (String.valueOf(volume.get("name")).startsWith(TokenVolume.PROJECTED)) {
                    return TokenVolume.projected((String) volume.get("name"));
                }
            }
            return TokenVolume.projected(Names.generate(TokenVolume.PROJECTED, volumeNames));
        }
        if (account.secrets().isEmpty()) {
            return null;
        }
        String secret = account.secrets().get(0).name();
        return secret == null ? null : TokenVolume.ofSecret(secret);
    }

    private static PodSpec withPullSecrets(ServiceAccount account, PodSpec spec) {
        List<Object> secrets = JsonTree.listOrEmpty(account.other().get(PULL_SECRETS));
        if (secrets.isEmpty()
                || !JsonTree.listOrEmpty(spec.other().get(PULL_SECRETS)).isEmpty()) {
            return spec;
        }
        Map<String, Object> other = new LinkedHashMap<>(spec.other());
        other.put(PULL_SECRETS, secrets);
        return spec.withOther(other);
    }

    private static AdmissionDecision refused(AdmissionRequest request, String why) {
        return new AdmissionDecision.Refused(Status.forbidden(request.resource(), request.name(), why));
    }

    /** A mirror pod stays as its kubelet made it, which must not get at secrets by it. */
    private static AdmissionDecision mirror(AdmissionRequest request, Pod pod) {
        String account = pod.spec().serviceAccountName();
        if (account != null && !account.isEmpty()) {
            return refused(request, "a mirror pod may not reference service accounts");
        }
        if (PodReferences.hasSecrets(pod)) {
            return refused(request, "a mirror pod may not reference secrets");
        }
        boolean wantsToken = pod.spec().volumes().stream()
                .flatMap(volume ->
                        JsonTree.listOrEmpty(
                                JsonTree.mapOrEmpty(volume.get("projected")).get("sources"))
                                .stream())
                .anyMatch(source -> JsonTree.mapOrEmpty(source).get("serviceAccountToken") != null);
        return wantsToken
                ? refused(request, "a mirror pod may not use ServiceAccountToken volume projections")
                : new AdmissionDecision.Admitted(pod);
    }
}
