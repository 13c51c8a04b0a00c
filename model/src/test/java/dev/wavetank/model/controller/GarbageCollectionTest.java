package dev.wavetank.model.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.codec.JsonText;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The garbage collector against an API server: owners that go, in all the ways in which they may go. */
class GarbageCollectionTest {

    private static final ResourceType CONFIG_MAPS = new ResourceType("", "v1", "ConfigMap", "configmaps", true);
    private static final ResourceType NAMESPACES = Resources.NAMESPACES;
    private static final ResourceType WIDGETS = new ResourceType("shop.example.com", "v1", "Widget", "widgets", true);
    private static final String COLLECTOR = "generic-garbage-collector";

    private final TestCluster cluster = new TestCluster(3);

    @Test
    void a_chain_is_deleted_in_the_background_from_the_top() {
        KubernetesObject top = configMap("top");
        KubernetesObject middle = configMap("middle", owned(top, true));
        configMap("bottom", owned(middle, true));

        delete("top", "Background");

        assertThat(names()).isEmpty();
        assertThat(cluster.requestsOf(COLLECTOR)).containsExactly("delete configmaps 200", "delete configmaps 200");
    }

    @Test
    void a_chain_is_deleted_in_the_foreground_from_the_bottom() {
        KubernetesObject top = configMap("top");
        KubernetesObject middle = configMap("middle", owned(top, true));
        configMap("bottom", owned(middle, true));

        delete("top", "Foreground");
        cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(names()).isEmpty();
        assertThat(deletionOrder()).containsExactly("bottom", "middle", "top");
    }

    @Test
    void a_foreground_deletion_does_not_wait_for_dependents_that_do_not_block_it() {
        KubernetesObject top = configMap("top");
        configMap("held", List.of("example.com/held"), owned(top, false));

        delete("top", "Foreground");
        cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(names()).containsExactly("held");
        assertThat(get("held").metadata().isDeleting()).isTrue();
    }

    @Test
    void a_foreground_deletion_waits_for_a_dependent_with_a_finalizer() {
        KubernetesObject top = configMap("top");
        configMap("held", List.of("example.com/held"), owned(top, true));

        delete("top", "Foreground");
        cluster.runFor(30 * VirtualTime.SECOND);
        assertThat(names()).containsExactly("held", "top");

        patch("held", "{\"metadata\":{\"finalizers\":null}}");
        cluster.runFor(5 * VirtualTime.SECOND);
        assertThat(names()).isEmpty();
    }

    @Test
    void an_orphaning_deletion_sets_all_dependents_free() {
        KubernetesObject top = configMap("top");
        configMap("left", owned(top, true));
        configMap("right", owned(top, true));

        delete("top", "Orphan");
        cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(names()).containsExactly("left", "right");
        assertThat(get("left").metadata().ownerReferences()).isEmpty();
        assertThat(get("right").metadata().ownerReferences()).isEmpty();
        assertThat(cluster.requestsOf(COLLECTOR))
                .containsExactly("patch configmaps 200", "patch configmaps 200", "patch configmaps 200");
    }

    @Test
    void an_object_stays_while_one_of_its_owners_does_and_loses_the_other() {
        KubernetesObject one = configMap("one");
        KubernetesObject other = configMap("other");
        configMap("shared", owned(one, true), owned(other, false));

        delete("one", "Background");
        cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(names()).containsExactly("other", "shared");
        assertThat(get("shared").metadata().ownerReferences())
                .extracting(OwnerReference::name)
                .containsExactly("other");

        delete("other", "Background");
        cluster.runFor(5 * VirtualTime.SECOND);
        assertThat(names()).isEmpty();
    }

    @Test
    void a_cycle_is_deleted_in_the_foreground_because_nobody_waits_for_who_waits() {
        KubernetesObject one = configMap("one");
        KubernetesObject other = configMap("other", owned(one, true));
        patch(
                "one",
                "{\"metadata\":{\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"other\","
                        + "\"uid\":\"" + other.uid() + "\",\"blockOwnerDeletion\":true}]}}");

        delete("one", "Foreground");
        cluster.runFor(10 * VirtualTime.SECOND);

        assertThat(names()).isEmpty();
    }

    @Test
    void an_owner_that_never_existed_is_as_good_as_gone() {
        configMap("stray", new OwnerReference("v1", "ConfigMap", "nobody", "no-such-uid", null, null));
        cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(names()).isEmpty();
    }

    @Test
    void an_owner_of_the_same_name_but_another_uid_is_not_the_owner() {
        configMap("top");
        configMap("stray", new OwnerReference("v1", "ConfigMap", "top", "another-uid", null, null));
        cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(names()).containsExactly("top");
    }

    @Test
    void an_owner_in_another_namespace_is_told_and_then_the_object_goes() {
        cluster.ask(ApiRequest.Create.of(
                NAMESPACES,
                new ObjectCodec()
                        .decode(tree(
                                "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"far\"}}"))));
        KubernetesObject top = configMap("top");
        create(CONFIG_MAPS, object("v1", "ConfigMap", "far", "stray", List.of(), owned(top, true)));
        cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(names()).doesNotContain("stray").contains("top");
        assertThat(cluster.list(Resources.EVENTS, ApiEvent.class))
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
        configMap("kept", new OwnerReference("nowhere.example.com/v1", "Ghost", "g", "ghost-uid", null, null));
        cluster.runFor(VirtualTime.MINUTE);

        assertThat(names()).containsExactly("kept");
        assertThat(cluster.requestsOf(COLLECTOR)).isEmpty();
    }

    @Test
    void custom_resources_own_and_are_owned() {
        define();
        KubernetesObject top = create(WIDGETS, object("shop.example.com/v1", "Widget", "default", "top", List.of()));
        KubernetesObject middle = configMap("middle", owned(top, true));
        create(WIDGETS, object("shop.example.com/v1", "Widget", "default", "bottom", List.of(), owned(middle, true)));

        cluster.ask(new ApiRequest.Delete(
                WIDGETS, "default", "top", new ApiRequest.DeleteOptions(null, null, "Foreground")));
        cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(names()).isEmpty();
        assertThat(cluster.list(WIDGETS, KubernetesObject.class)).isEmpty();
    }

    @Test
    void a_custom_resource_with_two_owners_loses_the_one_that_goes() {
        define();
        KubernetesObject one = configMap("one");
        KubernetesObject two = configMap("two");
        KubernetesObject three = configMap("three");
        create(
                WIDGETS,
                object(
                        "shop.example.com/v1",
                        "Widget",
                        "default",
                        "shared",
                        List.of(),
                        owned(one, true),
                        owned(two, true),
                        owned(three, true)));
        cluster.crashControllers();
        delete("one", "Background");
        delete("two", "Background");
        cluster.restartControllers();
        cluster.runFor(40 * VirtualTime.SECOND);

        assertThat(cluster.list(WIDGETS, KubernetesObject.class))
                .singleElement()
                .satisfies(widget -> assertThat(widget.metadata().ownerReferences())
                        .extracting(OwnerReference::name)
                        .containsExactly("three"));
    }

    @Test
    void a_crash_in_the_middle_of_a_foreground_deletion_is_no_hindrance() {
        cluster.ask(TestCluster.create(TestCluster.deployment("web", 3)));
        cluster.send(
                new ApiRequest.Delete(
                        Resources.DEPLOYMENTS,
                        "default",
                        "web",
                        new ApiRequest.DeleteOptions(null, null, "Foreground")),
                answer -> {});
        cluster.runFor(6 * VirtualTime.MILLISECOND);
        cluster.crashControllers();
        cluster.runFor(VirtualTime.SECOND);
        cluster.restartControllers();
        cluster.runFor(10 * VirtualTime.SECOND);

        assertThat(cluster.list(Resources.DEPLOYMENTS, KubernetesObject.class)).isEmpty();
        assertThat(cluster.list(Resources.REPLICA_SETS, ReplicaSet.class)).isEmpty();
        assertThat(cluster.list(Resources.PODS, Pod.class)).isEmpty();
    }

    private void define() {
        create(Resources.CUSTOM_RESOURCE_DEFINITIONS, new ObjectCodec().decode(tree("""
                {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
                 "metadata":{"name":"widgets.shop.example.com"},
                 "spec":{"group":"shop.example.com","scope":"Namespaced",
                  "names":{"plural":"widgets","singular":"widget","kind":"Widget"},
                  "versions":[{"name":"v1","served":true,"storage":true,
                   "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}
                """)));
        cluster.runFor(35 * VirtualTime.SECOND);
    }

    private KubernetesObject configMap(String name, OwnerReference... owners) {
        return configMap(name, List.of(), owners);
    }

    private KubernetesObject configMap(String name, List<String> finalizers, OwnerReference... owners) {
        return create(CONFIG_MAPS, object("v1", "ConfigMap", "default", name, finalizers, owners));
    }

    private static GenericObject object(
            String apiVersion,
            String kind,
            String namespace,
            String name,
            List<String> finalizers,
            OwnerReference... owners) {
        return new GenericObject(
                apiVersion,
                kind,
                ObjectMetaBuilder.builder()
                        .namespace(namespace)
                        .name(name)
                        .finalizers(finalizers)
                        .ownerReferences(List.of(owners))
                        .build(),
                new LinkedHashMap<>());
    }

    private KubernetesObject create(ResourceType type, KubernetesObject object) {
        ApiResponse response = cluster.ask(ApiRequest.Create.of(type, object));
        assertThat(response).isInstanceOf(ApiResponse.One.class);
        return ((ApiResponse.One) response).object();
    }

    private static OwnerReference owned(KubernetesObject owner, boolean blocks) {
        return new OwnerReference(
                owner.apiVersion(), owner.kind(), owner.metadata().name(), owner.uid(), null, blocks);
    }

    private void delete(String name, String policy) {
        cluster.ask(
                new ApiRequest.Delete(CONFIG_MAPS, "default", name, new ApiRequest.DeleteOptions(null, null, policy)));
    }

    private void patch(String name, String merge) {
        ApiResponse response = cluster.ask(
                new ApiRequest.Patch(CONFIG_MAPS, "default", name, "", new ApiRequest.Change.Merge(tree(merge))));
        assertThat(response.code()).isEqualTo(200);
    }

    private KubernetesObject get(String name) {
        return ((ApiResponse.One) cluster.ask(new ApiRequest.Get(CONFIG_MAPS, "default", name))).object();
    }

    private List<String> names() {
        return cluster.list(CONFIG_MAPS, KubernetesObject.class).stream()
                .map(object -> object.metadata().name())
                .filter(name -> !name.startsWith("kube-root"))
                .sorted()
                .toList();
    }

    private List<String> deletionOrder() {
        return cluster.entries.stream()
                .filter(entry -> entry.record().type().equals("store.deleted"))
                .map(entry -> entry.record().subject())
                .filter(subject -> subject.startsWith("configmaps/"))
                .map(subject -> subject.substring(subject.lastIndexOf('/') + 1))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> tree(String json) {
        return (Map<String, Object>) JsonText.parse(json);
    }
}
