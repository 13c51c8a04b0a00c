package dev.wavetank.model.apiserver.registry.batch;

import dev.wavetank.model.api.batch.SuccessPolicy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.List;

/** Mistakes in the success policies of indexed Jobs (v1.31 and later). */
final class SuccessPolicyRules {

    private static final int RULES_MAX = 20;
    private static final int INDEXES_BYTES_MAX = 64 * 1024;

    private SuccessPolicyRules() {}

    static void check(SuccessPolicy policy, String path, long completions, FieldErrors errors) {
        List<SuccessPolicy.Rule> rules = policy.rules();
        String field = path + ".rules";
        if (rules.isEmpty()) {
            errors.required(field, "at least one rules must be specified when the successPolicy is specified");
        }
        errors.atMost(field, rules.size(), RULES_MAX);
        for (int i = 0; i < rules.size(); i++) {
            rule(rules.get(i), field + "[" + i + "]", completions, errors);
        }
    }

    private static void rule(SuccessPolicy.Rule rule, String path, long completions, FieldErrors errors) {
        Integer count = rule.succeededCount();
        String text = rule.succeededIndexes();
        if (count == null && text == null) {
            errors.required(path, "at least one of succeededCount or succeededIndexes must be specified");
        }
        long listed = 0;
        if (text != null) {
            String field = path + ".succeededIndexes";
            if (text.length() > INDEXES_BYTES_MAX) {
                errors.tooLong(field, INDEXES_BYTES_MAX);
            }
            Intervals intervals = Intervals.read(text, completions);
            listed = intervals.total();
            if (intervals.mistake() != null) {
                errors.invalid(field, GoSyntax.of(text), "error parsing succeededIndexes: " + intervals.mistake());
            }
        }
        if (count != null) {
            String field = path + ".succeededCount";
            errors.notNegative(field, count);
            atMost(field, count, completions, "the number of specified completions", errors);
            if (text != null) {
                String what = "the number of indexes in the specified succeededIndexes field";
                atMost(field, count, listed, what, errors);
            }
        }
    }

    private static void atMost(String field, int count, long max, String what, FieldErrors errors) {
        if (count > max) {
            errors.invalid(field, Integer.toString(count), "must be less than or equal to " + max + " (" + what + ")");
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
