package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The flags of {@code drain}, in whole clusters. */
class DrainClusterTest {

    private static final String PAIR = """
            - {at: 0s, kubectl: run a --image=i -l app=a}
            - {at: 0s, kubectl: run b --image=i -l app=b}
            """;
    private static final String NODES = "cluster: {nodes: 1, profile: v1.32}\nhorizon: 10m\n";

    private static List<String> outputs(String commands) {
        List<String> all = TypedCommands.outputs(PAIR + commands + NODES);
        return all.subList(2, all.size());
    }

    @Test
    void a_selector_chooses_the_pods_that_go() {
        assertThat(outputs("- {at: 30s, kubectl: drain node-1 --force --pod-selector=app=a}\n"
                        + "- {at: 120s, kubectl: get pods -o name}\n"))
                .containsExactly(
                        "0 node/node-1 cordoned\nevicting pod default/a\npod/a evicted\nnode/node-1 drained\n",
                        "0 pod/b\n");
    }

    @Test
    void pods_are_deleted_when_evictions_are_disabled() {
        assertThat(outputs("- {at: 30s, kubectl: drain node-1 --force --disable-eviction --pod-selector app=a}\n"))
                .containsExactly("0 node/node-1 cordoned\npod/a deleted\nnode/node-1 drained\n");
    }

    @Test
    void a_dry_run_says_what_would_go() {
        assertThat(outputs("- {at: 30s, kubectl: drain node-1 --force --dry-run=client --pod-selector app=a}\n"
                        + "- {at: 60s, kubectl: get pods -o name}\n"))
                .containsExactly(
                        "0 node/node-1 cordoned (dry run)\nevicting pod default/a (dry run)\n"
                                + "node/node-1 drained (dry run)\n",
                        "0 pod/a\npod/b\n");
    }

    @Test
    void a_drain_that_takes_too_long_says_which_pods_it_waited_for() {
        assertThat(outputs("- {at: 30s, kubectl: drain node-1 --force --timeout=1ms --pod-selector app=a}\n"))
                .singleElement()
                .asString()
                .startsWith("1 node/node-1 cordoned\nevicting pod default/a\n")
                .contains("error: unable to drain node \"node-1\" due to error: error when waiting for pod \"a\""
                        + " terminating: global timeout reached: 1ms, continuing command...\n"
                        + "There are pending nodes to be drained:\n node-1\n");
    }

    @Test
    void scaling_can_wait_for_its_end() {
        assertThat(outputs("- {at: 30s, kubectl: create deployment web --image=i}\n"
                        + "- {at: 60s, kubectl: scale deployment web --replicas=3 --timeout=1m}\n"
                        + "- {at: 120s, kubectl: [get, deployment, web, --subresource=status, -o, 'jsonpath={.kind}']}\n"
                        + "- {at: 130s, kubectl: get deployments --subresource=status}\n"))
                .containsExactly(
                        "0 deployment.apps/web created\n",
                        "0 deployment.apps/web scaled\n",
                        "0 Deployment",
                        "1 error: subresource cannot be used when bulk resources are specified\n");
    }
}
