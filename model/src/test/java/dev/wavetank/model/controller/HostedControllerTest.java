package dev.wavetank.model.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** For which informers the workers of a controller wait. */
class HostedControllerTest {

    private final FakeServer server = new FakeServer(request -> new ApiResponse.Many(List.of(), 1));
    private final Informer<Job> jobs = informer(Resources.JOBS, Job.class);
    private final Informer<Pod> pods = informer(Resources.PODS, Pod.class);
    private final List<String> synced = new ArrayList<>();
    private final WorkQueue<String> queue =
            new WorkQueue<>(server.context(), "tested/1", WorkQueue.Settings.of(1, WorkQueue.UNLIMITED), key -> {
                synced.add(key);
                return Completion.of(SyncResult.DONE);
            });

    private <T extends KubernetesObject> Informer<T> informer(ResourceType resource, Class<T> kind) {
        return new Informer<>(server.context(), server.client(), resource, ApiRequest.Selection.ALL, kind);
    }

    @Test
    void workers_wait_for_what_their_controller_asked_for_though_another_asked_first() {
        HostedController first = hosted(() -> {}, pods);
        HostedController second = hosted(() -> {}, jobs, pods);
        first.startWorkers();
        second.add(queue);
        second.startWorkers();
        queue.add("key");

        sync(jobs);
        assertThat(synced).isEmpty();
        sync(pods);
        assertThat(synced).containsExactly("key");
    }

    @Test
    void workers_wait_for_what_their_controller_asked_for_when_it_started_and_for_nothing_later() {
        HostedController controller = new HostedController();
        controller.create(() -> () -> controller.asksFor(jobs));
        controller.start();
        controller.asksFor(pods);
        controller.add(queue);
        controller.startWorkers();
        queue.add("key");

        assertThat(controller.awaited()).containsExactly(jobs);
        assertThat(synced).isEmpty();
        sync(jobs);
        assertThat(synced).containsExactly("key");
    }

    private static HostedController hosted(Controller controller, Informer<?>... asked) {
        HostedController hosted = new HostedController();
        hosted.create(() -> {
            List.of(asked).forEach(hosted::asksFor);
            return controller;
        });
        return hosted;
    }

    private void sync(Informer<?> informer) {
        informer.start();
        server.runFor(VirtualTime.SECOND);
    }
}
