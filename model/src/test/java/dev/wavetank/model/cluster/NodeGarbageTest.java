package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.MeasuredTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Images and dead containers on a node whose disk has 10 GB. */
class NodeGarbageTest {

    private final Map<String, String> settings = new TreeMap<>(Map.of(
            "kubelet.hollow", "false",
            "kubelet.eviction-hard", "memory.available<100Mi",
            "registry.image-sizes", "small=1G,big=3G,large=5G"));
    private final Map<String, String> files = new TreeMap<>();
    private final List<Command> timeline = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private KubernetesVersion version = KubernetesVersion.parse("v1.20");

    private static String pod(String name, String image, String behavior) {
        return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name
                + ", annotations: {behavior.wavetank.dev/app: '" + behavior + "'}}\n"
                + "spec: {containers: [{name: app, image: \"" + image + "\"}]}\n";
    }

    private void at(long seconds, String command) {
        timeline.add(new Command(seconds * VirtualTime.SECOND, Arrays.asList(command.split(" "))));
    }

    private Cluster run(long seconds) {
        Map<String, String> capacity =
                new TreeMap<>(Map.of("cpu", "4", "memory", "8Gi", "pods", "110", "ephemeral-storage", "10G"));
        ClusterSpec spec = new ClusterSpec(1, capacity, version, settings);
        Cluster cluster = Cluster.of(
                new Scenario("garbage", spec, timeline, files, FaultPlan.NONE, VirtualTime.HOUR),
                1,
                ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(new Calls());
        cluster.run(RunLimits.until(seconds * VirtualTime.SECOND));
        return cluster;
    }

    /** Notes which calls of the runtime were made. */
    private final class Calls implements TraceSink {

        @Override
        public boolean wantsDetails() {
            return true;
        }

        @Override
        public void accept(TraceEntry entry) {
            if (entry.record() instanceof MeasuredTrace measured) {
                calls.add(measured.operation());
            }
        }
    }

    private long calls(String operation) {
        return calls.stream().filter(one -> one.startsWith(operation)).count();
    }

    private Cluster afterTheBigPodHasMadeRoomForTheLargeOne() {
        files.put("a.yaml", pod("a", "small:1", "runs"));
        files.put("b.yaml", pod("b", "big:1", "runs"));
        files.put("c.yaml", pod("c", "large:1", "runs"));
        at(1, "apply -f a.yaml");
        at(2, "apply -f b.yaml");
        at(310, "delete pod b");
        at(400, "apply -f c.yaml");
        return run(1000);
    }

    @Test
    void images_that_no_container_uses_go_when_the_disk_is_full() {
        Cluster cluster = afterTheBigPodHasMadeRoomForTheLargeOne();

        assertThat(cluster.inspect("node-1").images()).containsOnlyKeys("small:1", "large:1");
    }

    @Test
    void layers_that_images_share_take_room_once_so_that_nothing_has_to_go() {
        settings.put("registry.image-sizes", "small=1G,big=base:3G+500M,large=base:3G+2G");
        Cluster cluster = afterTheBigPodHasMadeRoomForTheLargeOne();

        assertThat(cluster.inspect("node-1").images()).containsOnlyKeys("small:1", "big:1", "large:1");
        assertThat(cluster.inspect("node-1").imageBytes()).isEqualTo(6_500_000_000L);
    }

    @Test
    void an_image_that_goes_frees_only_what_no_other_image_has() {
        settings.put("registry.image-sizes", "small=1G,big=base:3G+3G,large=base:3G+2G");
        Cluster cluster = afterTheBigPodHasMadeRoomForTheLargeOne();

        assertThat(cluster.inspect("node-1").images()).containsOnlyKeys("small:1", "large:1");
        assertThat(cluster.inspect("node-1").imageBytes()).isEqualTo(6_000_000_000L);
    }

    @Test
    void an_image_in_use_stays_and_the_failure_is_told() {
        files.put("a.yaml", pod("a", "big:1", "runs"));
        files.put("b.yaml", pod("b", "large:1", "uses 1G of disk"));
        at(1, "apply -f a.yaml");
        at(2, "apply -f b.yaml");
        at(900, "describe node node-1");
        Cluster cluster = run(1000);

        assertThat(cluster.inspect("node-1").images()).containsOnlyKeys("big:1", "large:1");
        assertThat(cluster.commandResults().get(2).stdout())
                .containsPattern("Warning +FreeDiskSpaceFailed .*failed to garbage collect required amount of images."
                        + " Wanted to free 9[0-9]{8} bytes, but freed 0 bytes")
                .containsPattern("Warning +ImageGCFailed .*failed to garbage collect required amount of images");
    }

    @Test
    void later_versions_say_how_much_was_eligible() {
        version = KubernetesVersion.parse("v1.32");
        files.put("a.yaml", pod("a", "large:1", "uses 4G of disk"));
        at(1, "apply -f a.yaml");
        at(700, "describe node node-1");
        Cluster cluster = run(710);

        assertThat(cluster.commandResults().get(1).stdout()).contains("but only found 0 bytes eligible to free.");
    }

    @Test
    void an_image_that_is_too_young_stays_until_the_next_time() {
        settings.put("kubelet.minimum-image-ttl-duration", "7m");
        files.put("a.yaml", pod("a", "large:1", "runs"));
        files.put("b.yaml", pod("b", "big:1", "uses 1G of disk"));
        at(10, "apply -f b.yaml");
        at(11, "apply -f a.yaml");
        at(120, "delete pod a");

        assertThat(run(610).inspect("node-1").images()).containsOnlyKeys("big:1", "large:1");
    }

    @Test
    void with_pressure_of_disk_unused_images_go_before_pods() {
        settings.put("kubelet.eviction-hard", "nodefs.available<20%");
        settings.put("kubelet.minimum-image-ttl-duration", "0s");
        files.put("a.yaml", pod("a", "large:1", "runs"));
        files.put("b.yaml", pod("b", "big:1", "uses 1G of disk"));
        at(10, "apply -f a.yaml");
        at(100, "delete pod a");
        at(200, "apply -f b.yaml");
        at(280, "get pods");
        Cluster cluster = run(300);

        assertThat(cluster.inspect("node-1").images()).containsOnlyKeys("big:1");
        assertThat(cluster.commandResults().get(3).stdout()).containsPattern("b +1/1 +Running");
    }

    @Test
    void an_image_that_was_not_used_for_long_goes_from_v1_30_on() {
        version = KubernetesVersion.parse("v1.32");
        settings.put("kubelet.image-maximum-gc-age", "10m");
        files.put("a.yaml", pod("a", "small:1", "runs"));
        at(10, "apply -f a.yaml");
        at(400, "delete pod a");

        assertThat(run(890).inspect("node-1").images()).containsOnlyKeys("small:1");
        timeline.clear();
        at(10, "apply -f a.yaml");
        at(400, "delete pod a");
        assertThat(run(1600).inspect("node-1").images()).isEmpty();
    }

    @Test
    void the_older_one_of_two_dead_containers_is_removed() {
        files.put("a.yaml", pod("a", "small:1", "exit 1 after 1s"));
        at(1, "apply -f a.yaml");
        run(400);

        assertThat(calls("remove_container")).isPositive();
        assertThat(calls("remove_image")).isZero();
    }

    @Test
    void with_more_dead_containers_allowed_none_is_removed() {
        settings.put("kubelet.maximum-dead-containers-per-container", "-1");
        files.put("a.yaml", pod("a", "small:1", "exit 1 after 1s"));
        at(1, "apply -f a.yaml");
        run(400);

        assertThat(calls("remove_container")).isZero();
    }

    @Test
    void a_node_at_rest_collects_nothing() {
        run(1200);

        assertThat(calls("list_images")).isLessThanOrEqualTo(1);
        assertThat(calls("remove_")).isZero();
    }

    @Test
    void impossible_flags_are_refused() {
        settings.put("kubelet.image-gc-low-threshold", "90");
        assertThatThrownBy(() -> run(1)).hasMessageContaining("kubelet.image-gc-low-threshold must not be higher");
        settings.remove("kubelet.image-gc-low-threshold");
        settings.put("kubelet.image-maximum-gc-age", "1h");
        assertThatThrownBy(() -> run(1)).hasMessageContaining("needs v1.30 or later");
    }
}
