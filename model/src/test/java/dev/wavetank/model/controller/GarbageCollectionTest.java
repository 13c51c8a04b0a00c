package dev.wavetank.model.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The garbage collector against an API server: owners that go, in all the ways in which they may go. */
class GarbageCollectionTest {

    private static final String COLLECTOR = "generic-garbage-collector";

    private final OwnershipWorld world = new OwnershipWorld();

    @Test
    void a_chain_is_deleted_in_the_background_from_the_top() {
        KubernetesObject top = world.configMap("top");
        KubernetesObject middle = world.configMap("middle", OwnershipWorld.owned(top, true));
        world.configMap("bottom", OwnershipWorld.owned(middle, true));

        world.delete("top", "Background");

        assertThat(world.names()).isEmpty();
        assertThat(world.cluster.requestsOf(COLLECTOR))
                .containsExactly("delete configmaps 200", "delete configmaps 200");
    }

    @Test
    void a_chain_is_deleted_in_the_foreground_from_the_bottom() {
        KubernetesObject top = world.configMap("top");
        KubernetesObject middle = world.configMap("middle", OwnershipWorld.owned(top, true));
        world.configMap("bottom", OwnershipWorld.owned(middle, true));

        world.delete("top", "Foreground");
        world.cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(world.names()).isEmpty();
        assertThat(world.deletionOrder()).containsExactly("bottom", "middle", "top");
    }

    @Test
    void a_foreground_deletion_does_not_wait_for_dependents_that_do_not_block_it() {
        KubernetesObject top = world.configMap("top");
        world.configMap("held", List.of("example.com/held"), OwnershipWorld.owned(top, false));

        world.delete("top", "Foreground");
        world.cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(world.names()).containsExactly("held");
        assertThat(world.get("held").metadata().isDeleting()).isTrue();
    }

    @Test
    void a_foreground_deletion_waits_for_a_dependent_with_a_finalizer() {
        KubernetesObject top = world.configMap("top");
        world.configMap("held", List.of("example.com/held"), OwnershipWorld.owned(top, true));

        world.delete("top", "Foreground");
        world.cluster.runFor(30 * VirtualTime.SECOND);
        assertThat(world.names()).containsExactly("held", "top");

        world.patch("held", "{\"metadata\":{\"finalizers\":null}}");
        world.cluster.runFor(5 * VirtualTime.SECOND);
        assertThat(world.names()).isEmpty();
    }

    @Test
    void an_orphaning_deletion_sets_all_dependents_free() {
        KubernetesObject top = world.configMap("top");
        world.configMap("left", OwnershipWorld.owned(top, true));
        world.configMap("right", OwnershipWorld.owned(top, true));

        world.delete("top", "Orphan");
        world.cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(world.names()).containsExactly("left", "right");
        assertThat(world.get("left").metadata().ownerReferences()).isEmpty();
        assertThat(world.get("right").metadata().ownerReferences()).isEmpty();
        assertThat(world.cluster.requestsOf(COLLECTOR))
                .containsExactly("patch configmaps 200", "patch configmaps 200", "patch configmaps 200");
    }

    @Test
    void an_object_stays_while_one_of_its_owners_does_and_loses_the_other() {
        KubernetesObject one = world.configMap("one");
        KubernetesObject other = world.configMap("other");
        world.configMap("shared", OwnershipWorld.owned(one, true), OwnershipWorld.owned(other, false));

        world.delete("one", "Background");
        world.cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(world.names()).containsExactly("other", "shared");
        assertThat(world.get("shared").metadata().ownerReferences())
                .extracting(OwnerReference::name)
                .containsExactly("other");

        world.delete("other", "Background");
        world.cluster.runFor(5 * VirtualTime.SECOND);
        assertThat(world.names()).isEmpty();
    }

    @Test
    void a_cycle_is_deleted_in_the_foreground_because_nobody_waits_for_who_waits() {
        KubernetesObject one = world.configMap("one");
        KubernetesObject other = world.configMap("other", OwnershipWorld.owned(one, true));
        world.patch(
                "one",
                "{\"metadata\":{\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"other\","
                        + "\"uid\":\"" + other.uid() + "\",\"blockOwnerDeletion\":true}]}}");

        world.delete("one", "Foreground");
        world.cluster.runFor(10 * VirtualTime.SECOND);

        assertThat(world.names()).isEmpty();
    }

    @Test
    void an_owner_that_never_existed_is_as_good_as_gone() {
        world.configMap("stray", new OwnerReference("v1", "ConfigMap", "nobody", "no-such-uid", null, null));
        world.cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(world.names()).isEmpty();
    }

    @Test
    void an_owner_of_the_same_name_but_another_uid_is_not_the_owner() {
        world.configMap("top");
        world.configMap("stray", new OwnerReference("v1", "ConfigMap", "top", "another-uid", null, null));
        world.cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(world.names()).containsExactly("top");
    }

    @Test
    void an_owner_in_another_namespace_is_told_and_then_the_object_goes() {
        world.cluster.ask(ApiRequest.Create.of(
                Resources.NAMESPACES,
                new ObjectCodec()
                        .decode(OwnershipWorld.tree(
                                "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"far\"}}"))));
        KubernetesObject top = world.configMap("top");
        world.create(
                OwnershipWorld.CONFIG_MAPS,
                OwnershipWorld.object("v1", "ConfigMap", "far", "stray", List.of(), OwnershipWorld.owned(top, true)));
        world.cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(world.names()).doesNotContain("stray").contains("top");
        assertThat(world.cluster.list(Resources.EVENTS, ApiEvent.class))
                .filteredOn(event -> event.reason().equals("OwnerRefInvalidNamespace"))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.type()).isEqualTo("Warning");
                    assertThat(event.source().component()).isEqualTo("garbage-collector-controller");
                    assertThat(event.message())
                            .isEqualTo("ownerRef [v1/ConfigMap, namespace: far, name: top, uid: " + top.uid()
                                    + "] does not exist in namespace \"far\"");
                });
    }

    @Test
    void an_owner_of_an_unknown_kind_keeps_its_dependents() {
        world.configMap("kept", new OwnerReference("nowhere.example.com/v1", "Ghost", "g", "ghost-uid", null, null));
        world.cluster.runFor(VirtualTime.MINUTE);

        assertThat(world.names()).containsExactly("kept");
        assertThat(world.cluster.requestsOf(COLLECTOR)).isEmpty();
    }

    @Test
    void a_crash_in_the_middle_of_a_foreground_deletion_is_no_hindrance() {
        world.cluster.ask(TestCluster.create(TestCluster.deployment("web", 3)));
        world.cluster.send(
                new ApiRequest.Delete(
                        Resources.DEPLOYMENTS,
                        "default",
                        "web",
                        new ApiRequest.DeleteOptions(null, null, "Foreground")),
                answer -> {});
        world.cluster.runFor(6 * VirtualTime.MILLISECOND);
        world.cluster.crashControllers();
        world.cluster.runFor(VirtualTime.SECOND);
        world.cluster.restartControllers();
        world.cluster.runFor(10 * VirtualTime.SECOND);

        assertThat(world.cluster.list(Resources.DEPLOYMENTS, KubernetesObject.class))
                .isEmpty();
        assertThat(world.cluster.list(Resources.REPLICA_SETS, ReplicaSet.class)).isEmpty();
        assertThat(world.cluster.list(Resources.PODS, Pod.class)).isEmpty();
    }

    @Test
    void since_v1_23_the_collector_sends_twice_as_many_requests() {
        // 60 deletions take two requests each, 30 of which are free.
        assertThat(secondsToCollect(KubernetesVersion.V1_20)).isBetween(4.4, 4.7);
        assertThat(secondsToCollect(KubernetesVersion.V1_32)).isBetween(2.2, 2.5);
    }

    private static double secondsToCollect(KubernetesVersion version) {
        TestCluster cluster = new TestCluster(3, version, new LinkedHashMap<>());
        KubernetesObject owner = ((ApiResponse.One) cluster.ask(ApiRequest.Create.of(
                        OwnershipWorld.CONFIG_MAPS,
                        OwnershipWorld.object("v1", "ConfigMap", "default", "owner", List.of()))))
                .object();
        for (int i = 0; i < 60; i++) {
            cluster.send(
                    ApiRequest.Create.of(
                            OwnershipWorld.CONFIG_MAPS,
                            OwnershipWorld.object(
                                    "v1",
                                    "ConfigMap",
                                    "default",
                                    "dependent-" + i,
                                    List.of(),
                                    OwnershipWorld.owned(owner, false))),
                    answer -> {});
        }
        cluster.runFor(5 * VirtualTime.SECOND);
        long from = cluster.simulation.now();
        cluster.send(
                new ApiRequest.Delete(
                        OwnershipWorld.CONFIG_MAPS,
                        "default",
                        "owner",
                        new ApiRequest.DeleteOptions(null, null, "Background")),
                answer -> {});
        cluster.runFor(10 * VirtualTime.SECOND);
        long last = cluster.entries.stream()
                .filter(entry -> entry.record().type().equals("store.deleted")
                        && entry.record().subject().contains("dependent-"))
                .mapToLong(TraceEntry::time)
                .max()
                .orElseThrow();
        return (double) (last - from) / VirtualTime.SECOND;
    }
}
