package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An object that is deleted in the foreground goes after all its dependents that block it.
 *
 * <p>Whoever waits for its end counts on everything below being gone. A dependent that has just come, the collector's
 * graph may not have ({@code processDeletingDependentsItem}, pkg/controller/garbagecollector/garbagecollector.go).
 */
public final class DependentsFirst implements Invariant {

    private static final String FOREGROUND = "foregroundDeletion";

    private final CacheLag lag;
    /** Since when objects that wait for their dependents do so, by uid. */
    private final Map<String, Long> waiting = new LinkedHashMap<>();

    private final Map<String, Known> dependents = new LinkedHashMap<>();

    private record Known(KubernetesObject object, long since) {}

    /** In a cluster with these delays. */
    public DependentsFirst(Delays delays) {
        this.lag = new CacheLag(delays);
    }

    @Override
    public String name() {
        return "DependentsFirst";
    }

    @Override
    public String statement() {
        return "An object that is deleted in the foreground goes after all dependents that block its deletion.";
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        lag.observe(entry);
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        KubernetesObject object = change.object();
        if (change.change() == WatchEvent.Type.DELETED) {
            dependents.remove(object.uid());
            if (waiting.remove(object.uid()) != null) {
                judge(object, entry.time(), outcomes);
            }
            return;
        }
        if (object.metadata().isDeleting() && object.metadata().finalizers().contains(FOREGROUND)) {
            waiting.putIfAbsent(object.uid(), entry.time());
        } else if (object.metadata().isDeleting() && change.previous() == null) {
            waiting.remove(object.uid());
        }
        boolean blocks = object.metadata().ownerReferences().stream()
                .anyMatch(owner -> Boolean.TRUE.equals(owner.blockOwnerDeletion()));
        if (blocks) {
            Known before = dependents.get(object.uid());
            boolean isSame = before != null
                    && before.object()
                            .metadata()
                            .ownerReferences()
                            .equals(object.metadata().ownerReferences());
            long since = before != null && isSame ? before.since() : entry.time();
            dependents.put(object.uid(), new Known(object, since));
        } else {
            dependents.remove(object.uid());
        }
    }

    private void judge(KubernetesObject owner, long now, Outcomes outcomes) {
        for (Known known : dependents.values()) {
            for (OwnerReference reference : known.object().metadata().ownerReferences()) {
                if (reference.uid().equals(owner.uid())
                        && Boolean.TRUE.equals(reference.blockOwnerDeletion())
                        && !lag.mayHide(known.since(), now)) {
                    outcomes.broken(
                            this,
                            ObjectNames.of(owner),
                            "is gone before its dependent " + ObjectNames.of(known.object()));
                    return;
                }
            }
        }
    }
}
