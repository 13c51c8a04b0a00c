package dev.wavetank.model.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The garbage collector and kinds that Kubernetes itself does not have. */
class CustomResourceOwnersTest {

    private static final ResourceType WIDGETS = new ResourceType("shop.example.com", "v1", "Widget", "widgets", true);

    private final OwnershipWorld world = new OwnershipWorld();

    @Test
    void custom_resources_own_and_are_owned() {
        define();
        KubernetesObject top = world.create(
                WIDGETS, OwnershipWorld.object("shop.example.com/v1", "Widget", "default", "top", List.of()));
        KubernetesObject middle = world.configMap("middle", OwnershipWorld.owned(top, true));
        world.create(
                WIDGETS,
                OwnershipWorld.object(
                        "shop.example.com/v1",
                        "Widget",
                        "default",
                        "bottom",
                        List.of(),
                        OwnershipWorld.owned(middle, true)));

        world.cluster.ask(new ApiRequest.Delete(
                WIDGETS, "default", "top", new ApiRequest.DeleteOptions(null, null, "Foreground")));
        world.cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(world.names()).isEmpty();
        assertThat(world.cluster.list(WIDGETS, KubernetesObject.class)).isEmpty();
    }

    @Test
    void a_custom_resource_with_two_owners_loses_the_one_that_goes() {
        define();
        KubernetesObject one = world.configMap("one");
        KubernetesObject two = world.configMap("two");
        KubernetesObject three = world.configMap("three");
        world.create(
                WIDGETS,
                OwnershipWorld.object(
                        "shop.example.com/v1",
                        "Widget",
                        "default",
                        "shared",
                        List.of(),
                        OwnershipWorld.owned(one, true),
                        OwnershipWorld.owned(two, true),
                        OwnershipWorld.owned(three, true)));
        world.cluster.crashControllers();
        world.delete("one", "Background");
        world.delete("two", "Background");
        world.cluster.restartControllers();
        world.cluster.runFor(40 * VirtualTime.SECOND);

        assertThat(world.cluster.list(WIDGETS, KubernetesObject.class))
                .singleElement()
                .satisfies(widget -> assertThat(widget.metadata().ownerReferences())
                        .extracting(OwnerReference::name)
                        .containsExactly("three"));
    }

    private void define() {
        world.create(Resources.CUSTOM_RESOURCE_DEFINITIONS, new ObjectCodec().decode(OwnershipWorld.tree("""
                {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
                 "metadata":{"name":"widgets.shop.example.com"},
                 "spec":{"group":"shop.example.com","scope":"Namespaced",
                  "names":{"plural":"widgets","singular":"widget","kind":"Widget"},
                  "versions":[{"name":"v1","served":true,"storage":true,
                   "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}
                """)));
        world.cluster.runFor(35 * VirtualTime.SECOND);
    }
}
