package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectCommandTest {

    private static final String PODS = """
            apiVersion: v1
            kind: Pod
            metadata: {name: gold}
            spec:
              containers:
              - name: app
                image: nginx:1
                resources: {limits: {cpu: 500m, memory: 256Mi}}
                volumeMounts: [{name: cache, mountPath: /cache}]
              volumes:
              - {name: cache, emptyDir: {}}
              - {name: spare, emptyDir: {}}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: bronze}
            spec:
              containers: [{name: app, image: nginx:1}]
            """;

    @TempDir
    private Path directory;

    private String file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(directory.resolve("pods.yaml"), PODS).toString();
    }

    private Invocation inspect(String node, String... more) {
        String[] words = new String[more.length + 5];
        System.arraycopy(new String[] {"inspect", node, file, "--nodes", "1"}, 0, words, 0, 5);
        System.arraycopy(more, 0, words, 5, more.length);
        return Invocation.of(words);
    }

    @Test
    void shows_pods_sandboxes_containers_images_volumes_and_control_groups() {
        Invocation shown = inspect("node/node-1", "--profile", "v1.20", "--set", "kubelet.hollow=false");

        assertThat(shown.exitCode()).isZero();
        assertThat(shown.out())
                .containsPattern("default +gold +Running +syncs it")
                .containsPattern("POD ID +CREATED +STATE")
                .containsPattern("[0-9]s +Ready +bronze +default +0 +10\\.")
                .containsPattern("nginx:1 +\\S+s +\\S+s +Running +app +0 .* gold")
                .containsPattern("nginx +1 ")
                .containsPattern("gold +cache +emptyDir +mounted")
                .containsPattern("gold +spare +emptyDir +not mounted")
                .containsPattern("├─pod\\S+ pod default/gold cpu.shares=512 cfs_period_us=100000 cfs_quota_us=50000"
                        + " memory.limit_in_bytes=268435456")
                .contains("sandbox cpu.shares=2 ", "oom_score_adj=-997", "oom_score_adj=1000");
    }

    @Test
    void shows_a_node_in_the_middle_of_a_run() {
        assertThat(inspect("node/node-1", "--at", "100ms").out())
                .startsWith("node-1 at 100ms: ")
                .contains("containers\n  none", "Pending");
    }

    @Test
    void says_when_nothing_has_changed_since_an_earlier_time() {
        assertThat(inspect("node-1", "--at", "30m").out()).contains("node-1 at 30m", ", when the run came to rest");
    }

    @Test
    void a_time_after_the_end_is_bad_input() {
        Invocation late = inspect("node/node-1", "--at", "2h");

        assertThat(late.exitCode()).isEqualTo(2);
        assertThat(late.err()).contains("--at 2h is after the end of the run at 1h", "--until 2h");
    }

    @Test
    void an_unknown_node_is_bad_input_with_the_one_that_may_be_meant() {
        Invocation unknown = inspect("node/nod-1");

        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("there is no node 'nod-1': did you mean 'node-1'?");
        assertThat(unknown.out()).isEmpty();
    }

    @Test
    void shows_nodes_only() {
        Invocation pod = inspect("pod/gold");

        assertThat(pod.exitCode()).isEqualTo(2);
        assertThat(pod.err()).contains("inspect shows a node, such as node/node-1, was 'pod/gold'");
    }

    @Test
    void programs_read_json() {
        assertThat(inspect("node/node-1", "-o", "json").out())
                .contains(
                        "\"node-1\"",
                        "\"cgroupVersion\"",
                        "\"v2\"",
                        "\"cpu.max\"",
                        "\"mountedVolumes\"",
                        "\"createdAt\"");
    }

    @Test
    void shells_complete_it() {
        assertThat(Invocation.of("completion").out()).contains("_picocli_wavetank_inspect()", "--at");
    }
}
