package dev.wavetank.properties.explore;

/**
 * What a search for a smaller failure took.
 *
 * @param runs how many runs it made
 * @param isSpent whether the limits were reached, so that more runs might have shrunk the failure further
 * @param errors what ended runs that should not have ended so
 */
public record SearchEffort(int runs, boolean isSpent, TrialErrors errors) {}
