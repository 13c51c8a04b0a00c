package dev.wavetank.model.kubelet.cri.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Kind;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
        exit 300                             ~ 0    ~ 44
        exit 256                             ~ 0    ~ 0
        sleep 1m 30s                         ~ 90   ~ 0
        for i in 1 2 3; do sleep $i; done; exit 9          ~ 6 ~ 9
        if [ -f /no ]; then sleep 9; else exit 8; fi       ~ 0 ~ 8
        if false; then exit 1; elif true; then exit 2; fi  ~ 0 ~ 2
        i=0; until test "$i" = xx; do i=${i}x; [ $i = 0x ] && break; done; exit 7 ~ 0 ~ 7
        while [ ! -f /a ]; do sleep 2; touch /a; done      ~ 2 ~ 0
        set -e; false; sleep 100             ~ 0    ~ 1
        set -e; if false; then exit 9; fi; false || true; exit 3 ~ 0 ~ 3
        ! true                               ~ 0    ~ 1
        (exit 6); sleep 1; exit 5            ~ 1    ~ 5
        { sleep 1; exit 5; }                 ~ 1    ~ 5
        sleep 1 | false                      ~ 1    ~ 1
        false | sleep 3                      ~ 3    ~ 0
        set -o pipefail; false | true        ~ 0    ~ 1
        yes | head -n 2                      ~ 0    ~ 0
        echo hello | grep -q hello           ~ 0    ~ 0
        sleep 100 & exit 2                   ~ 0    ~ 2
        sleep 5 & sleep 2; wait              ~ 5    ~ 0
        FOO=bar; test $FOO = baz             ~ 0    ~ 1
        [ 1 -eq 2 ]                          ~ 0    ~ 1
        i=0; while [ $i -lt 3 ]; do sleep 1; i=$((i + 1)); done; exit $((i*2)) ~ 3 ~ 6
        for i in $(seq 2 3); do sleep $i; done ~ 5 ~ 0
        for i in $(seq 3); do sleep 1; done  ~ 3    ~ 0
        for i in $(echo 2 3); do sleep $i; done ~ 5 ~ 0
        echo 4 > /n; sleep $(cat /n); exit `cat /n` ~ 4 ~ 4
        a=$(sleep 1; echo b); [ "$a" = b ]   ~ 1    ~ 0
        set -e; a=$(exit 3); sleep 9         ~ 0    ~ 3
        if a=$(false); then exit 1; else exit 2; fi ~ 0 ~ 2
        true # sleep 9                       ~ 0    ~ 0
        echo $; echo a$ > /a; sleep 1 2>/dev/null; false >/dev/null 2>&1 ~ 1 ~ 1
        """)
    void a_script_takes_its_time_and_ends_with_its_code(String text, long seconds, int code) {
        ContainerProcess process = script(text);

        assertThat(process.kind()).isEqualTo(Kind.TIMED);
        assertThat(process.nanos()).isEqualTo(seconds * VirtualTime.SECOND);
        assertThat(process.exit().code()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "python app.py",
                "sleep $N",
                "sleep 1 | less",
                "echo $(uptime)",
                "echo $((X+1))",
                "exit abc",
                "",
                "until [ -f /ready ]; do sleep 1; done",
                "while true; do test -f /stop && exit 0; sleep 1; done",
                "if true; then exit 0",
                "echo ${X",
                "echo \"${X",
                "echo `date",
                "case x in y exit 1;; esac",
                "cat <(ls)",
                "f() exit 1; f",
                "trap 'exit 3' EXIT; exit 1",
                "(sleep 5; touch /ready) & sleep 1"
            })
    void what_is_not_understood_is_said(String text) {
        assertThat(Commands.process(List.of("sh", "-c", text), ContainerView.EMPTY, "/dev/termination-log"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tail -f /dev/null",
                "sleep infinity",
                "sleep 3; sleep inf",
                "while true; do sleep 1; done",
                "while :; do echo tick; sleep 5; done",
                "until false; do sleep 1; done",
                "while sleep 30; do :; done",
                "if [ -f /no ]; then exit 1; fi; if true; then sleep inf; fi",
                "sleep 5 | tail -f /dev/null",
                "httpd -f -p 80 & tail -f /dev/null",
                "sleep inf & wait",
                "exec tail -F /dev/null"
            })
    void a_script_without_an_end_runs_until_it_is_stopped(String text) {
        assertThat(script(text).kind()).isEqualTo(Kind.SERVER);
    }

    @Test
    void a_loop_prints_in_every_round() {
        assertThat(script("while true; do echo tick; sleep 5; done").log())
                .startsWith(
                        new ContainerProcess.Line(0, "tick\n"),
                        new ContainerProcess.Line(5 * VirtualTime.SECOND, "tick\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "i=0; while true; do echo $i $(uptime); i=$((i+1)); sleep 1; done ~ true",
                "apt-get update; tail -f /var/log/app.log ~ true",
                "python app.py && sleep inf ~ false",
                "while true; do python app.py || exit 1; done ~ false",
                "set -e; python app.py; sleep inf ~ false",
                "until wget db; do sleep 2; done ~ false",
            })
    void a_script_may_be_endless_although_it_is_not_understood(String text, boolean endless) {
        assertThat(Commands.process(List.of("sh", "-c", text), ContainerView.EMPTY, ""))
                .isEmpty();
        assertThat(Commands.isEndless(List.of("sh", "-c", text))).isEqualTo(endless);
    }

    @Test
    void a_shell_hears_a_signal_while_it_waits_for_the_background() {
        assertThat(script("trap 'exit 0' TERM INT; sleep inf & wait").stop().ignored())
                .isFalse();
        assertThat(script("trap 'exit 0' TERM INT; sleep inf").stop().ignored()).isTrue();
    }

    @Test
    void a_shell_prints_its_commands_when_it_is_told_to() {
        assertThat(script("set -ex; X=a; echo $X; exit 3").exit().output()).isEqualTo("+ X=a\n+ echo a\na\n+ exit 3\n");
    }

    @Test
    void options_of_a_shell_come_before_its_script() {
        assertThat(Commands.process(List.of("/bin/sh", "-ec", "false; sleep 100"), ContainerView.EMPTY, "")
                        .orElseThrow()
                        .nanos())
                .isZero();
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
    void a_trap_may_take_its_time() {
        ContainerProcess process = script("trap 'sleep 5; exit 3' TERM; while :; do sleep 0.2; done");

        assertThat(process.stop().code()).isEqualTo(3);
        assertThat(process.stop().nanos()).isBetween(5 * VirtualTime.SECOND, 6 * VirtualTime.SECOND);
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
                .containsExactly(new ContainerProcess.Step(
                        8 * VirtualTime.SECOND,
                        ContainerProcess.Change.LISTENS,
                        "8080",
                        "",
                        new ContainerProcess.InUse(0, 1, "httpd: bind: Address already in use\n")));
    }

    @Test
    void a_server_in_the_background_lets_the_script_go_on() {
        ContainerProcess process = script("httpd -p 8080; sleep 3; exit 2");

        assertThat(process.nanos()).isEqualTo(3 * VirtualTime.SECOND);
        assertThat(process.exit().code()).isEqualTo(2);
        assertThat(process.steps()).hasSize(1);
    }

    @Test
    void a_command_inside_finds_the_files_of_the_container() {
        assertThat(Commands.execute(
                                List.of("cat", "/tmp/ok"),
                                Map.of("/tmp/ok", ""),
                                ContainerView.EMPTY,
                                asked -> unknown(asked.host()),
                                0)
                        .orElseThrow()
                        .code())
                .isZero();
        assertThat(Commands.execute(
                                List.of("cat", "/tmp/ok"),
                                Map.of(),
                                ContainerView.EMPTY,
                                asked -> unknown(asked.host()),
                                0)
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

    private static NetworkAnswer unknown(String name) {
        return new NetworkAnswer("", List.of(), VirtualTime.MILLISECOND);
    }

    @Test
    void a_script_that_looks_up_names_goes_on_with_what_it_finds() {
        ContainerProcess first = script("touch /a; until nslookup db; do echo no; sleep 2; done; touch /b; exit 3");
        assertThat(first.kind()).isEqualTo(Kind.ASKING);
        assertThat(first.nanos()).isZero();
        assertThat(first.steps()).extracting(ContainerProcess.Step::name).containsExactly("/a");

        ContainerProcess second = next(first, unknown("db"));
        assertThat(second.kind()).isEqualTo(Kind.ASKING);
        assertThat(second.nanos()).isEqualTo(VirtualTime.MILLISECOND + 2 * VirtualTime.SECOND);
        assertThat(second.steps()).isEmpty();

        ContainerProcess last = next(
                second,
                new NetworkAnswer("db.default.svc.cluster.local", List.of("10.96.0.7"), VirtualTime.MILLISECOND));
        assertThat(last.kind()).isEqualTo(Kind.TIMED);
        assertThat(last.nanos()).isEqualTo(2 * VirtualTime.MILLISECOND + 2 * VirtualTime.SECOND);
        assertThat(last.exit().code()).isEqualTo(3);
        assertThat(last.steps()).extracting(ContainerProcess.Step::name).containsExactly("/b");
        assertThat(last.exit().output())
                .contains("nslookup: can't resolve 'db'\nno\n")
                .endsWith("Name:      db\nAddress 1: 10.96.0.7 db.default.svc.cluster.local\n");
    }

    private static ContainerProcess next(ContainerProcess asking, NetworkAnswer answer) {
        return Objects.requireNonNull(asking.question()).next().apply(answer).orElseThrow();
    }

    @Test
    void a_script_does_not_ask_for_ever() {
        ContainerProcess process = script("until nslookup db > /dev/null; do sleep 1; done");
        for (int i = 0; i < 1000; i++) {
            process = next(process, unknown("db"));
        }

        assertThat(Objects.requireNonNull(process.question()).next().apply(unknown("db")))
                .isEmpty();
    }

    @Test
    void a_command_inside_is_answered_at_once() {
        assertThat(Commands.execute(
                                List.of("nslookup", "db"),
                                Map.of(),
                                ContainerView.EMPTY,
                                asked -> unknown(asked.host()),
                                0)
                        .orElseThrow()
                        .code())
                .isOne();
    }

    @Test
    void the_error_of_a_command_is_not_taken_for_its_output() {
        String error = "cat: can't open '/no': No such file or directory\n";

        assertThat(script("echo [$(cat /no)]").exit().output()).isEqualTo(error + "[]\n");
        assertThat(script("echo [$(cat /no 2> /dev/null)]").exit().output()).isEqualTo("[]\n");
        assertThat(script("echo [$(cat /no 2>&1)]").exit().output()).isEqualTo("[" + error.trim() + "]\n");
        assertThat(script("cat /no | wc -l").exit().output()).isEqualTo(error + "0\n");
        assertThat(script("cat /no 2>&1 | wc -l").exit().output()).isEqualTo("1\n");
        assertThat(script("echo [$(echo a; false)]").exit().output()).isEqualTo("[a]\n");
    }

    @Test
    void the_error_of_a_command_goes_to_a_file_only_when_it_is_sent_there() {
        String error = "cat: can't open '/no': No such file or directory\n";

        assertThat(script("cat /no > /x; wc -l < /x").exit().output()).isEqualTo(error + "0\n");
        assertThat(script("cat /no > /x 2>&1; wc -l < /x").exit().output()).isEqualTo("1\n");
        assertThat(script("cat /no &> /x; wc -l < /x").exit().output()).isEqualTo("1\n");
        assertThat(script("{ cat /no; echo a; } 2> /dev/null").exit().output()).isEqualTo("a\n");
    }

    @Test
    void a_local_variable_ends_with_its_function() {
        assertThat(script("a=1; b=0; f() { local a=2 b=3; echo $a$b; }; f; echo $a$b")
                        .exit()
                        .output())
                .isEqualTo("23\n10\n");
        assertThat(Commands.process(List.of("sh", "-c", "local a=1"), ContainerView.EMPTY, ""))
                .isEmpty();
    }

    @Test
    void what_is_nested_too_deeply_is_not_understood() {
        for (String open : List.of("(", "echo $(", "{ ", "! ")) {
            String close = open.equals("{ ") ? "; }" : open.equals("! ") ? "" : ")";
            String text = open.repeat(5000) + "true" + close.repeat(5000);
            assertThat(Commands.process(List.of("sh", "-c", text), ContainerView.EMPTY, ""))
                    .isEmpty();
        }
    }

    @Test
    void what_a_command_prints_is_logged_line_by_line() {
        assertThat(script("echo 'a\nb'; echo -n c").log())
                .extracting(ContainerProcess.Line::text)
                .containsExactly("a\n", "b\n", "c");
    }
}
