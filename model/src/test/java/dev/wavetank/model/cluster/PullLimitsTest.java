package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How many images a node pulls at the same time and each second, and how many a registry gives. */
class PullLimitsTest {

    private final Map<String, String> settings = new TreeMap<>(Map.of("registry.latency", "exactly 10ms"));
    private final Map<String, String> files = new TreeMap<>();
    private final List<Command> timeline = new ArrayList<>();
    private int nodes = 1;

    private void at(long seconds, String command) {
        timeline.add(new Command(seconds * VirtualTime.SECOND, Arrays.asList(command.split(" "))));
    }

    /** Prints what the last command printed. */
    private String run(long seconds) {
        ClusterSpec spec = new ClusterSpec(
                nodes, ClusterSpec.ofNodes(1).nodeCapacity(), KubernetesVersion.parse("v1.32"), settings);
        Cluster cluster = Cluster.of(
                new Scenario("pulls", spec, timeline, files, FaultPlan.NONE, 24 * VirtualTime.HOUR),
                1,
                ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(seconds * VirtualTime.SECOND));
        CommandResult last = cluster.commandResults().get(timeline.size() - 1);
        return last.stdout() + last.stderr();
    }

    private void pod(String name, String image, String more) {
        files.put(
                name + ".yaml",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name + "}\nspec: {" + more
                        + "containers: [{name: app, image: \"" + image + "\"}]}\n");
    }

    /** Two pods whose images take ten seconds each when nothing else is pulled. */
    private String twoPulls() {
        settings.put("registry.image-sizes", "a=100M,b=100M");
        settings.put("registry.bandwidth", "10M");
        pod("one", "a:1", "");
        pod("two", "b:1", "");
        at(1, "apply -f one.yaml");
        at(1, "apply -f two.yaml");
        at(40, "get events --field-selector reason=Pulled -o jsonpath={.items[*].message}");
        return run(41);
    }

    @Test
    void a_kubelet_pulls_one_image_after_the_other() {
        assertThat(twoPulls())
                .containsPattern("in 10\\.0[0-9]*s \\(10\\.0[0-9]*s including waiting\\)")
                .containsPattern("in 10\\.0[0-9]*s \\((19\\.[0-9]*|20[.0-9]*)s including waiting\\)");
    }

    @Test
    void several_pulls_at_the_same_time_share_the_bandwidth() {
        settings.put("kubelet.serialize-image-pulls", "false");

        String events = twoPulls();

        assertThat(events).containsPattern("(19\\.[5-9]|20)[0-9.]*s \\((19\\.[5-9]|20)[0-9.]*s including waiting\\)");
        assertThat(events).doesNotContain("in 10.0");
    }

    @Test
    void a_maximum_of_two_makes_a_third_pull_wait() {
        settings.put("kubelet.max-parallel-image-pulls", "2");
        pod("three", "c:1", "");
        at(2, "apply -f three.yaml");
        settings.put("registry.pull-time", "exactly 1s");

        assertThat(twoPulls()).containsPattern("image \"c:1\" in 1s \\((18|19)\\.[0-9]*s including waiting\\)");
    }

    @Test
    void more_pulls_than_the_rate_of_the_kubelet_permits_fail_and_are_tried_again() {
        for (int i = 1; i <= 14; i++) {
            pod("pod-" + i, "nginx", "");
            at(1, "apply -f pod-" + i + ".yaml");
        }
        settings.put("kubelet.serialize-image-pulls", "false");
        settings.put("registry.pull-time", "exactly 1ms");
        settings.put("container-runtime.busy-processors", "0");
        settings.put("container-runtime.sandbox-time", "exactly 10ms");
        settings.put("container-runtime.network-time", "exactly 10ms");
        at(60, "get events --field-selector reason=Failed -o jsonpath={.items[*].message}");
        at(61, "get pods --no-headers");

        String pods = run(62);
        assertThat(pods.lines().filter(line -> line.contains("Running"))).hasSize(14);
        timeline.remove(timeline.size() - 1);
        assertThat(run(62)).contains("Failed to pull image \"nginx\": pull QPS exceeded");
        settings.put("kubelet.registry-qps", "0");
        assertThat(run(62)).isEmpty();
    }

    /** Pods on one node each, with an image each of Docker Hub. */
    private void threeNodes() {
        nodes = 3;
        for (int i = 1; i <= 3; i++) {
            pod("pod-" + i, "app:" + i, "nodeName: node-" + i + ", ");
            at(i, "apply -f pod-" + i + ".yaml");
        }
        settings.put("registry.pull-limit", "2");
        settings.put("registry.pull-limit-window", "1m");
    }

    private String failures(long second) {
        at(second, "get events --field-selector reason=Failed -o jsonpath={.items[*].message}");
        return run(second + 1);
    }

    @Test
    void a_registry_refuses_more_pulls_than_its_limit_and_gives_the_image_when_the_window_is_over() {
        threeNodes();

        assertThat(failures(30))
                .contains("Failed to pull image \"app:3\": failed to pull and unpack image"
                        + " \"docker.io/library/app:3\": failed to copy: httpReadSeeker: failed open: unexpected"
                        + " status code https://registry-1.docker.io/v2/library/app/manifests/sha256:")
                .contains(": 429 Too Many Requests - Server message: toomanyrequests: You have reached your pull rate"
                        + " limit. You may increase the limit by authenticating and upgrading:"
                        + " https://www.docker.com/increase-rate-limit")
                .contains("Error: ErrImagePull");
        at(200, "get pod pod-3 -o jsonpath={.status.phase}");
        assertThat(run(201)).isEqualTo("Running");
    }

    @Test
    void nodes_with_addresses_of_their_own_are_counted_apart() {
        threeNodes();
        settings.put("registry.pull-limit-source", "node");

        assertThat(failures(30)).isEmpty();
    }

    @Test
    void other_registries_are_not_counted_unless_they_are_named() {
        threeNodes();
        pod("pod-3", "quay.io/app:3", "nodeName: node-3, ");
        assertThat(failures(30)).isEmpty();

        timeline.remove(timeline.size() - 1);
        settings.put("registry.pull-limit-images", "app,quay.io/*");
        assertThat(failures(30)).contains("https://quay.io/v2/app/manifests/sha256:");
    }

    @Test
    void whether_an_image_is_still_the_latest_is_no_pull() {
        settings.put("registry.pull-limit", "1");
        for (int i = 1; i <= 4; i++) {
            pod("pod-" + i, "nginx", "");
            at(10 * i, "apply -f pod-" + i + ".yaml");
        }

        assertThat(failures(60)).isEmpty();
    }

    @Test
    void pulls_with_a_secret_are_counted_by_the_account() {
        threeNodes();
        files.put(
                "secret.yaml",
                "apiVersion: v1\nkind: Secret\nmetadata: {name: hub}\ntype: kubernetes.io/dockerconfigjson\n"
                        + "stringData: {.dockerconfigjson: '{\"auths\":{\"https://index.docker.io/v1/\":{}}}'}\n");
        for (int i = 1; i <= 3; i++) {
            pod("pod-" + i, "app:" + i, "nodeName: node-" + i + ", imagePullSecrets: [{name: hub}], ");
        }
        timeline.add(0, new Command(0, List.of("apply", "-f", "secret.yaml")));

        assertThat(failures(30)).as("no limit for accounts").isEmpty();
        timeline.remove(timeline.size() - 1);
        settings.put("registry.pull-limit-with-secret", "2");
        settings.put("registry.pull-limit-source", "node");
        assertThat(failures(30)).contains("toomanyrequests");
    }
}
