package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.VersionRange;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The flags that the real kubectl has and the simulated one has not, so that nobody takes them for mistyped. */
final class NotSimulatedFlags {

    private static final String RESOURCE = "not-simulated-flags.txt";
    private static final Pattern BAR = Pattern.compile("\\|");
    private static final String EVERY_COMMAND = "*";

    /** One line of the table. */
    private record Line(String command, String name, String shorthand, VersionRange versions) {

        static Line parse(String text) {
            String[] fields = BAR.split(text, -1);
            String[] names = fields[1].strip().split(" ");
            return new Line(
                    fields[0].strip(),
                    names[0],
                    names.length > 1 ? names[1] : "",
                    VersionRange.of(fields[2].strip(), fields[3].strip()));
        }

        boolean isOf(String words, KubernetesVersion version) {
            return versions.includes(version) && (command.equals(EVERY_COMMAND) || command.equals(words));
        }
    }

    /** Read at the first unknown flag; most runs have none. */
    private static final class Lazy {
        private static final List<Line> LINES = read();
    }

    private NotSimulatedFlags() {}

    static boolean hasName(String words, String name, KubernetesVersion version) {
        return any(words, version, line -> line.name().equals(name));
    }

    static boolean hasShorthand(String words, String letter, KubernetesVersion version) {
        return any(words, version, line -> line.shorthand().equals(letter));
    }

    private static boolean any(String words, KubernetesVersion version, Predicate<Line> rule) {
        return Lazy.LINES.stream().anyMatch(line -> rule.test(line) && line.isOf(words, version));
    }

    private static List<Line> read() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(NotSimulatedFlags.class.getResourceAsStream(RESOURCE)),
                StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Line::parse)
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
