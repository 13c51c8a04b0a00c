package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scenarios and fault plans of the manual run, and the example that it shows is the file. */
class DocumentedScenariosTest {

    @TempDir
    private Path directory;

    static Stream<Markdown.Block> blocks() {
        return Markdown.manual().stream().flatMap(page -> page.blocks("yaml").stream());
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void no_invariant_breaks(Markdown.Block block) throws IOException {
        String file =
                Files.writeString(directory.resolve("shown.yaml"), block.text()).toString();
        boolean plan = block.text().startsWith("faults:");
        Invocation run = plan
                ? Invocation.of(
                        "run", Markdown.ROOT.resolve("examples/web.yaml").toString(), "--faults", file)
                : Invocation.of("run", file);

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).doesNotContain("error:");
    }

    @Test
    void the_storm_is_the_example() throws IOException {
        List<Markdown.Block> shown =
                Markdown.of(Markdown.ROOT.resolve("docs/scenarios.md")).blocks("yaml");

        assertThat(shown.get(0).text()).isEqualTo(Files.readString(Markdown.ROOT.resolve("examples/storm.yaml")));
    }
}
