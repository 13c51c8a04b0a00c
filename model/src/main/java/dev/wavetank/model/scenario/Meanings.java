package dev.wavetank.model.scenario;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Tables of names with one sentence each, as resources: lines of the form {@code name | meaning}. */
public final class Meanings {

    private static final String BAR = " | ";

    private Meanings() {}

    /**
     * Reads a table.
     *
     * @param beside the class in whose package the table stands
     * @param file its name
     */
    public static SortedMap<String, String> read(Class<?> beside, String file) {
        InputStream stream = Objects.requireNonNull(beside.getResourceAsStream(file), file);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            SortedMap<String, String> meanings = new TreeMap<>();
            lines.lines().forEach(line -> {
                int bar = line.indexOf(BAR);
                meanings.put(line.substring(0, bar), line.substring(bar + BAR.length()));
            });
            return meanings;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
