package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.apiserver.registry.validation.Part;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.List;

/** Mistakes in the success policies of indexed Jobs (v1.31 and later). */
final class SuccessPolicyRules {

    private static final int RULES_MAX = 20;
    private static final int INDEXES_BYTES_MAX = 64 * 1024;
    private static final String RULES = "rules";
    private static final String COUNT = "succeededCount";
    private static final String INDEXES = "succeededIndexes";

    private SuccessPolicyRules() {}

    static void check(Part policy, long completions) {
        List<Part> rules = policy.items(RULES);
        if (rules.isEmpty()) {
            policy.required(RULES, "at least one rules must be specified when the successPolicy is specified");
        }
        policy.atMost(RULES, rules.size(), RULES_MAX);
        rules.forEach(rule -> rule(rule, completions));
    }

    private static void rule(Part rule, long completions) {
        if (!rule.has(COUNT) && !rule.has(INDEXES)) {
            rule.required("", "at least one of succeededCount or succeededIndexes must be specified");
        }
        long listed = 0;
        if (rule.has(INDEXES)) {
            String text = rule.text(INDEXES);
            if (text.length() > INDEXES_BYTES_MAX) {
                rule.errors().tooLong(rule.at(INDEXES), INDEXES_BYTES_MAX);
            }
            Intervals intervals = Intervals.read(text, completions);
            listed = intervals.total();
            if (intervals.mistake() != null) {
                rule.invalid(INDEXES, "error parsing succeededIndexes: " + intervals.mistake());
            }
        }
        if (rule.has(COUNT)) {
            rule.notNegative(COUNT);
            atMost(rule, completions, "the number of specified completions");
            if (rule.has(INDEXES)) {
                atMost(rule, listed, "the number of indexes in the specified succeededIndexes field");
            }
        }
    }

    private static void atMost(Part rule, long max, String what) {
        if (rule.number(COUNT) > max) {
            rule.invalidNumber(COUNT, "must be less than or equal to " + max + " (" + what + ")");
        }
    }

    /**
     * A text such as {@code 0,2-4}.
     *
     * @param total how many indexes it names; 0 when something is wrong
     * @param mistake what is wrong, or null
     */
    private record Intervals(long total, String mistake) {

        private static final String ORDER = "non-increasing order, previous: ";

        static Intervals read(String text, long completions) {
            long total = 0;
            long last = -1;
            for (String interval : text.isEmpty() ? new String[0] : text.split(",", -1)) {
                String[] limits = interval.split("-", -1);
                if (limits.length > 2) {
                    return wrong("the fragment " + GoSyntax.of(interval) + " violates the requirement that an index"
                            + " interval can have at most two parts separated by '-'");
                }
                for (String limit : limits) {
                    if (!limit.matches("[0-9]{1,9}")) {
                        return wrong("cannot convert string to integer for index: " + GoSyntax.of(limit));
                    }
                    if (Long.parseLong(limit) >= completions) {
                        return wrong("too large index: " + GoSyntax.of(limit));
                    }
                }
                long from = Long.parseLong(limits[0]);
                long to = Long.parseLong(limits[limits.length - 1]);
                if (limits.length == 2 && from >= to) {
                    return wrong(ORDER + from + ", current: " + to);
                }
                if (last >= from) {
                    return wrong(ORDER + last + ", current: " + from);
                }
                total += to - from + 1;
                last = to;
            }
            return new Intervals(total, null);
        }

        private static Intervals wrong(String mistake) {
            return new Intervals(0, mistake);
        }
    }
}
