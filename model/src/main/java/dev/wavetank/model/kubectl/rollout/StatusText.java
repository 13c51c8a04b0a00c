package dev.wavetank.model.kubectl.rollout;

import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.syntax.UsageException;

/** What {@code rollout status} prints of a state (kubectl, pkg/polymorphichelpers/rollout_status.go, v1.20). */
final class StatusText {

    private StatusText() {}

    /**
     * The line of a state.
     *
     * @param text without the line's end
     * @param done whether the rollout is complete
     */
    record Line(String text, boolean done) {}

    /**
     * The line of an object.
     *
     * @param revision which the user wants to see, or 0
     * @throws UsageException when the rollout has failed, or has no status
     */
    static Line of(String resource, ObjectFields object, long revision) {
        return switch (resource) {
            case "deployments" -> ofDeployment(object, revision);
            case "daemonsets" -> ofDaemonSet(object);
            case "statefulsets" -> ofStatefulSet(object);
            default -> throw new UsageException("no status viewer has been implemented for " + resource);
        };
    }

    private static Line ofDeployment(ObjectFields deployment, long revision) {
        String running =
                String.valueOf(deployment.map("metadata.annotations").get("deployment.kubernetes.io/revision"));
        if (revision > 0 && !running.equals(Long.toString(revision))) {
            throw new UsageException(
                    "desired revision (" + revision + ") is different from the running revision (" + running + ")");
        }
        if (!isObserved(deployment)) {
            return new Line("Waiting for deployment spec update to be observed...", false);
        }
        String name = deployment.text("metadata.name");
        boolean late = deployment.list("status.conditions").stream()
                .anyMatch(condition -> condition.text("type").equals("Progressing")
                        && condition.text("reason").equals("ProgressDeadlineExceeded"));
        if (late) {
            throw new UsageException("deployment \"" + name + "\" exceeded its progress deadline");
        }
        String waiting = "Waiting for deployment \"" + name + "\" rollout to finish: ";
        long wanted = deployment.number("spec.replicas");
        long all = deployment.number("status.replicas");
        long updated = deployment.number("status.updatedReplicas");
        long available = deployment.number("status.availableReplicas");
        if (updated < wanted) {
            return new Line(waiting + updated + " out of " + wanted + " new replicas have been updated...", false);
        } else if (all > updated) {
            return new Line(waiting + (all - updated) + " old replicas are pending termination...", false);
        } else if (available < updated) {
            return new Line(waiting + available + " of " + updated + " updated replicas are available...", false);
        }
        return new Line("deployment \"" + name + "\" successfully rolled out", true);
    }

    private static Line ofDaemonSet(ObjectFields set) {
        requireRollingUpdate(set);
        if (!isObserved(set)) {
            return new Line("Waiting for daemon set spec update to be observed...", false);
        }
        String name = set.text("metadata.name");
        String waiting = "Waiting for daemon set \"" + name + "\" rollout to finish: ";
        long wanted = set.number("status.desiredNumberScheduled");
        long updated = set.number("status.updatedNumberScheduled");
        long available = set.number("status.numberAvailable");
        if (updated < wanted) {
            return new Line(waiting + updated + " out of " + wanted + " new pods have been updated...", false);
        } else if (available < wanted) {
            return new Line(waiting + available + " of " + wanted + " updated pods are available...", false);
        }
        return new Line("daemon set \"" + name + "\" successfully rolled out", true);
    }

    private static Line ofStatefulSet(ObjectFields set) {
        requireRollingUpdate(set);
        if (set.number("status.observedGeneration") == 0 || !isObserved(set)) {
            return new Line("Waiting for statefulset spec update to be observed...", false);
        }
        long wanted = set.number("spec.replicas");
        long ready = set.number("status.readyReplicas");
        long updated = set.number("status.updatedReplicas");
        if (ready < wanted) {
            return new Line("Waiting for " + (wanted - ready) + " pods to be ready...", false);
        }
        if (set.value("spec.updateStrategy.rollingUpdate.partition") != null) {
            long beyond = wanted - set.number("spec.updateStrategy.rollingUpdate.partition");
            return updated < beyond
                    ? new Line(
                            "Waiting for partitioned roll out to finish: " + updated + " out of " + beyond
                                    + " new pods have been updated...",
                            false)
                    : new Line("partitioned roll out complete: " + updated + " new pods have been updated...", true);
        }
        String revision = set.text("status.updateRevision");
        return revision.equals(set.text("status.currentRevision"))
                ? new Line(
                        "statefulset rolling update complete " + set.number("status.currentReplicas")
                                + " pods at revision " + revision + "...",
                        true)
                : new Line(
                        "waiting for statefulset rolling update to complete " + updated + " pods at revision "
                                + revision + "...",
                        false);
    }

    private static boolean isObserved(ObjectFields object) {
        return object.number("metadata.generation") <= object.number("status.observedGeneration");
    }

    private static void requireRollingUpdate(ObjectFields set) {
        if (!set.text("spec.updateStrategy.type").equals("RollingUpdate")) {
            throw new UsageException("rollout status is only available for RollingUpdate strategy type");
        }
    }
}
