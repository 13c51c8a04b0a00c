package dev.wavetank.sim.fault.swarm;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.RandomStreams;
import dev.wavetank.sim.random.Ratio;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Draws fault plans from seeds: swarm testing (Groce et al., 2012). A seed first decides which kinds of faults exist
 * at all, because what one kind does to a run hides what another would have shown; then how often each is drawn
 * compared with the others, by order of magnitude; then how many faults there are, when, and their targets. Some
 * seeds have no faults.
 *
 * <p>Each decision about a kind has a random stream of its own, so what a seed decides about one kind does not depend
 * on which others may be drawn, except that one of them is on.
 */
public final class Swarm {

    /** How long a fault waits for the requests that it counts: longer than other faults delay them. */
    private static final long PATIENCE = 90 * VirtualTime.SECOND;

    private static final long LONGEST_WAIT = 100 * VirtualTime.MILLISECOND;
    /** The greatest rate, of which the others are a half, a quarter or an eighth. */
    private static final int RATES = 8;
    /** The share of faults that follow a happening; the others, and all that count requests, open at an instant. */
    private static final Ratio TRIGGERED = new Ratio(1, 2);

    /** How many of the seeds have a family of kinds. */
    private static final Ratio FAMILIES = new Ratio(1, 4);

    private final List<Kind> kinds;
    private final List<AnchorSampler> anchors;
    private final List<Long> beginnings;

    /** Draws one fault of a kind. */
    @FunctionalInterface
    public interface FaultSampler {

        /** A fault that hits something that there is. */
        Fault draw(RandomStream random);
    }

    /** Draws what a fault waits for. */
    @FunctionalInterface
    public interface AnchorSampler {

        /**
         * A happening that is likely to come about in a run, in which what the fault hits takes part; empty when the
         * fault had better open at an instant.
         */
        Optional<Anchor> draw(Fault fault, RandomStream random);
    }

    /**
     * When a fault can open and still find something to hit: so long after work has begun.
     *
     * @param first the least span, in nanoseconds
     * @param last the greatest, in nanoseconds
     */
    public record Opening(long first, long last) {

        /**
         * While a system is likely to be at work, and shortly afterwards. What opens sooner can only hit the request
         * for work itself, and then there is none.
         */
        public static final Opening AT_WORK = new Opening(64 * VirtualTime.MILLISECOND, 8 * VirtualTime.SECOND);

        /** Checks the spans. */
        public Opening {
            if (first <= 0 || last < first) {
                throw new IllegalArgumentException("an opening lies between two positive spans, the lesser first, were "
                        + VirtualTime.span(first) + " and " + VirtualTime.span(last));
            }
        }
    }

    /**
     * How long faults last, each order of magnitude as likely as the others.
     *
     * @param least in nanoseconds
     * @param most in nanoseconds
     */
    public record Lengths(long least, long most) {

        /** Shorter than most time-outs: what is retried has to come right. */
        public static final Lengths SECONDS = new Lengths(100 * VirtualTime.MILLISECOND, 30 * VirtualTime.SECOND);

        /** Longer than the patience of a system: what it remembers expires, and what it misses is given up. */
        public static final Lengths MINUTES = new Lengths(30 * VirtualTime.SECOND, 10 * VirtualTime.MINUTE);
    }

    /**
     * A kind of fault that can be drawn.
     *
     * @param name of the kind
     * @param sampler draws its faults
     * @param opening when those of its faults open that follow no happening
     * @param family kinds of one family are switched off together in three of four seeds, so that a large family does
     *     not take the room of all others; the empty string for a kind of its own
     */
    public record Kind(String name, FaultSampler sampler, Opening opening, String family) {

        /** A kind of its own. */
        public Kind(String name, FaultSampler sampler, Opening opening) {
            this(name, sampler, opening, "");
        }

        /** A kind that can hit something whenever there is work. */
        public Kind(String name, FaultSampler sampler) {
            this(name, sampler, Opening.AT_WORK);
        }
    }

    /**
     * What a seed decided.
     *
     * @param mask which kinds it switched on
     * @param plan what it drew of them
     */
    public record Drawn(SwarmMask mask, FaultPlan plan) {}

    /**
     * Draws of these kinds.
     *
     * @param anchors ways to find a happening that a fault can follow; without any, all faults open at an instant
     * @param beginnings the instants at which the system gets work, in virtual nanoseconds, at least one: a system
     *     that has nothing to do is hard to hurt
     */
    public Swarm(List<Kind> kinds, List<AnchorSampler> anchors, List<Long> beginnings) {
        if (beginnings.isEmpty()) {
            throw new IllegalArgumentException("faults open after work has begun: say when it does, such as at 0");
        }
        this.kinds = List.copyOf(kinds);
        this.anchors = List.copyOf(anchors);
        this.beginnings = List.copyOf(beginnings);
    }

    /**
     * Draws a plan.
     *
     * @param most the greatest number of faults; each number from 0 up to it is equally likely
     * @param lengths how long they last, but for those that count requests
     */
    public Drawn draw(long seed, int most, Lengths lengths) {
        RandomStreams streams = new RandomStreams(seed);
        RandomStream random = streams.stream("faults/plan");
        SwarmMask mask = mask(streams, random);
        List<Kind> choices = new ArrayList<>();
        for (Kind kind : kinds) {
            Ratio rate = mask.rates().get(kind.name());
            long shares = rate == null ? 0 : RATES * rate.numerator() / rate.denominator();
            for (long share = 0; share < shares; share++) {
                choices.add(kind);
            }
        }
        List<FaultClause> clauses = new ArrayList<>();
        long count = choices.isEmpty() ? 0 : random.between(0, most);
        for (long i = 0; i < count; i++) {
            Kind kind = random.pick(choices);
            clauses.add(clause(kind, lengths, streams.stream("faults/of/" + kind.name())));
        }
        return new Drawn(mask, new FaultPlan(clauses));
    }

    /** Switches each kind on with the same probability, but one at least, and gives it a rate. */
    private SwarmMask mask(RandomStreams streams, RandomStream random) {
        Ratio density = new Ratio(1, 2L << random.nextInt(3));
        Map<String, Ratio> rates = new LinkedHashMap<>();
        Map<String, Ratio> off = new LinkedHashMap<>();
        Map<String, Boolean> families = new LinkedHashMap<>();
        for (Kind kind : kinds) {
            boolean present = kind.family().isEmpty()
                    || families.computeIfAbsent(
                            kind.family(),
                            name -> streams.stream("faults/family/" + name).chance(FAMILIES));
            RandomStream ofKind = streams.stream("faults/mask/" + kind.name());
            boolean on = ofKind.chance(density) && present;
            (on ? rates : off).put(kind.name(), new Ratio(1, 1L << ofKind.nextInt(4)));
        }
        if (rates.isEmpty() && !kinds.isEmpty()) {
            String only = random.pick(kinds).name();
            rates.put(only, off.remove(only));
        }
        return new SwarmMask(rates, List.copyOf(off.keySet()));
    }

    private FaultClause clause(Kind kind, Lengths lengths, RandomStream random) {
        Fault fault = kind.sampler().draw(random);
        return new FaultClause(trigger(fault, kind.opening(), random), duration(fault, lengths, random), fault);
    }

    /** One that counts requests ends when it has hit enough of them, so it has time to find them. */
    private static long duration(Fault fault, Lengths lengths, RandomStream random) {
        if (fault.isInstant()) {
            return 0;
        }
        return fault instanceof RequestFault ? PATIENCE : magnitude(random, lengths.least(), lengths.most());
    }

    /**
     * Openings are drawn by order of magnitude, so that the first milliseconds of work are hit as often as the
     * seconds in which it ends. A fault that counts requests waits for a happening already, and is there in time.
     */
    private Trigger trigger(Fault fault, Opening opening, RandomStream random) {
        if (!anchors.isEmpty() && !(fault instanceof RequestFault) && random.chance(TRIGGERED)) {
            Optional<Anchor> anchor = random.pick(anchors).draw(fault, random);
            if (anchor.isPresent()) {
                long delay = random.nextInt(2) == 0 ? 0 : magnitude(random, VirtualTime.MICROSECOND, LONGEST_WAIT);
                long until = Collections.max(beginnings) + Trigger.After.DEFAULT_UNTIL;
                return new Trigger.After(anchor.get(), delay, until);
            }
        }
        return new Trigger.At(random.pick(beginnings) + magnitude(random, opening.first(), opening.last()));
    }

    /** A number between two positive ones, each power of two of the lower one as likely as the others. */
    public static long magnitude(RandomStream random, long least, long most) {
        int doublings = 63 - Long.numberOfLeadingZeros(most / least);
        long low = least << random.nextInt(doublings + 1);
        return Math.min(most, random.between(low, 2 * low));
    }
}
