package dev.wavetank.model.patch.strategic;

import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.Schema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** How every field of the API types is treated. Immutable. */
final class MergeKeys {
    private static final List<String> DEFAULT = List.of();

    private final Schema schema;
    private final Map<String, Treatment> treatments = new TreeMap<>();

    MergeKeys(Schema schema) {
        this.schema = schema;
        String type = "";
        for (String line : lines()) {
            List<String> words = new ArrayList<>(List.of(line.strip().split(" +")));
            if (!line.startsWith(" ")) {
                type = words.remove(0);
            }
            for (String word : words) {
                int colon = word.indexOf(':');
                String field = word.substring(0, colon);
                treatments.put(type + " " + field, parse(fieldType(type, field), word.substring(colon + 1)));
            }
        }
    }

    private FieldType fieldType(String type, String field) {
        return Objects.requireNonNull(schema.fields(type).get(field), () -> type + " has no field " + field);
    }

    private static Treatment parse(FieldType type, String text) {
        int bracket = text.indexOf('(');
        String key = bracket < 0 ? null : text.substring(bracket + 1, text.length() - 1);
        return new Treatment(
                type,
                List.of(text.substring(0, bracket < 0 ? text.length() : bracket).split(",")),
                key);
    }

    private static List<String> lines() {
        var stream = Objects.requireNonNull(JsonTree.class.getResourceAsStream("mergekeys.txt"), "mergekeys.txt");
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * How a field is treated.
     *
     * @param parent the type of the map that has the field; null when it is not known
     */
    Treatment of(FieldType parent, String field) {
        if (parent != null && parent.shape() == FieldType.Shape.STRUCT) {
            Treatment named = treatments.get(parent.name() + " " + field);
            FieldType type = schema.fields(parent.name()).get(field);
            return named == null ? new Treatment(type, DEFAULT, null) : named;
        }
        boolean map = parent != null && parent.shape() == FieldType.Shape.MAP;
        return new Treatment(map ? parent.element() : null, DEFAULT, null);
    }
}
