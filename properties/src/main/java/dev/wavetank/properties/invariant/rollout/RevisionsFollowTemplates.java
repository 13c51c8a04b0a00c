package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The revision of a ReplicaSet rises only when the template of its Deployment has changed, or when the Deployment has
 * adopted another ReplicaSet that has a revision ({@code deployment.kubernetes.io/revision}).
 */
public final class RevisionsFollowTemplates implements Invariant {

    private static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String EARLIER = "deployment.kubernetes.io/revision-history";
    /** {@code maxRevHistoryLengthInChars}. */
    private static final int LENGTH_MAX = 2000;

    private final CacheLag lag;
    private final Map<String, History> histories = new LinkedHashMap<>();

    /** With the age of what controllers act on. */
    public RevisionsFollowTemplates(CacheLag lag) {
        this.lag = lag;
    }

    /** What happened to one Deployment. */
    private static final class History {

        private List<Object> wishes = List.of();
        /** How many changes call for a higher revision that has not come. */
        private int due;

        private long changedAt;

        private void change(long now) {
            due++;
            changedAt = now;
        }
    }

    @Override
    public String name() {
        return "RevisionsFollowTemplates";
    }

    @Override
    public String reason() {
        return "A revision is what users roll back to. Where it rises by itself, pods are replaced by others"
                + " that are just the same. What a controller that was behind made of an older template is excused.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/deployment/sync.go (v1.32), getNewReplicaSet",
                "Kubernetes documentation v1.32, Deployments: a new revision is created if and only if the"
                        + " Pod template is changed");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "The revision of a ReplicaSet rises only when the template of its Deployment has changed.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Deployment.class, ReplicaSet.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof Deployment deployment) {
            observe(deployment, change.change(), entry.time());
        } else if (change.object() instanceof ReplicaSet set && change.change() != WatchEvent.Type.DELETED) {
            History history = histories.get(Present.controllerOf(set));
            if (history != null) {
                observe(set, change.previous(), history, entry.time(), outcomes);
            }
        }
    }

    private void observe(Deployment deployment, WatchEvent.Type change, long now) {
        if (change == WatchEvent.Type.DELETED) {
            histories.remove(deployment.uid());
            return;
        }
        History history = histories.computeIfAbsent(deployment.uid(), first -> new History());
        // A paused Deployment waits with its template.
        List<Object> wishes = List.of(
                deployment.spec().template(),
                Boolean.TRUE.equals(deployment.spec().paused()));
        if (!wishes.equals(history.wishes)) {
            history.wishes = wishes;
            history.change(now);
        }
    }

    private void observe(
            ReplicaSet set, @Nullable KubernetesObject before, History history, long now, Outcomes outcomes) {
        if (before == null) {
            history.due = Math.max(0, history.due - 1);
            return;
        }
        boolean isAdopted = !Present.controllerOf(before).equals(Present.controllerOf(set));
        if (isAdopted && revision(set) > 0 || revision(set) < revision(before)) {
            history.change(now);
        } else if (revision(before) > 0 && revision(set) > revision(before)) {
            if (history.due == 0 && !lag.mayHide(history.changedAt, now)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(set),
                        "has revision " + revision(set) + " after " + revision(before)
                                + ", although the template of its Deployment has not changed");
            }
            history.due = Math.max(0, history.due - 1);
            String earlier = set.metadata().annotations().get(EARLIER);
            if (!isContinued(before.metadata().annotations().get(EARLIER), revision(before), earlier)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(set),
                        "has revision " + revision(set) + " after " + revision(before) + ", and says that it had "
                                + earlier + " before, after "
                                + before.metadata().annotations().get(EARLIER));
            }
        }
    }

    /** Whether a list of earlier revisions is that of before with one more; only the oldest of many are left out. */
    private static boolean isContinued(@Nullable String before, long revision, @Nullable String after) {
        String whole = before == null ? Long.toString(revision) : before + "," + revision;
        return whole.length() <= LENGTH_MAX ? whole.equals(after) : after != null && whole.endsWith(after);
    }

    private static long revision(KubernetesObject object) {
        String text = object.metadata().annotations().get(REVISION);
        return text == null ? 0 : Long.parseLong(text);
    }
}
