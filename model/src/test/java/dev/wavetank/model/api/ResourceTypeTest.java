package dev.wavetank.model.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where objects are kept: the keys of the real server. */
class ResourceTypeTest {

    @ParameterizedTest
    @CsvSource({
        "'', pods, true, /registry/pods/shop/a",
        "'', nodes, false, /registry/minions/a",
        "'', services, true, /registry/services/specs/shop/a",
        "'', endpoints, true, /registry/services/endpoints/shop/a",
        "'', replicationcontrollers, true, /registry/controllers/shop/a",
        "apps, deployments, true, /registry/deployments/shop/a",
        "events.k8s.io, events, true, /registry/events/shop/a",
        "networking.k8s.io, ingresses, true, /registry/ingress/shop/a",
        "coordination.k8s.io, leases, true, /registry/leases/shop/a",
        "rbac.authorization.k8s.io, clusterroles, false, /registry/clusterroles/a",
        "apiextensions.k8s.io, customresourcedefinitions, false, "
                + "/registry/apiextensions.k8s.io/customresourcedefinitions/a",
        "example.com, nodes, true, /registry/example.com/nodes/shop/a",
        "snapshot.storage.k8s.io, volumesnapshots, true, /registry/snapshot.storage.k8s.io/volumesnapshots/shop/a"
    })
    void keys_in_the_store(String group, String plural, boolean namespaced, String key) {
        ResourceType type = new ResourceType(group, "v1", "Any", plural, namespaced);
        assertThat(type.storageKey(new ObjectKey(namespaced ? "shop" : "", "a")))
                .isEqualTo(key);
    }

    /** As in an autoscaler whose target says no more than kind and name. */
    @Test
    void a_missing_api_version_is_that_of_the_core() {
        assertThat(ResourceType.groupOf(null)).isEmpty();
        assertThat(ResourceType.groupOf("v1")).isEmpty();
        assertThat(ResourceType.groupOf("apps/v1")).isEqualTo("apps");
    }
}
