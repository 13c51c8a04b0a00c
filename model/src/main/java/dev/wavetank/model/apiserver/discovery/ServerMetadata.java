package dev.wavetank.model.apiserver.discovery;

import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.PerVersion;
import dev.wavetank.model.version.VersionRange;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the server of a version reports about itself, from {@code releases.txt}: its version and its health checks. */
public final class ServerMetadata {

    private final Map<String, Object> version = new LinkedHashMap<>();
    private final Map<String, String> checks = new LinkedHashMap<>();
    private final List<String> emptyPaths = new ArrayList<>();

    /** Read when they are first needed; they never change. */
    private static final class Lazy {
        private static final PerVersion<ServerMetadata> FACTS = new PerVersion<>(ServerMetadata::new);
    }

    /** The facts of a version. */
    public static ServerMetadata of(KubernetesVersion version) {
        return Lazy.FACTS.of(version);
    }

    private ServerMetadata(KubernetesVersion kubernetes) {
        boolean applies = false;
        for (String line : lines()) {
            String[] words = line.split(" ");
            if (words[0].equals("=")) {
                applies = VersionRange.of(words[1], words.length > 2 ? words[2] : null)
                        .includes(kubernetes);
            } else if (applies) {
                add(line.replace("%v", kubernetes.toString())
                        .replace("%m", kubernetes.minor())
                        .split(" "));
            }
        }
    }

    private void add(String[] words) {
        switch (words[0]) {
            case "version" -> {
                int equals = words[1].indexOf('=');
                version.put(words[1].substring(0, equals), words[1].substring(equals + 1));
            }
            case "check" -> checks.put(words[1], words.length > 2 ? words[2] : "");
            case "path" -> emptyPaths.add(words[1]);
            default -> throw new AssertionError("releases.txt knows version, check and path, not " + words[0]);
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
        var stream = Objects.requireNonNull(ServerMetadata.class.getResourceAsStream("releases.txt"), "releases.txt");
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
