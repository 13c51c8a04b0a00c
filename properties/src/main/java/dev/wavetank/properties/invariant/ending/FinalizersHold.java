package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object goes only when it has no finalizers any more. The write that takes the last one away removes the object; a
 * deletion, or a write that leaves some, does not. A deletion in the background takes those of other ways of deletion
 * away itself.
 */
public final class FinalizersHold implements Invariant {

    private static final List<String> OF_GARBAGE_COLLECTION = List.of("orphan", "foregroundDeletion");

    /** Objects that went although the store had finalizers of them, until it is known by which request. */
    private final Map<String, StoreTrace> gone = new LinkedHashMap<>();

    @Override
    public String name() {
        return "FinalizersHold";
    }

    @Override
    public String reason() {
        return "A finalizer is how a controller asks to be waited for. Without it a cloud's disk or load"
                + " balancer stays behind, which nobody pays attention to and somebody pays for.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Finalizers",
                "staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go (v1.32),"
                        + " deletionFinalizersForGarbageCollection");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.DELETION, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "An object goes only when it has no finalizers any more.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class, RequestTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (change.change() == WatchEvent.Type.DELETED
                    && !change.object().metadata().finalizers().isEmpty()) {
                gone.put(key(change.resource().plural(), change.object().key().toString()), change);
            }
        } else if (!gone.isEmpty() && entry.record() instanceof RequestTrace request && request.isWrite()) {
            String key = key(request.call().request().resource().plural(), request.object());
            if (wroteWhatWent(request, gone.get(key))) {
                return;
            }
            StoreTrace change = gone.remove(key);
            boolean leavesSome = request.response() instanceof ApiResponse.One one
                    && one.object()
                            .uid()
                            .equals(change == null ? "" : change.object().uid())
                    && !one.object().metadata().finalizers().isEmpty();
            if (change != null && (holds(request, change) || leavesSome)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(change.object()),
                        "is gone with the finalizers "
                                + change.object().metadata().finalizers());
            }
        }
    }

    /** Whether a late response is that of the write before the object went: it was another request that removed it. */
    private static boolean wroteWhatWent(RequestTrace request, @Nullable StoreTrace change) {
        return change != null
                && request.response() instanceof ApiResponse.One one
                && unversioned(one.object()).equals(unversioned(change.object()));
    }

    private static KubernetesObject unversioned(KubernetesObject object) {
        return object.withMetadata(object.metadata().withResourceVersion(null));
    }

    /** Whether a finalizer was there that this deletion had to respect. */
    private static boolean holds(RequestTrace request, StoreTrace change) {
        if (!(request.call().request() instanceof ApiRequest.Delete deletion)) {
            return false;
        }
        boolean isBackground = "Background".equals(deletion.options().propagationPolicy());
        return change.object().metadata().finalizers().stream()
                .anyMatch(finalizer -> !isBackground || !OF_GARBAGE_COLLECTION.contains(finalizer));
    }

    private static String key(String plural, String object) {
        return plural + "/" + object;
    }
}
