package dev.wavetank.properties.cost;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one run costs.
 *
 * @param scenario name of its file, without the ending
 * @param events that the kernel fired
 * @param requests that API servers were sent: reads, writes and watches
 * @param bytes that the run allocated
 */
record RunCost(String scenario, long events, long requests, long bytes) {

    /** One line of words. */
    String line() {
        return scenario + " " + events + " " + requests + " " + bytes;
    }

    /** Costs by scenario; lines that begin with a number sign are comments. */
    static Map<String, RunCost> read(String text) {
        return Arrays.stream(text.split("\n"))
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> of(List.of(line.trim().split("\\s+"))))
                .collect(Collectors.toMap(RunCost::scenario, cost -> cost, (first, second) -> second, TreeMap::new));
    }

    private static RunCost of(List<String> words) {
        if (words.size() != 4) {
            throw new IllegalArgumentException("not the cost of a run: " + words);
        }
        return new RunCost(
                words.get(0), Long.parseLong(words.get(1)), Long.parseLong(words.get(2)), Long.parseLong(words.get(3)));
    }
}
