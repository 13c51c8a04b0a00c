package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.ApiServerFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiRequest.DeleteOptions;
import dev.wavetank.model.api.ApiRequest.Selection;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchEvent.Type;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ApiServerTest {

    private final ApiServerFixture server = ApiServerFixture.started();

    private Pod create(String name) {
        return (Pod) server.done(ApiRequest.Create.of(Resources.PODS, pod(name)));
    }

    private ApiResponse bind(String name, String node) {
        Binding binding = new Binding(ObjectMeta.named("default", name), new Binding.Target("Node", node));
        return server.send(new ApiRequest.Create(Resources.PODS, "default", name, "binding", binding));
    }

    private ApiRequest delete(String name, DeleteOptions options) {
        return new ApiRequest.Delete(Resources.PODS, "default", name, options);
    }

    private ApiRequest.Patch patch(String name, ApiRequest.Change change) {
        return new ApiRequest.Patch(Resources.PODS, "default", name, "", change);
    }

    @Test
    void a_created_pod_has_identity_defaults_and_the_revision_of_the_store() {
        Pod created = create("a");
        assertThat(created.uid()).hasSize(36);
        assertThat(created.metadata().revision()).isEqualTo(server.store.revision());
        assertThat(created.spec().schedulerName()).isEqualTo("default-scheduler");
        assertThat(created.spec().containers().get(0).imagePullPolicy()).isEqualTo("Always");
        assertThat(created.status().phase()).isEqualTo("Pending");
        assertThat(created.status().qosClass()).isEqualTo("BestEffort");
        assertThat(server.done(new ApiRequest.Get(Resources.PODS, "default", "a")))
                .isSameAs(created);
    }

    @Test
    void a_name_is_made_from_generate_name() {
        ObjectMeta metadata = ObjectMeta.named("default", null).withGenerateName("web-");
        KubernetesObject created = server.done(new ApiRequest.Create(Resources.PODS, "default", "", "", pod(metadata)));
        assertThat(created.metadata().name()).matches("web-[bcdfghjklmnpqrstvwxz2456789]{5}");
    }

    @Test
    void an_update_of_an_old_state_conflicts() {
        Pod first = create("a");
        Pod labelled = first.withMetadata(first.metadata().withLabels(Map.of("x", "y")));
        server.done(new ApiRequest.Update(Resources.PODS, "", labelled));
        assertThat(server.refusal(new ApiRequest.Update(Resources.PODS, "", labelled)))
                .isEqualTo("409 Operation cannot be fulfilled on pods \"a\": the object has been modified; please apply"
                        + " your changes to the latest version and try again");
    }

    @Test
    void an_update_that_changes_nothing_keeps_the_revision() {
        Pod first = create("a");
        long before = server.store.revision();
        assertThat(server.done(new ApiRequest.Update(Resources.PODS, "status", first)))
                .isSameAs(first);
        assertThat(server.store.revision()).isEqualTo(before);
    }

    @Test
    void a_watch_tells_what_happens_after_its_revision() {
        create("before");
        List<WatchEvent> events = server.watch(Resources.PODS, Selection.ALL, server.store.revision());
        create("a");
        bind("a", "n1");
        server.done(delete("a", new DeleteOptions(0L, null, null)));
        assertThat(events)
                .extracting(WatchEvent::type)
                .containsExactly(Type.ADDED, Type.MODIFIED, Type.MODIFIED, Type.DELETED);
        assertThat(events.get(3).object().metadata().revision()).isEqualTo(server.store.revision());
    }

    @Test
    void the_watch_of_a_node_sees_a_pod_come_when_it_is_bound() {
        List<WatchEvent> mine = server.watch(Resources.PODS, Selection.onNode("n1"), server.store.revision());
        List<WatchEvent> other = server.watch(Resources.PODS, Selection.onNode("n2"), server.store.revision());
        create("a");
        bind("a", "n1");
        server.done(delete("a", new DeleteOptions(0L, null, null)));
        assertThat(mine).extracting(WatchEvent::type).containsExactly(Type.ADDED, Type.MODIFIED, Type.DELETED);
        assertThat(other).isEmpty();
    }

    @Test
    void a_watch_by_label_sees_an_object_go_when_it_loses_the_label() {
        Pod plain = create("a");
        Selection web = new Selection(new dev.wavetank.model.api.LabelSelector(Map.of("app", "web"), null), Map.of());
        List<WatchEvent> events = server.watch(Resources.PODS, web, server.store.revision());
        Pod labelled = (Pod) server.done(new ApiRequest.Update(
                Resources.PODS, "", plain.withMetadata(plain.metadata().withLabels(Map.of("app", "web")))));
        server.done(new ApiRequest.Update(
                Resources.PODS, "", labelled.withMetadata(labelled.metadata().withLabels(Map.of()))));
        assertThat(events).extracting(WatchEvent::type).containsExactly(Type.ADDED, Type.DELETED);
        assertThat(events.get(1).object().metadata().labels()).containsEntry("app", "web");
    }

    @Test
    void a_watch_from_a_forgotten_revision_is_told_to_list_again() {
        server.components.crash("kube-apiserver");
        create("a", 3);
        server.components.restart("kube-apiserver");
        server.run();
        List<WatchEvent> events = server.watch(Resources.PODS, Selection.ALL, 1);
        assertThat(events).hasSize(1);
        assertThat(events.get(0).error().code()).isEqualTo(410);
        assertThat(events.get(0).error().message()).isEqualTo("too old resource version: 1 (11)");
    }

    private void create(String prefix, int count) {
        for (int i = 0; i < count; i++) {
            Pod pod = pod(prefix + i);
            server.store.put(Resources.PODS.storageKey(pod.key()), Resources.PODS, pod, 0);
        }
    }

    @Test
    void binding_sets_node_and_condition_once() {
        create("a");
        assertThat(bind("a", "n1")).isEqualTo(new ApiResponse.Done(201));
        Pod bound = (Pod) server.done(new ApiRequest.Get(Resources.PODS, "default", "a"));
        assertThat(bound.nodeName()).isEqualTo("n1");
        assertThat(bound.condition("PodScheduled").orElseThrow().status()).isEqualTo("True");
        assertThat(((ApiResponse.Failed) bind("a", "n2")).status().message())
                .isEqualTo(
                        "Operation cannot be fulfilled on pods/binding \"a\": pod a is already assigned to node \"n1\"");
    }

    @Test
    void a_bound_pod_is_deleted_in_two_steps() {
        create("a");
        bind("a", "n1");
        ObjectMeta marked = server.done(delete("a", DeleteOptions.DEFAULT)).metadata();
        assertThat(marked.isDeleting()).isTrue();
        assertThat(marked.deletionGracePeriodSeconds()).isEqualTo(30);
        assertThat(((ApiResponse.Failed) bind("a", "n2")).status().message())
                .isEqualTo("Operation cannot be fulfilled on pods/binding \"a\": pod a is being deleted, cannot be"
                        + " assigned to a host");
        assertThat(server.done(delete("a", DeleteOptions.DEFAULT)).metadata()).isEqualTo(marked);
        server.done(delete("a", new DeleteOptions(0L, marked.uid(), null)));
        assertThat(server.refusal(new ApiRequest.Get(Resources.PODS, "default", "a")))
                .isEqualTo("404 pods \"a\" not found");
    }

    @Test
    void a_pod_without_a_node_goes_at_once() {
        create("a");
        server.done(delete("a", DeleteOptions.DEFAULT));
        assertThat(server.store.get("/registry/pods/default/a")).isNull();
    }

    @Test
    void a_delete_of_another_uid_conflicts() {
        Pod pod = create("a");
        assertThat(server.refusal(delete("a", new DeleteOptions(null, "other", null))))
                .isEqualTo(
                        "409 Operation cannot be fulfilled on Pod \"a\": the UID in the precondition (other) does not"
                                + " match the UID in record (" + pod.uid()
                                + "). The object might have been deleted and then recreated");
    }

    @Test
    void a_finalizer_keeps_an_object_until_it_is_removed() {
        Pod pod = create("a");
        Pod kept = (Pod) server.done(new ApiRequest.Update(
                Resources.PODS, "", pod.withMetadata(pod.metadata().withFinalizers(List.of("example.com/x")))));
        Pod marked = (Pod) server.done(delete("a", DeleteOptions.DEFAULT));
        assertThat(marked.metadata().isDeleting()).isTrue();
        assertThat(marked.uid()).isEqualTo(kept.uid());
        server.done(new ApiRequest.Update(
                Resources.PODS, "", marked.withMetadata(marked.metadata().withFinalizers(List.of()))));
        assertThat(server.store.get("/registry/pods/default/a")).isNull();
    }

    @Test
    void a_second_controller_is_refused() {
        Pod pod = create("a");
        OwnerReference one = new OwnerReference("apps/v1", "ReplicaSet", "one", "u1", true, true);
        OwnerReference two = new OwnerReference("apps/v1", "ReplicaSet", "two", "u2", true, true);
        server.done(patch("a", new ApiRequest.Change.AddOwner(one, pod.uid())));
        assertThat(server.refusal(patch("a", new ApiRequest.Change.AddOwner(two, pod.uid()))))
                .startsWith("422 Pod \"a\" is invalid: metadata.ownerReferences: Invalid value: []v1.OwnerReference{")
                .endsWith(": Only one reference can have Controller set to true. Found \"true\" in references for one"
                        + " and two");
    }

    @Test
    void a_patch_of_another_uid_is_refused() {
        create("a");
        assertThat(server.refusal(patch("a", new ApiRequest.Change.RemoveOwner("u1", "other"))))
                .isEqualTo("422 Pod \"a\" is invalid: metadata.uid: Invalid value: \"other\": field is immutable");
    }

    @Test
    void a_merge_patch_changes_and_removes_fields() {
        Pod pod = create("a");
        server.done(patch(
                "a", new ApiRequest.Change.Merge(Map.of("metadata", Map.of("labels", Map.of("x", "y", "z", "1"))))));
        Map<String, Object> labels = new java.util.HashMap<>();
        labels.put("z", null);
        KubernetesObject patched =
                server.done(patch("a", new ApiRequest.Change.Merge(Map.of("metadata", Map.of("labels", labels)))));
        assertThat(patched.metadata().labels()).isEqualTo(Map.of("x", "y"));
        assertThat(((Pod) patched).spec()).isEqualTo(pod.spec());
    }

    @Test
    void a_pod_that_becomes_ready_passes_all_milestones_of_the_server() {
        Pod pod = create("a");
        bind("a", "n1");
        Pod.Status ready = PodStatusBuilder.builder()
                .phase("Running")
                .conditions(List.of(new Pod.Condition("Ready", "True", null, null, null, null)))
                .build();
        server.done(new ApiRequest.Patch(
                Resources.PODS, "default", "a", "status", new ApiRequest.Change.PodStatus(pod.withStatus(ready))));
        assertThat(server.records(Milestone.class))
                .extracting(Milestone::point)
                .containsExactly(Point.REQUEST_RECEIVED, Point.STORED, Point.POD_CREATED, Point.BOUND, Point.READY);
        assertThat(server.records(Milestone.class))
                .extracting(Milestone::object)
                .containsOnly("pod/default/a");
        assertThat(server.records(RequestTrace.class))
                .extracting(trace -> trace.response().code())
                .containsExactly(201, 201, 200);
    }

    @Test
    void without_etcd_the_server_answers_that_it_timed_out() {
        server.components.crash("etcd");
        assertThat(server.refusal(ApiRequest.Create.of(Resources.PODS, pod("a"))))
                .isEqualTo("500 rpc error: code = Unavailable desc = transport is closing");
    }

    @Test
    void watches_go_on_after_a_crash_of_etcd() {
        List<WatchEvent> events = server.watch(Resources.PODS, Selection.ALL, server.store.revision());
        create("a");
        server.components.crash("etcd");
        server.simulation.run(RunLimits.until(server.simulation.now() + 3 * VirtualTime.SECOND));
        server.components.restart("etcd");
        server.simulation.run(RunLimits.until(server.simulation.now() + 3 * VirtualTime.SECOND));
        create("b");
        assertThat(events).extracting(event -> event.object().metadata().name()).containsExactly("a", "b");
    }
}
