package dev.wavetank.sim.toys.election;

/** What a node writes down: it outlives the node's incarnations. */
final class Disk {

    private long term;
    private String votedFor;

    long term() {
        return term;
    }

    /** For whom the node voted in this term, or null. */
    String votedFor() {
        return votedFor;
    }

    /** Opens a term in which the node has not voted. */
    void begin(long newTerm) {
        term = newTerm;
        votedFor = null;
    }

    void vote(String candidate) {
        votedFor = candidate;
    }

    /** Loses the vote: what a node does that never wrote it down. */
    void forgetVote() {
        votedFor = null;
    }
}
