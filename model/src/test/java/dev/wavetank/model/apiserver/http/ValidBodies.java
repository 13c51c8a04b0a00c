package dev.wavetank.model.apiserver.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A body that is fine, and where it is created.
 *
 * @param target path of the collection
 * @param json the body
 */
record ValidBodies(String target, String json) {

    /** One or more of every kind. */
    static List<ValidBodies> all() {
        List<ValidBodies> bodies = new ArrayList<>();
        lines("valid-bodies.txt").forEach(line -> {
            int space = line.indexOf(' ');
            bodies.add(new ValidBodies(line.substring(0, space), line.substring(space + 1)));
        });
        return bodies;
    }

    /** The lines of a resource beside this class, without comments. */
    static List<String> lines(String resource) {
        try (InputStream stream = Objects.requireNonNull(ValidBodies.class.getResourceAsStream(resource), resource)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
