package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.AdmissionWorld.FIRST;
import static dev.wavetank.model.apiserver.AdmissionWorld.SECOND;
import static dev.wavetank.model.apiserver.AdmissionWorld.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.admission.initialization.Initializers;
import dev.wavetank.model.apiserver.admission.initialization.PendingInitializers;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Pods are created, initialized, refused and deleted at odd moments, through two API servers. */
class InitializersProperties {

    private static final ApiRequest.Selection ALL = ApiRequest.Selection.ALL;

    private final List<KubernetesObject> shown = new ArrayList<>();
    private final List<ApiResponse> created = new ArrayList<>();

    /**
     * @param steps of six each: create, two kinds of initializing, refuse, delete, list
     */
    @Property(tries = 150)
    void nobody_sees_an_object_before_its_initializers_have_acted(
            @ForAll @Size(min = 4, max = 40) List<@IntRange(max = 23) Integer> steps, @ForAll long seed) {
        shown.clear();
        created.clear();
        AdmissionWorld world = new AdmissionWorld(
                        seed,
                        ApiServerConfig.DEFAULT.withAdmissionPlugins(AdmissionPlugins.defaults(KubernetesVersion.V1_8)),
                        KubernetesVersion.V1_8,
                        FIRST,
                        SECOND)
                .start();
        world.done(ApiRequest.Create.of(
                Initializers.CONFIGURATIONS,
                object(
                        Initializers.CONFIGURATIONS,
                        null,
                        "c",
                        "{\"initializers\":[{\"name\":\"a.example.com\",\"rules\":[{\"apiGroups\":[\"*\"],"
                                + "\"apiVersions\":[\"*\"],\"resources\":[\"pods\"]}]},{\"name\":\"b.example.com\","
                                + "\"rules\":[{\"apiGroups\":[\"*\"],\"apiVersions\":[\"*\"],"
                                + "\"resources\":[\"pods\"]}]}]}")));
        List<WatchEvent> watched = world.watch(Resources.PODS, ALL);
        List<WatchEvent> everything = world.watch(Resources.PODS, ALL.withUninitialized());
        for (int step : steps) {
            take(world, step % 6, "p" + step / 6 % 2, step >= 12 ? SECOND : FIRST);
            world.runFor((step * 7L % 11) * VirtualTime.MILLISECOND);
        }
        world.runFor(VirtualTime.MINUTE);
        watched.forEach(event -> {
            if (event.type() != WatchEvent.Type.DELETED) {
                shown.add(event.object());
            }
        });
        assertThat(shown)
                .allSatisfy(object -> assertThat(PendingInitializers.of(object)).isNull());
        assertThat(created).allSatisfy(answer -> {
            if (answer instanceof ApiResponse.One one) {
                assertThat(PendingInitializers.of(one.object())).isNull();
            }
        });
        assertThat(names(watched, WatchEvent.Type.ADDED)).isEqualTo(initialized(everything));
    }

    /** Uids of the objects that became visible, in order. */
    private static List<String> initialized(List<WatchEvent> everything) {
        List<String> uids = new ArrayList<>();
        for (WatchEvent event : everything) {
            boolean isVisible =
                    event.type() != WatchEvent.Type.DELETED && PendingInitializers.of(event.object()) == null;
            if (isVisible && !uids.contains(event.object().uid())) {
                uids.add(event.object().uid());
            }
        }
        return uids;
    }

    private static List<String> names(List<WatchEvent> events, WatchEvent.Type type) {
        return events.stream()
                .filter(event -> event.type() == type)
                .map(event -> event.object().uid())
                .toList();
    }

    private void take(AdmissionWorld world, int step, String name, String server) {
        if (step == 0) {
            world.begin(server, "", ApiRequest.Create.of(Resources.PODS, ApiServerFixture.pod(name)))
                    .whenDone(created::add);
        } else if (step == 4) {
            world.begin(
                    server,
                    "",
                    new ApiRequest.Delete(
                            Resources.PODS, "default", name, new ApiRequest.DeleteOptions(0L, null, null)));
        } else if (step == 5) {
            world.begin(server, "", new ApiRequest.List(Resources.PODS, "default", ALL))
                    .whenDone(response -> {
                        if (response instanceof ApiResponse.Many many) {
                            shown.addAll(many.items());
                        }
                    });
        } else {
            world.begin(server, "", new ApiRequest.Get(Resources.PODS, "default", name))
                    .whenDone(response -> act(world, server, response, step == 3));
        }
    }

    /** The first of the list acts, or refuses. */
    private static void act(AdmissionWorld world, String server, ApiResponse response, boolean refuses) {
        if (!(response instanceof ApiResponse.One one)) {
            return;
        }
        Pod pod = (Pod) one.object();
        PendingInitializers initializers = PendingInitializers.of(pod);
        if (initializers == null || initializers.pending().isEmpty()) {
            return;
        }
        List<String> left =
                initializers.pending().subList(1, initializers.pending().size());
        Pod changed = refuses
                ? PendingInitializers.fail(pod, Status.failure(StatusReason.FORBIDDEN, "no", null))
                : PendingInitializers.set(pod, left);
        world.begin(server, "", new ApiRequest.Update(Resources.PODS, "", changed));
    }
}
