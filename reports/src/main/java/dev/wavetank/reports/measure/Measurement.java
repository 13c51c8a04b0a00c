package dev.wavetank.reports.measure;

import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.Bootstrap.Draws;
import dev.wavetank.sim.liveness.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The runs of one model with several seeds.
 *
 * @param replications by seed
 */
public record Measurement(List<Replication> replications) {

    /** Keeps a copy; no seed may be in it twice. */
    public Measurement {
        replications = List.copyOf(replications);
        Set<Long> seeds = new LinkedHashSet<>();
        for (Replication replication : replications) {
            if (!seeds.add(replication.seed())) {
                throw new IllegalArgumentException("seed " + replication.seed() + " is in it twice");
            }
        }
    }

    /** Begins a measurement: the seeds are still to be chosen. */
    public static Replications of(SeedRun run) {
        return Replications.of(List.of(run));
    }

    /** The runs of both, whose seeds must differ. */
    public Measurement merge(Measurement other) {
        return new Measurement(Stream.concat(replications.stream(), other.replications.stream())
                .toList());
    }

    /** The seeds of its runs. */
    public List<Long> seeds() {
        return replications.stream().map(Replication::seed).toList();
    }

    /**
     * The runs whose figures count. Where a violation has stopped a run, its pods were still under way: it says nothing
     * of how long they would have taken.
     */
    public List<Replication> counted() {
        return replications.stream().filter(run -> !run.isStopped()).toList();
    }

    /** The seeds of the runs whose figures count. */
    Set<Long> countedSeeds() {
        Set<Long> seeds = new LinkedHashSet<>();
        counted().forEach(run -> seeds.add(run.seed()));
        return seeds;
    }

    /** The runs of some seeds. */
    Measurement of(Set<Long> seeds) {
        return new Measurement(
                replications.stream().filter(run -> seeds.contains(run.seed())).toList());
    }

    /**
     * What is left out of all figures; empty when nothing is.
     *
     * @return such as {@code 2 of 20 runs stopped at a violation (NodeLeasesRenewed)}
     */
    public String leftOut() {
        List<Replication> stopped =
                replications.stream().filter(Replication::isStopped).toList();
        if (stopped.isEmpty()) {
            return "";
        }
        Set<String> broken = new TreeSet<>();
        stopped.forEach(run ->
                run.findings().stream().limit(1).forEach(finding -> broken.add(finding.replaceFirst(":.*", ""))));
        return stopped.size() + " of " + replications.size() + (replications.size() == 1 ? " run" : " runs")
                + " stopped at a violation" + (broken.isEmpty() ? "" : " (" + String.join(", ", broken) + ")");
    }

    /** The stages that some pod began. */
    public List<Stage> stages() {
        return Arrays.stream(Stage.values())
                .filter(stage -> counted().stream()
                        .anyMatch(replication -> replication.samples().containsKey(stage)))
                .toList();
    }

    /**
     * A percentile of a stage, over the samples of all runs.
     *
     * @param percentile from 0 to 100
     * @throws IllegalArgumentException when no pod of any run began the stage
     */
    public Estimate estimate(Stage stage, double percentile) {
        return estimates(stage, List.of(percentile)).get(0);
    }

    /**
     * Several percentiles of a stage.
     *
     * @param percentiles from 0 to 100
     * @throws IllegalArgumentException when no pod of any run began the stage
     */
    public List<Estimate> estimates(Stage stage, List<Double> percentiles) {
        PooledSamples pool = pool(stage);
        List<StageSamples> runs =
                counted().stream().map(replication -> replication.of(stage)).toList();
        List<Estimate> estimates = new ArrayList<>();
        for (double percentile : percentiles) {
            estimates.add(new Estimate(
                    stage,
                    percentile,
                    pool.count(),
                    pool.never(),
                    pool.beyond(percentile),
                    pool.at(percentile),
                    QuantileInterval.of(runs, pool, percentile)));
        }
        return List.copyOf(estimates);
    }

    /** What the time of all pods was spent on; empty when nobody has divided it. */
    public Division division() {
        return counted().stream().map(Replication::division).reduce(Division.NONE, Division::plus);
    }

    /** How many requests of each load failed, by its name. */
    public List<LoadEstimate> loads() {
        Set<String> names = new TreeSet<>();
        counted().forEach(replication -> names.addAll(replication.loads().keySet()));
        return names.stream().map(this::load).toList();
    }

    private LoadEstimate load(String name) {
        List<LoadCount> runs = counted().stream()
                .map(replication -> replication.loads().getOrDefault(name, LoadCount.NONE))
                .toList();
        LoadCount all = runs.stream().reduce(LoadCount.NONE, (sum, run) -> sum.plus(run, 1));
        double[] values = Bootstrap.values(runs.size(), Draws.FIRST, weights -> {
            LoadCount drawn = LoadCount.NONE;
            for (int i = 0; i < weights.length; i++) {
                drawn = drawn.plus(runs.get(i), weights[i]);
            }
            return drawn.failedOfThousand();
        });
        return new LoadEstimate(name, all, Interval.of(values, runs.size()));
    }

    PooledSamples pool(Stage stage) {
        PooledSamples pool = PooledSamples.of(
                counted().stream().map(replication -> replication.of(stage)).toList());
        if (pool.count() == 0) {
            throw new IllegalArgumentException(
                    counted().isEmpty() && !replications.isEmpty()
                            ? leftOut()
                            : "no pod of " + counted().size() + " runs began the stage " + stage.key());
        }
        return pool;
    }

    /** How many runs had an outcome. */
    public long count(Outcome outcome) {
        return replications.stream()
                .filter(replication -> replication.outcome() == outcome)
                .count();
    }

    /** The first run with an outcome. */
    public Optional<Replication> first(Outcome outcome) {
        return replications.stream()
                .filter(replication -> replication.outcome() == outcome)
                .findFirst();
    }

    /** How many pods were wanted at the ends of all runs. */
    public long wanted() {
        return counted().stream().mapToLong(Replication::wanted).sum();
    }

    /** How many of the wanted pods were never ready, those that were never created too. */
    public long neverReady() {
        return counted().stream()
                .mapToLong(replication -> replication.neverReady().size() + replication.neverCreated())
                .sum();
    }

    /** The first run with a pod that was never ready. */
    public Optional<Replication> firstNeverReady() {
        return counted().stream()
                .filter(replication -> !replication.neverReady().isEmpty() || replication.neverCreated() > 0)
                .findFirst();
    }
}
