package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.client.cache.Reflector;
import dev.wavetank.model.trace.RewindTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Disconnect;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the reflector does after a failure, and when: {@code k8s.io/client-go/tools/cache/reflector.go} (v1.32). Ends of
 * watches reach it without a network.
 */
class ReflectorTest {

    private static final long MILLISECOND = VirtualTime.MILLISECOND;
    private static final long SECOND = VirtualTime.SECOND;
    private static final long FIRST_BACKOFF = 800 * MILLISECOND;

    private final Deque<ApiResponse> answers = new ArrayDeque<>();
    private final FakeServer server = new FakeServer(request -> answers.isEmpty() ? none(99) : answers.remove());
    private final List<String> received = new ArrayList<>();
    private final Reflector reflector =
            new Reflector(server.context(), server.client(), Resources.PODS, ApiRequest.Selection.ALL, new Recorded());

    private final class Recorded implements Reflector.Target {

        @Override
        public void replace(List<KubernetesObject> objects) {
            received.add("all "
                    + objects.stream().map(object -> object.metadata().name()).toList());
        }

        @Override
        public void put(KubernetesObject object) {
            received.add("put " + object.metadata().name());
        }

        @Override
        public void remove(KubernetesObject last) {
            received.add("remove " + last.metadata().name());
        }
    }

    private static ApiResponse none(long revision) {
        return new ApiResponse.Many(List.of(), revision);
    }

    private static ApiResponse tooLarge() {
        return new ApiResponse.Failed(Status.tooLargeResourceVersion(7, 3, null));
    }

    private void start() {
        reflector.start();
        server.runFor(10 * MILLISECOND);
    }

    private void receive(WatchEvent.Type type, String name, long revision) {
        ObjectMeta metadata = ObjectMeta.named("default", name).withResourceVersion(ResourceVersion.of(revision));
        reflector.receive(WatchEvent.of(type, new GenericObject("v1", "Pod", metadata, null)));
    }

    private void receiveEndOfInitialEvents(String value) {
        ObjectMeta metadata = ObjectMeta.named(null, null)
                .withResourceVersion(ResourceVersion.of(11))
                .withAnnotations(Collections.singletonMap(WatchEvent.INITIAL_EVENTS_END, value));
        reflector.receive(WatchEvent.of(WatchEvent.Type.BOOKMARK, new GenericObject("v1", "Pod", metadata, null)));
    }

    private void expire() {
        reflector.receive(WatchEvent.error(Status.expired("too old")));
    }

    private List<ReadOptions> lists() {
        return server.requests().stream()
                .map(request -> ((ApiRequest.List) request).options())
                .toList();
    }

    /** How long it takes until the next watch or list is asked for, to 10 ms. */
    private long nextTry() {
        int before = server.watches().size() + server.requests().size();
        long begin = server.context().now();
        while (server.watches().size() + server.requests().size() == before) {
            server.runFor(10 * MILLISECOND);
        }
        return server.context().now() - begin;
    }

    @ParameterizedTest
    @EnumSource(names = {"REFUSED", "TIMED_OUT"})
    void a_server_that_is_not_there_is_watched_again_after_a_back_off_and_not_listed(Disconnect reason) {
        start();
        reflector.closed(reason);

        assertThat(nextTry()).isBetween(FIRST_BACKOFF, 2 * FIRST_BACKOFF + 10 * MILLISECOND);
        assertThat(server.watches()).hasSize(2);
        assertThat(lists()).hasSize(1);
    }

    @Test
    void a_watch_without_events_that_ends_after_a_second_is_opened_again_at_once() {
        start();
        server.runFor(SECOND);
        reflector.closed(Disconnect.CLOSED);

        assertThat(nextTry()).isEqualTo(10 * MILLISECOND);
        assertThat(server.watches()).hasSize(2);
        assertThat(lists()).hasSize(1);
    }

    @Test
    void a_back_off_doubles_with_each_failure_up_to_30_seconds_and_has_full_jitter() {
        start();
        for (long backoff = FIRST_BACKOFF; backoff < 30 * SECOND; backoff *= 2) {
            reflector.closed(Disconnect.REFUSED);
            assertThat(nextTry()).isStrictlyBetween(backoff + 10 * MILLISECOND, 2 * backoff + 10 * MILLISECOND);
        }
        reflector.closed(Disconnect.REFUSED);
        assertThat(nextTry()).isBetween(30 * SECOND, 60 * SECOND);
    }

    @Test
    void after_two_minutes_without_a_failure_the_back_off_starts_again() {
        start();
        for (int i = 0; i < 4; i++) {
            reflector.closed(Disconnect.REFUSED);
            nextTry();
        }
        server.runFor(2 * VirtualTime.MINUTE);
        reflector.closed(Disconnect.REFUSED);

        assertThat(nextTry()).isLessThanOrEqualTo(2 * FIRST_BACKOFF + 10 * MILLISECOND);
    }

    @Test
    void the_latest_is_listed_at_once_and_when_that_fails_too_after_a_back_off() {
        answers.add(none(7));
        answers.add(tooLarge());
        answers.add(tooLarge());
        start();
        expire();
        nextTry();
        server.runFor(100 * MILLISECOND);
        assertThat(lists()).hasSize(3);

        assertThat(nextTry()).isGreaterThan(FIRST_BACKOFF - 100 * MILLISECOND);
        assertThat(lists().subList(1, 4))
                .containsExactly(
                        ReadOptions.notOlderThan(7),
                        ReadOptions.DEFAULT.withLimit(500),
                        ReadOptions.DEFAULT.withLimit(500));
    }

    @Test
    void after_the_latest_was_listed_lists_are_again_not_older_than_what_was_seen() {
        answers.add(none(7));
        answers.add(tooLarge());
        answers.add(none(4));
        start();
        expire();
        server.runFor(2 * SECOND);
        expire();
        server.runFor(4 * SECOND);

        assertThat(lists()).endsWith(ReadOptions.notOlderThan(4));
    }

    @ParameterizedTest
    @CsvSource({"v1.16, false", "v1.17, true"})
    void before_v1_17_every_list_is_whatever_the_server_has(String version, boolean isNotOlder) {
        reflector.listAsIn(KubernetesVersion.parse(version));
        answers.add(none(7));
        start();
        expire();
        server.runFor(2 * SECOND);

        assertThat(lists()).endsWith(isNotOlder ? ReadOptions.notOlderThan(7) : ReadOptions.ANY.withLimit(500));
    }

    @Test
    void a_list_that_is_older_than_what_was_seen_is_traced() {
        reflector.listAsIn(KubernetesVersion.parse("v1.16"));
        answers.add(none(7));
        answers.add(none(4));
        start();
        expire();
        server.runFor(2 * SECOND);

        assertThat(server.records()).contains(new RewindTrace(Resources.PODS, 7, 4));
    }

    @ParameterizedTest
    @CsvSource({"v1.18, false", "v1.19, true"})
    void before_v1_19_a_server_that_is_behind_is_asked_for_the_same_again(String version, boolean takesLatest) {
        reflector.listAsIn(KubernetesVersion.parse(version));
        answers.add(none(7));
        answers.add(tooLarge());
        start();
        expire();
        server.runFor(4 * SECOND);

        assertThat(lists()).endsWith(takesLatest ? ReadOptions.DEFAULT.withLimit(500) : ReadOptions.notOlderThan(7));
    }

    @Test
    void before_v1_17_a_server_that_does_not_answer_is_listed_again() {
        reflector.listAsIn(KubernetesVersion.parse("v1.16"));
        start();
        reflector.closed(Disconnect.TIMED_OUT);
        server.runFor(2 * SECOND);

        assertThat(lists()).hasSize(2);
    }

    @Test
    void initial_events_become_one_list_without_the_objects_that_were_deleted_meanwhile() {
        reflector.listAsIn(KubernetesVersion.NEWEST);
        start();
        receive(WatchEvent.Type.ADDED, "a", 3);
        receive(WatchEvent.Type.ADDED, "b", 4);
        receive(WatchEvent.Type.DELETED, "a", 5);
        receiveEndOfInitialEvents("false");
        assertThat(received).isEmpty();

        receiveEndOfInitialEvents("true");
        receive(WatchEvent.Type.ADDED, "c", 12);
        assertThat(received).containsExactly("all [b]", "put c");
    }

    @Test
    void a_watch_that_breaks_before_all_initial_events_begins_again_with_them() {
        reflector.listAsIn(KubernetesVersion.NEWEST);
        start();
        receive(WatchEvent.Type.ADDED, "a", 3);
        reflector.closed(Disconnect.RESET);

        assertThat(nextTry()).isGreaterThanOrEqualTo(FIRST_BACKOFF);
        assertThat(server.watches().get(1).options().initialEvents()).isEqualTo(WatchOptions.InitialEvents.SENT);
        receiveEndOfInitialEvents("true");
        assertThat(received).containsExactly("all []");
    }

    @Test
    void a_server_that_is_behind_or_has_forgotten_the_revision_is_asked_for_the_latest_initial_events() {
        reflector.listAsIn(KubernetesVersion.NEWEST);
        start();
        receive(WatchEvent.Type.ADDED, "a", 3);
        expire();
        server.runFor(10 * MILLISECOND);
        reflector.receive(WatchEvent.error(Status.tooLargeResourceVersion(7, 3, null)));
        server.runFor(10 * MILLISECOND);

        assertThat(lists()).isEmpty();
        assertThat(server.watches()).hasSize(3).allSatisfy(watch -> {
            assertThat(watch.options().initialEvents()).isEqualTo(WatchOptions.InitialEvents.SENT);
            assertThat(watch.options().fromRevision()).isZero();
        });
        receiveEndOfInitialEvents("true");
        assertThat(received).containsExactly("all []");
    }

    @Test
    void a_server_that_rejects_initial_events_is_listed_from_then_on() {
        reflector.listAsIn(KubernetesVersion.NEWEST);
        start();
        reflector.receive(WatchEvent.error(Status.badRequest("sendInitialEvents is forbidden")));
        server.runFor(SECOND);
        expire();
        server.runFor(2 * SECOND);

        assertThat(lists()).hasSize(2);
        assertThat(server.watches().stream()
                        .filter(watch -> watch.options().initialEvents() == WatchOptions.InitialEvents.SENT))
                .hasSize(1);
    }
}
