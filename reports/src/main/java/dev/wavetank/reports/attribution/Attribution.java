package dev.wavetank.reports.attribution;

import dev.wavetank.model.trace.hop.Spent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Where the time of many pods went.
 *
 * @param bands all pods, and parts of them by how long they took, without empty ones
 */
public record Attribution(List<Band> bands) {

    /** So many pods make a band of a hundredth of them worth looking at. */
    private static final int ENOUGH_FOR_PERCENT = 200;

    private static final int ENOUGH_FOR_TENTH = 20;

    /**
     * Some of the pods.
     *
     * @param name such as {@code slowest 10 %}
     * @param pods how many
     * @param slowest name of the slowest of them
     * @param spent mean nanoseconds by what they were spent on, without those that took none
     * @param total mean nanoseconds of the whole
     */
    public record Band(String name, int pods, String slowest, Map<Spent, Double> spent, double total) {

        /** The part of the whole that was spent on something, from 0 to 1. */
        public double share(Spent what) {
            return total == 0 ? 0 : spent.getOrDefault(what, 0.0) / total;
        }

        private static Band of(String name, List<PodTime> pods) {
            Map<Spent, Double> means = new EnumMap<>(Spent.class);
            double total = 0;
            for (PodTime pod : pods) {
                pod.spent().forEach((what, nanos) -> means.merge(what, (double) nanos / pods.size(), Double::sum));
                total += (double) pod.total() / pods.size();
            }
            return new Band(
                    name, pods.size(), pods.get(pods.size() - 1).pod(), Collections.unmodifiableMap(means), total);
        }
    }

    /** The division of pods, in any order. */
    public static Attribution of(List<PodTime> pods) {
        if (pods.isEmpty()) {
            return new Attribution(List.of());
        }
        List<PodTime> sorted = new ArrayList<>(pods);
        sorted.sort(Comparator.comparingLong(PodTime::total).thenComparing(PodTime::pod));
        int count = sorted.size();
        List<Band> bands = new ArrayList<>();
        bands.add(Band.of("all", sorted));
        if (count >= 2) {
            bands.add(Band.of("fastest half", sorted.subList(0, count / 2)));
            bands.add(Band.of("slowest half", sorted.subList(count / 2, count)));
        }
        if (count >= ENOUGH_FOR_TENTH) {
            bands.add(Band.of("slowest 10 %", sorted.subList(count - count / 10, count)));
        }
        if (count >= ENOUGH_FOR_PERCENT) {
            bands.add(Band.of("slowest 1 %", sorted.subList(count - count / 100, count)));
        }
        return new Attribution(List.copyOf(bands));
    }

    /** What time was spent on, what took most of all pods' time first. */
    public List<Spent> parts() {
        List<Spent> parts = new ArrayList<>();
        if (!bands.isEmpty()) {
            Map<Spent, Double> all = bands.get(0).spent();
            parts.addAll(all.keySet());
            parts.sort(Comparator.comparing(all::get).reversed());
        }
        return parts;
    }

    /**
     * What makes the slowest pods slow, in a sentence; empty when they are slow as all others are.
     *
     * @return such as {@code the slowest 1 % spent 60 % of their time on pulling (12 % of all)}
     */
    public String remark() {
        Band all = bands.isEmpty() ? null : bands.get(0);
        Band slowest = bands.isEmpty() ? null : bands.get(bands.size() - 1);
        if (all == null || slowest == null || slowest.equals(all)) {
            return "";
        }
        Spent most = null;
        double difference = 0;
        for (Spent what : Spent.values()) {
            double more = slowest.spent().getOrDefault(what, 0.0) - all.spent().getOrDefault(what, 0.0);
            if (more > difference) {
                difference = more;
                most = what;
            }
        }
        return most == null
                ? ""
                : "the " + slowest.name() + " spent " + Math.round(100 * slowest.share(most)) + " % of their time on "
                        + most.label() + ", all pods " + Math.round(100 * all.share(most)) + " %";
    }
}
