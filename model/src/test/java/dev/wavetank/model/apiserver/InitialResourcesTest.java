package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.ApiServerFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.usage.InitialResources;
import dev.wavetank.model.apiserver.admission.usage.UsageHistory;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InitialResourcesTest {

    private static final long DAY = 24 * 60 * VirtualTime.MINUTE;

    /** So many samples of cpu, 1 to count thousandths of a core. */
    private static List<UsageHistory.Sample> cpu(String image, String namespace, long age, int count) {
        List<UsageHistory.Sample> samples = new ArrayList<>();
        for (int i = count; i >= 1; i--) {
            samples.add(new UsageHistory.Sample("cpu", image, namespace, -age, i));
        }
        return samples;
    }

    private static Pod created(List<UsageHistory.Sample> samples) {
        UsageHistory history = new UsageHistory(samples);
        AdmissionPlugin.Factory factory = cluster -> new InitialResources(cluster, history);
        AdmissionConfig config = new AdmissionConfig(List.of("LimitRanger"), Map.of("InitialResources", factory));
        AdmissionWorld world =
                AdmissionWorld.of(ApiServerConfig.DEFAULT.withAdmission(config)).start();
        return (Pod) world.done(ApiRequest.Create.of(Resources.PODS, pod("a")));
    }

    private static Map<String, String> requests(List<UsageHistory.Sample> samples) {
        return created(samples).spec().containers().get(0).resources().requests();
    }

    @Test
    void nine_of_ten_measurements_stay_below_the_request() {
        Pod pod = created(cpu("nginx", "default", DAY, 100));
        assertThat(pod.spec().containers().get(0).resources().requests()).isEqualTo(Map.of("cpu", "91m"));
        assertThat(pod.metadata().annotations())
                .containsEntry(
                        "kubernetes.io/initial-resources", "Initial Resources plugin set: cpu request for container c");
    }

    @Test
    void fewer_than_thirty_measurements_say_nothing() {
        assertThat(requests(cpu("nginx", "default", DAY, 29))).isEmpty();
        assertThat(requests(cpu("nginx", "default", DAY, 30))).isEqualTo(Map.of("cpu", "28m"));
    }

    @Test
    void then_more_is_looked_at_until_there_are_enough() {
        List<UsageHistory.Sample> samples = cpu("nginx", "default", DAY, 29);
        samples.addAll(cpu("nginx:old", "other", DAY, 200));
        assertThat(requests(samples)).isEqualTo(Map.of("cpu", "178m"));
        samples.addAll(cpu("nginx", "default", 20 * DAY, 60));
        assertThat(requests(samples)).isEqualTo(Map.of("cpu", "52m"));
        assertThat(requests(cpu("nginx", "default", 40 * DAY, 100))).isEmpty();
    }
}
