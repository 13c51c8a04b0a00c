package dev.wavetank.properties.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.NodeShape;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.properties.invariant.ending.FinalizersAwaited;
import dev.wavetank.properties.invariant.server.AccountsInTime;
import dev.wavetank.properties.invariant.server.InitializersAsked;
import dev.wavetank.properties.invariant.server.NothingUninitialized;
import dev.wavetank.properties.invariant.workload.NamespaceLeavesNothing;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the API server does with new objects: initializers, service accounts, and namespaces that are going. */
class ServerInvariantsTest {

    private static final KubernetesVersion V1_13 = KubernetesVersion.parse("v1.13");

    private static KubernetesObject read(String manifest) {
        return new ObjectCodec()
                .decode(YamlReader.read("story", manifest).get(0).root());
    }

    private static KubernetesObject namespace(String more) {
        return read("{apiVersion: v1, kind: Namespace, metadata: {name: shop, uid: shop" + more + "}}");
    }

    private static KubernetesObject settings(String more) {
        return read("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, uid: a, namespace: shop" + more + "}}");
    }

    private static KubernetesObject configuration(String rules) {
        return read("{apiVersion: admissionregistration.k8s.io/v1alpha1, kind: InitializerConfiguration, metadata:"
                + " {name: all, uid: all}, initializers: [{name: one, rules: [" + rules + "]}]}");
    }

    private static String rule(String resource) {
        return "{apiGroups: [\"\"], apiVersions: [v1], resources: [" + resource + "]}";
    }

    private static RequestTrace created(String agent, KubernetesObject object, ApiResponse response, long received) {
        ApiRequest request =
                ApiRequest.Create.of(object.kind().equals("Pod") ? Resources.PODS : Resources.CONFIG_MAPS, object);
        return new RequestTrace(agent, new ApiCall(agent, agent, request), response, received);
    }

    /** A config map comes ten minutes after the configuration, and waits for nothing. */
    private static Observation withoutList(String rules, KubernetesObject sent) {
        Observation seen = new Observation(lag -> new InitializersAsked(lag, V1_13));
        seen.stored(configuration(rules));
        long later = 10 * VirtualTime.MINUTE;
        return seen.at(later)
                .stored(settings(""))
                .happened(created("kubectl", sent, new ApiResponse.One(201, settings("")), later));
    }

    @Test
    void a_new_object_waits_for_the_initializers_of_its_kind() {
        assertThat(withoutList(rule("pods"), settings("")).broken).isEmpty();
        assertThat(withoutList(rule("configmaps"), settings("")).broken)
                .containsExactly(
                        "configmap/shop/a: does not wait for the initializer one, of whose 1 rules 1 match it");
    }

    @Test
    void who_gives_a_list_of_initializers_is_not_contradicted() {
        assertThat(withoutList(rule("configmaps"), settings(", initializers: {pending: []}")).broken)
                .isEmpty();
    }

    @Test
    void one_of_two_rules_is_known_not_to_be_enough() {
        Observation seen = withoutList(rule("configmaps") + ", " + rule("pods"), settings(""));

        assertThat(seen.broken).isEmpty();
        assertThat(seen.known).singleElement().asString().startsWith("kubernetes#46672: ");
    }

    private static Observation waiting(List<AddOn> running) {
        ClusterSpec one = ClusterSpec.DEFAULT;
        ClusterSpec cluster =
                new ClusterSpec(one.nodes(), one.nodeCapacity(), V1_13, one.settings(), running, NodeShape.DEFAULT);
        return new Observation(new NothingUninitialized(cluster))
                .stored(settings(", initializers: {pending: [{name: one}]}"));
    }

    @Test
    void an_initializer_that_runs_leaves_nothing_waiting() {
        AddOn running = new AddOn.Initializer("one", List.of("configmaps"), List.of(), 0, Map.of(), 0);

        assertThat(waiting(List.of(running)).concluded().broken)
                .containsExactly("configmap/shop/a: waits for the initializer one, which runs");
        assertThat(waiting(List.of(running)).stored(settings("")).concluded().broken)
                .isEmpty();
    }

    @Test
    void an_initializer_that_is_slow_may_still_come_to_it() {
        AddOn slow = new AddOn.Initializer("one", List.of("configmaps"), List.of(), VirtualTime.SECOND, Map.of(), 0);

        Observation soon = waiting(List.of(slow)).at(19 * VirtualTime.SECOND).concluded();
        assertThat(soon.broken).isEmpty();
        assertThat(soon.unknown).hasSize(1);
        assertThat(waiting(List.of(slow)).at(21 * VirtualTime.SECOND).concluded().broken)
                .hasSize(1);
    }

    @Test
    void an_initializer_that_does_not_run_is_known_to_keep_objects_waiting() {
        assertThat(waiting(List.of()).concluded().known)
                .containsExactly(
                        "kubernetes#49048: configmap/shop/a: waits for the initializer one, which does not run");
    }

    /** A user's pod is refused so many seconds after its namespace was created. */
    private static Observation refused(String agent, long seconds) {
        KubernetesObject pod =
                read("{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {containers: [{name:"
                        + " web}]}}");
        ApiResponse refusal = new ApiResponse.Failed(Status.forbidden(
                Resources.PODS,
                "web",
                "error looking up service account shop/default: serviceaccount \"default\" not found"));
        return new Observation(lag -> new AccountsInTime(ClusterSpec.DEFAULT, lag))
                .stored(namespace(""))
                .at(seconds * VirtualTime.SECOND)
                .happened(created(agent, pod, refusal, seconds * VirtualTime.SECOND));
    }

    @Test
    void a_namespace_has_its_service_account_soon() {
        assertThat(refused("kubectl-run", 60).broken)
                .containsExactly("pod/shop/web: is refused, because the service account of its namespace is missing 1m"
                        + " after the namespace was created");
        assertThat(refused("kubectl-run", 2).known).singleElement().asString().startsWith("kubernetes#66689: ");
        assertThat(refused("replicaset-controller", 60).broken).isEmpty();
    }

    /** A config map comes so many seconds after the deletion of its namespace has begun, and outlives it. */
    private static Observation leftBehind(long seconds) {
        KubernetesObject deleting = namespace(", deletionTimestamp: \"2024-01-01T00:00:00Z\"");
        return new Observation(NamespaceLeavesNothing::new)
                .stored(namespace(""), deleting)
                .at(seconds * VirtualTime.SECOND)
                .stored(settings(""))
                .deleted(deleting)
                .concluded();
    }

    @Test
    void what_a_server_admits_long_after_the_deletion_has_begun_does_not_outlive_its_namespace() {
        assertThat(leftBehind(60).broken).isNotEmpty();
        assertThat(leftBehind(3).broken).isEmpty();
        assertThat(leftBehind(3).known)
                .containsExactly("kubernetes#36891: namespace/shop: is gone and has left configmaps/shop/a behind");
    }

    private static KubernetesObject failing() {
        return read(
                "{apiVersion: v1, kind: Namespace, metadata: {name: shop, uid: shop}, status: {conditions: [{type:"
                        + " NamespaceDeletionContentFailure, status: 'True', message: 'Failed to delete all resource types, 1"
                        + " remaining: unexpected items still remain in namespace: shop for gvr: /v1, Resource=configmaps'}]}}");
    }

    @Test
    void content_that_waits_for_its_finalizers_is_not_unexpected() {
        KubernetesObject held = settings(", finalizers: [example.com/hold]");
        long later = VirtualTime.MINUTE;

        assertThat(new Observation(FinalizersAwaited::new)
                        .stored(held)
                        .at(later)
                        .stored(failing())
                        .broken)
                .containsExactly("namespace/shop: calls its 1 configmaps unexpected, which wait for their finalizers");
        assertThat(new Observation(FinalizersAwaited::new)
                        .stored(settings(""))
                        .at(later)
                        .stored(held)
                        .at(later + VirtualTime.SECOND)
                        .stored(failing())
                        .broken)
                .isEmpty();
    }
}
