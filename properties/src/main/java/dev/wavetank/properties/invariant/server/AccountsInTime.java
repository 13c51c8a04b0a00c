package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * No user's pod is refused because the service account {@code default} of its namespace is missing. Until the account
 * is there the namespace takes no pods, which is reported as known.
 */
public final class AccountsInTime implements Invariant {

    private static final String MISSING = "serviceaccount \"default\" not found";
    private static final String USER = "kubectl";
    private static final String CONTROLLERS = "kube-controller-manager.controllers";

    private final CacheLag lag;
    private final boolean choosesControllers;
    /** When namespaces were created. */
    private final Map<String, Long> namespaces = new LinkedHashMap<>();

    /** In that cluster. */
    public AccountsInTime(ClusterSpec cluster, CacheLag lag) {
        this.lag = lag;
        this.choosesControllers = cluster.settings().containsKey(CONTROLLERS);
    }

    @Override
    public String name() {
        return "AccountsInTime";
    }

    @Override
    public String reason() {
        return "A script that creates a namespace and then a pod should not fail now and then. A controller"
                + " makes the account when it sees the namespace. Controllers try again, so that their pods are not"
                + " judged; and neither are clusters that choose their controllers.";
    }

    @Override
    public List<String> sources() {
        return List.of("plugin/pkg/admission/serviceaccount/admission.go (v1.32)", "kubernetes#66689");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.CONTROLLERS, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "No user's pod is refused because the default service account of its namespace is missing.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Namespace.class, ApiRequest.Create.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Namespace namespace) {
            String name = namespace.metadata().name();
            if (change.change() == WatchEvent.Type.DELETED
                    || namespace.metadata().isDeleting()) {
                namespaces.remove(name);
            } else if (change.change() == WatchEvent.Type.ADDED) {
                namespaces.put(name, entry.time());
            }
        } else if (entry.record() instanceof RequestTrace request && isRefused(request)) {
            judge(request, entry.time(), outcomes);
        }
    }

    private boolean isRefused(RequestTrace request) {
        return !choosesControllers
                && request.call().userAgent().startsWith(USER)
                && request.call().request() instanceof ApiRequest.Create create
                && create.resource().equals(Resources.PODS)
                && request.response() instanceof ApiResponse.Failed failed
                && failed.failedWith(StatusReason.FORBIDDEN)
                && failed.status().message().contains(MISSING);
    }

    private void judge(RequestTrace request, long now, Outcomes outcomes) {
        String namespace = request.call().request().key().namespace();
        Long created = namespaces.get(namespace);
        if (created == null) {
            return;
        }
        String detail = "is refused, because the service account of its namespace is missing "
                + VirtualTime.span(now - created) + " after the namespace was created";
        String pod = "pod/" + request.call().request().key();
        if (lag.mayHide(created, request.received())) {
            outcomes.known(KnownBehaviour.ACCOUNTS_COME_LATER, this, pod, detail);
        } else {
            outcomes.broken(this, pod, detail);
        }
    }
}
