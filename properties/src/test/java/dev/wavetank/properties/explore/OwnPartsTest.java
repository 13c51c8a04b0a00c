package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.client.cache.Enqueue;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.trace.TraceEntry;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Controllers and invariants of a user: what is found with them can be replayed, and their own mistakes are named. */
class OwnPartsTest {

    private static final Scenario SCENARIO = Scenario.ofCommand(
            ClusterSpec.ofNodes(1), List.of("create", "deployment", "web", "--image=nginx", "--replicas=1"));

    @TempDir
    private Path directory;

    /** Makes a ConfigMap for every pod, with a name that a function chooses. */
    private static final class Recorder implements Controller {

        private final ApiClient client;
        private final Informer<Pod> pods;
        private final WorkQueue<ObjectKey> queue;
        private final Function<ObjectKey, String> name;

        Recorder(ControllerEnvironment environment, Function<ObjectKey, String> name) {
            this.client = environment.client("recorder");
            this.pods = environment.informer(Resources.PODS, Pod.class);
            this.queue = environment.queue(1, WorkQueue.UNLIMITED, this::reconcile);
            this.name = name;
        }

        @Override
        public void start() {
            pods.addHandler(Enqueue.object(queue));
        }

        private Completion<SyncResult> reconcile(ObjectKey key) {
            ConfigMap map = Scheme.parse(
                    "{apiVersion: v1, kind: ConfigMap, metadata: {namespace: default, name: " + name.apply(key) + "}}",
                    ConfigMap.class);
            return client.send(ApiRequest.Create.of(Resources.CONFIG_MAPS, map)).map(SyncResult::of);
        }
    }

    /** There is no ConfigMap of the recorder. */
    private static final class NoRecord implements Invariant {

        @Override
        public String name() {
            return "NoRecord";
        }

        @Override
        public String statement() {
            return "Nothing is recorded.";
        }

        @Override
        public void observe(TraceEntry entry, Outcomes outcomes) {
            if (entry.record() instanceof StoreTrace change
                    && change.object() instanceof ConfigMap map
                    && map.metadata().name().startsWith("of-")) {
                outcomes.broken(this, "configmap", "was made");
            }
        }
    }

    private static Exploration exploration(Function<ObjectKey, String> name) {
        ClusterParts parts =
                ClusterParts.DEFAULT.withController("recorder", environment -> new Recorder(environment, name));
        return new Exploration(SCENARIO, parts, null, 1).withInvariant(NoRecord::new);
    }

    private static RunResult found(Exploration exploration) {
        return exploration.run(1, 1, 1, run -> {}).get(0);
    }

    @Test
    void a_failure_with_own_parts_names_them_and_is_replayed_in_java() {
        Exploration exploration = exploration(key -> "of-web");
        RunResult failure = found(exploration);

        String report = exploration.saveAndReport(failure, directory);

        Path file = directory.resolve("no-record-seed-1.yaml");
        assertThat(report)
                .contains("\n  saved       " + file + "\n")
                .contains("\n  own parts   controller recorder, invariant NoRecord\n")
                .endsWith("\n              Replay.of(Path.of(\"" + file + "\")).with(exploration).run()\n");
        assertThat(Replay.of(file).with(exploration).run().fingerprint()).isEqualTo(failure.fingerprint());
        assertThat(Replay.of(file)
                        .with(exploration.parts())
                        .withInvariant(NoRecord::new)
                        .run()
                        .fingerprint())
                .isEqualTo(failure.fingerprint());
    }

    @Test
    void a_replay_without_a_part_is_refused() {
        Exploration exploration = exploration(key -> "of-web");
        exploration.saveAndReport(found(exploration), directory);
        Replay replay = Replay.of(directory.resolve("no-record-seed-1.yaml"));

        assertThatThrownBy(replay::run)
                .hasMessage("the failure was found with controller recorder and invariant NoRecord: add what is missing"
                        + " by with(parts) and withInvariant(...)");
        assertThatThrownBy(replay.with(exploration.parts())::run)
                .hasMessageStartingWith("the failure was found with invariant NoRecord: ");
    }

    @Test
    void a_failure_without_own_parts_is_replayed_by_the_command() {
        Failure failure = Failure.of(shrunk(found(exploration(key -> "of-web"))), Judges.DEFAULT);

        assertThat(failure.ownParts()).isEmpty();
    }

    private static Shrunk shrunk(RunResult failure) {
        return new Shrunk(
                failure,
                ClusterParts.DEFAULT,
                failure.scenario(),
                "fifo",
                0,
                new SearchEffort(1, false, TrialErrors.NONE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"uuid", "hash"})
    void a_failure_that_does_not_repeat_itself_is_explained_and_not_reported(String leak) {
        Function<ObjectKey, String> uuid = key -> "of-" + UUID.randomUUID();
        Function<ObjectKey, String> hash = key -> "of-" + firstOfHashSet();

        assertThatThrownBy(() -> found(exploration(leak.equals("uuid") ? uuid : hash)))
                .isInstanceOf(NondeterministicRunException.class)
                .hasMessageStartingWith("seed 1 broke an invariant, but its run is not deterministic, so this is no"
                        + " failure to report:\nthe same seed gave two different runs")
                .hasMessageContaining("configmaps");
    }

    /** Objects without a hash code of their own lie in a HashSet by their addresses. */
    private static int firstOfHashSet() {
        record Slot(Object identity, int number) {

            @Override
            public int hashCode() {
                return identity.hashCode();
            }

            @Override
            public boolean equals(Object other) {
                return this == other;
            }
        }
        Set<Slot> slots = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            slots.add(new Slot(new Object(), i));
        }
        return slots.iterator().next().number();
    }

    @Test
    void an_exception_of_a_reconciler_breaks_an_invariant_and_is_shrunk_and_saved() {
        Exploration exploration = exploration(key -> {
            throw new IllegalStateException("no name for " + key);
        });

        RunResult failure = found(exploration);

        assertThat(failure.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.invariant()).isEqualTo("NoPanic");
            assertThat(violation.object()).isEqualTo("kube-controller-manager");
            assertThat(violation.message())
                    .startsWith("reconcile default/web-")
                    .contains(" threw java.lang.IllegalStateException: no name for default/web-")
                    .contains(", at dev.wavetank.properties.explore.OwnPartsTest.");
        });
        assertThat(exploration.saveAndReport(failure, directory))
                .contains("VIOLATION NoPanic: No component throws an exception while it works.");
    }

    @Test
    void faults_cannot_aim_at_a_user_agent_that_sends_nothing() {
        Exploration exploration = exploration(key -> "of-web");
        FaultSampler sampler = new FaultSampler(FaultSampler.Intensity.LIGHT);

        assertThatThrownBy(() -> found(aiming(exploration, sampler.aimingAt("recoder"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("faults aim at 'recoder', which sends no request in this scenario without faults: did you"
                        + " mean 'recorder'? name the user agent of a controller's client");
        assertThat(found(aiming(exploration, sampler.aimingAt("recorder", "replicaset-controller"))))
                .isNotNull();
    }

    private static Exploration aiming(Exploration exploration, FaultSampler sampler) {
        return new Exploration(SCENARIO, exploration.parts(), sampler, 1, exploration.invariants());
    }

    @Test
    void an_exception_outside_of_a_reconciler_does_too() {
        Exploration exploration = new Exploration(
                SCENARIO,
                ClusterParts.DEFAULT.withController("broken", environment -> {
                    Informer<Pod> pods = environment.informer(Resources.PODS, Pod.class);
                    return () -> pods.addHandler(Informer.Handler.always(pod -> {
                        throw new IllegalStateException("a handler");
                    }));
                }),
                null,
                1);

        assertThat(found(exploration).violations())
                .extracting(Violation::invariant, Violation::object)
                .containsExactly(tuple("NoPanic", "kube-controller-manager"));
    }
}
