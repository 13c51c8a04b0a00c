package dev.wavetank.model.apiserver.discovery;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The values of types that are enumerations: {@code enums.txt}. OpenAPI documents list them since v1.24 (KEP-2887). */
final class Enumerations {

    private static final String RESOURCE = "enums.txt";

    private Enumerations() {}

    /** Read when they are first needed; they never change. */
    private static final class Lazy {
        private static final Map<String, List<String>> VALUES = read();
    }

    /**
     * The values of a type; none when it is no enumeration.
     *
     * @param type by Go's name, such as {@code v1.RestartPolicy}
     */
    static List<String> of(String type) {
        return Lazy.VALUES.getOrDefault(type, List.of());
    }

    private static Map<String, List<String>> read() {
        Map<String, List<String>> values = new TreeMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Enumerations.class.getResourceAsStream(RESOURCE), RESOURCE),
                StandardCharsets.UTF_8))) {
            lines.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
                List<String> words = List.of(line.split(" "));
                values.put(words.get(0), words.subList(1, words.size()));
            });
            return values;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
