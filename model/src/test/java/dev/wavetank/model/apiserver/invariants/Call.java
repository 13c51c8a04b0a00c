package dev.wavetank.model.apiserver.invariants;

import dev.wavetank.sim.VirtualTime;

/** One request of a client and what it heard. Without an answer it may take effect at any time after it was sent. */
final class Call {

    final String client;
    final Operation.What what;
    final String key;
    /** The value that it writes, which no other call writes. */
    final String value;
    /** The resourceVersion that it has seen; 0 when it has seen none. */
    final long seen;

    final long asked;
    long heard = Long.MAX_VALUE;
    Outcome outcome = Outcome.of(Outcome.Kind.UNKNOWN);

    Call(String client, Operation.What what, String key, String value, long seen, long asked) {
        this.client = client;
        this.what = what;
        this.key = key;
        this.value = value;
        this.seen = seen;
        this.asked = asked;
    }

    void answer(Outcome answer, long now) {
        outcome = answer;
        heard = answer.kind() == Outcome.Kind.UNKNOWN ? Long.MAX_VALUE : now;
    }

    boolean isUnknown() {
        return outcome.kind() == Outcome.Kind.UNKNOWN;
    }

    @Override
    public String toString() {
        String wrote = what.isWrite() ? " " + value + (seen == 0 ? "" : " over " + seen) : "";
        String answer = outcome.kind()
                + (outcome.value().isEmpty() ? "" : " " + outcome.value())
                + (outcome.revision() == 0 ? "" : " at " + outcome.revision());
        String until = isUnknown() ? "" : " .. " + VirtualTime.span(heard);
        return VirtualTime.span(asked) + until + " " + client + " " + what + " " + key + wrote + ": " + answer;
    }
}
