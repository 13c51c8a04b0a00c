package dev.wavetank.properties.invariant;

import static dev.wavetank.properties.invariant.Objects.bound;
import static dev.wavetank.properties.invariant.Objects.node;
import static dev.wavetank.properties.invariant.Objects.pod;
import static dev.wavetank.properties.invariant.Objects.requesting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.placement.FeasiblePodsBound;
import dev.wavetank.properties.invariant.placement.PreemptsLowerOnly;
import dev.wavetank.properties.invariant.placement.RequiredRulesMet;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.network.rule.LinkSelector;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Where pods may be bound, which may wait, and which may be preempted. */
class PlacementInvariantsTest {

    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    /** Longer than any cache lags. */
    private static final long MUCH_LATER = 10 * VirtualTime.MINUTE;

    private final Observation rules = new Observation(RequiredRulesMet::new);
    private final Observation waiting =
            new Observation(new FeasiblePodsBound(ClusterSpec.DEFAULT, new Obstacles(ClusterSpec.DEFAULT)));
    private final Observation preemption =
            new Observation(lag -> new PreemptsLowerOnly(lag, KubernetesVersion.DEFAULT));

    private static Node inZone(String name, String zone) {
        Node node = node(name, Map.of("cpu", "2", "pods", "9"));
        Node.Condition ready = new Node.Condition("Ready", "True", null, null, null, null);
        return node.withMetadata(node.metadata().withLabels(Map.of(ZONE, zone)))
                .withStatus(
                        new Node.Status(node.status().capacity(), node.status().allocatable(), List.of(ready), null));
    }

    private static Pod labelled(String name, String app) {
        Pod pod = pod(name);
        return pod.withMetadata(pod.metadata().withLabels(Map.of("app", app)));
    }

    /** A term that means pods of an app in the same zone. */
    private static Map<String, Object> term(String kind, String app) {
        Map<String, Object> selector = Map.of("matchLabels", Map.of("app", app));
        return Map.of(kind, Map.of(REQUIRED, List.of(Map.of("labelSelector", selector, "topologyKey", ZONE))));
    }

    private static Pod with(Pod pod, Map<String, Object> affinity) {
        return pod.withSpec(pod.spec().withAffinity(affinity));
    }

    private static Pod spread(Pod pod) {
        Map<String, Object> constraint = Map.of(
                "maxSkew",
                1,
                "topologyKey",
                ZONE,
                "whenUnsatisfiable",
                "DoNotSchedule",
                "labelSelector",
                Map.of("matchLabels", Map.of("app", "web")));
        return pod.withSpec(pod.spec().withOther(Map.of("topologySpreadConstraints", List.of(constraint))));
    }

    private static Pod withPriority(Pod pod, int priority) {
        return pod.withSpec(pod.spec().withPriority(priority));
    }

    private void bind(Pod pod, String node) {
        rules.stored(pod, bound(pod, node));
    }

    @Test
    void a_pod_goes_only_to_a_node_that_its_selector_selects() {
        rules.stored(inZone("one", "a"));
        Pod picky = pod("picky");

        bind(picky.withSpec(picky.spec().withNodeSelector(Map.of(ZONE, "b"))), "one");

        assertThat(rules.broken)
                .containsExactly("pod/default/picky: was bound to node one,"
                        + " which its node selector and required node affinity do not select");
    }

    @Test
    void a_node_may_look_as_it_did_a_moment_ago_but_not_for_ever() {
        Node cordoned = inZone("one", "a").withSpec(new Node.Spec(null, true, null, null));
        rules.stored(inZone("one", "a")).at(VirtualTime.SECOND).stored(cordoned);

        bind(pod("early"), "one");
        assertThat(rules.broken).isEmpty();

        rules.at(MUCH_LATER);
        bind(pod("late"), "one");
        assertThat(rules.broken).containsExactly("pod/default/late: was bound to node one, which is cordoned");
    }

    @Test
    void a_pod_that_waited_for_its_claim_may_find_its_node_changed() {
        rules.stored(inZone("one", "a"))
                .at(VirtualTime.SECOND)
                .stored(inZone("one", "a").withSpec(new Node.Spec(null, true, null, null)));
        Pod pod = pod("late");
        Map<String, Object> volume = Map.of("name", "data", "persistentVolumeClaim", Map.of("claimName", "data"));
        Pod waiting = pod.withSpec(pod.spec().withVolumes(List.of(volume)));
        PersistentVolumeClaim claim = Scheme.parse(
                "{\"apiVersion\": \"v1\", \"kind\": \"PersistentVolumeClaim\", \"metadata\": {\"name\": \"data\","
                        + " \"namespace\": \"default\", \"uid\": \"c\"}, \"spec\": {}, \"status\": {\"phase\":"
                        + " \"Bound\"}}",
                PersistentVolumeClaim.class);

        rules.at(MUCH_LATER).stored(claim);
        bind(waiting, "one");
        assertThat(rules.broken).isEmpty();

        rules.at(2 * MUCH_LATER);
        Pod later = pod("later");
        bind(later.withSpec(later.spec().withVolumes(List.of(volume))), "one");
        assertThat(rules.broken).containsExactly("pod/default/later: was bound to node one, which is cordoned");
    }

    @Test
    void anti_affinity_keeps_pods_apart_whichever_of_them_has_it() {
        rules.stored(inZone("one", "a"), inZone("two", "a"), inZone("three", "b"));
        bind(with(labelled("first", "db"), term("podAntiAffinity", "web")), "one");

        bind(labelled("far", "web"), "three");
        assertThat(rules.broken).isEmpty();

        bind(labelled("near", "web"), "two");
        bind(with(labelled("third", "cache"), term("podAntiAffinity", "db")), "two");
        assertThat(rules.broken)
                .containsExactly(
                        "pod/default/near: was bound to node two, near pod/default/first,"
                                + " which required anti-affinity excludes",
                        "pod/default/third: was bound to node two, near pod/default/first,"
                                + " which required anti-affinity excludes");
    }

    @Test
    void affinity_needs_a_pod_that_is_meant_in_the_same_place() {
        rules.stored(inZone("one", "a"), inZone("two", "b"));
        bind(labelled("db", "db"), "one");
        rules.at(MUCH_LATER);

        bind(with(labelled("near", "web"), term("podAffinity", "db")), "one");
        assertThat(rules.broken).isEmpty();

        bind(with(labelled("far", "web"), term("podAffinity", "db")), "two");
        assertThat(rules.broken)
                .containsExactly("pod/default/far: was bound to node two,"
                        + " where no pod is near that its required affinity asks for");
    }

    @Test
    void the_first_pod_of_a_group_may_go_anywhere() {
        rules.stored(inZone("one", "a"));

        bind(with(labelled("first", "web"), term("podAffinity", "web")), "one");

        assertThat(rules.broken).isEmpty();
    }

    @Test
    void a_pod_waits_only_as_long_as_its_spread_asks_for_it() {
        waiting.stored(inZone("one", "a"), bound(spread(labelled("first", "web")), "one"));

        waiting.stored(spread(labelled("second", "web"))).concluded();
        assertThat(waiting.broken)
                .containsExactly("pod/default/second: waits for a node, and node one has room and suits it");

        waiting.broken.clear();
        waiting.stored(inZone("full", "b").withSpec(new Node.Spec(null, true, null, null)))
                .concluded();
        assertThat(waiting.broken).isEmpty();
    }

    @Test
    void a_spread_that_must_be_met_bounds_the_skew() {
        rules.stored(inZone("one", "a"), inZone("two", "b"));
        bind(labelled("old", "web"), "one");
        rules.at(MUCH_LATER);

        bind(spread(labelled("even", "web")), "two");
        bind(spread(labelled("third", "web")), "one");
        assertThat(rules.broken).isEmpty();

        bind(spread(labelled("fourth", "web")), "one");
        assertThat(rules.broken)
                .containsExactly("pod/default/fourth: was bound to node one, where its topology spread over " + ZONE
                        + " has a skew of 2, expected at most 1");
    }

    @Test
    void pods_share_no_host_port() {
        rules.stored(inZone("one", "a"));
        Container web = ContainerBuilder.builder()
                .name("web")
                .ports(List.of(new Container.Port(null, 80, 8080, "TCP", null)))
                .build();
        for (String name : List.of("first", "second")) {
            Pod pod = pod(name);
            bind(pod.withSpec(pod.spec().withContainers(List.of(web))), "one");
        }

        assertThat(rules.broken)
                .containsExactly("pod/default/second: was bound to node one,"
                        + " where pod/default/first has bound the same host port");
    }

    @Test
    void no_pod_waits_at_rest_when_a_node_has_room() {
        waiting.stored(inZone("one", "a"), requesting(pod("large"), "3"));
        assertThat(waiting.concluded().broken).isEmpty();

        waiting.stored(requesting(pod("small"), "1")).concluded();
        assertThat(waiting.broken)
                .containsExactly("pod/default/small: waits for a node, and node one has room and suits it");
    }

    @Test
    void a_pod_may_wait_at_rest_when_another_has_taken_the_room_or_excludes_it() {
        waiting.stored(inZone("one", "a"), bound(requesting(pod("large"), "2"), "one"), requesting(pod("small"), "1"));
        waiting.stored(with(labelled("apart", "web"), term("podAntiAffinity", "large")));
        Pod large = bound(requesting(labelled("large", "large"), "2"), "one");

        assertThat(waiting.stored(large).concluded().broken).isEmpty();
    }

    @Test
    void what_a_pod_asks_for_as_a_whole_counts_instead_of_what_its_containers_do() {
        Pod large = requesting(pod("large"), "1");
        Map<String, Object> whole = Map.of("resources", Map.of("requests", Map.of("cpu", "5")));

        waiting.stored(inZone("one", "a"), large.withSpec(large.spec().withOther(whole)));

        assertThat(waiting.concluded().broken).isEmpty();
    }

    @Test
    void pods_with_disks_and_with_ports_of_sidecars_are_not_judged() {
        Pod disk = pod("disk");
        Pod port = pod("port");
        Container sidecar = ContainerBuilder.builder()
                .name("sidecar")
                .ports(List.of(new Container.Port(null, 80, 8080, "TCP", null)))
                .other(Map.of("restartPolicy", "Always"))
                .build();
        Map<String, Object> shared = Map.of("name", "v", "gcePersistentDisk", Map.of("pdName", "x"));

        waiting.stored(
                inZone("one", "a"),
                disk.withSpec(disk.spec().withVolumes(List.of(shared))),
                port.withSpec(port.spec().withInitContainers(List.of(sidecar))));
        assertThat(waiting.concluded().broken).isEmpty();

        Pod free = pod("free");
        Map<String, Object> scratch = Map.of("name", "v", "emptyDir", Map.of());
        waiting.stored(free.withSpec(free.spec().withVolumes(List.of(scratch)))).concluded();
        assertThat(waiting.broken).hasSize(1);
    }

    @Test
    void room_that_is_kept_for_a_pod_that_does_not_fit_is_known_of_old_versions() {
        for (KubernetesVersion version : List.of(KubernetesVersion.V1_20, KubernetesVersion.V1_32)) {
            ClusterSpec cluster = new ClusterSpec(
                    ClusterSpec.DEFAULT.nodes(), ClusterSpec.DEFAULT.nodeCapacity(), version, new TreeMap<>());
            Observation old = new Observation(new FeasiblePodsBound(cluster, new Obstacles(cluster)));
            Pod large = requesting(pod("large"), "3");
            old.stored(inZone("one", "a"), requesting(pod("small"), "1"));
            old.stored(large.withStatus(
                    PodStatusBuilder.builder().nominatedNodeName("one").build()));

            assertThat(old.concluded().broken.isEmpty())
                    .as(version.toString())
                    .isEqualTo(version == KubernetesVersion.V1_20);
            assertThat(old.known.isEmpty()).isNotEqualTo(old.broken.isEmpty());
        }
    }

    @Test
    void only_a_pod_of_higher_priority_preempts() {
        Pod victim = bound(withPriority(pod("victim"), 5), "one");
        preemption.stored(victim, withPriority(pod("equal"), 5));
        RequestTrace deletion = deletion(victim);

        preemption.happened(deletion);
        assertThat(preemption.broken)
                .containsExactly("pod/default/victim: was deleted by a scheduler,"
                        + " and no pod waits that may preempt one of priority 5");

        preemption.stored(withPriority(pod("higher"), 6)).happened(deletion);
        assertThat(preemption.broken).hasSize(1);
    }

    /** Old schedulers queue a bound pod again when they got no answer to its binding. */
    @Test
    void to_preempt_for_a_bound_pod_is_known_of_old_versions_after_a_lost_answer() {
        for (KubernetesVersion version : List.of(KubernetesVersion.V1_20, KubernetesVersion.V1_32)) {
            Observation seen = new Observation(lag -> new PreemptsLowerOnly(lag, version));
            Pod victim = bound(withPriority(pod("victim"), 5), "one");
            seen.stored(victim, withPriority(pod("higher"), 6), bound(withPriority(pod("higher"), 6), "two"));
            seen.at(MUCH_LATER).happened(deletion(victim));
            assertThat(seen.broken).hasSize(1);

            seen.faultOpened(new LinkFault.Partition(new LinkSelector("kube-scheduler", "kube-apiserver")));
            seen.at(3 * MUCH_LATER).happened(deletion(victim));
            assertThat(seen.known).hasSize(version == KubernetesVersion.V1_20 ? 1 : 0);
        }
    }

    private static RequestTrace deletion(Pod victim) {
        ApiRequest request = new ApiRequest.Delete(
                Resources.PODS, "default", victim.metadata().name(), ApiRequest.DeleteOptions.DEFAULT);
        return new RequestTrace(
                "system:kube-scheduler",
                new ApiCall("kube-scheduler", "kube-scheduler", request),
                new ApiResponse.One(200, victim),
                0);
    }
}
