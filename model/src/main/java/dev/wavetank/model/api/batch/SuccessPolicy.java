package dev.wavetank.model.api.batch;

import dev.wavetank.model.api.Defaults;
import java.util.List;

/**
 * When an indexed Job has succeeded before all its indexes have: as soon as one of the rules is met.
 *
 * @param rules in the order in which they are tried
 */
public record SuccessPolicy(List<Rule> rules) {

    /** Turns an absent list into an empty one. */
    public SuccessPolicy {
        rules = Defaults.emptyIfNull(rules);
    }

    /**
     * One rule.
     *
     * @param succeededIndexes the indexes that count, such as {@code 0,2-4}; null for all
     * @param succeededCount how many of them must have succeeded; null for all
     */
    public record Rule(String succeededIndexes, Integer succeededCount) {}
}
