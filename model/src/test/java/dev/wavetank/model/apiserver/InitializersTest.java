package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.AdmissionWorld.object;
import static dev.wavetank.model.apiserver.ApiServerFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.admission.initialization.Initializers;
import dev.wavetank.model.apiserver.admission.initialization.PendingInitializers;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy;
import dev.wavetank.model.apiserver.authz.rbac.Rule;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InitializersTest {

    private static final ApiRequest.Selection ALL = ApiRequest.Selection.ALL;

    private final List<ApiResponse> answers = new ArrayList<>();

    private static AdmissionWorld world() {
        return world(ApiServerConfig.DEFAULT);
    }

    private static AdmissionWorld world(ApiServerConfig config) {
        return new AdmissionWorld(
                        1,
                        config.withAdmissionPlugins(AdmissionPlugins.defaults(KubernetesVersion.V1_8)),
                        KubernetesVersion.V1_8,
                        AdmissionWorld.FIRST)
                .start();
    }

    private static void configure(AdmissionWorld world, String name, String resource, String... initializers) {
        List<String> items = new ArrayList<>();
        for (String initializer : initializers) {
            items.add("{\"name\":\"" + initializer + "\",\"rules\":[{\"apiGroups\":[\"\"],\"apiVersions\":[\"*\"],"
                    + "\"resources\":[\"" + resource + "\"]}]}");
        }
        world.done(ApiRequest.Create.of(
                Initializers.CONFIGURATIONS,
                object(
                        Initializers.CONFIGURATIONS,
                        null,
                        name,
                        "{\"initializers\":[" + String.join(",", items) + "]}")));
    }

    private void begin(AdmissionWorld world, Pod pod) {
        world.begin(AdmissionWorld.FIRST, world.token, ApiRequest.Create.of(Resources.PODS, pod))
                .whenDone(answers::add);
        world.runFor(100 * VirtualTime.MILLISECOND);
    }

    private static Pod stored(AdmissionWorld world) {
        return (Pod) world.done(new ApiRequest.Get(Resources.PODS, "default", "a"));
    }

    private static List<KubernetesObject> listed(AdmissionWorld world, ApiRequest.Selection selection) {
        ApiResponse response = world.send(world.token, new ApiRequest.List(Resources.PODS, "default", selection));
        return ((ApiResponse.Many) response).items();
    }

    private static ApiRequest update(Pod pod) {
        return new ApiRequest.Update(Resources.PODS, "", pod);
    }

    @Test
    void a_pod_is_shown_when_all_initializers_have_acted_in_the_order_of_the_configurations() {
        AdmissionWorld world = world();
        configure(world, "b", "pods", "last.example.com");
        configure(world, "a", "pods", "first.example.com", "second.example.com");
        configure(world, "c", "services", "other.example.com");
        List<WatchEvent> seen = world.watch(Resources.PODS, ALL);
        List<WatchEvent> seenByInitializers = world.watch(Resources.PODS, ALL.withUninitialized());
        begin(world, pod("a"));
        assertThat(PendingInitializers.of(stored(world)).pending())
                .containsExactly("first.example.com", "second.example.com", "last.example.com");
        assertThat(listed(world, ALL)).isEmpty();
        assertThat(listed(world, ALL.withUninitialized())).hasSize(1);

        world.done(update(PendingInitializers.set(stored(world), List.of("second.example.com", "last.example.com"))));
        world.done(update(PendingInitializers.set(stored(world), List.of("last.example.com"))));
        assertThat(answers).isEmpty();
        assertThat(seen).isEmpty();
        world.done(update(PendingInitializers.set(stored(world), List.of())));
        assertThat(answers)
                .singleElement()
                .satisfies(answer -> assertThat(answer.code()).isEqualTo(201));
        assertThat(seen).extracting(WatchEvent::type).containsExactly(WatchEvent.Type.ADDED);
        assertThat(seenByInitializers)
                .extracting(WatchEvent::type)
                .containsExactly(
                        WatchEvent.Type.ADDED,
                        WatchEvent.Type.MODIFIED,
                        WatchEvent.Type.MODIFIED,
                        WatchEvent.Type.MODIFIED);
        assertThat(listed(world, ALL)).hasSize(1);
    }

    @Test
    void a_missing_initializer_blocks_the_creator_until_the_timeout_and_the_pod_for_ever() {
        AdmissionWorld world = world();
        configure(world, "a", "*", "nobody.example.com");
        begin(world, pod("a"));
        world.runFor(31 * VirtualTime.SECOND);
        assertThat(((ApiResponse.Failed) answers.get(0)).status().message())
                .isEqualTo("Timeout: server has timed out waiting for the initialization of pods a");
        world.runFor(VirtualTime.MINUTE);
        assertThat(listed(world, ALL)).isEmpty();
        assertThat(stored(world)).isNotNull();
    }

    @Test
    void an_initializer_may_refuse() {
        AdmissionWorld world = world();
        configure(world, "a", "pods", "strict.example.com");
        List<WatchEvent> seen = world.watch(Resources.PODS, ALL);
        begin(world, pod("a"));
        Status refusal = Status.failure(StatusReason.FORBIDDEN, "not this one", null);
        world.done(update(PendingInitializers.fail(stored(world), refusal)));
        assertThat(((ApiResponse.Failed) answers.get(0)).status().message()).isEqualTo("not this one");
        assertThat(((ApiResponse.Failed) answers.get(0)).status().code()).isEqualTo(403);
        assertThat(listed(world, ALL.withUninitialized())).isEmpty();
        assertThat(seen).isEmpty();
    }

    @Test
    void an_object_that_is_deleted_meanwhile_is_not_created() {
        AdmissionWorld world = world();
        configure(world, "a", "pods", "slow.example.com");
        begin(world, pod("a"));
        world.done(new ApiRequest.Delete(Resources.PODS, "default", "a", new ApiRequest.DeleteOptions(0L, null, null)));
        assertThat(((ApiResponse.Failed) answers.get(0)).status().message())
                .endsWith("object was deleted while waiting for creation to complete");
    }

    @Test
    void only_who_may_initialize_gives_a_list_or_changes_what_is_not_initialized() {
        Rule writes = new Rule(List.of("*"), List.of("*"), List.of("create", "get", "update"), List.of());
        RbacPolicy policy = new RbacPolicy(
                List.of(new RbacPolicy.Role("", "writer", List.of(writes))),
                List.of(new RbacPolicy.Binding("", "writer", true, List.of(new RbacPolicy.Subject("User", "alice")))));
        Map<String, User> users = new LinkedHashMap<>();
        users.put("alice", new User("alice", List.of()));
        users.put("root", User.master("root"));
        AdmissionWorld world = world(ApiServerConfig.DEFAULT.withRbac(policy).withTokens(users));
        world.token = "root";
        configure(world, "a", "pods", "x.example.com");
        Pod listing = PendingInitializers.set(pod("b"), List.of("y.example.com"));
        assertThat(world.refusal("alice", ApiRequest.Create.of(Resources.PODS, listing)))
                .startsWith("403 pods \"b\" is forbidden: create with initializers denied: ");
        begin(world, pod("a"));
        Pod waiting = stored(world);
        assertThat(world.refusal("alice", update(PendingInitializers.set(waiting, List.of()))))
                .startsWith("403 pods \"a\" is forbidden: update to uninitialized resource denied: ");
        assertThat(answers).isEmpty();
        // An empty list is a way around all initializers, for those who may.
        Map<String, Object> empty = Map.of("initializers", Map.of("pending", List.of()));
        Pod bypass = pod(ObjectMeta.named("default", "c").withOther(empty));
        assertThat(world.send("root", ApiRequest.Create.of(Resources.PODS, bypass))
                        .code())
                .isEqualTo(201);
        assertThat(world.refusal("alice", ApiRequest.Create.of(Resources.PODS, bypass)))
                .contains("create with initializers denied");
    }

    @Test
    void what_is_initialized_stays_so_and_mirror_pods_are_exempt() {
        AdmissionWorld world = world();
        Pod free = (Pod) world.done(ApiRequest.Create.of(Resources.PODS, pod("a")));
        assertThat(world.refusal(update(PendingInitializers.set(free, List.of("late.example.com")))))
                .isEqualTo("422 Pod \"a\" is invalid: metadata.initializers: Invalid value: null: field is immutable"
                        + " once initialization has completed");
        configure(world, "a", "pods", "x.example.com");
        ObjectMeta mirror =
                ObjectMeta.named("default", "m").withAnnotations(Map.of("kubernetes.io/config.mirror", "x"));
        assertThat(world.done(ApiRequest.Create.of(Resources.PODS, pod(mirror))).uid())
                .isNotEmpty();
    }

    @Test
    void over_http_a_client_says_whether_it_wants_to_see_what_is_not_initialized() {
        AdmissionWorld world = world();
        configure(world, "a", "pods", "first.example.com");
        begin(world, pod("a"));
        String pods = "/api/v1/namespaces/default/pods";
        assertThat(world.http("GET", pods, "")).startsWith("200 ").contains("\"items\":[]");
        assertThat(world.http("GET", pods + "?includeUninitialized=true", ""))
                .contains("\"initializers\":{\"pending\":[{\"name\":\"first.example.com\"}]}");
        assertThat(world.http("GET", pods + "/a", "")).startsWith("200 ").contains("first.example.com");
        String body = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"b\",\"initializers\":"
                + "{\"pending\":[{\"name\":\"own.example.com\"}]}},\"spec\":"
                + "{\"serviceAccountName\":\"default\",\"containers\":[{\"name\":\"c\",\"image\":\"nginx\"}]}}";
        assertThat(world.http("PUT", pods + "/a", body.replace("\"b\"", "\"a\"")))
                .startsWith("200 ")
                .contains("own.example.com");
        assertThat(world.http("GET", pods, "")).contains("\"items\":[]");
    }
}
