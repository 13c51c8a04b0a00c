package dev.wavetank.reports.attempt;

import dev.wavetank.model.trace.AttemptTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The attempts to place one pod.
 *
 * @param pod its key
 * @param attempts in order
 */
public record Attempts(String pod, List<Attempt> attempts) {

    private static final String KIND = "pod/";
    private static final String PLURAL = "pods/";

    /**
     * One attempt.
     *
     * @param at when it was made, in nanoseconds of virtual time
     * @param scheduler the component that made it
     * @param trace how it went
     */
    public record Attempt(long at, String scheduler, AttemptTrace trace) {}

    /**
     * The attempts to place a pod; none when it was never tried. Where no pod has that name, those of the first
     * whose name begins so.
     *
     * @param object {@code pod/NAME} or {@code pod/NAMESPACE/NAME}
     * @param trace with details
     */
    public static Attempts of(String object, List<TraceEntry> trace) {
        String name = key(object);
        List<String> tried = pods(trace);
        String found = tried.contains(name)
                ? name
                : tried.stream().filter(pod -> pod.startsWith(name)).findFirst().orElse(name);
        List<Attempt> attempts = new ArrayList<>();
        for (TraceEntry entry : trace) {
            if (entry.record() instanceof AttemptTrace attempt && attempt.pod().equals(found)) {
                attempts.add(new Attempt(entry.time(), entry.component(), attempt));
            }
        }
        return new Attempts(found, attempts);
    }

    /** The pods that were tried, in the order of their first attempts. */
    public static List<String> pods(List<TraceEntry> trace) {
        Set<String> pods = new LinkedHashSet<>();
        for (TraceEntry entry : trace) {
            if (entry.record() instanceof AttemptTrace attempt) {
                pods.add(attempt.pod());
            }
        }
        return List.copyOf(pods);
    }

    private static String key(String object) {
        String name = object;
        for (String kind : List.of(KIND, PLURAL)) {
            name = name.startsWith(kind) ? name.substring(kind.length()) : name;
        }
        return name.contains("/") ? name : "default/" + name;
    }
}
