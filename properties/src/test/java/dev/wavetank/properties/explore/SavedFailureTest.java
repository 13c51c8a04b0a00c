package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.client.cache.Enqueue;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.Completion;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A saved failure still fails when something is added to the model that has nothing to do with it. */
class SavedFailureTest {

    private static final String SCENARIO = """
            cluster: {nodes: 2, profile: v1.32}
            timeline:
            - {at: 1s, kubectl: apply -f web.yaml}
            files:
              web.yaml: |
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web}
                spec:
                  replicas: 3
                  selector: {matchLabels: {app: web}}
                  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}
            faults:
            - %s
            """;

    /** A new component: it has a client, requests, and draws of its own, and takes time of the API server. */
    private static final class Recorder implements Controller {

        private final ApiClient client;
        private final Informer<Deployment> deployments;
        private final WorkQueue<ObjectKey> queue;

        Recorder(ControllerEnvironment environment) {
            this.client = environment.client("recorder");
            this.deployments = environment.informer(Resources.DEPLOYMENTS, Deployment.class);
            this.queue = environment.queue(1, WorkQueue.UNLIMITED, this::reconcile);
        }

        @Override
        public void start() {
            deployments.addHandler(Enqueue.object(queue));
        }

        private Completion<SyncResult> reconcile(ObjectKey key) {
            ConfigMap map = Scheme.parse(
                    "{apiVersion: v1, kind: ConfigMap, metadata: {namespace: default, name: of-" + key.name() + "}}",
                    ConfigMap.class);
            return client.send(ApiRequest.Create.of(Resources.CONFIG_MAPS, map)).map(SyncResult::of);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            no-slow-start          | {kind: componentPause, component: etcd, at: 500s, for: 1s}
            forgotten-expectations | {kind: streamLag, from: kube-controller-manager, object: "pods/*", delay: 2s, at: 0s, for: 40s}
            leaked-expectations    | {kind: componentCrash, component: kube-apiserver, for: 300ms, after: {component: replicaset-controller, verb: create, object: "pods/*", nth: 1, wait: 0s, until: 60s}}
            """)
    void a_component_a_draw_and_a_field_change_neither_invariant_nor_cause(String bug, String fault) {
        PartsSpec spec = new PartsSpec("fifo", List.of(bug));
        RunResult failure = ScenarioRun.of(ScenarioCodec.read("saved", SCENARIO.formatted(fault)), 1, spec.parts());
        String saved = FailureCodec.write(Failure.of(failure, spec));

        Failure later = FailureCodec.read(
                "saved",
                "newField: 1\n" + saved.replace("metadata: {name: web}", "metadata: {name: web, labels: {a: b}}"));
        RunResult again =
                new Replay(later, spec.parts().withController("recorder", Recorder::new), Judges.DEFAULT).run();

        assertThat(again.fingerprint()).isNotEqualTo(failure.fingerprint());
        assertThat(FailureKind.of(again)).isEqualTo(FailureKind.of(failure));
    }
}
