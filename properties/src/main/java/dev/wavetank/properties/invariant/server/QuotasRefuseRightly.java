package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A quota refuses a pod only when the namespace has as many pods as it permits. Judged on the number of pods. A pod
 * that is charged to a quota may be stored a little later, so a refusal is judged when requests of its time are over.
 * A creation that fails after its charge is {@link KnownBehaviour#CHARGED_IN_VAIN known} to use up room until the quota
 * controller counts again, every five minutes.
 *
 * <p>Whatever is created where quotas are is evaluated in time, unless a fault may have held up its charge.
 */
public final class QuotasRefuseRightly implements Invariant {

    private static final Pattern REFUSAL = Pattern.compile(
            "exceeded quota: (\\S+), requested: (?:.*,)?pods=1(?:,.*)?, used: .*limited: (?:.*,)?pods=(\\d+)");
    private static final String EXCEEDED = "exceeded quota";
    /** How the server says that it has not charged a quota within 10 s. */
    private static final String TIMED_OUT = "resource quota evaluation timed out";
    /** After that a request has been answered, or given up. */
    private static final long REQUEST = 70 * VirtualTime.SECOND;
    /** The default of {@code --resource-quota-sync-period}. */
    private static final long COUNTED_AGAIN = 5 * VirtualTime.MINUTE;

    /** How long after a fault charges may be late. */
    private static final long AFTERMATH = VirtualTime.MINUTE;

    /** How long the evaluation of a quota may take with default settings, which is half of what is given. */
    private static final long EVALUATION = 5 * VirtualTime.SECOND;

    private final CacheLag lag;
    private final boolean isSlow;
    private final OpenFaults faults = new OpenFaults();
    private final Map<String, Usage> byNamespace = new LinkedHashMap<>();
    private final List<Refusal> open = new ArrayList<>();

    /** The pods of a namespace that count, and what has happened to them. */
    private static final class Usage {
        private int pods;
        /** When room came last: a pod or a limit went, or a quota came. */
        private long roomAt;
        /** When a creation failed after its charge; -1 before. */
        private long vainAt = -1;
        /** Quotas without scopes, by name. */
        private final Map<String, ResourceQuota> quotas = new LinkedHashMap<>();
    }

    /** A refused pod; {@code pods} grows with those that come while requests of that time are under way. */
    private static final class Refusal {
        private final long at;
        private final String pod;
        private final String quota;
        private final Usage usage;
        private final long limit;
        private final long roomAt;
        private final long vainAt;
        private int pods;

        private Refusal(long at, String pod, String quota, Usage usage, long limit) {
            this.at = at;
            this.pod = pod;
            this.quota = quota;
            this.usage = usage;
            this.limit = limit;
            this.roomAt = usage.roomAt;
            this.vainAt = usage.vainAt;
            this.pods = usage.pods;
        }
    }

    /** With the age of what controllers act on, in a cluster with these delays. */
    public QuotasRefuseRightly(CacheLag lag, Delays delays) {
        this.lag = lag;
        this.isSlow = delays.answer() > EVALUATION;
    }

    @Override
    public String name() {
        return "QuotasRefuseRightly";
    }

    @Override
    public String reason() {
        return "A team that is refused although its quota has room cannot deploy, and nothing in the quota"
                + " explains why.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Resource Quotas: a request that violates a quota is"
                        + " rejected with 403 Forbidden",
                "staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go (v1.32), checkRequest");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.QUOTAS, Tag.SAFETY, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "A quota refuses a pod only when the namespace has as many pods as it permits,"
                + " and is evaluated in time.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ResourceQuota.class, ApiRequest.Create.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        close(entry.time(), outcomes);
        faults.observe(entry);
        if (entry.record() instanceof StoreTrace change) {
            observe(change, entry.time());
        } else if (entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Create create
                && create.subresource().isEmpty()) {
            long now = entry.time();
            boolean timedOut = request.response() instanceof ApiResponse.Failed failed
                    && String.valueOf(failed.status().message()).contains(TIMED_OUT);
            if (timedOut
                    && !isSlow
                    && faults.isNoneSince(request.call().origin().sent() - AFTERMATH)) {
                outcomes.broken(
                        this, name(create), "was refused although no fault held up the evaluation of its quota");
            }
            if (create.resource().equals(Resources.PODS)) {
                observe(create, request.response(), now);
            }
        }
    }

    private void observe(StoreTrace change, long now) {
        if (change.object() instanceof ResourceQuota quota) {
            Usage usage = usage(quota.key().namespace());
            if (change.previous() == null
                    || !quota.spec().equals(change.previous().spec())) {
                usage.roomAt = now;
            }
            boolean isScoped =
                    !quota.spec().scopes().isEmpty() || !quota.spec().other().isEmpty();
            if (change.change() == WatchEvent.Type.DELETED || isScoped) {
                usage.quotas.remove(quota.key().name());
            } else {
                usage.quotas.put(quota.key().name(), quota);
            }
        } else if (change.object() instanceof Pod pod) {
            boolean did = change.previous() instanceof Pod before && !before.isFinished();
            boolean does = change.change() != WatchEvent.Type.DELETED && !pod.isFinished();
            Usage usage = usage(pod.key().namespace());
            if (did && !does) {
                usage.pods--;
                usage.roomAt = now;
            } else if (does && !did) {
                usage.pods++;
                open.stream().filter(one -> one.usage == usage).forEach(one -> one.pods++);
            }
        }
    }

    private Usage usage(String namespace) {
        return byNamespace.computeIfAbsent(namespace, first -> new Usage());
    }

    private void observe(ApiRequest.Create create, ApiResponse response, long now) {
        Usage usage = byNamespace.get(create.namespace());
        if (usage == null || usage.quotas.isEmpty() || !(response instanceof ApiResponse.Failed failed)) {
            return;
        }
        String message = String.valueOf(failed.status().message());
        if (!message.contains(EXCEEDED)) {
            usage.vainAt = now;
            return;
        }
        Matcher refusal = REFUSAL.matcher(message);
        if (refusal.find() && usage.quotas.containsKey(refusal.group(1))) {
            open.add(new Refusal(now, name(create), refusal.group(1), usage, Long.parseLong(refusal.group(2))));
        }
    }

    private static String name(ApiRequest.Create create) {
        ObjectMeta metadata = create.body().metadata();
        String name = metadata.name() == null || metadata.name().isEmpty() ? metadata.generateName() : metadata.name();
        return create.resource().kind().toLowerCase(Locale.ROOT) + "/" + create.namespace() + "/" + name;
    }

    private void close(long now, Outcomes outcomes) {
        while (!open.isEmpty() && now - open.get(0).at > REQUEST) {
            judge(open.remove(0), outcomes);
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        open.forEach(one -> judge(one, outcomes));
        open.clear();
    }

    private void judge(Refusal refusal, Outcomes outcomes) {
        if (refusal.pods >= refusal.limit || lag.mayHide(refusal.roomAt, refusal.at)) {
            return;
        }
        String seen = "was refused by quota " + refusal.quota + " with " + refusal.pods + " pods in its namespace, of "
                + refusal.limit;
        if (refusal.vainAt >= 0 && lag.mayHide(refusal.vainAt, refusal.at - COUNTED_AGAIN)) {
            outcomes.known(KnownBehaviour.CHARGED_IN_VAIN, this, refusal.pod, seen);
        } else {
            outcomes.broken(this, refusal.pod, seen);
        }
    }
}
