package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The flags of {@code api-resources} and of {@code logs} that choose and sort. */
class ListedResourcesClusterTest {

    @Test
    void resources_are_sorted_and_chosen_by_category() {
        List<String> lines = TypedCommands.outputs("""
                - {at: 0s, kubectl: api-resources --sort-by=kind --api-group=apps --no-headers -o name}
                - {at: 1s, kubectl: api-resources --sort-by=name --categories=all --api-group=batch -o name}
                - {at: 2s, kubectl: api-resources --sort-by=x}
                """);
        assertThat(lines)
                .containsExactly(
                        "0 controllerrevisions.apps\ndaemonsets.apps\ndeployments.apps\nreplicasets.apps\n"
                                + "statefulsets.apps\n",
                        "0 cronjobs.batch\njobs.batch\n",
                        "1 error: --sort-by accepts only name or kind\n");
    }

    @Test
    void logs_of_all_pods_of_a_workload_do_not_say_which_was_taken() {
        List<String> lines = TypedCommands.outputs("""
                - {at: 0s, kubectl: create deployment web --image=i --replicas=2}
                - {at: 60s, kubectl: logs deployment/web}
                - {at: 61s, kubectl: logs deployment/web --all-pods}
                """);
        assertThat(lines.get(1)).contains("Found 2 pods, using pod/web-");
        assertThat(lines.get(2)).doesNotContain("Found 2 pods");
    }
}
