package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class InformerTest {

    private final Deque<ApiResponse> answers = new ArrayDeque<>();
    private final FakeServer server = new FakeServer(request -> answers.remove());

    private void start() {
        new Informer<>(server.context(), server.client(), Resources.PODS, ApiRequest.Selection.ALL, Pod.class).start();
        server.runFor(VirtualTime.SECOND / 2);
    }

    private List<ReadOptions> lists() {
        return server.requests().stream()
                .map(request -> ((ApiRequest.List) request).options())
                .toList();
    }

    private static ApiResponse none(long revision) {
        return new ApiResponse.Many(List.of(), revision);
    }

    private static WatchEvent bookmark(String revision) {
        ObjectMeta metadata = ObjectMeta.named(null, null).withResourceVersion(ResourceVersion.of(revision));
        return WatchEvent.of(WatchEvent.Type.BOOKMARK, new GenericObject("v1", "Pod", metadata, null));
    }

    @Test
    void begins_with_whatever_the_server_knows_and_watches_from_there() {
        answers.add(none(7));
        start();
        assertThat(lists()).containsExactly(ReadOptions.ANY.withLimit(500));
        assertThat(server.watches()).singleElement().satisfies(watch -> {
            assertThat(watch.options().fromRevision()).isEqualTo(7);
            assertThat(watch.options().bookmarks()).isTrue();
            assertThat(watch.options().timeout()).isBetween(5 * VirtualTime.MINUTE, 10 * VirtualTime.MINUTE);
        });
    }

    @Test
    void watches_again_at_once_from_the_last_bookmark_when_the_watch_has_ended() {
        answers.add(none(7));
        start();
        server.watch().send(bookmark("12"));
        server.watch().close();
        server.runFor(10 * VirtualTime.MILLISECOND);
        assertThat(server.watches()).hasSize(2);
        assertThat(server.watches().get(1).options().fromRevision()).isEqualTo(12);
        assertThat(lists()).hasSize(1);
    }

    @Test
    void lists_again_not_older_than_what_it_saw_when_the_server_has_forgotten_its_revision() {
        answers.add(none(7));
        answers.add(none(20));
        start();
        server.watch().send(WatchEvent.error(Status.expired("too old resource version: 7 (9)")));
        server.runFor(2 * VirtualTime.SECOND);
        assertThat(lists()).containsExactly(ReadOptions.ANY.withLimit(500), ReadOptions.notOlderThan(7));
        assertThat(server.watches().get(1).options().fromRevision()).isEqualTo(20);
    }

    @Test
    void lists_the_latest_when_the_server_cannot_give_what_it_saw() {
        answers.add(none(7));
        answers.add(new ApiResponse.Failed(Status.tooLargeResourceVersion(7, 3, null)));
        answers.add(none(4));
        start();
        server.watch().send(WatchEvent.error(Status.expired("too old")));
        server.runFor(2 * VirtualTime.SECOND);
        assertThat(lists().subList(1, 3))
                .containsExactly(ReadOptions.notOlderThan(7), ReadOptions.DEFAULT.withLimit(500));
        assertThat(server.watches().get(1).options().fromRevision()).isEqualTo(4);
    }

    @Test
    void puts_pages_together_and_asks_for_all_at_once_when_a_page_comes_too_late() {
        answers.add(new ApiResponse.Many(List.of(), 7, "token", 3L));
        answers.add(new ApiResponse.Failed(Status.expired("too late")));
        answers.add(none(9));
        start();
        assertThat(lists())
                .containsExactly(
                        ReadOptions.ANY.withLimit(500),
                        ReadOptions.DEFAULT.withLimit(500).next("token"),
                        ReadOptions.ANY);
        assertThat(server.watches().get(0).options().fromRevision()).isEqualTo(9);
    }

    @Test
    void waits_before_it_lists_again_when_the_server_hangs_up_without_a_word() {
        answers.add(none(7));
        answers.add(none(8));
        start();
        server.watch().close();
        server.runFor(100 * VirtualTime.MILLISECOND);
        assertThat(lists()).hasSize(1);
        server.runFor(2 * VirtualTime.SECOND);
        assertThat(lists()).hasSize(2);
    }
}
