package dev.wavetank.reports.measure;

import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.model.trace.RunEnd;
import dev.wavetank.reports.attribution.PodTime;
import dev.wavetank.reports.journey.Journey;
import dev.wavetank.reports.journey.PodJourney;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.traffic.LoadFigures;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.liveness.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * What one run gives to a measurement.
 *
 * @param seed of the run
 * @param outcome of its invariants
 * @param findings why the outcome is not held, and which commands failed
 * @param wanted how many pods were wanted at the end
 * @param neverReady names of those that existed and were never ready
 * @param neverCreated how many of those wanted never existed
 * @param samples of the stages; a stage that no pod began is absent
 * @param loads requests by the name of their load
 * @param division what the time of the pods was spent on; empty when nobody has divided it
 * @param isStopped whether a violation has stopped it before its end, so that its pods were still under way
 */
public record Replication(
        long seed,
        Outcome outcome,
        List<String> findings,
        long wanted,
        List<String> neverReady,
        long neverCreated,
        Map<Stage, StageSamples> samples,
        Map<String, LoadCount> loads,
        Division division,
        boolean isStopped) {

    /** A run whose time nobody has divided. */
    public Replication(
            long seed,
            Outcome outcome,
            List<String> findings,
            long wanted,
            List<String> neverReady,
            long neverCreated,
            Map<Stage, StageSamples> samples,
            Map<String, LoadCount> loads) {
        this(seed, outcome, findings, wanted, neverReady, neverCreated, samples, loads, Division.NONE, false);
    }

    /** Keeps copies, the stages in their order. */
    public Replication {
        findings = List.copyOf(findings);
        neverReady = List.copyOf(neverReady);
        Map<Stage, StageSamples> ordered = new EnumMap<>(Stage.class);
        ordered.putAll(samples);
        samples = Collections.unmodifiableMap(ordered);
        loads = Collections.unmodifiableMap(new TreeMap<>(loads));
    }

    /**
     * Takes the samples of a run.
     *
     * @param loads what became of requests
     * @param times what the time of its pods was spent on; empty when nobody has divided it
     * @param warmUp in nanoseconds: pods that were created earlier do not count
     * @param stages those that are wanted
     */
    static Replication of(
            long seed,
            RunEnd end,
            Journey journey,
            List<LoadFigures> loads,
            List<PodTime> times,
            long warmUp,
            Collection<Stage> stages) {
        Set<String> wanted = new LinkedHashSet<>(end.podsWanted());
        List<PodJourney> pods = new ArrayList<>();
        for (PodJourney pod : journey.pods()) {
            if (pod.at(Point.POD_CREATED).orElse(pod.first()) >= warmUp) {
                pods.add(pod);
            } else {
                wanted.remove(pod.pod());
            }
        }
        Map<Stage, StageSamples> samples = new EnumMap<>(Stage.class);
        for (Stage stage : stages) {
            StageSamples ofStage = samples(stage, pods, wanted, end.podsNeverCreated());
            if (ofStage.count() > 0) {
                samples.put(stage, ofStage);
            }
        }
        List<String> neverReady = pods.stream()
                .filter(pod -> wanted.contains(pod.pod()) && !pod.isReady())
                .map(PodJourney::pod)
                .toList();
        return new Replication(
                seed,
                end.outcome(),
                end.findings(),
                wanted.size() + end.podsNeverCreated(),
                neverReady,
                end.podsNeverCreated(),
                samples,
                counts(loads),
                division(times, pods),
                end.isStopped());
    }

    private static Division division(List<PodTime> times, List<PodJourney> pods) {
        Set<String> counted = new LinkedHashSet<>();
        pods.forEach(pod -> counted.add(pod.pod()));
        return Division.of(times.stream()
                .filter(time -> counted.contains("pod/" + time.pod()))
                .toList());
    }

    private static Map<String, LoadCount> counts(List<LoadFigures> loads) {
        Map<String, LoadCount> counts = new TreeMap<>();
        loads.forEach(load -> counts.put(load.load(), new LoadCount(load.requests(), load.failed())));
        return counts;
    }

    /** Pods that never existed have begun what begins with the command, and nothing else. */
    private static StageSamples samples(Stage stage, List<PodJourney> pods, Set<String> wanted, int neverCreated) {
        LongStream.Builder micros = LongStream.builder();
        long never = stage.from() == Point.REQUEST_RECEIVED && stage.to().compareTo(Point.POD_CREATED) >= 0
                ? neverCreated
                : 0;
        for (PodJourney pod : pods) {
            OptionalLong nanos = pod.duration(stage);
            if (nanos.isPresent()) {
                micros.add(Math.round((double) nanos.getAsLong() / VirtualTime.MICROSECOND));
            } else if (wanted.contains(pod.pod()) && pod.at(stage.from()).isPresent() && !pod.hasPassed(stage.to())) {
                never++;
            }
        }
        return new StageSamples(micros.build().toArray(), never);
    }

    /** The samples of a stage; none when no pod began it. */
    public StageSamples of(Stage stage) {
        return samples.getOrDefault(stage, StageSamples.NONE);
    }
}
