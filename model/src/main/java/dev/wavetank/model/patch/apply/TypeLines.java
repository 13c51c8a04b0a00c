package dev.wavetank.model.patch.apply;

import dev.wavetank.model.patch.JsonTree;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Reads facts about types: a line is a type and words about it, an indented line continues it. */
final class TypeLines {

    private TypeLines() {}

    /** The words about each type. */
    static Map<String, List<String>> read(String resource) {
        Map<String, List<String>> result = new TreeMap<>();
        List<String> words = new ArrayList<>();
        for (String line : lines(resource)) {
            List<String> parts = new ArrayList<>(List.of(line.strip().split(" +")));
            if (!line.startsWith(" ")) {
                words = result.computeIfAbsent(parts.remove(0), type -> new ArrayList<>());
            }
            words.addAll(parts);
        }
        return Collections.unmodifiableMap(result);
    }

    private static List<String> lines(String resource) {
        var stream = Objects.requireNonNull(JsonTree.class.getResourceAsStream(resource), resource);
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
