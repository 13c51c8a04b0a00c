package dev.wavetank.model.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One statement about an object, in the form that custom resources use: {@code metav1.Condition}.
 *
 * @param type what it is about, such as {@code Ready}
 * @param status {@code True}, {@code False} or {@code Unknown}
 * @param observedGeneration generation of the object that it is about, or null
 * @param lastTransitionTime when the status last changed
 * @param reason for programs, in CamelCase
 * @param message for people
 */
public record Condition(
        String type, String status, Long observedGeneration, Instant lastTransitionTime, String reason, String message)
        implements StatusCondition {

    /** A condition that is true or false; when it became so is for {@link #set} to say. */
    public static Condition of(String type, boolean isTrue, String reason, String message) {
        return new Condition(type, isTrue ? "True" : "False", null, null, reason, message);
    }

    /**
     * The conditions with one added or replaced: {@code meta.SetStatusCondition}. One whose status is as before keeps
     * its time; another that has none gets the present.
     *
     * @param conditions as they are, or null for none
     * @param now what the component's clock shows
     */
    public static List<Condition> set(List<Condition> conditions, Condition wanted, Instant now) {
        List<Condition> changed = new ArrayList<>(Defaults.emptyIfNull(conditions));
        for (int i = 0; i < changed.size(); i++) {
            Condition before = changed.get(i);
            if (before.type().equals(wanted.type())) {
                boolean same = before.status().equals(wanted.status());
                changed.set(i, same ? wanted.since(before.lastTransitionTime) : wanted.dated(now));
                return changed;
            }
        }
        changed.add(wanted.dated(now));
        return changed;
    }

    private Condition dated(Instant now) {
        return lastTransitionTime == null ? since(Timestamps.seconds(now)) : this;
    }

    private Condition since(Instant time) {
        return new Condition(type, status, observedGeneration, time, reason, message);
    }

    /** Whether there is such a condition and it is {@code True}: {@code meta.IsStatusConditionTrue}. */
    public static boolean isTrue(List<Condition> conditions, String type) {
        return Defaults.emptyIfNull(conditions).stream()
                .anyMatch(condition -> condition.type().equals(type) && Objects.equals(condition.status(), "True"));
    }
}
