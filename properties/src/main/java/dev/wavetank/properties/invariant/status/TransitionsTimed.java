package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A condition of a Deployment, PodDisruptionBudget, HorizontalPodAutoscaler or Namespace has the time of its last
 * transition: it becomes later when its status changes, and stays when it does not. Their controllers write only on top
 * of what they have read, so a stale cache is no excuse.
 */
public final class TransitionsTimed implements Invariant {

    /** So old may be what a controller calls now when its write arrives, and by so much may clocks differ. */
    private static final long SLACK_SECONDS = 90;

    private boolean clocksAreRight = true;

    /** A condition of any kind. */
    private record Said(
            String type, String status, @Nullable Instant since) {}

    @Override
    public String name() {
        return "TransitionsTimed";
    }

    @Override
    public String reason() {
        return "For how long something has been so is the first question of whoever is called at night, and alerts are"
                + " made of it. That a change has a time of now is not judged once a clock was wrong. A kubelet may"
                + " report late, and from an old cache: of pods and nodes only a time that stays with another status"
                + " is judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes API conventions, Typical status properties: lastTransitionTime",
                "pkg/controller/deployment/util/deployment_util.go (v1.32), SetDeploymentCondition",
                "pkg/controller/podautoscaler/horizontal.go (v1.32), setConditionInList",
                "staging/src/k8s.io/apimachinery/pkg/api/meta/conditions.go (v1.32), SetStatusCondition");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.ROLLOUTS, Tag.DISRUPTION, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "The last transition of a controller's condition becomes later when its status changes, and only then.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Deployment.class,
                PodDisruptionBudget.class,
                HorizontalPodAutoscaler.class,
                Pod.class,
                Node.class,
                Namespace.class,
                FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace.Opened opened) {
            clocksAreRight &= !(opened.fault() instanceof ComponentFault.SkewedClock);
        } else if (entry.record() instanceof StoreTrace change && change.change() == WatchEvent.Type.MODIFIED) {
            if (change.object() instanceof Pod pod && change.previous() instanceof Pod before) {
                observe(pod, before, entry.time(), outcomes);
            } else if (change.object() instanceof Node node && change.previous() instanceof Node before) {
                observe(node, before, entry.time(), outcomes);
            } else {
                observe(change, entry.time(), outcomes);
            }
        }
    }

    // Pods and nodes change all the time: nothing is made of conditions that stay.

    private void observe(Pod pod, Pod before, long now, Outcomes outcomes) {
        if (pod.status() == null || before.status() == null || pod.status() == before.status()) {
            return;
        }
        for (Pod.Condition one : pod.status().conditions()) {
            for (Pod.Condition old : before.status().conditions()) {
                if (old.type().equals(one.type()) && !old.status().equals(one.status())) {
                    Said then = new Said(old.type(), old.status(), old.lastTransitionTime());
                    judge(pod, then, new Said(one.type(), one.status(), one.lastTransitionTime()), now, outcomes);
                }
            }
        }
    }

    private void observe(Node node, Node before, long now, Outcomes outcomes) {
        if (node.status() == null || before.status() == null || node.status() == before.status()) {
            return;
        }
        for (Node.Condition one : node.status().conditions()) {
            for (Node.Condition old : before.status().conditions()) {
                if (old.type().equals(one.type()) && !old.status().equals(one.status())) {
                    Said then = new Said(old.type(), old.status(), old.lastTransitionTime());
                    judge(node, then, new Said(one.type(), one.status(), one.lastTransitionTime()), now, outcomes);
                }
            }
        }
    }

    private void observe(StoreTrace change, long now, Outcomes outcomes) {
        List<Said> conditions = conditions(change.object());
        List<Said> before = change.previous() == null ? List.of() : conditions(change.previous());
        if (!before.isEmpty() && !conditions.equals(before)) {
            conditions.forEach(one -> before.stream()
                    .filter(old -> old.type().equals(one.type()))
                    .findFirst()
                    .ifPresent(old -> judge(change.object(), old, one, now, outcomes)));
        }
    }

    private void judge(KubernetesObject object, Said before, Said now, long time, Outcomes outcomes) {
        Instant since = now.since();
        if (since == null || before.since() == null) {
            return;
        }
        boolean isSame = now.status().equals(before.status());
        Instant clock = VirtualTime.calendar(time);
        if (isSame && !since.equals(before.since())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(object),
                    "has the condition " + now.type() + "=" + now.status() + " as before, and its last transition went"
                            + " from " + before.since() + " to " + since);
        } else if (!isSame
                && clocksAreRight
                && since.isBefore(clock.minusSeconds(SLACK_SECONDS))
                && (!isOfKubelet(object)
                        || since.equals(before.since()) && !now.status().equals("True"))) {
            outcomes.broken(
                    this,
                    ObjectNames.of(object),
                    "has the condition " + now.type() + "=" + now.status() + " since " + since + ", and had "
                            + before.status() + " until " + clock);
        }
    }

    /**
     * Kubelets report late, and of a node they may have read an old one. A pod may be ready within the second in which
     * it was not.
     */
    private static boolean isOfKubelet(KubernetesObject object) {
        return object instanceof Pod || object instanceof Node;
    }

    private static List<Said> conditions(KubernetesObject object) {
        if (object instanceof Deployment one && one.status() != null) {
            return one.status().conditions().stream()
                    .filter(each -> !each.type().equals("ReplicaFailure"))
                    .map(each -> new Said(each.type(), each.status(), each.lastTransitionTime()))
                    .toList();
        } else if (object instanceof PodDisruptionBudget one && one.status() != null) {
            return one.status().conditions().stream()
                    .map(each -> new Said(each.type(), each.status(), each.lastTransitionTime()))
                    .toList();
        } else if (object instanceof HorizontalPodAutoscaler one && one.status() != null) {
            return one.status().conditions().stream()
                    .map(each -> new Said(each.type(), each.status(), each.lastTransitionTime()))
                    .toList();
        } else if (object instanceof Namespace one && one.status() != null) {
            return one.status().conditions().stream()
                    .map(each -> new Said(each.type(), each.status(), each.lastTransitionTime()))
                    .toList();
        }
        return List.of();
    }
}
