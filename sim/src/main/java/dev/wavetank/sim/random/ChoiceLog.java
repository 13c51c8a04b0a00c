package dev.wavetank.sim.random;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Listens to the draws of one run, and decides some of them: the mechanism below replay, shrinking and guided search.
 *
 * <p>First configure it (record, override, zero), then pass it to {@link RandomStreams}, then read what happened. A
 * draw that it decides still costs its stream one step, so that nothing else shifts. Other streams run at full speed.
 *
 * <p>A recorded draw takes 16 bytes. Draws of different streams have no order among each other, because none
 * depends on another stream.
 */
public final class ChoiceLog {

    private final List<String> recorded = new ArrayList<>();
    private final List<String> zeroed = new ArrayList<>();
    private final Map<String, TreeMap<Long, Choice>> overrides = new LinkedHashMap<>();
    private final Set<String> claimed = new LinkedHashSet<>();
    private final Map<String, StreamChoices> streams = new LinkedHashMap<>();

    /** A log that neither records nor decides anything yet. */
    public ChoiceLog() {}

    /** A log that records every draw. */
    public static ChoiceLog recording() {
        return new ChoiceLog().record("*");
    }

    /** Records the draws of some streams: a name, or a prefix followed by {@code *}. */
    public ChoiceLog record(String pattern) {
        requireNotBegun();
        recorded.add(pattern);
        return this;
    }

    /**
     * Makes every bounded draw of some streams 0, unless an override decides it: a name, or a prefix followed by
     * {@code *}. For {@code kernel/order} that is first in, first out.
     */
    public ChoiceLog zero(String pattern) {
        requireNotBegun();
        zeroed.add(pattern);
        return this;
    }

    /**
     * Decides these draws. A choice is matched when its stream reaches its index with a draw of the same kind
     * (bounded or raw) whose bound is above the value; the bound itself may have changed.
     *
     * @throws IllegalArgumentException when two choices decide the same draw
     */
    public ChoiceLog override(Collection<Choice> choices) {
        requireNotBegun();
        for (Choice choice : choices) {
            Choice other = overrides
                    .computeIfAbsent(choice.stream(), missing -> new TreeMap<>())
                    .putIfAbsent(choice.index(), choice);
            if (other != null) {
                throw new IllegalArgumentException(
                        "two choices for the same draw: " + other.line() + ", and " + choice.line());
            }
        }
        return this;
    }

    /** The recorded draws with what they came to, stream by stream in the order in which streams were first used. */
    public List<Choice> choices() {
        List<Choice> choices = new ArrayList<>();
        streams.values().forEach(stream -> stream.addRecordedTo(choices));
        return choices;
    }

    /** How many draws are to be decided. */
    public int overrides() {
        return overrides.values().stream().mapToInt(Map::size).sum();
    }

    /** How many draws have been decided so far. */
    public int matched() {
        return overrides() - missed().size();
    }

    /** The choices that have decided no draw so far, by stream and index. */
    public List<Choice> missed() {
        List<Choice> missed = new ArrayList<>();
        overrides.forEach((name, byIndex) -> {
            StreamChoices stream = streams.get(name);
            missed.addAll(stream == null ? byIndex.values() : stream.missed());
        });
        missed.sort(Comparator.comparing(Choice::stream).thenComparingLong(Choice::index));
        return missed;
    }

    /** How well the run followed, in words: {@code 11 of 12 choices matched}. */
    public String summary() {
        return matched() + " of " + overrides() + " choices matched";
    }

    /** What this log has to do with a stream that comes into being, or null when nothing. */
    @Nullable
    StreamChoices claim(String name) {
        if (!claimed.add(name)) {
            throw new IllegalStateException("a choice log serves one run; make a new one for the next");
        }
        TreeMap<Long, Choice> decided = overrides.get(name);
        boolean records = covers(recorded, name);
        boolean zeroes = covers(zeroed, name);
        if (decided == null && !records && !zeroes) {
            return null;
        }
        List<Choice> byIndex = decided == null ? List.of() : new ArrayList<>(decided.values());
        StreamChoices stream = new StreamChoices(name, byIndex, zeroes, records);
        streams.put(name, stream);
        return stream;
    }

    private void requireNotBegun() {
        if (!claimed.isEmpty()) {
            throw new IllegalStateException("the run has begun: configure a choice log before it");
        }
    }

    private static boolean covers(List<String> patterns, String name) {
        return patterns.stream()
                .anyMatch(pattern -> pattern.endsWith("*")
                        ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                        : name.equals(pattern));
    }
}
