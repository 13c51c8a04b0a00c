package dev.wavetank.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.properties.bugs.KnownBugs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Tests with storms, run as a build runs them. */
class StormExtensionTest {

    private static final String WORK = "target/storm-extension-test";
    private static final String GROWING = """
            timeline:
            - {at: 0s, kubectl: create deployment web --image=nginx --replicas=3}
            - {at: 20s, kubectl: scale deployment/web --replicas=6}
            cluster: {profile: v1.32}
            """;

    /** The tests that are run; no build finds them, because the class has no name of a test. */
    static class Subjects {

        @StormTest(seeds = 5)
        void holds(Storm storm) {
            storm.scenario(GROWING).check();
        }

        @StormTest(seeds = 300, corpus = WORK + "/corpus", failures = WORK + "/failures")
        void breaks(Storm storm) {
            storm.scenario(GROWING)
                    .parts(parts -> KnownBugs.named("forgotten-expectations").putInto(parts))
                    .check();
        }

        @StormTest(seeds = 5, corpus = WORK + "/corpus")
        void forgets(Storm storm) {
            storm.scenario(GROWING);
        }

        @StormTest(seeds = 2)
        void has_no_scenario(Storm storm) {
            storm.check();
        }

        @StormTest(seeds = 2, faultKinds = "nodeCrush")
        void has_an_unknown_kind(Storm storm) {
            storm.scenario(GROWING).check();
        }

        @StormTest(faults = Intensity.NONE, faultKinds = "nodeCrash")
        void draws_kinds_of_nothing(Storm storm) {
            storm.scenario(GROWING).check();
        }

        @StormTest(seeds = 1_000_000, budget = "1ms")
        void has_no_time(Storm storm) {
            storm.scenario(GROWING).check();
        }

        @StormTest(seeds = 2, faults = Intensity.NONE)
        void cannot_be_judged(Storm storm) {
            storm.scenario("horizon: 1s\n" + GROWING).check();
        }
    }

    /** What became of the invocations of one test. */
    private static final class Report implements TestExecutionListener {
        private final Map<String, TestExecutionResult> ends = new TreeMap<>();
        private final List<String> entries = new ArrayList<>();

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            ends.put(test.getDisplayName(), result);
        }

        @Override
        public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
            entries.add(entry.getKeyValuePairs().get("storm"));
        }

        String failure(String test) {
            return ends.get(test).getThrowable().map(Throwable::getMessage).orElse("passed");
        }
    }

    @BeforeEach
    void forget_earlier_failures() throws IOException {
        if (Files.exists(Path.of(WORK))) {
            try (Stream<Path> files = Files.walk(Path.of(WORK))) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    @Test
    void a_storm_that_breaks_nothing_passes_and_says_what_it_ran() {
        Report report = run("holds");

        assertThat(report.failure("seeds 1 to 5, heavy faults")).isEqualTo("passed");
        assertThat(report.entries)
                .singleElement()
                .asString()
                .matches("5 runs, 0 of them not judged to the end; "
                        + "\\d\\d+ pods created; \\d+ faults had an effect, \\d+ had none");
    }

    @Test
    void a_failure_is_told_saved_and_tried_first_when_it_is_kept() throws IOException {
        String message = run("breaks").failure("seeds 1 to 300, heavy faults");

        assertThat(message)
                .contains("VIOLATION NoSurplusPods: ")
                .contains("  shrunk      commands 2 to 1, faults ")
                .contains("what led to it, step by step:\n")
                .contains("  so that NoSurplusPods: ")
                .contains("void no_surplus_pods_seed_");
        Path failures = Path.of(WORK, "failures", "Subjects", "breaks");
        Path corpus = Path.of(WORK, "corpus", "Subjects", "breaks");
        String name = only(failures).getFileName().toString();
        Files.createDirectories(corpus);
        Files.copy(failures.resolve(name), corpus.resolve(name));

        Report again = run("breaks");

        assertThat(again.failure("replay of " + name)).contains("a failure of the corpus breaks again: ", name);
        assertThat(again.ends).hasSizeGreaterThan(1);
    }

    @Test
    void a_test_that_tests_nothing_fails() {
        assertThat(run("forgets").failure("seeds 1 to 5, heavy faults"))
                .isEqualTo("the storm was not checked, so nothing was tested: end with .check()");
        assertThat(run("has_no_scenario").failure("seeds 1 to 2, heavy faults"))
                .isEqualTo("the storm has no scenario: begin with storm.scenario(...)");
        assertThat(run("cannot_be_judged").failure("seeds 1 to 2, the faults of the scenario"))
                .startsWith("no run could be judged to its end, so nothing was tested: ");
    }

    @Test
    void mistakes_in_the_annotation_are_named() {
        assertThat(run("has_an_unknown_kind").failure("has_an_unknown_kind(Storm)"))
                .startsWith("@StormTest, faultKinds: ")
                .contains("nodeCrush");
        assertThat(run("draws_kinds_of_nothing").failure("draws_kinds_of_nothing(Storm)"))
                .startsWith("@StormTest: faultKinds and aimingAt say which faults are drawn");
        assertThat(run("holds", "wavetank.seeds", "0").failure("holds(Storm)"))
                .isEqualTo("seeds: at least 1 is run, was 0");
        assertThat(run("holds", "wavetank.seeds", "many").failure("holds(Storm)"))
                .startsWith("@StormTest, wavetank.seeds: ");
    }

    @Test
    void parameters_of_the_build_replace_the_seeds() {
        Report report = run("holds", "wavetank.seeds", "2", "wavetank.first-seed", "7");

        assertThat(report.failure("seeds 7 to 8, heavy faults")).isEqualTo("passed");
    }

    @Test
    void a_budget_ends_the_runs_early() {
        String entry = run("has_no_time").entries.stream().findFirst().orElse("0 runs");

        assertThat(entry).matches("\\d runs(, fewer than asked for.*)?");
    }

    private static Path only(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }

    private static Report run(String method, String... parameters) {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(Subjects.class, method, Storm.class.getName()));
        for (int i = 0; i < parameters.length; i += 2) {
            request.configurationParameter(parameters[i], parameters[i + 1]);
        }
        Report report = new Report();
        LauncherDiscoveryRequest built = request.build();
        LauncherFactory.create().execute(built, report);
        return report;
    }
}
