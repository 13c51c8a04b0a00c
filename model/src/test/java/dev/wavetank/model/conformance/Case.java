package dev.wavetank.model.conformance;

import dev.wavetank.model.cluster.ClusterParts;
import java.util.List;
import java.util.Map;

/**
 * A recorded scenario of users, to be played to the model.
 *
 * @param scenario its folder
 * @param until up to how many milliseconds it is compared
 * @param seeds how many seeds are tried for a run whose races end as the recorded ones did
 * @param byInvariant whether sizes in the middle of a roll-out are judged by their invariant instead of one by one
 * @param allowance what may differ
 */
record Case(String scenario, long until, int seeds, boolean byInvariant, Row.Allowance allowance) {

    private static final long ALL = Long.MAX_VALUE;

    static final List<Case> ALL_CASES = List.of(
            exact("01-create-deployment"),
            exact("02-slowstart-r50-q0"),
            new Case(
                    "02-slowstart-r50-q10",
                    131_000,
                    10,
                    false,
                    new Row.Allowance(
                            0,
                            0,
                            "until the quota is raised: the failures so far decide when the next attempt is made. Pods"
                                    + " of others took 19 tokens of the same controller from 2.8 to 4.0 s, here too")),
            exact("02-slowstart-r500-noquota"),
            byInvariant("03a-rolling-update"),
            exact("03c-recreate"),
            exact("03d-progress-deadline"),
            exact("03e-proportional"),
            exact("04a-delete-background"),
            new Case(
                    "04a-delete-foreground",
                    ALL,
                    5,
                    false,
                    new Row.Allowance(2, 0, "DELETEs that are sent twice are a race of the workers")),
            exact("04a-delete-orphan"),
            exact("04b-adoption"),
            new Case(
                    "04c-adoption-race",
                    ALL,
                    20,
                    false,
                    new Row.Allowance(
                            0, 0, "who wins which pod is a race: names of ReplicaSets and orphans count as equal")),
            exact("08a-victims-single"),
            exact("08b-victims-synthetic-status"),
            exact("08c-scaledown-burst"),
            byInvariant("11a-rollover"),
            exact("11b-drift-repair"));

    /** Nothing may differ: some seed among the first few gives the recorded order of racing requests. */
    private static Case exact(String scenario) {
        return new Case(scenario, ALL, 5, false, Row.Allowance.NONE);
    }

    /**
     * The kubelets' timing is a race of milliseconds: which sizes there are, but not that each follows the invariant.
     */
    private static Case byInvariant(String scenario) {
        return new Case(
                scenario,
                ALL,
                20,
                true,
                new Row.Allowance(
                        0, 0, "how many pods are available at a sync is a race: sizes in between by their invariant"));
    }

    /** Plays it with one seed after the other until nothing differs; the row of the best. */
    Row play() {
        Recording recording = Recording.read(scenario);
        Observed recorded = part(recording.observed());
        return Row.best(seeds, seed -> row(recorded, run(recording, seed)));
    }

    /** The part that is compared of the run with a seed. */
    Observed run(Recording recording, int seed) {
        double last = part(recording.observed()).requests().stream()
                .mapToDouble(Sent::millis)
                .max()
                .orElseThrow();
        return part(
                new Replay(recording, Prologues.of(scenario)).run(seed, (long) last + tail(), ClusterParts.DEFAULT));
    }

    private Row row(Observed recorded, Observed simulated) {
        Comparison comparison = new Comparison(recorded, simulated, byInvariant);
        Row row = new Row(scenario, comparison.requests(), comparison.texts(), new Row.Times(), allowance);
        Map<String, Timings.Timing> found = Timings.of(scenario, simulated);
        Timings.of(scenario, recorded).forEach((what, timing) -> {
            Timings.Timing here = found.get(what);
            row.times()
                    .add(
                            what + ": recorded " + timing + ", simulated " + here,
                            here != null && Math.abs(here.millis() - timing.millis()) <= timing.band());
        });
        return row;
    }

    private boolean isCut() {
        return until != ALL;
    }

    /** For how long after its last recorded request a run goes on, so that what is slower here ends too. */
    private long tail() {
        return scenario.startsWith("02") ? 3_000 : 20_000;
    }

    /** The part of a run that is compared. */
    Observed part(Observed run) {
        return isCut()
                ? new Observed(
                        run.requests().stream()
                                .filter(sent -> sent.millis() < until)
                                .toList(),
                        List.of(),
                        Map.of())
                : run;
    }
}
