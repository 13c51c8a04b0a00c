package dev.wavetank.cli.result;

import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.reports.journey.Journey;
import dev.wavetank.reports.journey.PodJourney;
import dev.wavetank.sim.VirtualTime;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;

/** For every workload, when its first and its last pod reached each milestone. */
public final class JourneyText {

    /** More workloads than this are only counted. */
    private static final int MOST = 10;

    private JourneyText() {}

    public static void print(Journey journey, PrintStream out) {
        Map<String, List<PodJourney>> workloads = new LinkedHashMap<>();
        for (PodJourney pod : journey.pods()) {
            String workload = pod.owners().isEmpty() ? pod.pod() : pod.owners().get(0);
            workloads.computeIfAbsent(workload, name -> new ArrayList<>()).add(pod);
        }
        workloads.entrySet().stream().limit(MOST).forEach(each -> print(each.getKey(), each.getValue(), out));
        if (workloads.size() > MOST) {
            out.println((workloads.size() - MOST) + " more workloads");
            out.println();
        }
    }

    private static void print(String workload, List<PodJourney> pods, PrintStream out) {
        long ready = pods.stream().filter(PodJourney::isReady).count();
        out.println(workload + ": " + ready + " of " + pods.size() + (pods.size() == 1 ? " pod" : " pods")
                + " became ready");
        for (Point point : Point.values()) {
            LongSummaryStatistics times = pods.stream()
                    .map(pod -> pod.points().get(point))
                    .filter(Objects::nonNull)
                    .mapToLong(Long::longValue)
                    .summaryStatistics();
            if (times.getCount() > 0) {
                out.println(line(point, times));
            }
        }
        out.println();
    }

    private static String line(Point point, LongSummaryStatistics times) {
        String name = point.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String first = String.format(Locale.ROOT, "  %-22s%14s", name, VirtualTime.format(times.getMin()));
        return times.getMin() == times.getMax() ? first : first + " .. " + VirtualTime.format(times.getMax());
    }
}
