package dev.wavetank.reports.measure.page;

import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.reports.AttributionSection;
import dev.wavetank.reports.HumanDuration;
import dev.wavetank.reports.measure.Comparison;
import dev.wavetank.reports.measure.Division;
import dev.wavetank.reports.measure.Interval;
import dev.wavetank.reports.measure.Measurement;
import dev.wavetank.reports.measure.TimeSpent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** Where the time of many runs went, as a section of a page and in a sentence. */
final class DivisionSection {

    /** Fewer parts than this are named in a sentence. */
    private static final int NAMED_MAX = 3;

    private static final double WORTH_NAMING = 0.05;
    private static final double PER_CENT = 100;

    private DivisionSection() {}

    /** Nobody has divided the time. */
    static AttributionSection none() {
        return new AttributionSection("", List.of(), List.of());
    }

    /**
     * A column.
     *
     * @param name head of the column
     * @param spent what it shows
     * @param cell the text of a part
     */
    private record Column(String name, TimeSpent spent, Function<Spent, String> cell) {

        static Column of(String name, TimeSpent spent) {
            return new Column(name, spent, part -> figure(spent, part));
        }
    }

    /** Of one measurement: all pods, and the slowest. */
    static AttributionSection of(Measurement measurement) {
        Division division = measurement.division();
        return division.isEmpty()
                ? none()
                : section(
                        "",
                        List.of(
                                Column.of("all pods", division.all()),
                                Column.of("slowest tenth of each seed", division.slowest())));
    }

    /** Of several, each with its differences to the first, when they are shown. */
    static AttributionSection of(List<CurveData.Line> lines) {
        if (lines.stream().anyMatch(line -> line.measurement().division().isEmpty())) {
            return none();
        }
        Measurement base = lines.get(0).measurement();
        List<Column> columns = new ArrayList<>();
        for (CurveData.Line line : lines) {
            TimeSpent spent = line.measurement().division().all();
            Comparison comparison = new Comparison(base, line.measurement());
            columns.add(
                    columns.isEmpty()
                            ? Column.of(line.label(), spent)
                            : new Column(line.label(), spent, part -> figure(spent, part) + change(comparison, part)));
        }
        return section("", columns);
    }

    private static String change(Comparison comparison, Spent part) {
        Interval interval = comparison.ofMean(part);
        if (interval == null || interval.contains(0)) {
            return "";
        }
        double change = comparison.other().division().all().mean(part)
                - comparison.base().division().all().mean(part);
        return ", " + signed(change) + " [" + signed(interval.low()) + ", " + signed(interval.high()) + "]";
    }

    private static AttributionSection section(String remark, List<Column> columns) {
        double longest = columns.stream()
                .mapToDouble(column -> column.spent().mean())
                .max()
                .orElse(0);
        List<Spent> parts = Stream.of(Spent.values())
                .filter(part ->
                        columns.stream().anyMatch(column -> column.spent().mean(part) > 0))
                .sorted(Comparator.comparingDouble(
                        part -> -columns.get(0).spent().mean(part)))
                .toList();
        return new AttributionSection(
                remark,
                columns.stream().map(column -> bar(column, parts, longest)).toList(),
                parts.stream()
                        .map(part -> new AttributionSection.Row(
                                part.label(),
                                columns.stream()
                                        .map(column -> column.cell().apply(part))
                                        .toList()))
                        .toList());
    }

    private static AttributionSection.Bar bar(Column column, List<Spent> order, double longest) {
        List<AttributionSection.Part> parts = new ArrayList<>();
        double x = 0;
        for (Spent part : order) {
            double share = column.spent().share(part);
            if (share > 0) {
                parts.add(new AttributionSection.Part(
                        part.label(), percent(x), percent(share), part.label() + ": " + figure(column.spent(), part)));
                x += share;
            }
        }
        double mean = column.spent().mean();
        return new AttributionSection.Bar(
                column.name(),
                Words.number(column.spent().pods()) + (column.spent().pods() == 1 ? " pod" : " pods"),
                human(mean),
                percent(longest == 0 ? 0 : mean / longest),
                parts);
    }

    private static String figure(TimeSpent spent, Spent part) {
        double mean = spent.mean(part);
        return mean == 0
                ? "-"
                : human(mean) + String.format(Locale.ROOT, " (%d %%)", Math.round(PER_CENT * spent.share(part)));
    }

    /** What most of the time went into, and what makes the slowest pods slow. */
    static String sentence(Division division) {
        if (division.isEmpty()) {
            return "";
        }
        List<String> most = Stream.of(Spent.values())
                .filter(part -> division.all().share(part) >= WORTH_NAMING)
                .sorted(Comparator.comparingDouble(part -> -division.all().mean(part)))
                .limit(NAMED_MAX)
                .map(part -> part.label() + " (" + share(division.all(), part) + ")")
                .toList();
        return "The mean pod took " + human(division.all().mean()) + ", most of it for " + String.join(", ", most)
                + slowest(division) + ".";
    }

    /** Empty when the slowest are slow as all others are. */
    private static String slowest(Division division) {
        Spent guilty = Stream.of(Spent.values())
                .max(Comparator.comparingDouble(part -> more(division, part)))
                .orElseThrow();
        return more(division, guilty) <= 0
                ? ""
                : "; the slowest tenth of each seed spent " + share(division.slowest(), guilty) + " of their "
                        + human(division.slowest().mean()) + " on " + guilty.label();
    }

    private static double more(Division division, Spent part) {
        return division.slowest().mean(part) - division.all().mean(part);
    }

    /** What a difference consists of: the parts that are shown to differ, the largest first; empty without any. */
    static String sentence(Comparison comparison) {
        TimeSpent base = comparison.base().division().all();
        TimeSpent other = comparison.other().division().all();
        if (base.pods() == 0 || other.pods() == 0) {
            return "";
        }
        List<String> parts = Stream.of(Spent.values())
                .filter(part -> {
                    Interval interval = comparison.ofMean(part);
                    return interval != null && !interval.contains(0);
                })
                .sorted(Comparator.comparingDouble(part -> -Math.abs(other.mean(part) - base.mean(part))))
                .limit(NAMED_MAX)
                .map(part -> changed(other.mean(part) - base.mean(part)) + " for " + part.label())
                .toList();
        return parts.isEmpty()
                ? ""
                : "The mean pod took " + changed(other.mean() - base.mean()) + ": " + String.join(", ", parts) + ".";
    }

    private static String share(TimeSpent spent, Spent part) {
        return Math.round(PER_CENT * spent.share(part)) + " %";
    }

    private static String human(double nanos) {
        return HumanDuration.ofNanos(Math.round(nanos));
    }

    /** Such as {@code 873ms less}. */
    private static String changed(double nanos) {
        return human(Math.abs(nanos)) + (nanos < 0 ? " less" : " more");
    }

    private static String signed(double nanos) {
        return nanos < 0 ? "-" + human(-nanos) : "+" + human(nanos);
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.3f%%", PER_CENT * part);
    }
}
