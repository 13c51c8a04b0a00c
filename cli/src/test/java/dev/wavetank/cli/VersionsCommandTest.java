package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class VersionsCommandTest {

    private static final Path PAGE = Path.of("..", "docs", "versions.md");

    @Test
    void prints_every_feature_with_its_versions() {
        Invocation all = Invocation.of("versions");

        assertThat(all.exitCode()).isZero();
        assertThat(all.out())
                .startsWith("Wavetank simulates Kubernetes v1.8 to v1.36, v1.36 by default."
                        + " Tests hold v1.8, v1.20 and v1.32 against sources.\n")
                .contains(
                        "\n  since v1.26      JOB_POD_FAILURE_POLICY (gate JobPodFailurePolicy)\n"
                                + "                   A Job can say what failed pods mean; before, the field is dropped. [KEP-3329]\n")
                .contains("\n  before v1.14     INITIALIZERS (gate Initializers)\n");
        for (Feature feature : Feature.values()) {
            assertThat(all.out()).contains(" " + feature + (feature.gate().isEmpty() ? "\n" : " (gate "));
        }
    }

    @Test
    void prints_what_one_version_has() {
        Invocation old = Invocation.of("versions", "--profile", "v1.8");

        assertThat(old.out()).startsWith("v1.8 has these behaviours.").contains(" INITIALIZERS ");
        assertThat(old.out()).doesNotContain("JOB_TRACKING", "\nkube-scheduler: ");
    }

    @Test
    void prints_what_changes_between_two_versions() {
        Invocation upgrade = Invocation.of("versions", "--changes", "v1.24..v1.26");

        assertThat(upgrade.exitCode()).isZero();
        assertThat(upgrade.out())
                .startsWith("From v1.24 to v1.26: behaviours\n")
                .contains("\n  + v1.25          FIELD_VALIDATION (gate ServerSideFieldValidation)\n")
                .contains("\n  + v1.26          JOB_POD_FAILURE_POLICY ")
                .doesNotContain("+ v1.24", "OPENAPI_V3")
                .contains("\nFrom v1.24 to v1.26: resources that are served\n")
                .contains("\n  - v1.25  policy/v1beta1 podsecuritypolicies\n")
                .contains("\n  - v1.26  autoscaling/v2beta2 horizontalpodautoscalers\n");
        assertThat(Invocation.of("versions", "--changes", "1.30..1.31").out())
                .contains("\n  - v1.31          STATEFUL_SET_RESTART_EVENT\n");
    }

    @Test
    void writes_the_same_for_programs() {
        JsonNode all = json("versions", "-o", "json");
        assertThat(all.get("newest").asString()).isEqualTo(KubernetesVersion.NEWEST.toString());
        assertThat(all.get("features").size()).isEqualTo(Feature.values().length);

        JsonNode one = json("versions", "--profile", "1.20", "-o", "json");
        assertThat(one.get("profile").asString()).isEqualTo("v1.20");
        assertThat(one.get("features").size())
                .isEqualTo(KubernetesVersion.V1_20.features().size());

        JsonNode changes = json("versions", "--changes", "v1.20..v1.32", "-o", "json");
        assertThat(changes.get("features").toString()).contains("\"name\":\"JOB_TRACKING\"", "\"gate\":\"WatchList\"");
        assertThat(changes.get("resources").toString())
                .contains("{\"version\":\"v1.21\",\"step\":\"added\",\"resource\":\"batch/v1 cronjobs\"}");
    }

    private static JsonNode json(String... args) {
        return JsonMapper.shared().readTree(Invocation.of(args).out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--changes v1.20            | --changes: name two versions, such as v1.20..v1.32, was 'v1.20'",
                "--changes v1.32..v1.20     | --changes: the first version must be older than the second, such as"
                        + " v1.20..v1.32, was 'v1.32..v1.20'",
                "--changes v1.20..v1.99     | --changes: there is no Kubernetes version 'v1.99' here: use one from v1.8"
                        + " to v1.36",
                "--profile v1.20 --changes v1.8..v1.9 | --profile and --changes cannot be combined: use one of them",
                "--profile banana           | Invalid value for option '--profile': there is no Kubernetes version"
                        + " 'banana' here: use one from v1.8 to v1.36",
            })
    void bad_input_is_one_sentence(String options, String sentence) {
        Invocation bad = Invocation.of(("versions " + options).split(" "));

        assertThat(bad.exitCode()).isEqualTo(2);
        assertThat(bad.out()).isEmpty();
        assertThat(bad.err()).contains(sentence).hasLineCount(1);
    }

    /** The page has one row for each feature, as {@code wavetank versions} has it, and no others. */
    @Test
    void the_page_has_the_same_table() throws IOException {
        List<String> rows = new ArrayList<>();
        String area = "";
        for (Feature feature : Feature.values()) {
            if (!feature.area().equals(area)) {
                area = feature.area();
                rows.add("### " + area);
            }
            String gate = feature.gate().isEmpty() ? "" : "`" + feature.gate() + "`";
            rows.add("| " + feature.versions() + " | `" + feature + "` | " + gate + " | " + feature.change() + " | "
                    + feature.source() + " |");
        }
        assertThat(Files.readAllLines(PAGE))
                .filteredOn(line -> line.startsWith("### ") || line.matches("\\| (since|before|only|v1).*"))
                .containsExactlyElementsOf(rows);
    }
}
