package dev.wavetank.model.controller.horizontalpodautoscaler;

import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The conditions of an autoscaler during a sync, and the texts of their reasons. */
final class AutoscalerConditions {

    private final List<Condition> conditions;
    private final Instant now;

    AutoscalerConditions(List<Condition> before, Instant now) {
        this.conditions = new ArrayList<>(before);
        this.now = now;
    }

    /** All conditions, in the order of their creation. */
    List<Condition> all() {
        return new ArrayList<>(conditions);
    }

    /** Keeps the time of the last transition when the status is the same as before. */
    void set(String type, boolean holds, String reason, String message) {
        String status = holds ? "True" : "False";
        for (int i = 0; i < conditions.size(); i++) {
            Condition before = conditions.get(i);
            if (before.type().equals(type)) {
                Instant since = before.status().equals(status) ? before.lastTransitionTime() : now;
                conditions.set(i, new Condition(type, status, since, reason, message));
                return;
            }
        }
        conditions.add(new Condition(type, status, now, reason, message));
    }

    /** Sets the conditions for a decision of the rules. */
    void decided(ScalingRules.Decision decision) {
        set("AbleToScale", true, decision.able(), text(decision.able()));
        set(
                "ScalingLimited",
                !decision.limited().equals("DesiredWithinRange"),
                decision.limited(),
                text(decision.limited()));
    }

    private static String text(String reason) {
        return switch (reason) {
            case "ReadyForNewScale" -> "recommended size matches current size";
            case "ScaleDownStabilized" ->
                "recent recommendations were higher than current one, applying the highest recent recommendation";
            case "ScaleUpStabilized" ->
                "recent recommendations were lower than current one, applying the lowest recent recommendation";
            case "DesiredWithinRange" -> "the desired count is within the acceptable range";
            case "TooManyReplicas" -> "the desired replica count is more than the maximum replica count";
            case "TooFewReplicas" -> "the desired replica count is less than the minimum replica count";
            case "ScaleUpLimit" -> "the desired replica count is increasing faster than the maximum scale rate";
            case "ScaleDownLimit" -> "the desired replica count is decreasing faster than the maximum scale rate";
            default -> throw new AssertionError("no text for " + reason);
        };
    }
}
