package dev.wavetank.model.apiserver.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiResource;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.DiscoveryRequest;
import dev.wavetank.model.api.Identity;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TypedDiscoveryTest {

    private static List<String> groupsBeside(KubernetesVersion version, String qualified) {
        Completion<ApiResponse> answer = new TypedDiscovery(
                        new DiscoveryRequest(Identity.ofToken(""), "test"), ResourceTable.of(version))
                .execute(null);
        List<ApiResource> told = new ArrayList<>();
        answer.whenDone(response -> told.addAll(((ApiResponse.Discovered) response).resources()));
        return told.stream()
                .filter(resource -> resource.type().qualified().equals(qualified))
                .flatMap(resource -> resource.elsewhere().stream())
                .map(ResourceType::apiVersion)
                .toList();
    }

    @Test
    void other_groups_that_serve_the_same_objects_are_told_in_their_first_version() {
        assertThat(groupsBeside(KubernetesVersion.V1_20, "events")).containsExactly("events.k8s.io/v1");
        assertThat(groupsBeside(KubernetesVersion.V1_20, "ingresses.networking.k8s.io"))
                .containsExactly("extensions/v1beta1");
        assertThat(groupsBeside(KubernetesVersion.V1_32, "ingresses.networking.k8s.io"))
                .isEmpty();
    }
}
