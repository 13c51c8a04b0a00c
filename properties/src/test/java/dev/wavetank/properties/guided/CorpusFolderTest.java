package dev.wavetank.properties.guided;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.FailureReport;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.RunInput;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.random.Choice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The inputs that a folder keeps. */
class CorpusFolderTest {

    private static final Scenario SCENARIO =
            Scenario.ofCommand(ClusterSpec.DEFAULT, List.of("create", "deployment", "web", "--image=nginx"));
    private static final FaultPlan CRASH = FaultPlan.of(new FaultClause(
            new Trigger.After(new Anchor("replicaset-controller", "create", "pods/*", 1), 0, VirtualTime.MINUTE),
            2 * VirtualTime.SECOND,
            new ComponentFault.Crash("kube-controller-manager")));
    private static final RunInput INPUT = new RunInput(
            59,
            SCENARIO.withFaults(CRASH),
            7,
            "shuffle@1ms",
            List.of(new Choice("kernel/order", 17, 5, 2), new Choice("kernel/order", 40, 2, 1)));

    @TempDir
    private Path directory;

    private CorpusFolder folder() {
        return new CorpusFolder(directory.resolve("corpus"));
    }

    @Test
    void what_is_saved_is_read_again() throws IOException {
        Path file = folder().save(INPUT, new TreeSet<>(List.of("pods: a -> b")));

        assertThat(CorpusFolder.files(folder().directory())).containsExactly(file);
        assertThat(read(file).withNumber(59)).isEqualTo(INPUT);
        assertThat(file)
                .hasFileName(folder().save(INPUT, new TreeSet<>(List.of("pods: a -> b")))
                        .getFileName()
                        .toString());
        assertThat(file).content().startsWith("reached:\n- \"pods: a -> b\"\nseed: 7\norder: shuffle@1ms\n");
    }

    @Test
    void a_saved_failure_is_an_input_too() throws IOException {
        PartsSpec bug = new PartsSpec("fifo", List.of("no-slow-start"));
        Scenario three = Scenario.ofCommand(
                ClusterSpec.DEFAULT, List.of("create", "deployment", "web", "--image=nginx", "--replicas=3"));
        Failure failure = Failure.of(
                new Exploration(three, bug.parts(), null, 1)
                        .run(1, 1, 1, run -> {})
                        .get(0),
                bug);

        assertThat(read(FailureReport.save(failure, directory)))
                .isEqualTo(new RunInput(1, three, 1, "fifo", List.of()));
    }

    @Test
    void the_next_exploration_goes_on_after_the_last_seed() throws IOException {
        assertThat(folder().nextSeed()).isEqualTo(1);
        folder().explored(100);
        folder().explored(40);
        assertThat(folder().nextSeed()).isEqualTo(101);

        Path file = folder().directory().resolve("next-seed.txt");
        for (String wrong : List.of("soon", "0", "-5", "99999999999999999999")) {
            Files.writeString(file, wrong);
            assertThatThrownBy(() -> folder().nextSeed())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(file + ":1: expected the number of the next seed: write one, or delete the file to"
                            + " begin with seed 1");
        }
    }

    @Test
    void a_broken_file_is_a_sentence_with_file_line_and_field() throws IOException {
        String written = Files.readString(folder().save(INPUT, new TreeSet<>()));

        assertMistake(written.replace("seed: 7", "seed: seven"), ":2:", "seed: expected a whole number");
        assertMistake(written.replace("kernel/order[17] = 2 of 5", "kernel/order"), ":5:", "decisions[0]: ");
        assertMistake(written.replace("shuffle@1ms", "shufle"), ":3:", "order: ");
        assertMistake(written.replace("componentCrash", "componentCrush"), ":", "componentCrush");
        assertMistake("seed: 7\n", ":1:1:", "is no input of a corpus");
    }

    private void assertMistake(String text, String place, String sentence) throws IOException {
        Path file = directory.resolve("broken.yaml");
        Files.writeString(file, text);
        assertThatThrownBy(() -> CorpusFolder.read(file, text))
                .isInstanceOf(ManifestException.class)
                .hasMessageStartingWith(file + place)
                .hasMessageContaining(sentence);
    }

    private static RunInput read(Path file) throws IOException {
        return CorpusFolder.read(file, Files.readString(file));
    }
}
