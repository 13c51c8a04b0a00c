package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What containers write, asked of the kubelet of their node. */
class LogsClusterTest {

    private static final String POD = "- {at: 0s, kubectl: \"run a --image=busybox --restart=Never -- sh -c"
            + " 'echo one; sleep 5; echo two; sleep 600'\"}\n";

    @Test
    void lines_are_there_from_the_time_at_which_they_were_written() {
        assertThat(at("5s", "logs a")).isEqualTo("0 one\n");
        assertThat(at("30s", "logs a")).isEqualTo("0 one\ntwo\n");
        assertThat(at("30s", "logs a --tail=1")).isEqualTo("0 two\n");
        assertThat(at("30s", "logs a --since=1s")).isEqualTo("0 ");
    }

    @Test
    void a_container_that_ended_without_a_word_has_an_empty_log() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 0s, kubectl: run quiet --image=busybox --restart=Never -- true}
                - {at: 30s, kubectl: logs quiet}
                - {at: 31s, kubectl: delete pod quiet}
                - {at: 40s, kubectl: run quiet --image=busybox --restart=Never -- echo now}
                - {at: 70s, kubectl: logs quiet}
                - {at: 71s, kubectl: delete pod quiet}
                - {at: 80s, kubectl: run quiet --image=busybox --restart=Never -- true}
                - {at: 110s, kubectl: logs quiet}
                cluster: {nodes: 1}
                """);
        assertThat(outputs.get(1)).isEqualTo("0 ");
        assertThat(outputs.get(4)).isEqualTo("0 now\n");
        assertThat(outputs.get(7)).isEqualTo("0 ");
    }

    /** It restarts at 1, 18, 40 and 85 s or so. */
    @ParameterizedTest
    @ValueSource(strings = {"30s", "60s", "75s", "120s"})
    void a_container_that_waits_for_its_next_run_shows_the_last_one(String at) {
        String pod = "- {at: 0s, kubectl: \"run a --image=busybox -- sh -c 'echo oh no; exit 3'\"}\n";

        assertThat(TypedCommands.outputs(pod + "- {at: " + at + ", kubectl: logs a --previous}\n")
                        .get(1))
                .isEqualTo("0 oh no\n");
    }

    @Test
    void a_node_that_the_server_does_not_reach_has_no_logs_to_show() {
        assertThat(TypedCommands.outputs(POD + "- {at: 30s, kubectl: logs a}\nfaults:\n- {kind: networkPartition,"
                                + " between: kube-apiserver, and: kubelet/node-1, direction: both, at: 20s, for: 5m}\n"
                                + "cluster: {nodes: 1}\n")
                        .get(1))
                .startsWith("1 Error from server: Get \"https://node-1:10250/containerLogs/default/a/a\": dial tcp");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tailLines=x", "tailLines=-5", "limitBytes=0", "sinceSeconds=0", "sinceTime=x"})
    void options_that_cannot_be_are_refused(String option) {
        assertThat(at("30s", "get --raw /api/v1/namespaces/default/pods/a/log?" + option))
                .startsWith("1 Error from server (BadRequest): ");
    }

    private static String at(String at, String command) {
        return TypedCommands.outputs(POD + "- {at: " + at + ", kubectl: '" + command + "'}\n")
                .get(1);
    }
}
