package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.properties.invariant.Convergence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CatalogueTest {

    @Test
    void the_readme_tells_every_law_in_its_own_words() throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"), StandardCharsets.UTF_8);
        String table = readme.substring(readme.indexOf("| law | in one sentence |"));
        String told = table.substring(table.indexOf("|---|---|\n") + "|---|---|\n".length(), table.indexOf("\n\n"));

        assertThat(told.lines())
                .containsExactlyElementsOf(Catalogue.all(ClusterSpec.DEFAULT, new Convergence()).stream()
                        .map(law -> "| " + law.name() + " | " + law.law() + " |")
                        .toList());
    }
}
