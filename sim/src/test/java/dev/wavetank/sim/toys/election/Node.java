package dev.wavetank.sim.toys.election;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import dev.wavetank.sim.network.Address;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.toys.ToyWorld;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Votes, and stands for election when it hears of no leader. */
final class Node implements Component {

    private static final long PATIENCE_LEAST = 5 * VirtualTime.MILLISECOND;
    private static final long PATIENCE_MOST = 25 * VirtualTime.MILLISECOND;
    private static final long RETRY = 450 * VirtualTime.MICROSECOND;

    private final Context context;
    private final Endpoint endpoint;
    private final List<String> others;
    private final Disk disk;
    private final Bug bug;
    private final RandomStream patience;
    private final List<String> votes = new ArrayList<>();
    private final Set<String> answered = new LinkedHashSet<>();
    private boolean standing;
    private boolean leaderKnown;
    private Timer impatience;

    Node(Context context, Endpoint endpoint, List<String> others, Disk disk, Bug bug) {
        this.context = context;
        this.endpoint = endpoint;
        this.others = others;
        this.disk = disk;
        this.bug = bug;
        this.patience = context.random("patience");
    }

    static Address<VoteRequest, Boolean> vote(String node) {
        return new Address<>(node, "vote");
    }

    static Address<Long, Boolean> follow(String node) {
        return new Address<>(node, "follow");
    }

    @Override
    public void start() {
        if (bug == Bug.FORGETS_VOTE) {
            disk.forgetVote();
        }
        endpoint.serve(
                vote(context.name()),
                (candidate, request, responder) -> responder.respond(grants(candidate, request.term())));
        endpoint.serve(follow(context.name()), (leader, term, responder) -> responder.respond(follows(term)));
        waitForLeader();
    }

    private void waitForLeader() {
        if (impatience != null) {
            impatience.cancel();
        }
        impatience = context.after(patience.between(PATIENCE_LEAST, PATIENCE_MOST), this::stand);
    }

    private void stand() {
        if (leaderKnown) {
            return;
        }
        disk.begin(disk.term() + 1);
        disk.vote(context.name());
        standing = true;
        votes.clear();
        answered.clear();
        votes.add(context.name());
        others.forEach(other -> ask(other, disk.term()));
        waitForLeader();
    }

    /** Asks, and asks again as long as there is no answer and the question stands. */
    private void ask(String voter, long term) {
        if (!isCandidateOf(term) || answered.contains(voter)) {
            return;
        }
        endpoint.call(vote(voter), new VoteRequest(term), ToyWorld.CALL_TIMEOUT).whenDone(reply -> {
            if (reply instanceof Reply.Answer<Boolean> answer && isCandidateOf(term)) {
                answered.add(voter);
                if (answer.value()) {
                    count(voter);
                }
            }
        });
        context.after(RETRY, () -> ask(voter, term));
    }

    private boolean isCandidateOf(long term) {
        return standing && disk.term() == term;
    }

    private void count(String voter) {
        votes.add(voter);
        Set<String> voters = new LinkedHashSet<>(votes);
        int counted = bug == Bug.COUNTS_ANSWERS ? votes.size() : voters.size();
        if (2 * counted > others.size() + 1) {
            standing = false;
            leaderKnown = true;
            context.trace(new ElectionTrace.Elected(context.name(), disk.term()));
            others.forEach(other -> endpoint.call(follow(other), disk.term(), ToyWorld.CALL_TIMEOUT));
        }
    }

    private boolean grants(String candidate, long term) {
        if (term > disk.term()) {
            standing = false;
            leaderKnown = false;
            disk.begin(term);
            waitForLeader();
        }
        if (term < disk.term() || disk.votedFor() != null && !disk.votedFor().equals(candidate)) {
            return false;
        }
        disk.vote(candidate);
        return true;
    }

    private boolean follows(long term) {
        if (term < disk.term()) {
            return false;
        }
        if (term > disk.term()) {
            disk.begin(term);
        }
        standing = false;
        leaderKnown = true;
        return true;
    }
}
