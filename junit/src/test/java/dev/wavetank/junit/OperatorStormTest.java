package dev.wavetank.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.client.cache.Enqueue;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.properties.explore.Judges;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.trace.MemorySink;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A controller of the user in a process of its own. */
class OperatorStormTest {

    private static final String TEAMS = """
            timeline:
            - {at: 0s, kubectl: create namespace team-a}
            - {at: 20s, kubectl: create namespace team-b}
            """;

    /** Gives every namespace of a team a ConfigMap. */
    private static final class TeamController implements Controller {
        private final Informer<Namespace> namespaces;
        private final ApiClient client;
        private final WorkQueue<ObjectKey> queue;

        TeamController(ControllerEnvironment environment) {
            client = environment.client("team-controller");
            namespaces = environment.informer(Resources.NAMESPACES, Namespace.class);
            queue = environment.queue(1, WorkQueue.UNLIMITED, this::reconcile);
        }

        @Override
        public void start() {
            namespaces.addHandler(Enqueue.object(queue));
        }

        private Completion<SyncResult> reconcile(ObjectKey key) {
            if (!key.name().startsWith("team-")) {
                return Completion.of(SyncResult.DONE);
            }
            ConfigMap map = Scheme.parse(
                    "{apiVersion: v1, kind: ConfigMap, metadata: {name: team, namespace: " + key.name() + "}}",
                    ConfigMap.class);
            return client.send(ApiRequest.Create.of(Resources.CONFIG_MAPS, map)).map(SyncResult::of);
        }
    }

    @StormTest(seeds = 20)
    void it_survives_storms(Storm storm) {
        StormResult result =
                storm.scenario(TEAMS).operator("teams", TeamController::new).check();

        assertThat(result.runs()).isEqualTo(20);
    }

    @Test
    void it_has_requests_of_its_own_and_is_crashed_by_itself() {
        MemorySink trace = new MemorySink();
        RunResult run = run("""
                cluster: {addOns: [{kind: operator, name: teams}]}
                faults:
                - {kind: componentCrash, component: operator/teams, at: 10s, for: 20s}
                """, trace);

        RunAssert.assertThat(run).held();
        assertThat(run.faults().get(0).hits()).isPositive();
        assertThat(creations(trace)).containsExactly("team-a/team", "team-b/team");
    }

    @Test
    void of_several_instances_one_leads() {
        MemorySink trace = new MemorySink();
        RunResult run = run("""
                cluster:
                  addOns: [{kind: operator, name: teams, instance: a}, {kind: operator, name: teams, instance: b}]
                faults:
                - {kind: componentCrash, component: operator/teams/a, at: 10s, for: 5m}
                - {kind: componentCrash, component: operator/teams/b, at: 60s, for: 10s}
                """, trace);

        RunAssert.assertThat(run).held();
        assertThat(creations(trace)).contains("team-a/team", "team-b/team");
    }

    @Test
    void scenario_and_parts_have_the_same_operators() {
        assertThatThrownBy(() -> ScenarioRun.of(
                        ScenarioCodec.read("s", TEAMS + "cluster: {addOns: [{kind: operator, name: teams}]}"),
                        1,
                        ClusterParts.DEFAULT))
                .hasMessageStartingWith("cluster.addOns: the controllers of the operator teams are Java: ");
        assertThatThrownBy(() -> ScenarioRun.of(
                        ScenarioCodec.read("s", TEAMS),
                        1,
                        ClusterParts.DEFAULT.withOperator("teams", "teams", TeamController::new)))
                .hasMessageContaining("add {kind: operator, name: teams} to cluster.addOns");
        assertThatThrownBy(() -> ScenarioCodec.read("s", "cluster: {addOns: [{kind: operator, name: Teams}]}"))
                .hasMessageContaining("expected small letters, digits and '-', found 'Teams'");
    }

    @Test
    void with_rbac_it_has_the_rights_that_it_is_given() {
        MemorySink trace = new MemorySink();
        run("""
                cluster:
                  addOns: [{kind: operator, name: teams}]
                  settings: {kube-apiserver.authorization-mode: "Node,RBAC"}
                """, trace);

        assertThat(trace.entries())
                .anySatisfy(entry -> assertThat(entry.record()).isInstanceOfSatisfying(RequestTrace.class, request -> {
                    assertThat(request.user()).isEqualTo("system:serviceaccount:default:teams");
                    assertThat(request.code()).isEqualTo(403);
                }));
    }

    private static List<String> creations(MemorySink trace) {
        return trace.entries().stream()
                .map(entry -> entry.record())
                .filter(RequestTrace.class::isInstance)
                .map(RequestTrace.class::cast)
                .filter(request -> request.call().userAgent().equals("team-controller") && request.code() == 201)
                .map(RequestTrace::object)
                .toList();
    }

    private static RunResult run(String cluster, MemorySink trace) {
        return ScenarioRun.of(
                ScenarioCodec.read("teams", cluster + TEAMS),
                1,
                ClusterParts.DEFAULT.withOperator("teams", "teams", TeamController::new),
                Judges.DEFAULT,
                List.of(trace));
    }
}
