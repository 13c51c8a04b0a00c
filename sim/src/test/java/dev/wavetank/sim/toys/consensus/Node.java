package dev.wavetank.sim.toys.consensus;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.toys.ToyWorld;
import java.util.Comparator;
import java.util.List;

/** Votes, and opens a ballot when it hears of no decision. */
final class Node implements Component {

    private static final String PREPARE = "prepare";
    private static final String ACCEPT = "accept";
    private static final String LEARN = "learn";
    private static final long PATIENCE_LEAST = 5 * VirtualTime.MILLISECOND;
    private static final long PATIENCE_MOST = 12 * VirtualTime.MILLISECOND;

    private final Context context;
    private final Endpoint endpoint;
    private final List<String> nodes;
    private final Disk disk;
    private final ConsensusBug bug;
    private final RandomStream patience;
    private Poll<?, ?> poll;

    /** @param nodes all of them, this one too */
    Node(Context context, Endpoint endpoint, List<String> nodes, Disk disk, ConsensusBug bug) {
        this.context = context;
        this.endpoint = endpoint;
        this.nodes = nodes;
        this.disk = disk;
        this.bug = bug;
        this.patience = context.random("patience");
    }

    @Override
    public void start() {
        if (bug == ConsensusBug.FORGETS_VOTE) {
            disk.forgetVote();
        }
        String name = context.name();
        endpoint.serve(
                new Address<Long, Promise>(name, PREPARE),
                (proposer, ballot, responder) -> responder.respond(disk.prepare(ballot)));
        endpoint.serve(
                new Address<Proposal, Boolean>(name, ACCEPT),
                (proposer, proposal, responder) -> responder.respond(disk.accept(proposal)));
        endpoint.serve(new Address<Proposal, Boolean>(name, LEARN), (proposer, proposal, responder) -> {
            learn(proposal);
            responder.respond(true);
        });
        context.trace(new ConsensusTrace.Wanted(name, wanted()));
        waitForDecision();
    }

    private String wanted() {
        return "the wish of " + context.name();
    }

    private void waitForDecision() {
        context.after(patience.between(PATIENCE_LEAST, PATIENCE_MOST), () -> {
            if (!disk.isDecided()) {
                prepare();
                waitForDecision();
            }
        });
    }

    private void prepare() {
        long ballot = nextBallot();
        begin(new Poll<Long, Promise>(context, endpoint, Promise::given, promises -> {
                    Proposal latest = promises.stream()
                            .map(Promise::accepted)
                            .max(Comparator.comparingLong(Proposal::ballot))
                            .orElseThrow();
                    propose(new Proposal(ballot, latest.equals(Proposal.NONE) ? wanted() : latest.value()));
                }))
                .ask(nodes, PREPARE, ballot, bug == ConsensusBug.COUNTS_ANSWERS);
    }

    private void propose(Proposal proposal) {
        begin(new Poll<Proposal, Boolean>(context, endpoint, accepted -> accepted, votes -> {
                    learn(proposal);
                    nodes.forEach(node -> endpoint.call(
                            new Address<Proposal, Boolean>(node, LEARN), proposal, ToyWorld.CALL_TIMEOUT));
                }))
                .ask(nodes, ACCEPT, proposal, bug == ConsensusBug.COUNTS_ANSWERS);
    }

    /** One question at a time: what was asked in an earlier ballot is of no interest any more. */
    private <Q, R> Poll<Q, R> begin(Poll<Q, R> next) {
        if (poll != null) {
            poll.close();
        }
        poll = next;
        return next;
    }

    /** Later than any that this node knows of, and its own: ballots go round the nodes in turn. */
    private long nextBallot() {
        long round = disk.promised() / nodes.size() + 1;
        long ballot = round * nodes.size() + nodes.indexOf(context.name());
        // Its own promise comes before it asks anybody, so that no ballot of its own is opened twice.
        disk.prepare(ballot);
        return ballot;
    }

    private void learn(Proposal proposal) {
        if (!disk.isDecided()) {
            disk.decide();
            context.trace(new ConsensusTrace.Decided(context.name(), proposal));
        }
    }
}
