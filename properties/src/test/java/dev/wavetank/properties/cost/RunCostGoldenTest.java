package dev.wavetank.properties.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Runs cost what they cost at the last commit that said why it changed that.
 *
 * <p>Events and requests are exact on every JDK. Bytes may differ by a twentieth on the JDK that they were counted
 * on, and are printed only on others, which allocate up to a tenth more or less. A new cost is accepted with {@code
 * mvn -pl properties -am test -Dtest=RunCostGoldenTest -Dsurefire.failIfNoSpecifiedTests=false -Dguard.update=true},
 * and the commit gives the reason.
 */
class RunCostGoldenTest {

    private static final List<String> SCENARIOS = List.of("web", "storm", "kinds", "failover", "pods");
    private static final Path FILE = Path.of("src/test/resources/dev/wavetank/properties/cost/costs.txt");
    private static final int BYTES_TOLERANCE_PERCENT = 5;
    private static final int COUNTED_ON_JDK = 17;

    @Test
    void runs_cost_what_they_did() throws Exception {
        Map<String, RunCost> now = measured();
        if (Boolean.getBoolean("guard.update")) {
            Files.writeString(FILE, file(now));
        }
        Map<String, RunCost> accepted = RunCost.read(Files.readString(FILE));
        List<String> changed = new ArrayList<>();
        String table = table(accepted, now, changed);
        System.out.println(table);
        assertThat(changed)
                .as("%s%nAccept it with -Dguard.update=true, and give the reason in the commit.", table)
                .isEmpty();
        assertThat(accepted).containsOnlyKeys(SCENARIOS);
    }

    /** The first compiler alone: what the second one finds need not be allocated depends on how far it has got. */
    private static Map<String, RunCost> measured() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                RunCostMeter.class.getName()));
        command.addAll(SCENARIOS);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return RunCost.read(output);
    }

    private static String table(Map<String, RunCost> accepted, Map<String, RunCost> now, List<String> changed) {
        int bytesTolerance =
                Runtime.version().feature() == COUNTED_ON_JDK ? BYTES_TOLERANCE_PERCENT : Integer.MAX_VALUE;
        StringBuilder table = new StringBuilder(row("scenario", "what", "accepted", "now", "change"));
        for (String scenario : SCENARIOS) {
            RunCost old = accepted.getOrDefault(scenario, new RunCost(scenario, 0, 0, 0));
            RunCost fresh = now.get(scenario);
            table.append(compared(scenario, "events", old.events(), fresh.events(), 0, changed));
            table.append(compared(scenario, "requests", old.requests(), fresh.requests(), 0, changed));
            table.append(compared(scenario, "bytes", old.bytes(), fresh.bytes(), bytesTolerance, changed));
        }
        return table.toString();
    }

    private static String compared(
            String scenario, String what, long old, long now, long tolerance, List<String> changed) {
        double percent = old == 0 ? 100 : 100.0 * (now - old) / old;
        if (Math.abs(now - old) * 100 > old * tolerance) {
            changed.add(scenario + " " + what);
        }
        String change = String.format(Locale.ROOT, "%+.1f %%", percent);
        return row(scenario, what, Long.toString(old), Long.toString(now), change);
    }

    private static String row(String scenario, String what, String old, String now, String change) {
        return String.format(Locale.ROOT, "%-10s %-9s %12s %12s %10s%n", scenario, what, old, now, change);
    }

    private static String file(Map<String, RunCost> costs) {
        StringBuilder text = new StringBuilder(
                "# What runs cost: scenario, events, requests to API servers, bytes allocated. See RunCostGoldenTest.\n");
        SCENARIOS.forEach(scenario -> text.append(costs.get(scenario).line()).append('\n'));
        return text.toString();
    }
}
