package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubectlCommandTest {

    @Test
    void shows_the_journey_of_a_deployment() {
        Invocation run = Invocation.of("kubectl", "create", "deployment", "web", "--image=nginx", "--replicas=3");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("made by ")
                .contains("\n\ndeployment.apps/web created\n\ndeployment/default/web: 3 of 3 pods became ready\n")
                .containsPattern("request received +0\\.\\d{6}s\n")
                .containsPattern("pod_startup +3 ")
                .containsPattern("pods +3 Running\n")
                .containsPattern("invariants +\\d+ held\\R")
                .containsPattern("outcome +held: no invariant broke\n")
                .containsPattern("stopped +quiescent at ")
                .containsPattern("seed +1, order fifo, no faults\n")
                .containsPattern("fingerprint +[0-9a-f]{32}\n");
    }

    @Test
    void options_before_the_verb_are_wavetanks_and_those_after_it_are_kubectls(@TempDir Path directory) {
        String manifest = InputFile.write(directory, "web.yaml", InputFile.DEPLOYMENT);

        Invocation run = Invocation.of("kubectl", "--seed", "7", "-o", "json", "apply", "-f", manifest, "-o", "name");

        assertThat(run.out()).startsWith("{").contains("\"seed\" : 7,").contains("deployment.apps/web\\n");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void reads_manifests_from_standard_input() {
        Invocation run = Invocation.withInput(InputFile.DEPLOYMENT, "kubectl", "apply", "-f", "-");

        assertThat(run.out()).contains("\n\ndeployment.apps/web created\n").containsPattern("pods +2 Running");
    }

    @Test
    void another_seed_tells_another_story_and_the_same_seed_the_same() {
        String[] seven = {"kubectl", "--seed=7", "run", "shell", "--image=busybox"};

        assertThat(Invocation.of(seven)).isEqualTo(Invocation.of(seven));
        assertThat(Invocation.of("kubectl", "--seed=8", "run", "shell", "--image=busybox"))
                .isNotEqualTo(Invocation.of(seven));
    }

    @Test
    void a_command_that_fails_speaks_for_itself() {
        Invocation run = Invocation.of("kubectl", "scale", "deployment", "nope", "--replicas=3");

        assertThat(run)
                .isEqualTo(
                        new Invocation(1, "", "Error from server (NotFound): deployments.apps \"nope\" not found\n"));
    }

    @Test
    void an_option_of_wavetank_behind_the_verb_is_told_its_place() {
        Invocation run = Invocation.of("kubectl", "run", "web", "--image=nginx", "--nodes", "5");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("error: unknown flag: --nodes\n")
                .endsWith("wavetank: --nodes is an option of Wavetank: write it before the verb: wavetank kubectl"
                        + " --nodes ... run\n");
        assertThat(Invocation.of("kubectl", "run", "web", "--image=nginx", "--nope")
                        .err())
                .doesNotContain("an option of Wavetank");
    }

    @Test
    void a_pod_that_the_server_refuses_has_no_journey() {
        Invocation run = Invocation.of("kubectl", "run", "Bad_Name", "--image=nginx");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("Bad_Name");
    }

    @Test
    void settings_reach_the_components() {
        Invocation quick = Invocation.of("kubectl", "create", "deployment", "web", "--image=nginx");
        Invocation slow = Invocation.of(
                "kubectl",
                "--set",
                "etcd.commit-latency=100ms",
                "--set",
                "network.latency=20ms",
                "create",
                "deployment",
                "web",
                "--image=nginx");

        assertThat(toReplicaSet(quick)).isLessThan(toReplicaSet(slow) / 5);
    }

    /** Seconds from the Deployment to its ReplicaSet; a command at the very beginning may find the server busy. */
    private static double toReplicaSet(Invocation run) {
        return seconds(run, "  replica set stored ") - seconds(run, "  stored ");
    }

    private static double seconds(Invocation run, String start) {
        String line = run.out()
                .lines()
                .filter(each -> each.startsWith(start))
                .findFirst()
                .orElseThrow();
        return Double.parseDouble(line.replaceAll("[^0-9.]", ""));
    }
}
