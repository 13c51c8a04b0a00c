package dev.wavetank.cli;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The records that led to one record of a trace, each the cause of the next.
 *
 * @param entries in order of time, the record itself last
 * @param left how many earlier ones were left out
 */
record CausalChain(List<TraceEntry> entries, int left) {

    /** What led to nothing. */
    static final CausalChain NONE = new CausalChain(List.of(), 0);

    /** Longer chains are cut at their beginning. */
    static final int MOST = 40;

    /** A longer value of a field is cut when it is printed for people. */
    private static final int LONGEST_VALUE = 60;

    /**
     * Follows the causes backward.
     *
     * @param number of the record that is to be explained
     * @param trace consecutive entries; the chain ends where it leaves them
     */
    static CausalChain to(long number, List<TraceEntry> trace) {
        Deque<TraceEntry> chain = new ArrayDeque<>();
        int left = 0;
        for (TraceEntry entry = find(number, trace); entry != null; entry = find(entry.cause(), trace)) {
            if (chain.size() < MOST) {
                chain.addFirst(entry);
            } else {
                left++;
            }
        }
        return new CausalChain(List.copyOf(chain), left);
    }

    /** One line for each record: time, component, type and fields. */
    void print(PrintStream out) {
        out.println("what led to it, each record the cause of the next:");
        if (left > 0) {
            out.println("  (the last " + MOST + " records; " + left + " earlier ones are left out)");
        }
        for (TraceEntry entry : entries) {
            String fields = fields(entry.record()).entrySet().stream()
                    .filter(field -> field.getValue() != null)
                    .map(field -> field.getKey() + "=" + shortened(String.valueOf(field.getValue())))
                    .collect(Collectors.joining(" "));
            out.println(String.format(
                            Locale.ROOT,
                            "  %14s  %-26s %-18s %s",
                            VirtualTime.format(entry.time()),
                            entry.component(),
                            entry.record().type(),
                            fields)
                    .stripTrailing());
        }
    }

    /**
     * The same for programs, with the names that a trace file has; a cut chain begins with a cause that is not in
     * it.
     */
    List<Map<String, Object>> trees() {
        return entries.stream().map(CausalChain::tree).toList();
    }

    private static Map<String, Object> tree(TraceEntry entry) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("n", entry.number());
        tree.put("t", entry.time());
        tree.put("by", entry.component());
        tree.put("cause", entry.cause());
        tree.put("type", entry.record().type());
        tree.putAll(fields(entry.record()));
        return tree;
    }

    private static TraceEntry find(long number, List<TraceEntry> trace) {
        if (trace.isEmpty()) {
            return null;
        }
        long index = number - trace.get(0).number();
        return index < 0 || index >= trace.size() ? null : trace.get((int) index);
    }

    private static Map<String, Object> fields(TraceRecord record) {
        Map<String, Object> fields = new LinkedHashMap<>();
        record.describe(new TraceRecord.Fields() {
            @Override
            public TraceRecord.Fields text(String name, String value) {
                fields.put(name, value);
                return this;
            }

            @Override
            public TraceRecord.Fields number(String name, long value) {
                fields.put(name, value);
                return this;
            }
        });
        return fields;
    }

    private static String shortened(String value) {
        String line = value.replaceAll("\\s+", " ");
        return line.length() <= LONGEST_VALUE ? line : line.substring(0, LONGEST_VALUE - 3) + "...";
    }
}
