package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.ConsistencyStore;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsistencyStoreTest {

    private static final ObjectKey WEB = new ObjectKey("default", "web");

    private final FakeServer server = new FakeServer(request -> new ApiResponse.Many(List.<KubernetesObject>of(), 10));
    private final Informer<Pod> pods =
            new Informer<>(server.context(), server.client(), Resources.PODS, ApiRequest.Selection.ALL, Pod.class);
    private final ConsistencyStore store = new ConsistencyStore(List.of(pods));

    private void list() {
        pods.start();
        server.runFor(10 * VirtualTime.MILLISECOND);
    }

    @Test
    void an_owner_waits_until_the_cache_has_come_as_far_as_its_newest_write() {
        store.wroteAt(WEB, "uid-1", Resources.PODS, 10);
        store.wroteAt(WEB, "uid-1", Resources.PODS, 8);

        assertThat(store.ensureReady(WEB))
                .hasToString("Optional[read version: 0 is not as new as written version: 10 for group resource pods]");
        list();
        assertThat(store.ensureReady(WEB)).isEmpty();
    }

    @Test
    void what_an_older_owner_of_that_name_wrote_is_forgotten() {
        list();
        store.wroteAt(WEB, "uid-1", Resources.PODS, 11);
        store.wroteAt(WEB, "uid-2", Resources.PODS, 9);

        assertThat(store.ensureReady(WEB)).isEmpty();
    }

    @Test
    void clearing_takes_the_owner_of_that_uid_only() {
        store.wroteAt(WEB, "uid-2", Resources.PODS, 11);

        store.clear(WEB, "uid-1");
        assertThat(store.ensureReady(WEB)).isPresent();
        store.clear(WEB, null);
        assertThat(store.ensureReady(WEB)).isEmpty();
    }

    @Test
    void a_resource_that_no_cache_holds_and_another_owner_wait_for_nothing() {
        store.wroteAt(WEB, "uid-1", Resources.REPLICA_SETS, 11);
        store.wroteAt(new ObjectKey("default", "other"), "uid-3", Resources.PODS, 11);

        assertThat(store.ensureReady(WEB)).isEmpty();
    }
}
