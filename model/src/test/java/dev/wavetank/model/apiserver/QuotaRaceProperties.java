package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.AdmissionWorld.FIRST;
import static dev.wavetank.model.apiserver.AdmissionWorld.SECOND;
import static dev.wavetank.model.apiserver.AdmissionWorld.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.controller.ControllerManager;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quota.QuotaUsage;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Writers race for what a quota leaves, through two API servers in front of one etcd, while servers and the quota
 * controller crash.
 */
class QuotaRaceProperties {

    private static final Map<String, String> HARD =
            Map.of("pods", "2", "count/pods", "4", "services", "2", "services.nodeports", "3");

    /** What happens. */
    private enum Kind {
        CREATE,
        FINISH,
        DELETE,
        EXPOSE,
        HIDE,
        REMOVE,
        CRASH,
        CRASH_CONTROLLER
    }

    /**
     * One thing that happens.
     *
     * @param delay milliseconds after the one before
     * @param number of the object
     */
    private record Step(Kind kind, int delay, int number, boolean second) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Kind> kinds = Arbitraries.frequency(
                Tuple.of(8, Kind.CREATE),
                Tuple.of(2, Kind.FINISH),
                Tuple.of(6, Kind.DELETE),
                Tuple.of(5, Kind.EXPOSE),
                Tuple.of(2, Kind.HIDE),
                Tuple.of(2, Kind.REMOVE),
                Tuple.of(1, Kind.CRASH),
                Tuple.of(1, Kind.CRASH_CONTROLLER));
        Arbitrary<Integer> waits = Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.integers().between(0, 2)),
                Tuple.of(6, Arbitraries.integers().between(1, 12)),
                Tuple.of(1, Arbitraries.integers().between(100, 3000)));
        return Combinators.combine(kinds, waits, Arbitraries.integers().between(0, 5), Arbitraries.of(true, false))
                .as(Step::new)
                .list()
                .ofMinSize(20)
                .ofMaxSize(120);
    }

    /** What the store holds, and the worst that it ever held. */
    private static final class Truth {
        private final Map<String, Map<String, Quantity>> usage = new TreeMap<>();
        private final List<String> exceeded = new ArrayList<>();

        void observe(TraceEntry entry) {
            if (entry.record() instanceof StoreTrace change) {
                KubernetesObject object = change.object();
                boolean isPod = object instanceof Pod;
                if (isPod || object.kind().equals("Service")) {
                    String key = object.kind() + "/" + object.metadata().name();
                    if (change.change() == WatchEvent.Type.DELETED) {
                        usage.remove(key);
                    } else {
                        usage.put(key, QuotaUsage.of(isPod ? Resources.PODS : Resources.SERVICES, object));
                    }
                    compare(entry.time());
                }
            }
        }

        private void compare(long time) {
            HARD.forEach((name, limit) -> {
                if (used(name).compareTo(Quantity.parse(limit)) > 0) {
                    exceeded.add(name + "=" + used(name) + " at " + time);
                }
            });
        }

        Quantity used(String name) {
            Quantity sum = Quantity.ZERO;
            for (Map<String, Quantity> one : usage.values()) {
                sum = sum.plus(one.getOrDefault(name, Quantity.ZERO));
            }
            return sum;
        }
    }

    @Property(tries = 150)
    void a_quota_is_never_exceeded_and_tells_the_truth_in_the_end(
            @ForAll("steps") List<Step> steps, @ForAll long seed) {
        AdmissionWorld world = new AdmissionWorld(
                        seed,
                        8 * VirtualTime.MILLISECOND,
                        ApiServerConfig.DEFAULT,
                        KubernetesVersion.V1_32,
                        FIRST,
                        SECOND)
                .quotaController()
                .start();
        Truth truth = new Truth();
        world.trace.addSink(truth::observe);
        ResourceQuota quota =
                new ResourceQuota(ObjectMeta.named("default", "q"), new ResourceQuota.Spec(HARD, null, null), null);
        world.done(ApiRequest.Create.of(Resources.RESOURCE_QUOTAS, quota));
        world.runFor(VirtualTime.SECOND);
        for (Step step : steps) {
            world.runFor(step.delay() * VirtualTime.MILLISECOND);
            take(world, step);
        }
        world.runFor(10 * VirtualTime.MINUTE);
        assertThat(truth.exceeded).isEmpty();
        ResourceQuota last = (ResourceQuota) world.done(new ApiRequest.Get(Resources.RESOURCE_QUOTAS, "default", "q"));
        HARD.keySet()
                .forEach(name -> assertThat(Quantity.parse(last.status().used().get(name)))
                        .as(name)
                        .isEqualByComparingTo(truth.used(name)));
    }

    /** The controller manager finds no server, ends, and begins again. */
    @Example
    void a_charge_that_came_to_nothing_is_found_by_a_controller_that_began_without_a_server() {
        Step create = new Step(Kind.CREATE, 0, 0, true);
        a_quota_is_never_exceeded_and_tells_the_truth_in_the_end(
                List.of(
                        create,
                        create,
                        new Step(Kind.CRASH_CONTROLLER, 0, 0, true),
                        new Step(Kind.CREATE, 2002, 0, true),
                        new Step(Kind.CRASH, 2, 0, false)),
                0);
    }

    private static void take(AdmissionWorld world, Step step) {
        String server = step.second() ? SECOND : FIRST;
        String name = "o" + step.number();
        switch (step.kind()) {
            case CRASH -> world.crash(server);
            case CRASH_CONTROLLER -> world.crash(ControllerManager.NAME);
            default -> world.begin(server, "", request(step.kind(), name, step.number()));
        }
    }

    private static ApiRequest request(Kind kind, String name, int number) {
        ApiRequest.DeleteOptions now = new ApiRequest.DeleteOptions(0L, null, null);
        return switch (kind) {
            case CREATE -> ApiRequest.Create.of(Resources.PODS, ApiServerFixture.pod(name));
            case FINISH ->
                new ApiRequest.Patch(
                        Resources.PODS,
                        "default",
                        name,
                        "status",
                        new ApiRequest.Change.Merge(Map.of("status", Map.of("phase", "Succeeded"))));
            case DELETE -> new ApiRequest.Delete(Resources.PODS, "default", name, now);
            case EXPOSE ->
                number % 2 == 0
                        ? ApiRequest.Create.of(Resources.SERVICES, service("s" + number / 2, "NodePort"))
                        : new ApiRequest.Update(Resources.SERVICES, "", service("s" + number / 2, "NodePort"));
            case HIDE -> new ApiRequest.Update(Resources.SERVICES, "", service("s" + number / 2, "ClusterIP"));
            default -> new ApiRequest.Delete(Resources.SERVICES, "default", "s" + number / 2, now);
        };
    }

    private static KubernetesObject service(String name, String type) {
        return object(
                Resources.SERVICES,
                "default",
                name,
                "{\"spec\":{\"type\":\"" + type + "\",\"ports\":[{\"name\":\"a\",\"port\":1},"
                        + "{\"name\":\"b\",\"port\":2}]}}");
    }
}
