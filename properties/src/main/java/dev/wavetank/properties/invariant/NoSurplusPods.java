package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.replicaset.ReplicaSetController;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A ReplicaSet never gets more active pods than the most it ever wanted.
 *
 * <p>Expectations keep a controller from creating pods twice because its cache does not show the first ones yet.
 * They live in memory: a controller that crashed, or lost an answer, may rightly create a pod too many and delete
 * it again. So the law is judged until the first fault that can deceive the controller about the API server, or the
 * API server about etcd, and no longer. A watch that stalls, lags or breaks is no excuse: expectations are made
 * for it.
 */
public final class NoSurplusPods implements Invariant {

    private static final List<String> CONTROLLER = controller();

    private final Map<String, Integer> mostWanted = new TreeMap<>();
    private final Map<String, Set<String>> active = new TreeMap<>();
    private boolean judging = true;

    private static List<String> controller() {
        List<String> voices = new ArrayList<>(ComponentNames.anyControllerManagers());
        voices.add(ReplicaSetController.NAME);
        return voices;
    }

    @Override
    public String name() {
        return "NoSurplusPods";
    }

    @Override
    public String law() {
        return "A ReplicaSet never gets more active pods than the most it ever wanted.";
    }

    @Override
    public void observe(TraceEntry entry, Verdicts verdicts) {
        judging = judging && !LostAnswers.possible(entry.record(), CONTROLLER);
        if (!judging || !(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof ReplicaSet set && set.spec() != null) {
            mostWanted.merge(set.uid(), set.spec().replicas(), Math::max);
        } else if (change.object() instanceof Pod pod) {
            observe(pod, change, verdicts);
        }
    }

    private void observe(Pod pod, StoreTrace change, Verdicts verdicts) {
        String owner =
                pod.metadata().controller().map(reference -> reference.uid()).orElse(null);
        if (owner == null) {
            return;
        }
        Set<String> siblings = active.computeIfAbsent(owner, missing -> new TreeSet<>());
        if (change.change() == WatchEvent.Type.DELETED || !pod.isActive()) {
            siblings.remove(pod.uid());
            return;
        }
        boolean created = siblings.add(pod.uid()) && change.previous() == null;
        int most = mostWanted.getOrDefault(owner, Integer.MAX_VALUE);
        if (created && siblings.size() > most) {
            verdicts.broken(
                    this,
                    ObjectNames.of(pod),
                    "is active pod number " + siblings.size() + " of its ReplicaSet, which never wanted more than "
                            + most);
        }
    }
}
