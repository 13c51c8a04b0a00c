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
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Decides which journeys are drawn and where everything lies. */
final class WaterfallLayout {

    /** More rows than this are unreadable. */
    static final int ROWS_MAX = 200;

    private static final int TICKS_MAX = 8;

    private final Journey journey;
    private final List<PodJourney> shown;
    private final long runEnd;
    private final List<Report.Violation> violations;
    private final long start;
    private final long span;

    private WaterfallLayout(Journey journey, long runEnd, List<Report.Violation> violations) {
        this.journey = journey;
        this.runEnd = runEnd;
        this.violations = violations;
        this.shown = choose(journey.pods());
        this.start = shown.stream().mapToLong(PodJourney::first).min().orElse(0);
        long last = shown.stream().mapToLong(PodJourney::last).max().orElse(runEnd);
        long end = violations.stream().mapToLong(Report.Violation::at).reduce(last, Math::max);
        this.span = Math.max(1, (end - start) + (end - start) / 50);
    }

    /** Lays out the journeys of a report. */
    static Waterfall of(Report report) {
        return of(report.journey(), report.virtualTime(), report.violations());
    }

    /**
     * Lays out a journey.
     *
     * @param runEnd virtual time at which the run ended, in nanoseconds
     */
    static Waterfall of(Journey journey, long runEnd, List<Report.Violation> violations) {
        WaterfallLayout layout = new WaterfallLayout(journey, runEnd, violations);
        List<Waterfall.Band> bands = layout.bands();
        return new Waterfall(
                layout.shown.stream().map(layout::row).toList(),
                bands,
                layout.marks(),
                layout.ticks(),
                layout.notes(bands));
    }

    /** The pod that broke an invariant is among them. */
    private List<PodJourney> choose(List<PodJourney> pods) {
        Comparator<PodJourney> slowestFirst = Comparator.<PodJourney, Boolean>comparing(pod -> !isGuilty(pod))
                .thenComparing(PodJourney::isReady)
                .thenComparing(WaterfallLayout::startup, Comparator.reverseOrder())
                .thenComparing(PodJourney::pod);
        return pods.stream()
                .sorted(slowestFirst)
                .limit(ROWS_MAX)
                .sorted(Comparator.comparingLong(WaterfallLayout::created).thenComparing(PodJourney::pod))
                .toList();
    }

    private boolean isGuilty(PodJourney pod) {
        return violations.stream().anyMatch(violation -> violation.object().equals(pod.pod()));
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
        return pod.last() - created(pod);
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
                bars);
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
