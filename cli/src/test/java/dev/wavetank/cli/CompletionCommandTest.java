package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CompletionCommandTest {

    private static final Pattern FUNCTION = Pattern.compile("(?s)\nfunction (_picocli_\\w+)\\(\\) \\{\n(.*?)\n}\n");
    private static final Pattern VALUES = Pattern.compile("local (\\w+)_(?:option|pos_param)_args=(\\(.*\\))");

    private final String script = Invocation.of("completion").out();

    @Test
    void completes_commands_and_options() {
        assertThat(Invocation.of("completion").exitCode()).isZero();
        assertThat(script)
                .startsWith("#!/usr/bin/env bash\n")
                .contains("--check-determinism")
                .contains("complete -F _complete_wavetank -o default wavetank");
    }

    /** The variable of the values has the label of the option: two labels alike, and one option gets those of the other. */
    @Test
    void no_option_gets_the_values_of_another() {
        Matcher function = FUNCTION.matcher(script);
        int found = 0;
        while (function.find()) {
            found++;
            Map<String, String> values = new LinkedHashMap<>();
            Matcher value = VALUES.matcher(function.group(2));
            while (value.find()) {
                String before = values.put(value.group(1), value.group(2));
                assertThat(before)
                        .as(function.group(1) + " has " + value.group(1) + " twice")
                        .isIn(null, value.group(2));
            }
        }
        assertThat(found).isEqualTo(24);
    }

    @Test
    void offers_bugs_faults_orders_and_settings() {
        assertThat(values("explore", "BUG")).contains("\"no-slow-start\"");
        assertThat(values("run", "WORDFILE")).isEqualTo("(\"none\" \"light\" \"heavy\" \"long\")");
        assertThat(values("run", "ORDER")).isEqualTo("(\"fifo\" \"shuffle\" \"walk\" \"pct:3\" \"portfolio\")");
        assertThat(values("run", "componentflagvalue")).contains("\"etcd.commit-latency=\"");
    }

    @Test
    void offers_files_with_plans_and_puts_no_space_behind_a_setting() {
        String run = function("run");

        assertThat(run.substring(run.indexOf("'--faults')"), run.indexOf("'--fault-kinds')")))
                .contains("compgen -f");
        assertThat(run.substring(run.indexOf("'--set')"), run.indexOf("'--invariants')")))
                .contains("compopt -o nospace");
    }

    private String function(String command) {
        Matcher function = FUNCTION.matcher(script);
        while (function.find()) {
            if (function.group(1).equals("_picocli_wavetank_" + command)) {
                return function.group(2);
            }
        }
        throw new AssertionError("no function for " + command);
    }

    private String values(String command, String label) {
        Matcher value = VALUES.matcher(function(command));
        while (value.find()) {
            if (value.group(1).equals(label)) {
                return value.group(2);
            }
        }
        throw new AssertionError("no values of " + label);
    }
}
