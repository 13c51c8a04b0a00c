package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.StatusCondition;
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

    @Override
    public String name() {
        return "TransitionsTimed";
    }

    @Override
    public String reason() {
        return "For how long something has been so is the first question of whoever is called at night, and alerts are"
                + " made of it. That a change has a time of now is not judged once a clock was wrong.";
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
                Namespace.class,
                FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace.Opened opened) {
            clocksAreRight &= !(opened.fault() instanceof ComponentFault.SkewedClock);
        } else if (entry.record() instanceof StoreTrace change && change.change() == WatchEvent.Type.MODIFIED) {
            List<? extends StatusCondition> now = conditions(change.object());
            List<? extends StatusCondition> before = conditions(change.previous());
            if (!before.isEmpty() && !now.equals(before)) {
                Instant clock = VirtualTime.calendar(entry.time());
                now.forEach(one -> before.stream()
                        .filter(old ->
                                old.type().equals(one.type()) && !one.type().equals("ReplicaFailure"))
                        .findFirst()
                        .ifPresent(old -> judge(change.object(), old, one, clock, outcomes)));
            }
        }
    }

    private void judge(
            KubernetesObject object, StatusCondition before, StatusCondition now, Instant clock, Outcomes outcomes) {
        Instant since = now.lastTransitionTime();
        if (since == null || before.lastTransitionTime() == null) {
            return;
        }
        boolean isSame = now.status().equals(before.status());
        if (isSame && !since.equals(before.lastTransitionTime())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(object),
                    "has the condition " + now.type() + "=" + now.status() + " as before, and its last transition went"
                            + " from " + before.lastTransitionTime() + " to " + since);
        } else if (!isSame && clocksAreRight && since.isBefore(clock.minusSeconds(SLACK_SECONDS))) {
            outcomes.broken(
                    this,
                    ObjectNames.of(object),
                    "has the condition " + now.type() + "=" + now.status() + " since " + since + ", and had "
                            + before.status() + " until " + clock);
        }
    }

    /** But for those of pods and nodes, which kubelets write that may not know what others wrote. */
    private static List<? extends StatusCondition> conditions(@Nullable KubernetesObject object) {
        return object == null || object instanceof Pod || object instanceof Node
                ? List.of()
                : StatusConditions.of(object);
    }
}
