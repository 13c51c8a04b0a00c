package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Admission gives a new pod the priority of its class, the account that it acts as with its token, and five minutes
 * on a lost node, as far as the pod says nothing else.
 *
 * <p>The rules of the plugins {@code Priority}, {@code ServiceAccount} and {@code DefaultTolerationSeconds} (v1.32).
 * Classes and accounts count when they have stood for a while: servers know them from their caches.
 */
public final class PodsFurnished implements Invariant {

    private static final String SETTINGS = "kube-apiserver.";
    private static final String TOKEN_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final String AUTOMOUNT = "automountServiceAccountToken";
    private static final String PULL_SECRETS = "imagePullSecrets";
    private static final String NO_EXECUTE = "NoExecute";
    private static final long SECONDS = 300;
    private static final PriorityClass NONE = new PriorityClass(0, "PreemptLowerPriority", true);

    private final CacheLag lag;
    private final boolean isJudged;
    private final boolean hasPriorities;
    private final boolean hasTokens;
    private final List<String> taints;

    private final Map<String, PriorityClass> classes = new LinkedHashMap<>();
    /** By namespace and name. */
    private final Map<String, ServiceAccount> accounts = new LinkedHashMap<>();
    /** When a class changed last. */
    private long classesAt = Long.MIN_VALUE / 2;
    /** When an account changed last in what counts here. */
    private long accountsAt = Long.MIN_VALUE / 2;

    private boolean hasHooks;

    /** What a pod gets from its class. */
    private record PriorityClass(int value, String policy, boolean isDefault) {

        private static PriorityClass of(GenericObject object) {
            Object policy = object.other().get("preemptionPolicy");
            return new PriorityClass(
                    object.other().get("value") instanceof Number value ? value.intValue() : 0,
                    policy instanceof String text ? text : NONE.policy,
                    Boolean.TRUE.equals(object.other().get("globalDefault")));
        }
    }

    /** In that cluster, with the age of what servers act on. */
    public PodsFurnished(ClusterSpec cluster, CacheLag lag) {
        KubernetesVersion version = cluster.profile();
        this.lag = lag;
        this.isJudged = !cluster.settings().containsKey(SETTINGS + "disable-admission-plugins")
                && !cluster.settings().containsKey(SETTINGS + "enable-admission-plugins");
        this.hasPriorities = version.has(Feature.POD_PRIORITY);
        this.hasTokens = version.has(Feature.BOUND_SERVICE_ACCOUNT_TOKENS);
        this.taints = version.has(Feature.STABLE_NODE_TAINT_NAMES)
                ? List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")
                : List.of("node.alpha.kubernetes.io/notReady", "node.alpha.kubernetes.io/unreachable");
    }

    @Override
    public String name() {
        return "PodsFurnished";
    }

    @Override
    public String reason() {
        return "Few pods say what priority they have as a number, how their program gets at the API, or how long"
                + " they stay on a lost node: they rely on admission for that. Classes and accounts count when they"
                + " have stood for a while. Clusters that choose their plugins are not judged, nor those with"
                + " webhooks and initializers that change pods.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "plugin/pkg/admission/priority/admission.go (v1.32), admitPod",
                "plugin/pkg/admission/serviceaccount/admission.go (v1.32), Admit and mountServiceAccountToken",
                "plugin/pkg/admission/defaulttolerationseconds/admission.go (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A new pod has the priority of its class, the token of its account and 300 s on a lost node, unless it"
                + " says otherwise.";
    }

    @Override
    public List<Class<?>> records() {
        return isJudged ? List.of(GenericObject.class, ServiceAccount.class, ApiRequest.Create.class) : List.of();
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            boolean isGone = change.change() == WatchEvent.Type.DELETED;
            if (change.object() instanceof GenericObject object) {
                observe(object, isGone, entry.time());
            } else if (change.object() instanceof ServiceAccount account) {
                observe(account, isGone, entry.time());
            }
        } else if (isJudged
                && !hasHooks
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Create create
                && create.resource().equals(Resources.PODS)
                && create.subresource().isEmpty()
                && create.body() instanceof Pod asked
                && asked.spec() != null
                && request.response() instanceof ApiResponse.One one
                && one.object() instanceof Pod stored) {
            judge(asked.spec(), stored, request.received(), outcomes);
        }
    }

    private void observe(GenericObject object, boolean isGone, long now) {
        if (!object.kind().equals("PriorityClass")) {
            hasHooks |= AdmissionHooks.changesPods(object);
            return;
        }
        String name = object.metadata().name();
        if (isGone) {
            classes.remove(name);
            classesAt = now;
            return;
        }
        PriorityClass present = PriorityClass.of(object);
        if (!present.equals(classes.put(name, present))) {
            classesAt = now;
        }
    }

    private void observe(ServiceAccount account, boolean isGone, long now) {
        String key = account.key().toString();
        ServiceAccount before = isGone ? accounts.remove(key) : accounts.put(key, account);
        if (isGone
                || before == null
                || !before.uid().equals(account.uid())
                || !before.other().equals(account.other())) {
            accountsAt = now;
        }
    }

    private void judge(PodSpec asked, Pod stored, long received, Outcomes outcomes) {
        for (String taint : taints) {
            tolerations(taint, asked, stored, outcomes);
        }
        if (hasPriorities && !lag.mayHide(classesAt, received)) {
            priority(asked, stored, outcomes);
        }
        if (!stored.metadata().annotations().containsKey("kubernetes.io/config.mirror")) {
            account(asked, stored, received, outcomes);
        }
    }

    private void tolerations(String taint, PodSpec asked, Pod stored, Outcomes outcomes) {
        boolean isCovered = false;
        for (PodSpec.Toleration toleration : asked.tolerations()) {
            isCovered |= is(toleration.key(), taint) && is(toleration.effect(), NO_EXECUTE);
        }
        int added = 0;
        int kept = 0;
        for (PodSpec.Toleration toleration : stored.spec().tolerations()) {
            if (asked.tolerations().contains(toleration)) {
                kept++;
            } else if (taint.equals(toleration.key())
                    && NO_EXECUTE.equals(toleration.effect())
                    && Objects.equals(toleration.tolerationSeconds(), SECONDS)) {
                added++;
            }
        }
        if (added != (isCovered ? 0 : 1) || kept < asked.tolerations().size()) {
            outcomes.broken(
                    this,
                    ObjectNames.of(stored),
                    "has tolerations " + stored.spec().tolerations() + ", expected " + asked.tolerations()
                            + (isCovered ? " and nothing more for " : " and " + SECONDS + "s of ") + taint);
        }
    }

    private static boolean is(@Nullable String text, String expected) {
        return text == null || text.isEmpty() || text.equals(expected);
    }

    private void priority(PodSpec asked, Pod stored, Outcomes outcomes) {
        String name = asked.priorityClassName();
        PriorityClass given = name == null || name.isEmpty() ? byDefault() : classes.get(name);
        if (given == null) {
            // The two classes of the system count before they are stored.
            return;
        }
        PodSpec spec = stored.spec();
        if (!Objects.equals(spec.priority(), given.value)
                || spec.preemptionPolicy() != null && !spec.preemptionPolicy().equals(given.policy)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(stored),
                    "has priority " + spec.priority() + " and " + spec.preemptionPolicy() + " of class " + name
                            + ", expected " + given.value + " and " + given.policy);
        }
    }

    /** Of several default classes the one with the lowest value counts. */
    private PriorityClass byDefault() {
        PriorityClass lowest = null;
        for (PriorityClass one : classes.values()) {
            if (one.isDefault && (lowest == null || one.value < lowest.value)) {
                lowest = one;
            }
        }
        return lowest == null ? NONE : lowest;
    }

    private void account(PodSpec asked, Pod stored, long received, Outcomes outcomes) {
        String wanted = asked.serviceAccountName();
        if (wanted == null || wanted.isEmpty()) {
            wanted = asked.serviceAccount();
        }
        String name = wanted == null || wanted.isEmpty() ? "default" : wanted;
        PodSpec spec = stored.spec();
        if (!name.equals(spec.serviceAccountName())) {
            broken(stored, "acts as " + spec.serviceAccountName(), name, outcomes);
        }
        ServiceAccount account = accounts.get(stored.key().namespace() + "/" + name);
        if (account == null || lag.mayHide(accountsAt, received)) {
            return;
        }
        boolean isMounted = !Boolean.FALSE.equals(
                asked.other().getOrDefault(AUTOMOUNT, account.other().get(AUTOMOUNT)));
        for (int i = 0; i < asked.containers().size(); i++) {
            boolean has = hasToken(spec.containers().get(i));
            boolean hadOwn = hasToken(asked.containers().get(i));
            if (has != (isMounted || hadOwn) && (hasTokens || has)) {
                broken(stored, has ? "has a token mounted" : "has no token", isMounted ? "one" : "none", outcomes);
            }
        }
        Object own = asked.other().get(PULL_SECRETS);
        Object expected = own instanceof List<?> list && !list.isEmpty()
                ? own
                : account.other().get(PULL_SECRETS);
        if (expected != null && !expected.equals(spec.other().get(PULL_SECRETS))) {
            broken(stored, "pulls with " + spec.other().get(PULL_SECRETS), expected.toString(), outcomes);
        }
    }

    private static boolean hasToken(Container container) {
        for (Map<String, Object> mount : container.volumeMounts()) {
            if (TOKEN_PATH.equals(mount.get("mountPath"))) {
                return true;
            }
        }
        return false;
    }

    private void broken(Pod stored, String seen, String expected, Outcomes outcomes) {
        outcomes.broken(this, ObjectNames.of(stored), seen + ", expected " + expected);
    }
}
