package dev.wavetank.reports;

import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.reports.journey.FaultSpan;
import dev.wavetank.reports.journey.Journey;
import dev.wavetank.reports.journey.PodJourney;
import dev.wavetank.reports.journey.PodJourney.Segment;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.sim.VirtualTime;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Decides which journeys are drawn and where everything lies. */
final class WaterfallLayout {

    /** More rows than this are unreadable. */
    static final int ROWS_MAX = 200;

    private static final int TICKS_MAX = 8;

    private final Journey journey;
    private final List<PodJourney> shown;
    private final long runEnd;
    private final List<Report.Violation> violations;
    private final Map<String, List<String>> stories;
    private final long start;
    private final long span;

    private WaterfallLayout(
            Journey journey, long runEnd, List<Report.Violation> violations, Map<String, List<String>> stories) {
        this.journey = journey;
        this.stories = stories;
        this.runEnd = runEnd;
        this.violations = violations;
        this.shown = journey.slowest(
                ROWS_MAX, violations.stream().map(Report.Violation::object).toList());
        this.start = shown.stream().mapToLong(PodJourney::first).min().orElse(0);
        long last = shown.stream().mapToLong(PodJourney::last).max().orElse(runEnd);
        long end = violations.stream().mapToLong(Report.Violation::at).reduce(last, Math::max);
        this.span = Math.max(1, (end - start) + (end - start) / 50);
    }

    /** Lays out the journeys of a report. */
    static Waterfall of(Report report) {
        return of(report.journey(), report.virtualTime(), report.violations(), report.stories());
    }

    /**
     * Lays out a journey.
     *
     * @param runEnd virtual time at which the run ended, in nanoseconds
     * @param stories what led to pods, by kind and key
     */
    static Waterfall of(
            Journey journey, long runEnd, List<Report.Violation> violations, Map<String, List<String>> stories) {
        WaterfallLayout layout = new WaterfallLayout(journey, runEnd, violations, stories);
        List<Waterfall.Band> bands = layout.bands();
        return new Waterfall(
                layout.workloads(),
                bands,
                layout.marks(),
                layout.ticks(),
                layout.notes(bands),
                layout.start,
                layout.span);
    }

    /** By what the pods were made for, the slowest first. */
    private List<Waterfall.Workload> workloads() {
        Map<String, Integer> all = new LinkedHashMap<>();
        journey.pods().forEach(pod -> all.merge(workload(pod), 1, Integer::sum));
        Map<String, List<PodJourney>> drawn = new LinkedHashMap<>();
        shown.forEach(pod ->
                drawn.computeIfAbsent(workload(pod), key -> new ArrayList<>()).add(pod));
        List<Waterfall.Workload> workloads = new ArrayList<>();
        drawn.forEach((name, pods) -> workloads.add(workload(name, all.getOrDefault(name, 0), pods)));
        return workloads;
    }

    private Waterfall.Workload workload(String name, int all, List<PodJourney> pods) {
        List<Waterfall.Row> rows = pods.stream().map(this::row).toList();
        long waiting = pods.stream().filter(pod -> !pod.isReady()).count();
        String count = String.format(Locale.ROOT, "%,d %s", all, all == 1 ? "pod" : "pods")
                + (pods.size() < all ? ", " + pods.size() + " drawn" : "")
                + (waiting > 0 ? ", " + waiting + " not ready" : "");
        Waterfall.Row slowest = rows.get(0);
        return new Waterfall.Workload(
                name,
                count,
                slowest.total(),
                slowest.ready(),
                name + ", " + count + "; the slowest is " + slowest.name() + ", " + slowest.summary(),
                slowest.bars(),
                rows);
    }

    private static String workload(PodJourney pod) {
        return pod.owners().isEmpty() ? "pods without an owner" : pod.owners().get(0);
    }

    private List<Waterfall.Tick> marks() {
        return violations.stream()
                .map(violation -> new Waterfall.Tick(
                        percent(violation.at() - start), violation.invariant() + " broke at " + time(violation.at())))
                .toList();
    }

    private static long created(PodJourney pod) {
        return pod.at(Point.POD_CREATED).orElse(pod.first());
    }

    private static long startup(PodJourney pod) {
        return pod.startup();
    }

    private List<String> notes(List<Waterfall.Band> bands) {
        List<String> notes = new ArrayList<>();
        int pods = journey.pods().size();
        if (pods > ROWS_MAX) {
            notes.add(String.format(
                    Locale.ROOT,
                    "Of %,d pods the slowest %d are drawn; pods that never became ready count as slowest.",
                    pods,
                    ROWS_MAX));
        }
        long hidden = bands.stream().filter(band -> !band.visible()).count();
        if (hidden > 0) {
            notes.add(hidden + (hidden == 1 ? " fault lies" : " faults lie") + " outside the time that is drawn.");
        }
        return notes;
    }

    private Waterfall.Row row(PodJourney pod) {
        List<Waterfall.Bar> bars = new ArrayList<>();
        for (Segment segment : pod.segments()) {
            bars.add(bar(segment, created(pod)));
        }
        String total = HumanDuration.ofNanos(startup(pod));
        String outcome = pod.isReady()
                ? "ready " + total + " after its creation"
                : "not ready, last point " + words(pod.lastPoint()) + " at " + time(pod.last());
        return new Waterfall.Row(
                name(pod.pod()),
                String.join(" > ", pod.owners()),
                pod.isReady() ? total : "not ready",
                pod.isReady(),
                percent(pod.last() - start),
                "created at " + time(created(pod)) + ", " + outcome,
                bars,
                story(pod, bars));
    }

    /** What led to it; what is drawn, in words, when nobody has kept that. */
    private List<String> story(PodJourney pod, List<Waterfall.Bar> bars) {
        return stories.getOrDefault(
                pod.pod(), bars.stream().map(Waterfall.Bar::title).toList());
    }

    private Waterfall.Bar bar(Segment segment, long created) {
        String what = segment.stage()
                .map(Stage::title)
                .orElseGet(() -> "Between " + words(segment.from()) + " and " + words(segment.to()));
        String title = what + ": " + HumanDuration.ofNanos(segment.end() - segment.start()) + " ("
                + time(segment.start()) + " to " + time(segment.end()) + ")";
        return new Waterfall.Bar(
                segment.stage().map(Stage::key).orElse("gap"),
                percent(segment.start() - start),
                percent(segment.end() - segment.start()),
                segment.end() <= created && segment.start() < created,
                title);
    }

    private List<Waterfall.Band> bands() {
        List<Waterfall.Band> bands = new ArrayList<>();
        for (FaultSpan fault : journey.faults()) {
            long closed = fault.closed().orElse(Math.max(runEnd, fault.opened()));
            long from = Math.max(fault.opened(), start);
            long to = Math.min(closed, start + span);
            boolean visible = from <= to;
            String when = time(fault.opened()) + " to " + (fault.closed().isPresent() ? time(closed) : "the end");
            bands.add(new Waterfall.Band(
                    bands.size() + 1,
                    fault.kind(),
                    fault.target(),
                    when,
                    visible,
                    percent(from - start),
                    percent(visible ? to - from : 0)));
        }
        return bands;
    }

    private List<Waterfall.Tick> ticks() {
        long step = tickStep();
        List<Waterfall.Tick> ticks = new ArrayList<>();
        for (long time = (start + step - 1) / step * step; time <= start + span; time += step) {
            ticks.add(new Waterfall.Tick(percent(time - start), tick(time)));
        }
        return ticks;
    }

    /** The smallest round step that gives few enough ticks. */
    private long tickStep() {
        long[] minutes = {1, 2, 5, 10, 30, 60, 120, 360, 720, 1440};
        for (long unit = 1; unit <= 10 * VirtualTime.SECOND; unit *= 10) {
            for (long step : new long[] {unit, 2 * unit, 5 * unit}) {
                if (step < VirtualTime.MINUTE && span / step < TICKS_MAX) {
                    return step;
                }
            }
        }
        for (long minute : minutes) {
            if (span / (minute * VirtualTime.MINUTE) < TICKS_MAX) {
                return minute * VirtualTime.MINUTE;
            }
        }
        return span / TICKS_MAX;
    }

    /** Exact, with one unit up to a minute: {@code 1.5s} rather than {@code 1s500ms}. */
    private static String tick(long time) {
        String[] units = {"s", "ms", "us"};
        long[] sizes = {VirtualTime.SECOND, VirtualTime.MILLISECOND, VirtualTime.MICROSECOND};
        for (int i = 0; i < units.length && time < VirtualTime.MINUTE; i++) {
            if (time >= sizes[i]) {
                BigDecimal value = BigDecimal.valueOf(time).divide(BigDecimal.valueOf(sizes[i]));
                return value.stripTrailingZeros().toPlainString() + units[i];
            }
        }
        return VirtualTime.span(time);
    }

    private String percent(long distance) {
        return String.format(Locale.ROOT, "%.3f%%", 100.0 * distance / span);
    }

    private static String name(String pod) {
        return pod.substring(pod.indexOf('/') + 1);
    }

    private static String words(Point point) {
        return point.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String time(long nanos) {
        return HumanDuration.ofNanos(nanos);
    }
}
