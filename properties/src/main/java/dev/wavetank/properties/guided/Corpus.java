package dev.wavetank.properties.guided;

import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.explore.RunInput;
import dev.wavetank.sim.random.Choice;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The inputs that reached something first: a condition or a hand-over. It is a function of the runs and of the order in
 * which they are added.
 */
final class Corpus {

    /** So many of what was reached compete to be the one whose input is taken: the rarest wins. */
    private static final int COMPETITORS = 3;

    /** The first input that reached something, by its name. */
    private final Map<String, Entry> firsts = new TreeMap<>();

    /** How many runs reached it. */
    private final Map<String, Integer> runs = new TreeMap<>();

    /**
     * An input that is kept.
     *
     * @param input what decided the run
     * @param order what was decided about the order of its events
     */
    record Entry(RunInput input, List<Choice> order) {}

    /** What a run reached first; nothing when it failed. */
    SortedSet<String> add(ExploredRun run) {
        SortedSet<String> reached = run.coverage().reached();
        reached.forEach(name -> runs.merge(name, 1, Integer::sum));
        SortedSet<String> news = new TreeSet<>(reached);
        news.removeAll(firsts.keySet());
        // A failure ends its run: what is derived from it would mostly be the same failure again.
        if (!run.result().violations().isEmpty()) {
            return new TreeSet<>();
        }
        Entry entry = new Entry(run.input(), run.order());
        news.forEach(name -> firsts.put(name, entry));
        return news;
    }

    /** The corpus as it is now, for inputs that are derived while runs are added. */
    Snapshot snapshot() {
        List<Snapshot.Reached> all = new ArrayList<>();
        firsts.forEach((name, entry) -> all.add(new Snapshot.Reached(runs.getOrDefault(name, 0), entry)));
        return new Snapshot(all);
    }

    /**
     * A corpus that does not change.
     *
     * @param all what was reached, in a fixed order
     */
    record Snapshot(List<Reached> all) {

        /**
         * Something that was reached.
         *
         * @param runs how many runs reached it
         * @param first the first of them
         */
        record Reached(int runs, Entry first) {}

        /** Keeps a copy. */
        Snapshot {
            all = List.copyOf(all);
        }

        boolean isEmpty() {
            return all.isEmpty();
        }

        /** An input, the more likely the rarer it is what it reached. */
        Entry pick(RandomStream random) {
            Reached rarest = random.pick(all);
            for (int i = 1; i < COMPETITORS; i++) {
                Reached other = random.pick(all);
                rarest = other.runs() < rarest.runs() ? other : rarest;
            }
            return rarest.first();
        }
    }
}
