package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code kubectl get --watch} on a whole cluster. */
class WatchClusterTest {

    @Test
    void a_watch_prints_what_there_is_and_then_every_change_in_columns_that_keep_their_width() {
        List<String> lines = lines("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 500ms, kubectl: get pods -w}
                """, 1);
        assertThat(lines.get(0)).startsWith("0 NAME ").endsWith("READY   STATUS              RESTARTS   AGE");
        assertThat(lines.get(1)).contains("   0/1     ContainerCreating   0          ");
        assertThat(lines).last().asString().contains("   1/1     Running             0          ");
    }

    @Test
    void a_watch_ends_with_the_time_that_the_command_was_given() {
        assertThat(lines("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 500ms, kubectl: get pods -w --request-timeout=1s}
                """, 1)).hasSize(2);
    }

    @Test
    void only_changes_are_printed_with_what_kind_of_change_each_was() {
        List<String> lines = lines("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 1s, kubectl: get deployment web --watch-only --output-watch-events}
                - {at: 10s, kubectl: delete deployment web}
                """, 2);
        assertThat(lines.get(0)).startsWith("0 EVENT      NAME   READY");
        assertThat(lines.get(1)).startsWith("MODIFIED   web    1/1 ");
        assertThat(lines).last().asString().startsWith("DELETED    web    1/1 ");
    }

    @Test
    void one_object_is_printed_once_at_the_beginning_in_any_form() {
        assertThat(lines("""
                - {at: 0s, kubectl: create configmap a --from-literal=k=v}
                - {at: 1s, kubectl: get configmap a -w -o name}
                - {at: 5s, kubectl: label configmap a x=y}
                """, 2)).containsExactly("0 configmap/a", "configmap/a");
    }

    @Test
    void several_resources_cannot_be_watched_at_once() {
        assertThat(lines("- {at: 0s, kubectl: 'get pods,services -w'}\n", 0))
                .containsExactly("1 error: watch is only supported on individual resources and resource collections - 2"
                        + " resources were found");
    }

    private static List<String> lines(String timeline, int output) {
        return TypedCommands.outputs(timeline).get(output).lines().toList();
    }
}
