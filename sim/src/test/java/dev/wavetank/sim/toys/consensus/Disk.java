package dev.wavetank.sim.toys.consensus;

/** What a voter writes down: it outlives the node's incarnations. */
final class Disk {

    private long promised;
    private Proposal accepted = Proposal.NONE;
    private boolean decided;

    /** The latest ballot in which the node takes part. */
    long promised() {
        return promised;
    }

    /** Takes part in a ballot, unless it takes part in a later one already. */
    Promise prepare(long ballot) {
        if (ballot < promised) {
            return new Promise(false, Proposal.NONE);
        }
        promised = ballot;
        return new Promise(true, accepted);
    }

    /** Accepts a proposal, unless it takes part in a later ballot. Answers whether it did. */
    boolean accept(Proposal proposal) {
        if (proposal.ballot() < promised) {
            return false;
        }
        promised = proposal.ballot();
        accepted = proposal;
        return true;
    }

    /** Whether the node has learned of a decision. */
    boolean isDecided() {
        return decided;
    }

    void decide() {
        decided = true;
    }

    /** Loses what was accepted: what happens to a node that never wrote it down. */
    void forgetVote() {
        accepted = Proposal.NONE;
    }
}
