package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.explore.Invariants;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.sim.trace.TraceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The pages in {@code docs/invariants} say what the invariants say of themselves.
 *
 * <p>{@code mvn -pl properties -am test -Dtest=InvariantPagesTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dguard.update=true} writes them.
 */
@Tag("slow")
class InvariantPagesTest {

    private static final Path PAGES = Path.of("..", "docs", "invariants");
    private static final Path REFERENCE = Path.of("..", "examples", "storm.yaml");

    @Test
    void every_invariant_has_its_page() throws IOException {
        List<TraceRecord> reference = reference();
        List<String> names = new ArrayList<>();
        List<String> outdated = new ArrayList<>();
        for (Invariant invariant : Invariants.ofNoRun()) {
            String file = invariant.name() + ".md";
            String text = new InvariantPage(invariant, claims(invariant), reference).text();
            names.add(file);
            if (Boolean.getBoolean("guard.update")) {
                Files.createDirectories(PAGES);
                Files.writeString(PAGES.resolve(file), text);
            } else if (!Files.exists(PAGES.resolve(file))
                    || !Files.readString(PAGES.resolve(file)).equals(text)) {
                outdated.add(file);
            }
        }

        assertThat(outdated).as("pages that -Dguard.update=true writes").isEmpty();
        try (Stream<Path> files = Files.list(PAGES)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    private static List<Claims.Claim> claims(Invariant invariant) {
        return WorkloadStormTest.claims()
                .filter(claim -> claim.invariant().name().equals(invariant.name()))
                .toList();
    }

    /** The records of the reference run. */
    private static List<TraceRecord> reference() throws IOException {
        Scenario scenario = ScenarioCodec.read(REFERENCE.toString(), Files.readString(REFERENCE));
        List<TraceRecord> records = new ArrayList<>();
        ScenarioRun.of(scenario, 1, ClusterParts.DEFAULT, List.of(entry -> records.add(entry.record())));
        return records;
    }
}
