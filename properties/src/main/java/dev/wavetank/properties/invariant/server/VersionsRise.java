package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Every change gives an object a higher resourceVersion and leaves it its uid, and no uid is given twice.
 *
 * <p>Caches tell old from new by the version, and controllers an object from its namesake by the uid. An etcd that was
 * restored from a backup goes back, so nothing is judged after that (kubernetes/enhancements KEP-4988 is about what
 * clients make of it).
 */
public final class VersionsRise implements Invariant {

    private final Set<String> uids = new LinkedHashSet<>();
    private boolean restored;

    @Override
    public String name() {
        return "VersionsRise";
    }

    @Override
    public String statement() {
        return "Every change gives an object a higher resourceVersion and leaves its uid, which no other ever gets.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace fault && fault.fault() instanceof ModelFault.EtcdRestore) {
            restored = true;
        } else if (entry.record() instanceof StoreTrace change && !restored) {
            judge(change, outcomes);
        }
    }

    private void judge(StoreTrace change, Outcomes outcomes) {
        KubernetesObject object = change.object();
        if (change.change() == WatchEvent.Type.ADDED) {
            if (object.uid() != null && !uids.add(object.uid())) {
                outcomes.broken(
                        this,
                        ObjectNames.of(object),
                        "is new and has uid " + object.uid() + ", which was given before");
            }
        } else if (change.change() == WatchEvent.Type.MODIFIED) {
            KubernetesObject before = change.previous();
            long from = before.metadata().revision();
            long to = object.metadata().revision();
            if (to <= from && from != 0) {
                outcomes.broken(this, ObjectNames.of(object), "went from version " + from + " to " + to);
            }
            if (before.uid() != null && !before.uid().equals(object.uid())) {
                outcomes.broken(
                        this, ObjectNames.of(object), "changed its uid from " + before.uid() + " to " + object.uid());
            }
        }
    }
}
