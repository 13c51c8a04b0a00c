package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.hop.DeliveryHop;
import dev.wavetank.model.trace.hop.DequeueHop;
import dev.wavetank.model.trace.hop.SchedulerHop;
import dev.wavetank.model.trace.hop.ServerHop;
import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.model.trace.hop.WaitHop;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.RingSink;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The details of a trace say who decided what, and what a request, a key, a pod or an object has waited for. */
class HopsTest {

    private static final String CREATE = """
            timeline:
            - {at: 5s, kubectl: create deployment web --image=nginx --replicas=3}
            """;

    private static List<TraceEntry> trace(String scenario) {
        RingSink sink = new RingSink(1_000_000, true);
        Cluster cluster = Cluster.of(ScenarioCodec.read("hops", scenario), 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.until(200 * VirtualTime.SECOND));
        return sink.entries();
    }

    private static <T extends TraceRecord> List<T> all(Class<T> type, List<TraceEntry> trace) {
        return trace.stream()
                .map(TraceEntry::record)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static List<String> decisions(List<TraceEntry> trace, String user) {
        return all(ServerHop.Authorized.class, trace).stream()
                .filter(hop -> hop.user().equals(user))
                .map(hop -> hop.by() + "|" + hop.reason())
                .distinct()
                .toList();
    }

    @Test
    void authorizations_name_what_has_permitted_them() {
        List<TraceEntry> trace = trace("""
                cluster:
                  nodes: 1
                  settings: {kube-apiserver.authorization-mode: "Node,RBAC"}
                """ + CREATE);

        assertThat(decisions(trace, "admin")).containsExactly("the group system:masters|");
        assertThat(decisions(trace, "system:node:node-1"))
                .contains("Node: it is the node's own object|", "Node: kubelets may do so with pods|");
        assertThat(decisions(trace, "system:serviceaccount:kube-system:deployment-controller"))
                .containsExactly(
                        "RBAC|RBAC: allowed by ClusterRoleBinding \"system:controller:deployment-controller\" of"
                                + " ClusterRole \"system:controller:deployment-controller\" to ServiceAccount"
                                + " \"deployment-controller/kube-system\"");
    }

    @Test
    void lines_of_a_policy_and_webhooks_are_named_too() {
        List<TraceEntry> trace = trace("""
                cluster:
                  nodes: 1
                  settings:
                    kube-apiserver.authorization-mode: ABAC,Webhook
                    kube-apiserver.authorization-policy-file: policy
                    kube-apiserver.authorization-webhook-config-file: authz.conf
                    kube-apiserver.token-auth-file: tokens
                  addOns:
                  - kind: authorizationWebhook
                    host: authz.example.com
                    rules: [{user: bob, answer: allow, reason: bob may}, {user: carol, answer: deny, reason: not carol}]
                timeline:
                - {at: 5s, kubectl: --token=a get pods}
                - {at: 6s, kubectl: --token=b get pods}
                - {at: 7s, kubectl: --token=c get pods}
                files:
                  tokens: |
                    a,alice,1
                    b,bob,2
                    c,carol,3
                  policy: |
                    # nothing
                    {"user": "alice", "readonly": true}
                  authz.conf: |
                    apiVersion: v1
                    kind: Config
                    clusters: [{name: authz, cluster: {server: "https://authz.example.com/authorize"}}]
                """);

        assertThat(decisions(trace, "alice")).contains("ABAC, by line 2 of its policy file|");
        assertThat(decisions(trace, "bob")).contains("the webhook https://authz.example.com/authorize|bob may");
        assertThat(decisions(trace, "carol")).contains("|not carol");
    }

    @Test
    void a_request_that_finds_no_processor_free_says_how_long_it_waited() {
        List<TraceEntry> trace = trace("""
                cluster: {nodes: 3, settings: {kube-apiserver.cpus: "1"}}
                timeline:
                - {at: 5s, kubectl: create deployment web --image=nginx --replicas=40}
                """);

        for (TraceEntry entry : trace) {
            if (entry.record() instanceof ServerHop.Queued queued) {
                long begun = entry.time() - queued.ago();
                assertThat(queued.waited()).isPositive();
                assertThat(trace.get((int) entry.cause() - 1).time()).isLessThanOrEqualTo(begun - queued.waited());
            }
        }
        assertThat(all(ServerHop.Queued.class, trace)).hasSizeGreaterThan(20).anyMatch(hop -> hop.waited() > 5_000_000);
    }

    @Test
    void a_request_that_was_refused_for_a_while_is_sent_again_after_a_back_off() {
        List<TraceEntry> trace = trace(CREATE + """
                faults:
                - {kind: requestThrottled, at: 5s, for: 1s, from: kube-controller-manager, count: 3}
                """);

        assertThat(all(WaitHop.Repeated.class, trace))
                .isNotEmpty()
                .allSatisfy(hop -> assertThat(hop.code()).isEqualTo(429))
                .allSatisfy(hop -> assertThat(hop.spent()).isEqualTo(Spent.REFUSED));
    }

    @Test
    void a_status_that_could_not_be_written_goes_on_from_what_refused_it() {
        List<TraceEntry> trace = trace("""
                cluster:
                  nodes: 2
                  settings:
                    kube-apiserver.max-requests-inflight: "1"
                    kube-apiserver.max-mutating-requests-inflight: "1"
                    etcd.commit-latency: 20ms
                timeline:
                - {at: 5s, kubectl: create deployment web --image=nginx --replicas=40}
                """);

        for (TraceEntry entry : trace) {
            if (entry.record() instanceof WaitHop.Refused refused) {
                assertThat(refused.refusals()).isPositive();
                assertThat(trace.get((int) entry.cause() - 1).time()).isLessThan(entry.time() - refused.ago());
            }
        }
        assertThat(all(WaitHop.Refused.class, trace)).isNotEmpty();
    }

    @Test
    void what_was_written_while_a_component_was_away_waits_for_its_start() {
        List<TraceEntry> trace = trace(CREATE + """
                faults:
                - {kind: componentCrash, component: kube-controller-manager, at: 4s, for: 5s}
                """);
        TraceEntry written = first(trace, 0, "store.added", "deployments/default/web");
        TraceEntry found = first(trace, 0, "watch.delivered", "deployments/default/web");

        assertThat(((DeliveryHop) found.record()).listed()).isTrue();
        TraceEntry began = trace.get((int) found.cause() - 1);
        assertThat(began.record()).isInstanceOf(WaitHop.Started.class);
        long at = began.time() - ((WaitHop.Started) began.record()).ago();
        assertThat(at).isBetween(9 * VirtualTime.SECOND, found.time());
        assertThat(began.cause()).isEqualTo(written.number());
    }

    private static TraceEntry first(List<TraceEntry> trace, long from, String type, String subject) {
        return trace.stream()
                .filter(entry -> entry.number() > from
                        && entry.record().type().equals(type)
                        && entry.record().subject().equals(subject))
                .findFirst()
                .orElseThrow();
    }

    /** The lease has nothing to do with it: the server was away, and the reflector is still in its back-off. */
    @Test
    void what_is_written_while_a_reflector_backs_off_waits_for_the_end_of_that() {
        List<TraceEntry> trace = trace(CREATE + """
                faults:
                - {kind: componentCrash, component: kube-apiserver, at: 3s, for: 1900ms}
                """);
        TraceEntry written = first(trace, 0, "store.added", "deployments/default/web");
        TraceEntry found = first(trace, 0, "watch.delivered", "deployments/default/web");

        TraceEntry over = trace.get((int) found.cause() - 1);
        assertThat(over.record()).isInstanceOf(WaitHop.BackedOff.class);
        assertThat(((WaitHop.BackedOff) over.record()).queue()).isEqualTo("the watch of deployments");
        assertThat(over.time() - ((WaitHop.BackedOff) over.record()).ago()).isBetween(written.time(), found.time());
        assertThat(over.cause()).isEqualTo(written.number());
    }

    @Test
    void keys_that_were_there_before_the_workers_wait_for_their_start() {
        List<TraceEntry> trace = trace("""
                timeline:
                - {at: 1s, kubectl: create deployment web --image=nginx}
                faults:
                - {kind: componentCrash, component: kube-controller-manager, at: 500ms, for: 2s}
                """);

        List<String> waited = new ArrayList<>();
        for (TraceEntry entry : trace) {
            if (entry.record() instanceof DequeueHop taken
                    && trace.get((int) entry.cause() - 1).record() instanceof WaitHop.Started) {
                waited.add(taken.key());
            }
        }
        assertThat(waited).contains("default/kubernetes");
    }

    @Test
    void a_pod_says_why_it_has_no_node_and_when_its_back_off_is_over() {
        List<TraceEntry> trace = trace("""
                cluster: {nodes: 1, profile: v1.32}
                timeline:
                - {at: 1s, kubectl: cordon node-1}
                - {at: 2s, kubectl: create deployment web --image=nginx}
                - {at: 3s, kubectl: uncordon node-1}
                """);

        assertThat(all(SchedulerHop.Unschedulable.class, trace))
                .first()
                .satisfies(hop -> assertThat(hop.reason())
                        .isEqualTo("0/1 nodes are available: 1 node(s) were unschedulable."
                                + " preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling."));
        assertThat(all(WaitHop.BackedOff.class, trace))
                .anyMatch(hop ->
                        hop.queue().equals("scheduler/back-off") && hop.key().startsWith("default/web-"));
    }

    @Test
    void generated_names_and_refusals_of_plugins_are_recorded() {
        List<TraceEntry> trace = trace("""
                timeline:
                - {at: 1s, kubectl: create quota none --hard=pods=0}
                - {at: 5s, kubectl: create deployment web --image=nginx}
                """);

        assertThat(all(ServerHop.Named.class, trace))
                .anySatisfy(hop -> assertThat(hop.object()).startsWith("pods/default/" + hop.prefix()));
        assertThat(all(ServerHop.Admitted.class, trace)).anySatisfy(hop -> {
            assertThat(hop.plugin()).isEqualTo("ResourceQuota");
            assertThat(hop.isRefusal()).isTrue();
            assertThat(hop.outcome()).contains("exceeded quota: none");
        });
        assertThat(all(RequestTrace.class, trace)).anyMatch(request -> request.code() == 403);
    }
}
