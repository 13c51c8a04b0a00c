package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An exploration says which of its seeds tested nothing, and what became of the faults. */
class VacuousSeedsTest {

    private static final String[] EXPLORE = {
        "explore",
        "../examples/web.yaml",
        "--seeds=1..12",
        "--faults=heavy",
        "--fault-kinds=componentPause,componentCrash",
        "-o=json"
    };

    @Test
    void a_seed_in_which_no_pod_was_ever_created_is_vacuous_and_not_held(@TempDir Path directory) {
        String scenario = InputFile.write(
                directory, "late.yaml", "timeline: [{at: 2s, kubectl: create deployment web --image=nginx}]\n");
        JsonNode result = json(
                "explore",
                scenario,
                "--seeds=20..31",
                "--faults=heavy",
                "--fault-kinds=componentPause,componentCrash",
                "-o=json");
        JsonNode interest = result.at("/ofInterest/0");
        String[] words =
                interest.get("command").asString().replaceFirst("^\\S+ ", "").split(" ");
        Invocation shown = Invocation.of(words);

        assertThat(result.get("vacuous").asInt()).isPositive();
        assertThat(result.get("held").asInt() + result.get("vacuous").asInt()).isEqualTo(12);
        assertThat(interest.get("verdict").asString()).isEqualTo("vacuous");
        assertThat(shown.out())
                .contains("\npods         none\n")
                .contains("seed         " + interest.get("seed").asInt() + ", order ");
    }

    @Test
    void a_scenario_that_asks_for_no_pod_is_not_vacuous(@TempDir Path directory) {
        String scenario = InputFile.write(directory, "reading.yaml", "timeline: [{at: 0s, kubectl: cordon node-1}]\n");
        JsonNode result = json("explore", scenario, "--seeds=1..3", "-o=json");

        assertThat(result.get("vacuous").asInt()).isZero();
    }

    @Test
    void explore_and_run_agree_on_what_became_of_the_faults() {
        JsonNode explored = json(EXPLORE).at("/faults/byKind");
        int hit = 0;
        int others = 0;
        for (int seed = 1; seed <= 12; seed++) {
            JsonNode run = json(
                    "run",
                    "../examples/web.yaml",
                    "--seed=" + seed,
                    "--order=portfolio",
                    "--faults=heavy",
                    "--fault-kinds=componentPause,componentCrash",
                    "-o=json");
            for (JsonNode fault : run.at("/provenance/faults")) {
                if (fault.get("outcome").asString().equals("hit")) {
                    hit++;
                } else {
                    others++;
                }
            }
        }

        assertThat(count(explored, "hit")).isEqualTo(hit).isPositive();
        assertThat(count(explored, "hit nothing") + count(explored, "never opened"))
                .isEqualTo(others);
    }

    private static int count(JsonNode byKind, String state) {
        return byKind.at("/componentPause/" + state).asInt()
                + byKind.at("/componentCrash/" + state).asInt();
    }

    private static JsonNode json(String... arguments) {
        return JsonMapper.shared().readTree(Invocation.of(arguments).out());
    }
}
