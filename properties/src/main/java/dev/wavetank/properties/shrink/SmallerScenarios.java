package dev.wavetank.properties.shrink;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The scenarios that are one step smaller than another: with fewer faults, fewer commands, fewer parts of the cluster,
 * fewer nodes, or smaller workloads. For whoever searches step by step without knowing why a scenario fails, as jqwik
 * does.
 */
public final class SmallerScenarios {

    private SmallerScenarios() {}

    /** The steps that take much with them first. Each is smaller by {@link #extent}, so that steps come to an end. */
    public static Stream<Scenario> of(Scenario scenario) {
        ClusterSpec cluster = scenario.cluster();
        Stream<Stream<Scenario>> steps = Stream.of(
                fewer(scenario.faults().clauses(), rest -> scenario.withFaults(new FaultPlan(rest))),
                fewer(scenario.timeline(), rest -> UnusedFiles.without(scenario, scenario.withTimeline(rest))),
                fewer(ClusterItem.all(cluster), rest -> scenario.withCluster(ClusterItem.only(cluster, rest))),
                fewerNodes(scenario),
                smallerWorkloads(scenario));
        return steps.flatMap(step -> step);
    }

    /** How large a scenario is; what comes first matters more. */
    public static long[] extent(Scenario scenario) {
        ClusterSpec cluster = scenario.cluster();
        return new long[] {
            scenario.faults().size(),
            scenario.timeline().size(),
            ClusterItem.all(cluster).size(),
            cluster.nodes(),
            Size.all(scenario).stream().mapToLong(Size::value).sum()
        };
    }

    /** Without all, without a half, a quarter, and so on to single ones; the last first, as in delta debugging. */
    private static <T> Stream<Scenario> fewer(List<T> all, Function<List<T>, Scenario> with) {
        return IntStream.iterate(all.size(), length -> length > 0, length -> length / 2)
                .boxed()
                .flatMap(length -> IntStream.iterate(all.size(), end -> end > 0, end -> end - length)
                        .mapToObj(end -> without(all, Math.max(0, end - length), end)))
                .flatMap(rest -> valid(() -> with.apply(rest)));
    }

    private static <T> List<T> without(List<T> all, int begin, int end) {
        List<T> rest = new ArrayList<>(all);
        rest.subList(begin, end).clear();
        return rest;
    }

    private static Stream<Scenario> fewerNodes(Scenario scenario) {
        ClusterSpec cluster = scenario.cluster();
        return IntStream.range(1, cluster.nodes())
                .boxed()
                .flatMap(nodes -> valid(() -> scenario.withCluster(cluster.withNodes(nodes))));
    }

    /** All as small as can be, then each of them, then each of them by half. */
    private static Stream<Scenario> smallerWorkloads(Scenario scenario) {
        List<Long> sizes = Size.all(scenario).stream().map(Size::value).toList();
        List<Long> least = sizes.stream().map(size -> Math.min(size, 1)).toList();
        Stream<List<Long>> ones = places(sizes, 2).mapToObj(place -> replaced(sizes, place, 1));
        Stream<List<Long>> halves = places(sizes, 4).mapToObj(place -> replaced(sizes, place, sizes.get(place) / 2));
        return Stream.of(Stream.of(least), ones, halves)
                .flatMap(smaller -> smaller)
                .filter(smaller -> !smaller.equals(sizes))
                .map(smaller -> Size.resized(scenario, smaller));
    }

    private static IntStream places(List<Long> sizes, long least) {
        return IntStream.range(0, sizes.size()).filter(place -> sizes.get(place) >= least);
    }

    private static List<Long> replaced(List<Long> sizes, int place, long size) {
        List<Long> others = new ArrayList<>(sizes);
        others.set(place, size);
        return others;
    }

    /** Nothing when what is left out was needed, such as a node at which a fault aims. */
    private static Stream<Scenario> valid(Supplier<Scenario> smaller) {
        try {
            return Stream.of(smaller.get());
        } catch (IllegalArgumentException needed) {
            return Stream.empty();
        }
    }
}
