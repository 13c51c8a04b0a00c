package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Why requests of a load were not answered, told as stories. */
class LoadStoryTest {

    private static final String EXAMPLE =
            Path.of("..", "examples", "rolling-update.yaml").toString();

    @Test
    void every_outcome_at_every_pod_has_its_story_in_the_order_of_time() {
        Invocation run = Invocation.of("run", "--story=load/web", EXAMPLE);

        assertThat(run.exitCode()).as(run.err()).isZero();
        String told = run.out().substring(run.out().indexOf("why requests of load web were not answered"));
        assertThat(told)
                .containsPattern("(?s)[0-9]+ refused at pod/(default/web-[a-z0-9-]+)\n"
                        + "  [0-9.]+s  etcd stores that pod \\1 is to be deleted\n"
                        + ".*etcd stores endpointslices/default/web-[a-z0-9]+ without 10\\.0\\.[0-9.]+\n"
                        + ".*gets the first of these requests, and sends it to 10\\.0\\.[0-9.]+: its process got SIGTERM"
                        + ".*etcd deletes pod \\1\n");
        for (String story : told.split("\n\n")) {
            assertThat(story.lines()
                            .filter(line -> line.matches("  +[0-9.]+s  .*"))
                            .map(line -> Double.valueOf(line.strip().split("s ")[0]))
                            .toList())
                    .isSorted();
        }
        long failed = told.lines()
                .filter(line -> line.matches("[0-9]+ [a-z ]+( at pod/.*)?"))
                .mapToLong(line -> Long.parseLong(line.split(" ")[0]))
                .sum();
        assertThat(run.out()).contains(failed + " failed");
    }

    @Test
    void a_load_that_is_not_there_is_bad_input() {
        Invocation run = Invocation.of("run", "--story=load/other", EXAMPLE);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("there is no story of load/other: the loads are web");
    }
}
