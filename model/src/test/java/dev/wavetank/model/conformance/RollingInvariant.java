package dev.wavetank.model.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a rolling update may do, said apart from the controller: every size that a Deployment gives to a ReplicaSet is
 * a function of the sizes and of the available pods that it could have seen.
 *
 * <p>The new ReplicaSet grows first, up to the surge. Only when it cannot, the old ones shrink, the oldest first:
 * pods that are not available go as long as enough would be left if no pod of the new one came, then available ones
 * beyond the least number. Nothing goes while an old one has more available pods than it is
 * to have. What the controller could have seen is any state of the last moments.
 */
final class RollingInvariant {

    /** How old the state may be that a size comes from: the cache's lag and the writes of the same sync. */
    private static final double LAG = 60;

    private final int replicas;
    private final int most;
    private final int least;
    private final List<String> broken = new ArrayList<>();
    private int steps;

    /** Size and available pods of a ReplicaSet. */
    private record State(int size, int available) {}

    /** What the controller could have seen from a time on. */
    private record Moment(double millis, Map<String, State> sets) {}

    private RollingInvariant(int replicas, int surge, int unavailable) {
        this.replicas = replicas;
        this.most = replicas + surge;
        this.least = replicas - unavailable;
    }

    /** Judges all sizes of a run. */
    static RollingInvariant judge(Observed run, int replicas, int surge, int unavailable) {
        RollingInvariant invariant = new RollingInvariant(replicas, surge, unavailable);
        invariant.judge(run);
        return invariant;
    }

    /** How many sizes were judged. */
    int steps() {
        return steps;
    }

    /** The sizes that no state explains. */
    List<String> broken() {
        return broken;
    }

    private void judge(Observed run) {
        List<Moment> moments = new ArrayList<>(List.of(new Moment(Double.NEGATIVE_INFINITY, Map.of())));
        for (Sent sent : run.requests()) {
            Map<String, State> sets =
                    new LinkedHashMap<>(moments.get(moments.size() - 1).sets());
            State before = sets.get(sent.name());
            if (sent.isSize() && !sent.isUsers()) {
                if (before != null && before.size() != sent.replicas()) {
                    judge(run, sent, moments);
                }
                sets.put(sent.name(), new State(sent.replicas(), before == null ? 0 : before.available()));
            } else if (sent.available() != null && before != null) {
                sets.put(sent.name(), new State(before.size(), sent.available()));
            } else {
                continue;
            }
            addCrossed(moments, sent, sets);
            moments.add(new Moment(sent.millis(), sets));
        }
    }

    /** Of two writes that were sent together the later may have been carried out first. */
    private static void addCrossed(List<Moment> moments, Sent sent, Map<String, State> sets) {
        Moment last = moments.get(moments.size() - 1);
        if (moments.size() > 1 && sent.millis() - last.millis() < 1) {
            Map<String, State> crossed =
                    new LinkedHashMap<>(moments.get(moments.size() - 2).sets());
            crossed.put(sent.name(), sets.get(sent.name()));
            moments.add(moments.size() - 1, new Moment(last.millis(), crossed));
        }
    }

    private void judge(Observed run, Sent sent, List<Moment> moments) {
        steps++;
        for (int i = moments.size() - 1; i >= 0; i--) {
            for (String grown : moments.get(i).sets().keySet()) {
                Integer size = sizes(moments.get(i).sets(), grown).get(sent.name());
                if (isNew(run, grown, sent.millis()) && size != null && size.equals(sent.replicas())) {
                    return;
                }
            }
            if (moments.get(i).millis() < sent.millis() - LAG) {
                break;
            }
        }
        broken.add(Math.round(sent.millis()) + " ms: " + run.normalised(sent.name()) + "=" + sent.replicas() + " from "
                + run.normalised(moments.get(moments.size() - 1).toString()));
    }

    /** Whether the template of that time is that of the set: the first to be made or to grow since the last one. */
    private static boolean isNew(Observed run, String name, double millis) {
        String newest = null;
        String before = null;
        double changed = Double.NEGATIVE_INFINITY;
        for (Sent sent : run.requests()) {
            if (sent.millis() > millis + 1_000) {
                break;
            }
            if (sent.isUsers() && sent.millis() <= millis) {
                before = newest;
                newest = null;
                changed = sent.millis();
            } else if (sent.isUsers()) {
                break;
            } else if (newest == null && sent.isSize() && !sent.name().equals(before)) {
                newest = sent.name();
            }
        }
        return name.equals(newest) || millis - changed < LAG && name.equals(before);
    }

    /** The sizes that one sync gives, by name. */
    private Map<String, Integer> sizes(Map<String, State> sets, String grown) {
        Map<String, Integer> given = new LinkedHashMap<>();
        State fresh = sets.get(grown);
        int total = sets.values().stream().mapToInt(State::size).sum();
        int more = Math.min(most - total, replicas - fresh.size());
        if (more > 0) {
            given.put(grown, fresh.size() + more);
            return given;
        }
        int cleanable = total - least - (fresh.size() - fresh.available());
        if (cleanable <= 0) {
            return given;
        }
        int available = fresh.available();
        for (Map.Entry<String, State> old : sets.entrySet()) {
            boolean isActive = !old.getKey().equals(grown) && old.getValue().size() > 0;
            available += isActive ? old.getValue().available() : 0;
        }
        Map<String, Integer> left = new LinkedHashMap<>();
        for (Map.Entry<String, State> old : sets.entrySet()) {
            if (!old.getKey().equals(grown)) {
                State state = old.getValue();
                int removed =
                        cleanable == 0 || state.size() == 0 ? 0 : Math.min(cleanable, state.size() - state.available());
                if (removed < 0) {
                    return given;
                }
                cleanable -= removed;
                left.put(old.getKey(), state.size() - removed);
                given.put(old.getKey(), state.size() - removed);
            }
        }
        int beyond = Math.max(0, available - least);
        for (Map.Entry<String, Integer> old : left.entrySet()) {
            int removed = Math.min(old.getValue(), beyond);
            beyond -= removed;
            given.put(old.getKey(), old.getValue() - removed);
        }
        return given;
    }
}
