package dev.wavetank.cli.result;

import dev.wavetank.sim.coverage.Count;
import dev.wavetank.sim.coverage.Coverage;
import dev.wavetank.sim.coverage.HandOver;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** The coverage of an exploration, as text and as JSON. */
public final class CoverageText {

    /** The number of seeds in a group, for counting new hand-overs. */
    private static final int GROUP = 100;

    private static final int WIDTH = 100;
    private static final int RAREST_CONDITIONS = 6;
    private static final int RAREST_HAND_OVERS = 4;
    private static final int LATEST_GROUPS = 12;

    private final Coverage coverage;

    public CoverageText(Coverage coverage) {
        this.coverage = coverage;
    }

    /**
     * Two small tables, the rarest first.
     *
     * @param all everything, and not only the rarest
     */
    public void print(PrintStream out, boolean all) {
        List<Map.Entry<String, Count>> reached = rarestFirst(coverage.sometimes());
        List<String> never = coverage.neverReached();
        out.println(String.format(
                Locale.ROOT,
                "sometimes: %d of %d conditions reached in %d seeds%s",
                reached.size(),
                coverage.sometimes().size(),
                coverage.runs(),
                all || reached.size() <= RAREST_CONDITIONS ? "" : ", the rarest " + RAREST_CONDITIONS + " are"));
        table(out, reached, all ? reached.size() : RAREST_CONDITIONS);
        if (!never.isEmpty()) {
            wrapped(out, "never reached: " + String.join("; ", never));
        }
        List<Map.Entry<HandOver, Count>> pairs = rarestFirst(coverage.handOvers());
        out.println("hand-overs: " + pairs.size() + " pairs of writers, new in each " + GROUP + " seeds: " + newPairs()
                + (all || pairs.size() <= RAREST_HAND_OVERS ? "" : "; the rarest " + RAREST_HAND_OVERS + " are"));
        table(out, pairs, all ? pairs.size() : RAREST_HAND_OVERS);
    }

    /** The same for programs, complete. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("seeds", coverage.runs());
        tree.put(
                "sometimes",
                coverage.sometimes().entrySet().stream()
                        .map(condition -> tree("condition", condition))
                        .toList());
        tree.put("neverReached", coverage.neverReached());
        tree.put(
                "handOvers",
                coverage.handOvers().entrySet().stream()
                        .map(pair -> tree("writers", pair))
                        .toList());
        tree.put("newHandOversPer" + GROUP + "Seeds", coverage.newHandOvers(GROUP));
        return tree;
    }

    private static Map<String, Object> tree(String label, Map.Entry<?, Count> counted) {
        Count count = counted.getValue();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(label, counted.getKey().toString());
        tree.put("seeds", count.runs());
        tree.put("times", count.times());
        if (count.runs() > 0) {
            tree.put("firstSeed", count.firstSeed());
        }
        return tree;
    }

    private String newPairs() {
        List<Integer> groups = coverage.newHandOvers(GROUP);
        int shown = Math.min(LATEST_GROUPS, groups.size());
        return (shown < groups.size() ? "... " : "")
                + groups.subList(groups.size() - shown, groups.size()).stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(" "));
    }

    private static <K> void table(PrintStream out, List<Map.Entry<K, Count>> counted, int rows) {
        counted.stream()
                .limit(rows)
                .forEach(one -> out.println(String.format(
                        Locale.ROOT,
                        "  in %-6d seed %-6d %s",
                        one.getValue().runs(),
                        one.getValue().firstSeed(),
                        one.getKey())));
    }

    /** Prints words in lines of the usual width, the later ones indented. */
    static void wrapped(PrintStream out, String text) {
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (line.length() + word.length() >= WIDTH) {
                out.println(line);
                line.setLength(0);
                line.append("   ");
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        out.println(line);
    }

    /** What was seen, by number of runs; in the order of the map where that is equal. */
    private static <K> List<Map.Entry<K, Count>> rarestFirst(SortedMap<K, Count> counts) {
        return counts.entrySet().stream()
                .filter(one -> one.getValue().runs() > 0)
                .sorted(Comparator.comparingLong(one -> one.getValue().runs()))
                .toList();
    }
}
