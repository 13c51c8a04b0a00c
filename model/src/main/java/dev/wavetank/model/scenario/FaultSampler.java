package dev.wavetank.model.scenario;

import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.codec.FaultKind;
import dev.wavetank.sim.fault.swarm.Swarm;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.text.Suggestion;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Draws a fault plan for a cluster from a seed.
 *
 * @param intensity of the faults
 * @param kinds the kinds of faults to draw; empty for all except {@code etcdRestore} and {@code etcdSpaceAlarm},
 *     which have to be named
 * @param actors user agents of the user's own controllers, whose writes are targets besides those of Kubernetes
 */
public record FaultSampler(Intensity intensity, List<String> kinds, List<String> actors) {

    /** The intensity of faults. */
    public enum Intensity {
        /** No faults. */
        NONE(0, Swarm.Lengths.SECONDS),
        /** A few faults. */
        LIGHT(3, Swarm.Lengths.SECONDS),
        /** Many faults. */
        HEAVY(12, Swarm.Lengths.SECONDS),
        /** A few faults that last for minutes: leases, expectations, tolerations and node grace periods run out. */
        LONG(4, Swarm.Lengths.MINUTES);

        private final int most;
        private final Swarm.Lengths lengths;

        Intensity(int most, Swarm.Lengths lengths) {
            this.most = most;
            this.lengths = lengths;
        }
    }

    /**
     * Checks the names of the kinds.
     *
     * @throws IllegalArgumentException when there is no such kind
     */
    public FaultSampler {
        kinds = List.copyOf(kinds);
        actors = List.copyOf(actors);
        for (String kind : kinds) {
            if (!allKinds().contains(kind)) {
                throw noSuchKind(kind);
            }
        }
    }

    /** Draws of all kinds. */
    public FaultSampler(Intensity intensity) {
        this(intensity, List.of());
    }

    /** Draws of some kinds. */
    public FaultSampler(Intensity intensity, List<String> kinds) {
        this(intensity, kinds, List.of());
    }

    /** The same draws, half of whose faults of single requests hit these: user agents of controllers. */
    public FaultSampler aimingAt(String... userAgents) {
        return new FaultSampler(intensity, kinds, List.of(userAgents));
    }

    /** The names of all kinds of faults. */
    public static List<String> allKinds() {
        return ModelKinds.CODEC.kinds();
    }

    /** The names of the kinds that may be drawn when no kinds are named. */
    public static List<String> usualKinds() {
        return ModelKinds.ALL.stream()
                .filter(kind -> !kind.sampling().onlyByName())
                .map(FaultKind::name)
                .toList();
    }

    /**
     * A plan for this scenario; see {@link Swarm}. Kinds that cannot hit anything in its cluster are not drawn. The
     * cluster has work from its start on, and whenever a command comes.
     */
    public Swarm.Drawn draw(Scenario scenario, long seed) {
        ClusterSpec cluster = scenario.cluster();
        FaultTargets targets = new FaultTargets(cluster, actors, PodNamespaces.of(scenario));
        List<Swarm.Kind> allowed = allowed(targets);
        List<Long> beginnings = LongStream.concat(
                        LongStream.of(0), scenario.timeline().stream().mapToLong(Command::at))
                .distinct()
                .boxed()
                .toList();
        return new Swarm(allowed, List.of(targets::write), beginnings).draw(seed, intensity.most, intensity.lengths);
    }

    /** Whether faults of a kind are among those that it draws, where they can hit something. */
    public boolean draws(String kind) {
        return intensity != Intensity.NONE
                && ModelKinds.ALL.stream().anyMatch(one -> one.name().equals(kind) && isWanted(one));
    }

    private boolean isWanted(FaultKind<? super FaultTargets> kind) {
        return kinds.isEmpty() ? !kind.sampling().onlyByName() : kinds.contains(kind.name());
    }

    private List<Swarm.Kind> allowed(FaultTargets targets) {
        return ModelKinds.ALL.stream()
                .filter(this::isWanted)
                .filter(kind -> kind.canHit(targets))
                .map(kind -> kind.drawnFrom(targets))
                .toList();
    }

    /**
     * Draws one fault of a kind.
     *
     * @param kind one of {@link #allKinds}
     * @return empty when there is nothing in the cluster that a fault of this kind can hit
     */
    public static Optional<Fault> drawOne(String kind, ClusterSpec cluster, RandomStream random) {
        FaultTargets targets = new FaultTargets(cluster, List.of(), List.of(PodNamespaces.DEFAULT));
        FaultKind<? super FaultTargets> known = ModelKinds.ALL.stream()
                .filter(any -> any.name().equals(kind))
                .findFirst()
                .orElseThrow(() -> noSuchKind(kind));
        return known.canHit(targets)
                ? Optional.of(known.drawnFrom(targets).sampler().draw(random))
                : Optional.empty();
    }

    private static IllegalArgumentException noSuchKind(String kind) {
        return new IllegalArgumentException("no such kind of fault '" + kind + "': "
                + Suggestion.question(kind, allKinds()) + "use " + String.join(", ", allKinds()));
    }

    /** The named kinds that are not drawn, because they could not hit anything in the cluster. */
    public List<String> undrawable(ClusterSpec cluster) {
        List<String> drawn = allowed(new FaultTargets(cluster, actors, List.of(PodNamespaces.DEFAULT))).stream()
                .map(Swarm.Kind::name)
                .toList();
        return kinds.stream().filter(kind -> !drawn.contains(kind)).toList();
    }

    /** A plan for this scenario of faults of all kinds. */
    public static FaultPlan sample(Scenario scenario, long seed, Intensity intensity) {
        return new FaultSampler(intensity).draw(scenario, seed).plan();
    }
}
