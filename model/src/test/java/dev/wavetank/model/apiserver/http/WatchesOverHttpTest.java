package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.http.HttpChunk;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Disconnect;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchesOverHttpTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String WATCH = MAPS + "?watch=1";

    private final HttpWorld world = new HttpWorld(KubernetesVersion.V1_32);
    private final HttpWorld old = new HttpWorld(KubernetesVersion.V1_20);

    private static Map<?, ?> metadata(Map<?, ?> event) {
        return (Map<?, ?>) ((Map<?, ?>) event.get("object")).get("metadata");
    }

    @Test
    void events_come_as_they_happen() {
        HttpWorld.Streamed watch = world.stream(WATCH + "&timeoutSeconds=5");
        world.runFor(VirtualTime.SECOND);
        assertThat(watch.chunks).singleElement().isInstanceOf(HttpChunk.Head.class);
        world.create(MAPS, "a");
        world.send("DELETE", MAPS + "/a", "");
        assertThat(watch.types()).containsExactly("ADDED", "DELETED");
        assertThat(watch.closed).isNull();
        world.runFor(5 * VirtualTime.SECOND);
        assertThat(watch.closed).isEqualTo(Disconnect.CLOSED);
    }

    @Test
    void a_watch_without_a_time_out_ends_in_half_an_hour_or_an_hour() {
        HttpWorld.Streamed watch = world.stream(WATCH);
        world.runFor(30 * VirtualTime.MINUTE);
        assertThat(watch.closed).isNull();
        world.runFor(31 * VirtualTime.MINUTE);
        assertThat(watch.closed).isEqualTo(Disconnect.CLOSED);
    }

    @Test
    void answers_that_are_no_watches_can_be_streamed_too() {
        HttpWorld.Streamed list = world.stream(MAPS);
        world.runFor(VirtualTime.SECOND);
        assertThat(list.chunks).hasSize(2).first().isEqualTo(headOf(world.send("GET", MAPS, "")));
        assertThat(list.closed).isEqualTo(Disconnect.CLOSED);
    }

    private static HttpChunk headOf(HttpResponse response) {
        return new HttpChunk.Head(response.code(), response.headers());
    }

    @Test
    void what_the_cache_has_forgotten_is_an_event() {
        for (int i = 0; i < 3; i++) {
            world.create(MAPS, "m" + i);
        }
        HttpWorld.Streamed watch = world.stream(WATCH + "&resourceVersion=1");
        world.runFor(VirtualTime.SECOND);
        assertThat(watch.chunks.get(0))
                .isInstanceOfSatisfying(
                        HttpChunk.Head.class, head -> assertThat(head.code()).isEqualTo(200));
        assertThat(watch.types()).containsExactly("ERROR");
        Map<?, ?> status = (Map<?, ?>) watch.events().get(0).get("object");
        assertThat(status.get("code")).isEqualTo(410L);
        assertThat(status.get("reason")).isEqualTo("Expired");
        assertThat(status.get("message")).isEqualTo("too old resource version: 1 (8)");
        assertThat(watch.closed).isEqualTo(Disconnect.CLOSED);
    }

    @Test
    void servers_before_1_18_give_another_reason_for_what_the_cache_has_forgotten() {
        HttpWorld ancient = new HttpWorld(KubernetesVersion.V1_17);
        for (int i = 0; i < 3; i++) {
            ancient.create(MAPS, "m" + i);
        }
        HttpWorld.Streamed watch = ancient.stream(WATCH + "&resourceVersion=1");
        ancient.runFor(VirtualTime.SECOND);
        Map<?, ?> status = (Map<?, ?>) watch.events().get(0).get("object");
        assertThat(status.get("code")).isEqualTo(410L);
        assertThat(status.get("reason")).isEqualTo("Gone");
        assertThat(status.get("message")).asString().startsWith("too old resource version: 1 (");
    }

    @Test
    void a_bookmark_comes_about_every_minute_and_shortly_before_the_end() {
        HttpWorld.Streamed watch = world.stream(WATCH + "&allowWatchBookmarks=true&timeoutSeconds=130");
        HttpWorld.Streamed without = world.stream(WATCH + "&timeoutSeconds=130");
        world.runFor(VirtualTime.SECOND);
        world.create(MAPS, "a");
        world.runFor(62 * VirtualTime.SECOND);
        assertThat(watch.types()).containsExactly("ADDED", "BOOKMARK");
        assertThat(metadata(watch.events().get(1)).get("resourceVersion")).isEqualTo("9");
        world.runFor(70 * VirtualTime.SECOND);
        assertThat(watch.types().subList(2, watch.types().size()))
                .hasSizeBetween(2, 3)
                .containsOnly("BOOKMARK");
        assertThat(without.types()).containsExactly("ADDED");
    }

    @Test
    void a_watch_can_begin_with_all_objects_and_says_when_they_have_been_told() {
        world.create(MAPS, "a");
        world.create(MAPS, "b");
        HttpWorld.Streamed watch = world.stream(
                WATCH + "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true");
        world.runFor(VirtualTime.SECOND);
        assertThat(watch.types()).containsExactly("ADDED", "ADDED", "BOOKMARK");
        assertThat(metadata(watch.events().get(2)).get("annotations"))
                .isEqualTo(Map.of("k8s.io/initial-events-end", "true"));

        HttpWorld.Streamed without = world.stream(WATCH + "&sendInitialEvents=false&resourceVersionMatch=NotOlderThan");
        world.runFor(VirtualTime.SECOND);
        world.create(MAPS, "c");
        assertThat(without.types()).containsExactly("ADDED");
    }

    @Test
    void initial_events_are_forbidden_where_they_make_no_sense_and_unknown_before_watch_lists() {
        assertThat(world.refusal(WATCH + "&sendInitialEvents=true"))
                .isEqualTo("422 ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden:"
                        + " sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
        assertThat(world.refusal(MAPS + "?sendInitialEvents=true"))
                .isEqualTo("422 ListOptions.meta.k8s.io \"\" is invalid: sendInitialEvents: Forbidden:"
                        + " sendInitialEvents is forbidden for list");
        assertThat(world.refusal(WATCH + "&resourceVersionMatch=NotOlderThan&resourceVersion=1"))
                .isEqualTo("422 ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden:"
                        + " resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
        assertThat(old.send("GET", MAPS + "?sendInitialEvents=true", "").code()).isEqualTo(200);
    }

    @Test
    void objects_that_leave_the_selection_are_deleted_for_the_watcher() {
        HttpWorld.Streamed watch = world.stream(WATCH + "&labelSelector=of%3Da");
        world.create(MAPS, "a");
        world.create(MAPS, "b");
        String object = "{\"metadata\":{\"name\":\"a\",\"labels\":{\"of\":\"else\"}}}";
        assertThat(world.send("PUT", MAPS + "/a", object).code()).isEqualTo(200);
        assertThat(watch.types()).containsExactly("ADDED", "DELETED");
        Map<?, ?> gone = metadata(watch.events().get(1));
        assertThat(gone.get("labels")).isEqualTo(Map.of("of", "a"));
        assertThat(gone.get("resourceVersion")).isEqualTo("11");
    }

    @Test
    void the_old_path_watches_one_object() {
        HttpWorld.Streamed watch = world.stream("/api/v1/watch/namespaces/default/configmaps/a");
        world.create(MAPS, "a");
        world.create(MAPS, "b");
        assertThat(watch.types()).containsExactly("ADDED");
        assertThat(world.refusal("/api/v1/watch/namespaces/default/configmaps/a?fieldSelector=metadata.name%3Db"))
                .isEqualTo("400 fieldSelector metadata.name doesn't match requested name");
    }

    @Test
    void a_quiet_cache_hears_of_progress_when_somebody_waits_but_did_not_before() {
        world.get(MAPS);
        old.get(MAPS);
        world.create("/api/v1/namespaces/default/serviceaccounts", "s");
        assertThat(world.send("GET", MAPS + "?resourceVersion=9", "").code()).isEqualTo(200);
        old.create("/api/v1/namespaces/default/serviceaccounts", "s");
        assertThat(old.refusal(MAPS + "?resourceVersion=9"))
                .isEqualTo("504 Timeout: Too large resource version: 9, current: 8");
    }
}
