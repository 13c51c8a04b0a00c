package dev.wavetank.model.kubelet.cri.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Kind;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {

    private static ContainerProcess script(String text) {
        return Commands.process(List.of("sh", "-c", text), ContainerView.EMPTY, "/dev/termination-log")
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        exit 3                               ~ 0    ~ 3
        sleep 2; exit 1                      ~ 2    ~ 1
        sleep 1 && false && sleep 9          ~ 1    ~ 1
        false || sleep 4                     ~ 4    ~ 0
        true; false                          ~ 0    ~ 1
        touch /a; test -f /a && exit 7       ~ 0    ~ 7
        [ -f /a ] || exit 8                  ~ 0    ~ 8
        rm -f /a; cat /a                     ~ 0    ~ 1
        echo hello > /a; cat /a; sleep 1.5m  ~ 90   ~ 0
        exit 0; sleep 9                      ~ 0    ~ 0
        """)
    void a_script_takes_its_time_and_ends_with_its_code(String text, long seconds, int code) {
        ContainerProcess process = script(text);

        assertThat(process.kind()).isEqualTo(Kind.TIMED);
        assertThat(process.nanos()).isEqualTo(seconds * VirtualTime.SECOND);
        assertThat(process.exit().code()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"python app.py", "sleep $N", "sleep 1 | cat", "echo $(date)", "sleep 1 & wait", "exit abc", ""})
    void what_is_not_understood_is_said(String text) {
        assertThat(Commands.process(List.of("sh", "-c", text), ContainerView.EMPTY, "/dev/termination-log"))
                .isEmpty();
    }

    @Test
    void the_first_process_of_a_container_ignores_a_signal_without_a_trap() {
        assertThat(Commands.process(List.of("sleep", "3600"), ContainerView.EMPTY, "")
                        .orElseThrow()
                        .stop()
                        .ignored())
                .isTrue();
        assertThat(script("while :; do sleep 1; done").stop().ignored()).isTrue();
    }

    @Test
    void a_trap_ends_an_endless_loop_with_its_code() {
        ContainerProcess process = script("trap 'exit 4' TERM; sleep 9; while true; do sleep 0.2; done");

        assertThat(process.kind()).isEqualTo(Kind.SERVER);
        assertThat(process.stop().ignored()).isFalse();
        assertThat(process.stop().code()).isEqualTo(4);
    }

    @Test
    void an_empty_trap_ignores_the_signal() {
        assertThat(script("trap '' TERM; while :; do sleep 0.2; done").stop().ignored())
                .isTrue();
    }

    @Test
    void last_words_go_to_the_termination_log() {
        ContainerProcess process = script("echo bye > /dev/termination-log; echo seen; exit 4");

        assertThat(process.exit().message()).isEqualTo("bye\n");
        assertThat(process.exit().output()).isEqualTo("seen\n");
    }

    @Test
    void a_server_listens_on_its_port_from_then_on() {
        ContainerProcess process = script("sleep 8; httpd -f -p 8080 -h /www");

        assertThat(process.listensOnAll()).isFalse();
        assertThat(process.steps())
                .containsExactly(
                        new ContainerProcess.Step(8 * VirtualTime.SECOND, ContainerProcess.Change.LISTENS, "8080", ""));
    }

    @Test
    void a_command_inside_finds_the_files_of_the_container() {
        assertThat(Commands.execute(List.of("cat", "/tmp/ok"), Map.of("/tmp/ok", ""), ContainerView.EMPTY)
                        .orElseThrow()
                        .code())
                .isZero();
        assertThat(Commands.execute(List.of("cat", "/tmp/ok"), Map.of(), ContainerView.EMPTY)
                        .orElseThrow())
                .isEqualTo(new Commands.Executed(
                        0,
                        1,
                        List.of(new ContainerProcess.Line(0, "cat: can't open '/tmp/ok': No such file or directory\n")),
                        List.of()));
    }

    @Test
    void an_annotation_changes_a_behavior() {
        ContainerProcess process = Behavior.apply(
                        ContainerProcess.SERVER,
                        "exit 3 after 500ms; ignores TERM; readiness fails from 10s to 20s; liveness fails from 1m",
                        List.of())
                .orElseThrow();

        assertThat(process.kind()).isEqualTo(Kind.TIMED);
        assertThat(process.nanos()).isEqualTo(500 * VirtualTime.MILLISECOND);
        assertThat(process.exit().code()).isEqualTo(3);
        assertThat(process.stop().ignored()).isTrue();
        assertThat(process.windows().get(0).covers("readiness", 15 * VirtualTime.SECOND))
                .isTrue();
        assertThat(process.windows().get(0).covers("readiness", 20 * VirtualTime.SECOND))
                .isFalse();
        assertThat(process.windows().get(0).covers("liveness", 15 * VirtualTime.SECOND))
                .isFalse();
        assertThat(process.windows().get(1).covers("liveness", 90 * VirtualTime.SECOND))
                .isTrue();
    }

    @Test
    void an_annotation_that_is_not_understood_changes_nothing() {
        assertThat(Behavior.apply(ContainerProcess.SERVER, "exit 3; sings", List.of()))
                .isEmpty();
    }
}
