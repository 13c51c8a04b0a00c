package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.cli.execution.DeterminismRerun;
import dev.wavetank.cli.execution.Execution;
import dev.wavetank.cli.execution.NotDeterministicException;
import dev.wavetank.cli.execution.ResultOptions;
import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.ResolvedScenario;
import dev.wavetank.cli.result.DiagnosisResult;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.determinism.Diagnosis;
import dev.wavetank.properties.explore.Origin;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.sim.determinism.Mismatch;
import dev.wavetank.sim.determinism.Recorder;
import dev.wavetank.sim.determinism.Recording;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a run does again when it is told to check its determinism; {@link RunCommandTest} sees its text. */
@Tag("slow")
class CheckDeterminismTest {

    private static final String[] CREATE = {"create", "deployment", "web", "--image=nginx"};

    @TempDir
    private Path directory;

    @Test
    void what_comes_from_standard_input_is_given_to_the_fresh_jvm_too() {
        Invocation run = Invocation.withInput(
                InputFile.DEPLOYMENT, "kubectl", "--check-determinism", "-o=json", "apply", "-f", "-");

        assertThat(run.err()).isEmpty();
        JsonNode determinism = JsonMapper.shared().readTree(run.out()).get("determinism");
        assertThat(determinism.propertyNames()).containsExactly("same", "passed", "suspects");
        assertThat(determinism.get("same").asBoolean()).isTrue();
        assertThat(determinism.get("passed").size()).isEqualTo(2);
        assertThat(determinism.get("suspects").size()).isZero();
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void the_fresh_jvm_writes_no_files_of_its_own() {
        String manifest = InputFile.write(directory, "web.yaml", InputFile.DEPLOYMENT);
        Path trace = directory.resolve("trace.jsonl");

        Invocation run = Invocation.of("run", manifest, "--check-determinism", "--trace", trace.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(trace).isNotEmptyFile();
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("web.yaml", "trace.jsonl");
    }

    @Test
    void names_the_record_that_differs_in_this_jvm() {
        long[] seed = {7};
        Diagnosis diagnosis = again(() -> prepared(seed[0]++), CREATE).diagnose(recording(6));

        Mismatch mismatch = diagnosis.mismatch().orElseThrow();
        assertThat(mismatch.sameJvm()).isTrue();
        assertThat(mismatch.difference().isExact()).isTrue();
        assertThat(mismatch.first().fingerprint())
                .isEqualTo(recording(6).outline().fingerprint());
        assertThat(mismatch.second().fingerprint())
                .isNotEqualTo(mismatch.first().fingerprint());
    }

    @Test
    void names_the_record_that_differs_in_a_fresh_jvm() {
        Diagnosis diagnosis = again(() -> prepared(6), "--seed=7", "create", "deployment", "web", "--image=nginx")
                .diagnose(recording(6));

        assertThat(diagnosis.passed()).containsExactly("same JVM twice");
        Mismatch mismatch = diagnosis.mismatch().orElseThrow();
        assertThat(mismatch.where()).startsWith("in a fresh JVM (hashCode=2, UTC+14, ");
        assertThat(mismatch.difference().isExact()).isTrue();
        assertThat(mismatch.difference().first()).isNotEmpty();
        assertThat(mismatch.difference().second()).isNotEmpty();

        JsonNode tree = JsonMapper.shared().valueToTree(DiagnosisResult.tree(diagnosis));
        assertThat(tree.get("same").asBoolean()).isFalse();
        assertThat(tree.get("mismatch").get("from").asLong())
                .isEqualTo(mismatch.difference().from());
        JsonNode story = tree.get("mismatch").get("second");
        assertThat(story.get(story.size() - 1).propertyNames()).startsWith("n", "t", "by", "cause", "type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-o=text", "-o=json"})
    void only_programs_are_told_the_result_of_a_run_that_differs(String format) {
        long[] seed = {7};
        Diagnosis diagnosis = again(() -> prepared(seed[0]++), CREATE).diagnose(recording(6));
        Execution execution = Execution.of(prepared(6), Origin.OF_TEST, new ResultOptions(), List.of());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Streams streams = new Streams(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                false);
        SimulateOptions simulate = CommandLine.populateCommand(new Simulating(), format).simulate;

        assertThatThrownBy(() -> simulate.print(execution, diagnosis, streams))
                .isInstanceOf(NotDeterministicException.class)
                .hasMessageStartingWith(
                        "the same seed gave two different runs: the second one was made again in the" + " same JVM\n")
                .hasMessageContaining("\nthe first record that differs is number ");

        String printed = out.toString(StandardCharsets.UTF_8);
        if (format.equals("-o=text")) {
            assertThat(printed).isEmpty();
        } else {
            assertThat(JsonMapper.shared()
                            .readTree(printed)
                            .get("determinism")
                            .get("same")
                            .asBoolean())
                    .isFalse();
        }
    }

    @Test
    void a_fresh_jvm_that_cannot_make_the_run_is_quoted() {
        DeterminismRerun again = again(() -> prepared(6), "--set=no-such-setting=1", "create", "namespace", "n");
        Recording first = recording(6);

        assertThatThrownBy(() -> again.diagnose(first))
                .isInstanceOf(NotDeterministicException.class)
                .hasMessageStartingWith("the run could not be made again in a fresh JVM: the fresh JVM ended with"
                        + " exit code 2 and no answer: wavetank: ")
                .hasMessageContaining("no-such-setting");
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void input_that_may_not_be_the_same_twice_is_refused() {
        DeterminismRerun again = again(() -> prepared(6), "apply", "-f/dev/zero");

        assertThatThrownBy(again::refuseWhatCannotBeReadTwice)
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(
                        "/dev/zero is no regular file, and --check-determinism reads it again in a fresh"
                                + " JVM: save what it holds in a file and name that");
    }

    @Test
    void files_directories_and_standard_input_are_not_refused() {
        String manifest = InputFile.write(directory, "web.yaml", InputFile.DEPLOYMENT);

        again(() -> prepared(6), "apply", "-f", manifest, "--filename=" + directory, "-f", "-", "-f", "missing.yaml")
                .refuseWhatCannotBeReadTwice();
    }

    private static DeterminismRerun again(Supplier<ResolvedScenario> preparation, String... arguments) {
        CommandLine command = Main.commandLine(new Streams(System.in, System.out, System.err, false));
        String[] all = new String[arguments.length + 1];
        all[0] = "kubectl";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        command.parseArgs(all);
        CommandSpec kubectl = command.getSubcommands().get("kubectl").getCommandSpec();
        return new DeterminismRerun(kubectl, FreshMain.class, preparation);
    }

    private static ResolvedScenario prepared(long seed) {
        return ResolvedScenario.of(Scenario.ofCommand(ClusterSpec.DEFAULT, List.of(CREATE)), seed, PartsSpec.DEFAULT);
    }

    private static Recording recording(long seed) {
        Recorder recorder = new Recorder();
        Execution.of(prepared(seed), Origin.OF_TEST, new ResultOptions(), List.of(recorder));
        return recorder.recording();
    }

    /** A command that has nothing but the options of a run. */
    @Command(name = "run")
    private static final class Simulating {

        @Mixin
        private SimulateOptions simulate;
    }
}
