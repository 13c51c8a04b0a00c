package dev.wavetank.model.kubectl.wire;

import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.PerVersion;
import dev.wavetank.model.version.VersionRange;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The places in the source of kubectl that each line of its log names: {@code source-lines.txt}. */
final class SourceLines {

    private static final Pattern BAR = Pattern.compile("\\s*\\|\\s*");

    private final Map<String, String> places;

    private SourceLines(Map<String, String> places) {
        this.places = places;
    }

    /** Read when it is first needed; it never changes. */
    private static final class Lazy {
        private static final PerVersion<SourceLines> LINES = new PerVersion<>(SourceLines::read);
    }

    /** The places of a version. */
    static SourceLines of(KubernetesVersion version) {
        return Lazy.LINES.of(version);
    }

    /**
     * Where this is printed, such as {@code round_trippers.go:553}.
     *
     * @throws NullPointerException when the version prints nothing of this name
     */
    String place(String name) {
        return Objects.requireNonNull(places.get(name), name);
    }

    private static SourceLines read(KubernetesVersion version) {
        Map<String, String> places = new TreeMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(SourceLines.class.getResourceAsStream("source-lines.txt")),
                StandardCharsets.UTF_8))) {
            lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> BAR.split(line, -1))
                    .filter(fields -> VersionRange.of(fields[1], fields[2]).includes(version))
                    .forEach(fields -> places.put(fields[0], fields[3]));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return new SourceLines(places);
    }
}
