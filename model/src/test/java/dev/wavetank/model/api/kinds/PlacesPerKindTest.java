package dev.wavetank.model.api.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.kinds.BuiltInKinds.BuiltInKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How many places know each kind: to add one is a record, its strategy if it has one, and one line. */
class PlacesPerKindTest {

    /** The source files of the model, by their path from the root package. */
    private final Map<String, String> sources = sources();

    @Test
    void a_kind_is_one_line_of_the_table_and_at_most_one_of_the_strategies() {
        String table = sources.get("api/kinds/BuiltInKinds.java");
        String registry = sources.get("apiserver/registry/Registry.java");
        for (BuiltInKind kind : BuiltInKinds.ALL) {
            String record = kind.record().getSimpleName();
            assertThat(lines(table, ", " + record + ".class")).as(record).isEqualTo(1);
            assertThat(lines(registry, "new " + record + "Strategy("))
                    .as(record)
                    .isLessThanOrEqualTo(1);
        }
        assertThat(BuiltInKinds.ALL).extracting(BuiltInKind::record).doesNotHaveDuplicates();
        assertThat(Resources.ALL)
                .allMatch(resource -> BuiltInKinds.recordOf(resource.apiVersion(), resource.kind())
                        .isPresent());
    }

    @Test
    void what_serves_all_kinds_names_none_of_them() {
        List<String> general = List.of(
                "client/Scheme.java",
                "client/cache/Informer.java",
                "client/cache/Reflector.java",
                "codec/ObjectCodec.java",
                "apiserver/registry/untyped/GenericStrategy.java",
                "apiserver/registry/strategy/Strategy.java",
                "apiserver/registry/strategy/PlainStrategy.java");
        for (String file : general) {
            for (BuiltInKind kind : BuiltInKinds.ALL) {
                assertThat(names(sources.get(file), kind))
                        .as(file + " and " + kind.record())
                        .isFalse();
            }
        }
    }

    @Test
    void the_places_that_know_a_kind_are_shown() {
        StringBuilder table = new StringBuilder("kind                      everywhere  outside its own files\n");
        for (BuiltInKind kind : BuiltInKinds.ALL) {
            List<String> places = new ArrayList<>();
            sources.forEach((file, text) -> {
                if (names(text, kind)) {
                    places.add(file);
                }
            });
            long foreign = places.stream().filter(file -> !isOwn(file, kind)).count();
            table.append(String.format(
                    Locale.ROOT, "%-25s %10d %22d%n", kind.record().getSimpleName(), places.size(), foreign));
            assertThat(places).as(kind.record().getSimpleName()).hasSizeGreaterThanOrEqualTo(2);
        }
        System.out.println(table);
    }

    /** The record, the strategy and the controller of a kind have it in their names. */
    private static boolean isOwn(String file, BuiltInKind kind) {
        return file.toLowerCase(Locale.ROOT)
                .contains(kind.record().getSimpleName().toLowerCase(Locale.ROOT));
    }

    private static boolean names(String text, BuiltInKind kind) {
        String record = Pattern.quote(kind.record().getName());
        return Pattern.compile("import " + record + "[;.]").matcher(text).find()
                || text.contains("record " + kind.record().getSimpleName() + "(")
                || text.contains("\"" + kind.resource().kind() + "\"");
    }

    private static long lines(String text, String part) {
        return text.lines().filter(line -> line.contains(part)).count();
    }

    private static Map<String, String> sources() {
        Path root = Path.of("src/main/java/dev/wavetank/model");
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                sources.put(root.relativize(file).toString().replace('\\', '/'), Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sources;
    }
}
