package dev.wavetank.sim.liveness;

import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The same state again and again, with writes in between.
 *
 * @param round the writes that lead from the state back to it
 * @param times how often the state was observed
 * @param within from the first of them to the last, in nanoseconds
 */
public record Livelock(List<Write> round, int times, long within) {

    private static final int NAMED_MAX = 6;

    /**
     * One write of a round.
     *
     * @param actor the writer
     * @param subject the written object
     */
    public record Write(String actor, String subject) {}

    /** Keeps a copy of the list. */
    public Livelock {
        round = List.copyOf(round);
    }

    /** What is written. */
    public Set<String> subjects() {
        Set<String> subjects = new LinkedHashSet<>();
        round.forEach(write -> subjects.add(write.subject()));
        return subjects;
    }

    /** Who writes, in the order of names. */
    public Set<String> actors() {
        Set<String> actors = new TreeSet<>();
        round.forEach(write -> actors.add(write.actor()));
        return actors;
    }

    /** The writes of a round, in a sentence without its end. */
    @Override
    public String toString() {
        String often = ": the same state " + times + " times within " + VirtualTime.span(within);
        if (subjects().size() == 1 && actors().size() > 1) {
            return String.join(" and ", actors()) + " fight over "
                    + subjects().iterator().next() + often;
        }
        if (round.size() == 1) {
            Write write = round.get(0);
            return write.actor() + " writes " + write.subject() + " again and again and changes nothing" + often;
        }
        return "going round in circles, " + changes() + often;
    }

    private String changes() {
        Map<Write, Integer> counts = new LinkedHashMap<>();
        round.forEach(write -> counts.merge(write, 1, Integer::sum));
        StringBuilder text = new StringBuilder();
        counts.entrySet().stream()
                .limit(NAMED_MAX)
                .forEach(entry -> text.append(text.isEmpty() ? "" : ", then ")
                        .append(entry.getKey().actor())
                        .append(" writes ")
                        .append(entry.getKey().subject())
                        .append(entry.getValue() > 1 ? " (" + entry.getValue() + " times)" : ""));
        int rest = counts.size() - NAMED_MAX;
        return text + (rest > 0 ? " and " + rest + " more" : "");
    }
}
