package dev.wavetank.model.kubectl.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.version.KubernetesVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** How descriptions look in versions of which there is no recording (kubectl's sources of v1.8, v1.16 and v1.36). */
class OtherVersionsTest {

    private static final Path STORE = Path.of("src/test/resources/dev/wavetank/model/kubectl/describe/recorded.json");
    private static final String POD = "-n demo describe pod nginx-6799fc88d8-dqz22";
    private static final String NODE = "describe node hollow-0";

    private static String describe(KubernetesVersion version, String command, String... changes) throws IOException {
        String answers = Files.readString(STORE, StandardCharsets.UTF_8);
        for (int i = 0; i < changes.length; i += 2) {
            assertThat(answers).contains(changes[i]);
            answers = answers.replace(changes[i], changes[i + 1]);
        }
        KubectlResult result = new RecordedServer(answers)
                .type(
                        version,
                        Instant.parse("2026-11-20T20:08:36Z"),
                        Arrays.asList(command.split(" ")),
                        Collections.emptyMap());
        assertThat(result.stderr()).isEmpty();
        return result.stdout();
    }

    @Test
    void a_pod_of_1_8_names_its_creator_and_no_host_ports_or_priority() throws IOException {
        String text = describe(
                KubernetesVersion.V1_8,
                POD,
                "\"generateName\":\"nginx-6799fc88d8-\"",
                "\"annotations\":{\"kubernetes.io/created-by\":\"{\\\"kind\\\":\\\"SerializedReference\\\","
                        + "\\\"reference\\\":{\\\"kind\\\":\\\"ReplicaSet\\\",\\\"name\\\":\\\"nginx\\\"}}\"}");

        assertThat(text)
                .contains(
                        "IP:             192.168.192.168\nCreated By:     ReplicaSet/nginx\nControlled By:  ReplicaSet/")
                .doesNotContain("Host Port", "Priority", "IPs:", "Service Account");
    }

    @Test
    void a_deleted_pod_of_1_8_expires() throws IOException {
        String deleted =
                "\"deletionTimestamp\":\"2026-11-20T20:09:00Z\",\"deletionGracePeriodSeconds\":30,\"generateName\"";

        assertThat(describe(KubernetesVersion.V1_8, POD, "\"generateName\"", deleted))
                .contains("Status:                    Terminating (expires Fri, 20 Nov 2026 20:09:00 +0000)\n"
                        + "Termination Grace Period:  30s\n");
    }

    @Test
    void a_node_of_1_8_is_summed_up_in_one_line() throws IOException {
        assertThat(describe(KubernetesVersion.V1_8, NODE))
                .contains(
                        "Taints:             <none>\nCreationTimestamp:  Fri, 20 Nov 2026 19:46:10 +0000\nConditions:")
                .contains("\n cpu:                1\n", "\n Kubelet Version:            v1.20.2\n")
                .contains("  CPU Requests  CPU Limits  Memory Requests  Memory Limits\n"
                        + "  ------------  ----------  ---------------  -------------\n"
                        + "  0 (0%)        0 (0%)      0 (0%)           0 (0%)\n")
                .doesNotContain("Unschedulable", "Lease", "ProviderID", "AGE");
    }

    @Test
    void a_node_of_1_16_has_the_table_of_today_without_a_lease() throws IOException {
        assertThat(describe(KubernetesVersion.V1_16, NODE))
                .contains("Unschedulable:      false\nConditions:")
                .contains("\n cpu:                1\n", "Memory Limits  AGE\n")
                .contains("  ephemeral-storage  0 (0%)    0 (0%)\n")
                .doesNotContain("Lease");
    }

    @Test
    void events_before_1_20_name_hosts_and_no_reporters() throws IOException {
        String kubelet = "\"source\":{\"component\":\"kubelet\",\"host\":\"hollow-7\"}";

        assertThat(describe(KubernetesVersion.V1_16, POD, "\"source\":{}", kubelet))
                .contains("  Normal  Scheduled  <unknown>  kubelet, hollow-7  Successfully");
        assertThat(describe(KubernetesVersion.V1_20, POD, "\"source\":{}", kubelet))
                .contains("  Normal  Scheduled  3s    kubelet  Successfully");
    }

    @Test
    void events_of_1_35_name_the_field_that_they_are_about() throws IOException {
        String involved = "\"involvedObject\":{\"kind\":\"Pod\"";
        String container = "\"involvedObject\":{\"fieldPath\":\"spec.containers{c}\",\"kind\":\"Pod\"";

        assertThat(describe(KubernetesVersion.V1_35, POD, involved, container))
                .contains("default-scheduler  spec.containers{c}: Successfully assigned");
        assertThat(describe(KubernetesVersion.V1_32, POD, involved, container))
                .contains("default-scheduler  Successfully assigned");
    }
}
