package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * At rest every pod of a StatefulSet carries its name as the label {@code statefulset.kubernetes.io/pod-name}, also
 * after somebody took it away.
 *
 * <p>A Service of one pod selects by this label ("Pod Name Label" in the documentation of StatefulSets). While pods
 * are not ready the controller does not come to those after them.
 */
public final class OrdinalsNamed implements Invariant {

    private static final String LABEL = "statefulset.kubernetes.io/pod-name";

    private final Present<StatefulSet> sets = new Present<>(StatefulSet.class);
    private final Present<Pod> pods = Present.byOwner(Pod.class, StatefulSet.KIND);
    private final Set<String> givenUp = new LinkedHashSet<>();

    @Override
    public String name() {
        return "OrdinalsNamed";
    }

    @Override
    public String reason() {
        return "A Service of one pod selects it by this label. While pods are not ready the controller"
                + " does not come to those after them, so it is judged where all are ready.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, StatefulSets: Pod Name Label",
                "pkg/controller/statefulset/stateful_set_utils.go, updateIdentity (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest every pod of a StatefulSet has its name as the label that Services select it by.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(StatefulSet.class, Pod.class, GivenUpTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (sets.observe(change)) {
                givenUp.remove(change.object().key().toString());
            } else {
                pods.observe(change);
            }
        } else if (entry.record() instanceof GivenUpTrace one) {
            givenUp.add(one.object());
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (StatefulSet set : sets.all()) {
            boolean isJudged = !set.metadata().isDeleting()
                    && !givenUp.contains(set.key().toString())
                    && pods.ownedBy(set.uid()).size() == set.replicas()
                    && pods.ownedBy(set.uid()).stream().allMatch(pod -> pod.isActive() && pod.isReady());
            if (isJudged) {
                pods.ownedBy(set.uid()).forEach(pod -> judge(pod, outcomes));
            }
        }
    }

    private void judge(Pod pod, Outcomes outcomes) {
        String label = pod.metadata().labels().get(LABEL);
        if (!pod.metadata().name().equals(label)) {
            outcomes.broken(this, ObjectNames.of(pod), "has the label " + LABEL + "=" + label + ", expected its name");
        }
    }
}
