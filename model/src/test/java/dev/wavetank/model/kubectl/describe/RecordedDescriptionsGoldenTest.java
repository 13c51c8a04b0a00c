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
import java.util.Collections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What kubectl 1.20.2 and 1.32 printed of a real cluster. Deployment and pod are recorded; the other objects are put
 * together from what is known of them.
 */
class RecordedDescriptionsGoldenTest {

    private static final Path RECORDED = Path.of("src/test/resources/dev/wavetank/model/kubectl");

    @ParameterizedTest
    @CsvSource({
        "1.20.2, -n demo describe deployment nginx, 35",
        "1.32, -n demo describe deployment nginx, 35",
        "1.20.2, -n demo describe rs, 35",
        "1.32, -n demo describe rs, 35",
        "1.20.2, -n demo describe pod nginx-6799fc88d8-dqz22, 35",
        "1.32, -n demo describe pod nginx-6799fc88d8-dqz22, 35",
        "1.20.2, describe node hollow-0, 35",
        "1.32, describe node hollow-0, 36",
    })
    void a_description_is_what_it_was(String release, String command, int second) throws IOException {
        KubernetesVersion version = KubernetesVersion.parse("v" + release.replaceFirst("^(1\\.20)\\.2$", "$1"));
        // The pod was scheduled at 32.4 s.
        Instant now = Instant.parse("2026-11-20T20:08:" + second + ".900Z");
        RecordedServer server = new RecordedServer(text("describe/recorded.json"));

        KubectlResult result = server.type(version, now, Arrays.asList(command.split(" ")), Collections.emptyMap());

        assertThat(result.stderr()).isEmpty();
        assertThat(result.stdout()).isEqualTo(recorded("[" + release + "] $ kubectl " + command));
    }

    private static String recorded(String command) throws IOException {
        Matcher section = Pattern.compile("(?ms)^### " + Pattern.quote(command) + "\\n(.*?)(?=^### |\\z)")
                .matcher(text("kubectl-outputs.md"));
        assertThat(section.find()).isTrue();
        return section.group(1).replaceFirst("\\n\\n\\n*\\z", "\n");
    }

    private static String text(String file) throws IOException {
        return Files.readString(RECORDED.resolve(file), StandardCharsets.UTF_8);
    }
}
