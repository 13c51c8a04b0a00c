package dev.wavetank.model.conformance;

import java.util.List;
import java.util.Map;

/**
 * A recorded scenario, and what may be different.
 *
 * @param scenario its folder
 * @param until up to how many milliseconds it is compared
 * @param seeds how many seeds are tried for a run whose races end as the recorded ones did
 * @param requests how many requests may differ at most
 * @param texts how many texts may differ at most
 * @param explanation why they may; empty when nothing may
 */
record Case(String scenario, long until, int seeds, int requests, int texts, String explanation) {

    private static final long ALL = Long.MAX_VALUE;

    static final List<Case> ALL_CASES = List.of(
            exact("01-create-deployment"),
            exact("02-slowstart-r50-q0"),
            new Case(
                    "02-slowstart-r50-q10",
                    131_000,
                    5,
                    0,
                    0,
                    "hollow kubelets were up to 1 s later to report Running and woke two more syncs; compared until the"
                            + " quota is raised, because the number of failures decides when the next attempt is made"),
            exact("02-slowstart-r500-noquota"),
            new Case(
                    "03a-rolling-update",
                    ALL,
                    5,
                    0,
                    0,
                    "how many pods become ready between two syncs is the kubelets' timing: sizes in the middle differ"),
            exact("03c-recreate"),
            exact("03d-progress-deadline"),
            exact("03e-proportional"),
            exact("04a-delete-background"),
            new Case("04a-delete-foreground", ALL, 5, 2, 0, "DELETEs that are sent twice are a race of the workers"),
            exact("04a-delete-orphan"),
            exact("04b-adoption"),
            new Case(
                    "04c-adoption-race",
                    ALL,
                    20,
                    0,
                    0,
                    "who wins which pod is a race: names of ReplicaSets and orphans count as equal"),
            exact("08a-victims-single"),
            exact("08b-victims-synthetic-status"),
            new Case(
                    "08c-scaledown-burst",
                    ALL,
                    5,
                    0,
                    0,
                    "hollow kubelets were slower: 45 of 60 pods were ready only after the first status"),
            new Case(
                    "11a-rollover",
                    ALL,
                    5,
                    0,
                    0,
                    "the second template comes in the middle of a roll-out: what is ready by then is the"
                            + " kubelets' timing"),
            exact("11b-drift-repair"));

    /** Nothing may differ: some seed among the first few gives the recorded order of racing requests. */
    private static Case exact(String scenario) {
        return new Case(scenario, ALL, 5, 0, 0, "");
    }

    boolean isCut() {
        return until != ALL;
    }

    /** For how long after its last recorded request a run goes on, so that what is slower here ends too. */
    long tail() {
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
