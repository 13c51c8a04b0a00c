package dev.wavetank.model.kubectl.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.version.KubernetesVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What kubectl 1.27 to 1.33 asked of a server with canned objects of many kinds, and what they
 * printed.
 *
 * <p>A section of {@code described.md} holds for its version and all earlier ones that have none of their own. Where
 * the real command keeps things in a map and so writes them in any order, the recording has them sorted.
 */
class DescribedGoldenTest {

    private static final Path RECORDED = Path.of("src/test/resources/dev/wavetank/model/kubectl/describe");
    private static final Instant NOW = Instant.parse("2026-11-24T03:00:00Z");
    private static final Map<String, String> FILES = Map.of(
            "part.yaml", manifest("ConfigMap", "part-0"),
            "ghost.yaml", manifest("Pod", "ghost"),
            "nobody.yaml", manifest("Pod", "nobody"));

    private static String manifest(String kind, String name) {
        return "apiVersion: v1\nkind: " + kind + "\nmetadata:\n  name: " + name + "\n  namespace: demo\n";
    }

    static Stream<Arguments> recordings() throws IOException {
        Map<String, Map<String, String>> byCommand = new LinkedHashMap<>();
        String all = Files.readString(RECORDED.resolve("described.md"), StandardCharsets.UTF_8);
        Matcher parts = Pattern.compile("(?ms)^### \\[(.*?)] \\$ kubectl (.*?)\\n(.*?)\\n(?=### |\\z)")
                .matcher(all);
        while (parts.find()) {
            byCommand
                    .computeIfAbsent(parts.group(2), command -> new LinkedHashMap<>())
                    .put(parts.group(1), parts.group(3));
        }
        return byCommand.entrySet().stream().flatMap(entry -> {
            String[] latest = {""};
            return Stream.of("1.33", "1.32", "1.31", "1.30", "1.29", "1.28", "1.27")
                    .map(version -> {
                        latest[0] = entry.getValue().getOrDefault(version, latest[0]);
                        return Arguments.of(version, entry.getKey(), latest[0]);
                    });
        });
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("recordings")
    void asks_and_prints_what_the_real_command_did(String version, String command, String recorded) throws IOException {
        RecordedServer server =
                new RecordedServer(Files.readString(RECORDED.resolve("store.json"), StandardCharsets.UTF_8));

        List<String> words = Arrays.asList(command.split(" "));
        KubectlResult result = server.type(KubernetesVersion.parse("v" + version), NOW, words, FILES);

        String requests =
                server.requests().stream().map(target -> "GET " + target + "\n").collect(Collectors.joining());
        String errors = result.stderr().isEmpty() ? "" : "!! " + result.stderr();
        assertThat((requests + result.exitCode() + "\n" + result.stdout() + errors).stripTrailing())
                .isEqualTo(recorded.stripTrailing());
    }
}
