package dev.wavetank.model.apiserver.discovery;

import dev.wavetank.model.apiserver.request.Release;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the server of a release tells about itself, from {@code releases.txt}: its version and its health checks. */
public final class ReleaseFacts {

    private final Map<String, Object> version = new LinkedHashMap<>();
    private final Map<String, String> checks = new LinkedHashMap<>();
    private final List<String> emptyPaths = new ArrayList<>();

    /** Read when they are first needed; they never change. */
    private static final class Lazy {
        private static final Map<Release, ReleaseFacts> BY_RELEASE = new EnumMap<>(Release.class);

        static {
            for (Release release : Release.values()) {
                BY_RELEASE.put(release, new ReleaseFacts(release));
            }
        }
    }

    /** The facts of a release. */
    public static ReleaseFacts of(Release release) {
        return Lazy.BY_RELEASE.get(release);
    }

    private ReleaseFacts(Release release) {
        for (String line : lines()) {
            String[] words = line.split(" ");
            if (release.names().contains(words[0])) {
                add(words);
            }
        }
    }

    private void add(String[] words) {
        switch (words[1]) {
            case "version" -> {
                int equals = words[2].indexOf('=');
                version.put(words[2].substring(0, equals), words[2].substring(equals + 1));
            }
            case "check" -> checks.put(words[2], words.length > 3 ? words[3] : "");
            case "path" -> emptyPaths.add(words[2]);
            default -> throw new AssertionError("releases.txt knows version, check and path, not " + words[1]);
        }
    }

    /** What {@code /version} answers. */
    public Map<String, Object> version() {
        return new LinkedHashMap<>(version);
    }

    /** Paths that the server lists, but behind which the simulation has nothing. */
    public List<String> emptyPaths() {
        return new ArrayList<>(emptyPaths);
    }

    /**
     * The names of the health checks of an endpoint, in the order in which they are made.
     *
     * @param endpoint {@code healthz}, {@code livez} or {@code readyz}
     */
    public List<String> checks(String endpoint) {
        List<String> names = new ArrayList<>();
        checks.forEach((name, only) -> {
            if (only.isEmpty() || only.equals(endpoint)) {
                names.add(name);
            }
        });
        return names;
    }

    private static List<String> lines() {
        var stream = Objects.requireNonNull(ReleaseFacts.class.getResourceAsStream("releases.txt"), "releases.txt");
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
