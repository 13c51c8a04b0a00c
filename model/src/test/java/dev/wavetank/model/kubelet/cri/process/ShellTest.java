package dev.wavetank.model.kubelet.cri.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What scripts print, as POSIX and the manual of busybox have it. */
class ShellTest {

    private static final Map<String, String> FILES = Map.of("/d", "one two\nthree\n");

    private static Optional<Commands.Executed> run(String script) {
        return Commands.execute(
                List.of("sh", "-c", script.replace("|n", "\n")),
                FILES,
                ContainerView.EMPTY,
                asked -> new NetworkAnswer("", List.of(), 0),
                5 * VirtualTime.SECOND);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '^', textBlock = """
        case $(echo abc) in a*) echo yes;; *) echo no;; esac            ~ yes/
        case x in y) echo y ;; z|x)|n echo zx ;;|n esac                 ~ zx/
        case a.c in a?b) echo 1;; [ab].[!d]) echo 2;; esac              ~ 2/
        case '*' in "*") echo star;; esac; case x in "*") echo no; esac ~ star/
        f() { echo "$1 $#"; return 3; }; f you "and me"; echo $?        ~ you 2/3/
        { echo a; } > /dev/null; { echo b; } >> /f; cat /f                ~ b/
        f() { for a in "$@"; do echo "<$a>"; done; }; f 'a b' c         ~ <a b>/<c>/
        function g { echo g; }; x=$(g); echo $x$x                       ~ gg/
        X="a  b"; for i in $X; do echo $i; done; for i in "$X"; do echo "$i"; done ~ a/b/a  b/
        X=; set -- $X "$X"; echo $#                                     ~ 1/
        printf '%s-%03d%%\\n' a 5 b 7; printf '%-3s|%5.2s|' ab cde     ~ a-005%/b-007%/ab |   cd|
        date; date +%s; date -u +%Y-%m-%dT%H:%M:%SZ; sleep 2; date +%T  ~ Thu Jan  1 00:00:05 UTC 2026/1767225605/2026-01-01T00:00:05Z/00:00:07/
        timeout 3 sleep 10; echo $?; timeout 3 true; echo $?            ~ 143/0/
        timeout 2 sh -c 'while true; do echo x; sleep 1; done'; date +%S ~ x/x/x/07/
        sleep 100 & kill $!; wait $!; echo $?; date +%S                 ~ 143/05/
        sleep 3 & wait $!; echo $?; date +%S                            ~ 0/08/
        cat /d | wc -l; wc -l < /d; wc -l /d; cat /d | wc -c            ~ 2/2/2 /d/14/
        echo a:b:c | cut -d: -f2,3; echo a:b:c | cut -d : -f 1; echo abc | cut -c2- ~ b:c/a/bc/
        echo foo/bar | sed 's/o/0/g; s/a/b/'; echo a/b | sed -e 's|/|-|' -e s/b/c/ ~ f00/bbr/a-c/
        echo v1.2 | sed 's/v\\([0-9]*\\).*/\\1/'; sed -n 2p /d; sed /one/d /d ~ 1/three/three/
        echo; printf 'b\\na\\nb\\n' | sort | uniq -c; printf '3\\n10\\n2\\n' | sort -rn ~ /      1 a/      2 b/10/3/2/
        echo hello | tr a-z A-Z; echo a-b | tr -d '-'; echo a,b | tr , '\\n' ~ HELLO/ab/a/b/
        cat /d | while read x y; do echo "$y,$x"; done; while read l; do echo "$l"; done < /d ~ two,one/,three/one two/three/
        A=k; cat <<EOT > /x|n$A "q"|nEOT|ncat /x; cat <<'E'|n$A|nE      ~ k "q"/$A/
        H=web-12; echo ${H##*-} ${H%-*} ${FOO:-def} ${#H} ${H:+set}     ~ 12 web def 6 set/
        echo $((7 % 4)) $((2*3)) $(expr 2 \\* 3)                        ~ 3 6 6/
        for i in 1 2; do echo n$i; done > /o; cat /o                    ~ n1/n2/
        { echo b; echo a; } | sort; (B=2; echo $B); echo ${B:-none}     ~ a/b/2/none/
        A=1 env | grep '^A='; echo "${A-unset}"                         ~ A=1/unset/
        awk '{print $2, "x"}' /d; awk -F: '{print $NF}' /d              ~ two x/ x/one two/three/
        mkdir -p /w/x && [ -d /w/x ] && cp /d /w/x && cat /w/x/d | head -1 ~ one two/
        if [ a = a -a 1 -lt 2 ] || false; then echo ok; fi; [[ -f /d ]] && echo f ~ ok/f/
        sh -c 'echo $1-$2' sh p q; echo ${0}; set -- a b; echo $2       ~ p-q/sh/b/
        echo -e 'a\\tb'; echo "x*y" a?; echo one | tee /t; cat /t       ~ a	b/x*y a?/one/one/
        grep -c o /d; grep -v one /d; grep -i THR /d; grep -E 't(wo|en)' /d; grep -q no /d || echo no ~ 1/three/three/one two/no/
        basename /a/b/c.txt; dirname /a/b/c.txt; seq 2 2 6              ~ c.txt//a/b/2/4/6/
        export X=5; echo $X; unset X; echo ${X:-gone}                   ~ 5/gone/
        echo one two | { read a b; echo $b $a; }; kill -0 1 && echo up  ~ two one/up/
        """)
    void a_script_prints_what_it_prints_in_reality(String script, String text) {
        assertThat(run(script).orElseThrow().output().replace("\n", "/")).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo $RANDOM",
                "echo *",
                "ls /etc/*",
                "sleep 100 & echo $!",
                "echo ${A:=b}",
                "echo ${A/b/c}",
                "case x in x) echo",
                "f() { f; }; f",
                "read -t 5 a",
                "kill 17",
                "kill -HUP 1",
                "awk 'BEGIN {print 1}'",
                "sed -n /a/p /d",
                "date -d yesterday",
                "printf %q a",
                "cat <(echo a)",
                "[[ abc == a* ]]",
                "return 3",
            })
    void what_is_not_understood_is_not_guessed(String script) {
        assertThat(run(script)).isEmpty();
    }

    @Test
    void a_file_gets_its_lines_when_they_are_printed() {
        assertThat(run("for i in 1 2; do echo $i; sleep 1; done > /x; echo 3 >> /x")
                        .orElseThrow()
                        .steps())
                .extracting(step -> step.at() / VirtualTime.SECOND + " " + step.change() + " " + step.content())
                .containsExactly("0 FILE_MADE 1\n", "1 FILE_EXTENDED 2\n", "2 FILE_EXTENDED 3\n");
    }

    /** Until it has started, nobody knows what time it is for a process. */
    @Test
    void the_time_is_asked_for_once() {
        ContainerProcess process = Commands.process(
                        List.of("sh", "-c", "date +%T; sleep 60; date +%T; sleep 9"), ContainerView.EMPTY, "/log")
                .orElseThrow();
        ContainerProcess.Question question = process.question();

        assertThat(process.kind()).isEqualTo(ContainerProcess.Kind.ASKING);
        ContainerProcess next = question.next()
                .apply(new NetworkAnswer("", List.of(), 10 * VirtualTime.SECOND))
                .orElseThrow();
        assertThat(next.kind()).isEqualTo(ContainerProcess.Kind.TIMED);
        assertThat(next.nanos()).isEqualTo(69 * VirtualTime.SECOND);
        assertThat(next.exit().output()).isEqualTo("00:00:10\n00:01:10\n");
    }

    @Test
    void a_first_process_hears_its_own_signal_with_a_trap_only() {
        assertThat(Commands.process(List.of("sh", "-c", "kill 1; exit 3"), ContainerView.EMPTY, "/log")
                        .orElseThrow()
                        .exit()
                        .code())
                .isEqualTo(3);
        assertThat(Commands.process(
                                List.of("sh", "-c", "trap 'exit 4' TERM; kill $$; exit 3"), ContainerView.EMPTY, "/log")
                        .orElseThrow()
                        .exit()
                        .code())
                .isEqualTo(4);
    }
}
