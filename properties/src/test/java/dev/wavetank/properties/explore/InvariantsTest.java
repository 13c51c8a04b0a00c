package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.properties.invariant.Obstacles;
import dev.wavetank.properties.invariant.convergence.Convergence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class InvariantsTest {

    @Test
    void the_readme_tells_every_invariant_in_its_own_words() throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"), StandardCharsets.UTF_8);
        String table = readme.substring(readme.indexOf("| invariant | in one sentence |"));
        String told = table.substring(table.indexOf("|---|---|\n") + "|---|---|\n".length(), table.indexOf("\n\n"));

        assertThat(told.lines())
                .containsExactlyElementsOf(
                        Invariants.all(ClusterSpec.DEFAULT, new Convergence(new Obstacles()), new Obstacles()).stream()
                                .map(invariant -> "| " + invariant.name() + " | " + invariant.statement() + " |")
                                .toList());
    }
}
