package dev.wavetank.reports;

import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.reports.attribution.Attribution;
import dev.wavetank.reports.journey.Journey;
import dev.wavetank.reports.journey.LatencyReport;
import dev.wavetank.reports.metrics.MetricSeries;
import dev.wavetank.reports.rates.Rates;
import dev.wavetank.reports.traffic.LoadFigures;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.VirtualTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The report of a run.
 *
 * @param title such as the name of the scenario
 * @param provenance what made the run: command, cluster, seed, faults
 * @param fingerprint of the trace, in hexadecimal
 * @param outcome whether the invariants held
 * @param stopReason why the run ended
 * @param virtualTime at the end of the run, in nanoseconds
 * @param events how many events fired
 * @param journey journeys of the pods, and the faults
 * @param latency of the stages
 * @param attribution where the time of the pods went
 * @param metrics what kubelets have measured
 * @param rates what happened how often
 * @param loads what became of the requests of each load
 * @param parameters the durations that it was computed with
 * @param violations the invariants that broke
 * @param stories what led to the slowest pods, step by step, by kind and key of the pod; those that are missing are
 *     told by their stages only
 * @param story what led to the first violation, step by step; empty when that is not known
 */
public record Report(
        String title,
        Provenance provenance,
        String fingerprint,
        Outcome outcome,
        StopReason stopReason,
        long virtualTime,
        long events,
        Journey journey,
        LatencyReport latency,
        Attribution attribution,
        List<MetricSeries> metrics,
        Rates rates,
        List<LoadFigures> loads,
        List<Parameter> parameters,
        List<Violation> violations,
        Map<String, List<String>> stories,
        List<String> story) {

    /** Keeps a copy of the list. */
    public Report {
        metrics = List.copyOf(metrics);
        loads = List.copyOf(loads);
        parameters = List.copyOf(parameters);
        violations = List.copyOf(violations);
        stories = Collections.unmodifiableMap(new LinkedHashMap<>(stories));
        story = List.copyOf(story);
    }

    /**
     * An invariant that broke.
     *
     * @param invariant its name
     * @param sentence what it says
     * @param object kind and key of what broke it
     * @param seen what was wrong with it
     * @param at virtual time, in nanoseconds
     */
    public record Violation(String invariant, String sentence, String object, String seen, long at) {

        /** In one line. */
        @Override
        public String toString() {
            return invariant + ": " + object + ": " + seen + "      at " + VirtualTime.format(at);
        }
    }

    /** The outcome of the invariants. */
    public enum Outcome {
        /** Every invariant held. */
        HELD,
        /** An invariant broke. */
        BROKEN,
        /** The run ended before every invariant could be judged. */
        UNKNOWN
    }
}
