package dev.wavetank.properties.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.explore.RunInput;
import dev.wavetank.sim.coverage.Coverage;
import dev.wavetank.sim.random.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A corpus is worth something when the system has changed: a component more, a controller more, draws more. */
class UnrelatedChangeTest {

    private static final Scenario SCENARIO = Scenario.ofCommand(
            ClusterSpec.DEFAULT, List.of("create", "deployment", "web", "--image=nginx", "--replicas=3"));

    @TempDir
    private Path directory;

    /** Watches pods, and draws a number for each event. */
    private static Controller drawing(ControllerEnvironment environment) {
        RandomStream random = environment.context().random("unrelated");
        Informer<Pod> pods = environment.informer(Resources.PODS, Pod.class);
        return () -> pods.addHandler(new Informer.Handler<>() {
            @Override
            public void added(Pod pod) {
                random.nextLong();
            }

            @Override
            public void updated(Pod before, Pod after) {
                random.nextLong();
            }

            @Override
            public void deleted(Pod last) {
                random.nextLong();
            }
        });
    }

    private static Exploration exploration(Scenario scenario, ClusterParts parts) {
        return new Exploration(scenario, parts.withOrder("portfolio"), new FaultSampler(Intensity.HEAVY), 1);
    }

    /** The conditions and hand-overs that runs reached. */
    private static SortedSet<String> reached(List<ExploredRun> runs) {
        return runs.stream()
                .map(ExploredRun::coverage)
                .reduce(Coverage.NONE, Coverage::merge)
                .reached();
    }

    @Test
    void most_of_what_a_corpus_reached_it_reaches_again_in_a_system_with_another_operator() throws IOException {
        List<ExploredRun> before = new ArrayList<>();
        CorpusFolder folder = new CorpusFolder(directory);
        new GuidedExploration(exploration(SCENARIO, ClusterParts.DEFAULT), List.of(), folder::save)
                .run(1, 2L * GuidedExploration.ROUND, 2, before::add);

        Scenario changed =
                SCENARIO.withCluster(SCENARIO.cluster().withAddOns(List.of(new AddOn.Operator("watcher", ""))));
        ClusterParts parts = ClusterParts.DEFAULT
                .withOperator("watcher", "watcher", UnrelatedChangeTest::drawing)
                .withController("drawing", UnrelatedChangeTest::drawing);
        List<RunInput> saved = new ArrayList<>();
        for (Path file : CorpusFolder.files(directory)) {
            RunInput input = CorpusFolder.read(file, Files.readString(file));
            saved.add(input.withScenario(changed.withFaults(input.scenario().faults())));
        }
        List<ExploredRun> after = new ArrayList<>();
        new GuidedExploration(exploration(changed, parts), saved, (input, reached) -> {})
                .run(1, saved.size(), 2, after::add);

        SortedSet<String> missed = reached(before);
        int all = missed.size();
        missed.removeAll(reached(after));
        assertThat(saved).hasSizeBetween(5, before.size() - 1);
        assertThat(missed)
                .as("which of two writers comes first may be another one, but nine of ten come about again")
                .hasSizeLessThanOrEqualTo(all / 10);
    }
}
