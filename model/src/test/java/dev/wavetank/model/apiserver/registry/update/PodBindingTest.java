package dev.wavetank.model.apiserver.registry.update;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a binding does to a pod. */
class PodBindingTest {

    @ParameterizedTest
    @CsvSource({"v1.8, node-1", "v1.34, node-1", "v1.35,"})
    void a_nomination_ends_with_the_binding_since_v1_35(String version, String nominated) {
        Pod pod = PodBuilder.builder()
                .metadata(ObjectMetaBuilder.builder().name("high").build())
                .spec(PodSpecBuilder.builder().build())
                .status(PodStatusBuilder.builder()
                        .phase("Pending")
                        .nominatedNodeName("node-1")
                        .build())
                .build();
        Binding binding = new Binding(pod.metadata(), new Binding.Target("Node", "node-2"));

        Changed changed = PodBinding.bind(pod, binding, KubernetesVersion.parse(version), Instant.EPOCH);

        assertThat(changed).isInstanceOfSatisfying(Changed.To.class, to -> {
            Pod bound = (Pod) to.object();
            assertThat(bound.nodeName()).isEqualTo("node-2");
            assertThat(bound.status().nominatedNodeName()).isEqualTo(nominated);
            assertThat(bound.condition("PodScheduled").orElseThrow().status()).isEqualTo("True");
        });
    }
}
