package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InformerHandlersTest {

    private final Deque<ApiResponse> answers = new ArrayDeque<>();
    private final FakeServer server = new FakeServer(request -> answers.remove());
    private final List<String> told = new ArrayList<>();
    private final Informer<Pod> informer =
            new Informer<>(server.context(), server.client(), Resources.PODS, ApiRequest.Selection.ALL, Pod.class);

    /** Notes what it is told and how many pods the cache has by then. */
    private final class Notes implements Informer.Handler<Pod> {

        private final String who;

        private Notes(String who) {
            this.who = who;
        }

        private void note(String what, Pod pod) {
            told.add(who + " " + what + " " + pod.key().name() + " of "
                    + informer.all().size());
        }

        @Override
        public void added(Pod pod) {
            note("added", pod);
        }

        @Override
        public void updated(Pod before, Pod after) {
            note(before == after ? "again" : "updated", after);
        }

        @Override
        public void deleted(Pod last) {
            note("deleted", last);
        }

        @Override
        public void deletionMissed(Pod lastSeen) {
            note("missed", lastSeen);
        }
    }

    private static KubernetesObject pod(String name, int revision) {
        return PodBuilder.builder()
                .metadata(ObjectMeta.named("default", name)
                        .withUid(name)
                        .withResourceVersion(ResourceVersion.of(revision)))
                .build();
    }

    private void start(KubernetesObject... objects) {
        answers.add(new ApiResponse.Many(List.of(objects), 5));
        informer.start();
        server.runFor(VirtualTime.SECOND / 2);
    }

    private void watch(WatchEvent.Type type, KubernetesObject object) {
        server.watch().send(WatchEvent.of(type, object));
    }

    @Test
    void a_handler_may_find_more_in_the_cache_than_it_has_been_told() {
        informer.addHandler(new Notes("a"));
        start();
        watch(WatchEvent.Type.ADDED, pod("one", 6));
        watch(WatchEvent.Type.ADDED, pod("two", 7));
        watch(WatchEvent.Type.DELETED, pod("one", 8));
        server.runFor(VirtualTime.SECOND);

        assertThat(told).containsExactly("a added one of 1", "a added two of 1", "a deleted one of 1");
    }

    @Test
    void every_handler_is_told_everything_in_order_after_the_cache_has_changed() {
        informer.addHandler(new Notes("a"));
        informer.addHandler(new Notes("b"));
        start(pod("one", 3), pod("two", 4));

        assertThat(told)
                .containsExactly("a added one of 2", "a added two of 2", "b added one of 2", "b added two of 2");
    }

    @Test
    void a_handler_is_synced_when_it_has_been_told_the_first_list() {
        List<String> order = new ArrayList<>();
        informer.synced().whenDone(done -> order.add("informer " + told.size()));
        informer.addHandler(new Notes("a")).whenDone(done -> order.add("handler " + told.size()));
        start(pod("one", 3));

        assertThat(order).containsExactly("informer 0", "handler 1");
    }

    @Test
    void a_handler_that_is_added_late_is_told_what_is_there() {
        start(pod("one", 3), pod("two", 4));
        List<Boolean> synced = new ArrayList<>();
        informer.addHandler(new Notes("late")).whenDone(synced::add);
        server.runFor(VirtualTime.SECOND);

        assertThat(told).containsExactly("late added one of 2", "late added two of 2");
        assertThat(synced).containsExactly(true);
        assertThat(informer.index(Index.NAMESPACE).find("default")).hasSize(2);
    }

    @Test
    void what_went_during_a_gap_is_told_as_missed_with_its_last_known_state() {
        informer.addHandler(new Notes("a"));
        start(pod("one", 3), pod("two", 4));
        answers.add(new ApiResponse.Many(List.of(pod("two", 9)), 20));
        server.watch().send(WatchEvent.error(Status.expired("too old")));
        server.runFor(3 * VirtualTime.SECOND);

        assertThat(told.subList(2, 4)).containsExactly("a updated two of 1", "a missed one of 1");
        assertThat(informer.cached(new ObjectKey("default", "one"))).isNull();
    }

    @Test
    void a_resync_tells_everything_again_to_those_who_want_it() {
        informer.resyncingEvery(10 * VirtualTime.SECOND);
        informer.addHandler(new Notes("a"));
        informer.addHandler(new Notes("never"), 0);
        informer.addHandler(new Notes("rarely"), 25 * VirtualTime.SECOND);
        start(pod("one", 3));
        told.clear();
        server.runFor(29 * VirtualTime.SECOND);

        assertThat(told).containsExactly("a again one of 1", "a again one of 1", "rarely again one of 1");
    }

    @Test
    void a_watch_can_begin_with_all_objects() {
        informer.of(KubernetesVersion.NEWEST).addHandler(new Notes("a"));
        informer.start();
        server.runFor(VirtualTime.SECOND / 10);
        assertThat(server.watches().get(0).options().initialEvents()).isEqualTo(WatchOptions.InitialEvents.SENT);
        watch(WatchEvent.Type.ADDED, pod("one", 3));
        watch(WatchEvent.Type.ADDED, pod("two", 4));
        server.runFor(VirtualTime.SECOND / 10);
        assertThat(informer.isSynced()).isFalse();
        watch(WatchEvent.Type.BOOKMARK, endOfInitialEvents());
        watch(WatchEvent.Type.DELETED, pod("one", 12));
        server.runFor(VirtualTime.SECOND / 10);

        assertThat(told).containsExactly("a added one of 1", "a added two of 1", "a deleted one of 1");
        assertThat(server.requests()).isEmpty();
        assertThat(server.watches()).hasSize(1);
    }

    @Test
    void a_server_that_refuses_to_begin_a_watch_so_is_asked_for_a_list() {
        informer.of(KubernetesVersion.NEWEST).start();
        server.runFor(VirtualTime.SECOND / 10);
        answers.add(new ApiResponse.Many(List.of(pod("one", 3)), 5));
        server.watch().send(WatchEvent.error(Status.badRequest("sendInitialEvents is forbidden")));
        server.runFor(VirtualTime.SECOND);

        assertThat(informer.all()).hasSize(1);
        assertThat(server.watches().get(1).options().fromRevision()).isEqualTo(5);
    }

    private static KubernetesObject endOfInitialEvents() {
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations.put("k8s.io/initial-events-end", "true");
        ObjectMeta metadata = ObjectMeta.named(null, null)
                .withResourceVersion(ResourceVersion.of(11))
                .withAnnotations(annotations);
        return new GenericObject("v1", "Pod", metadata, null);
    }
}
