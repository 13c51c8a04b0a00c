package dev.wavetank.sim.network.rule;

import java.util.ArrayList;
import java.util.List;

/** The rules that are in force, and what they make of a call. */
public final class CallRules {

    private final List<Counted> rules = new ArrayList<>(2);

    public void put(CallRule rule) {
        rules.add(new Counted(rule));
    }

    /** Removes the oldest of several equal rules and returns how many calls it hit. */
    public long lift(CallRule rule) {
        for (int i = 0; i < rules.size(); i++) {
            if (rules.get(i).rule.equals(rule)) {
                return rules.remove(i).hits;
            }
        }
        throw new IllegalArgumentException("no such rule is in force: " + rule);
    }

    /** Counts a call that is being sent, and decides what happens to it. */
    public CallFate fate(String caller, Address<?, ?> address, Object request) {
        CallFate fate = CallFate.UNDISTURBED;
        for (int i = 0; i < rules.size(); i++) {
            Counted counted = rules.get(i);
            CallRule rule = counted.rule;
            if (rule.calls().matches(caller, address, request) && rule.hits(++counted.seen)) {
                counted.hits++;
                fate = fate.and(rule.outcome());
            }
        }
        return fate;
    }

    private static final class Counted {
        private final CallRule rule;
        private long seen;
        private long hits;

        private Counted(CallRule rule) {
            this.rule = rule;
        }
    }
}
