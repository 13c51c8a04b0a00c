package dev.wavetank.model.kubelet.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.cri.ContainerImage;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Exit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lifecycle events between two listings: {@code generateEvents} (v1.20). */
class PodChangesTest {

    private static RuntimePod pod(String sandbox, boolean ready, RuntimeContainer... containers) {
        return new RuntimePod(
                sandbox, new ObjectKey("default", "p"), "uid", 0, 0, ready, "10.0.0.2", true, List.of(containers));
    }

    private static RuntimeContainer container(String id, RuntimeContainer.State state) {
        return new RuntimeContainer(
                id,
                "c",
                new ContainerImage("nginx", "nginx", "nginx", ""),
                0,
                state,
                1,
                1,
                2,
                Exit.SUCCESS,
                null,
                List.of(),
                null);
    }

    private static final RuntimeContainer RUNNING = container("a", RuntimeContainer.State.RUNNING);
    private static final RuntimeContainer EXITED = container("a", RuntimeContainer.State.EXITED);

    @Test
    void a_new_pod_is_a_sandbox_and_its_containers() {
        assertThat(PodChanges.count(null, pod("s", true))).isEqualTo(1);
        assertThat(PodChanges.count(null, pod("s", true, RUNNING))).isEqualTo(2);
    }

    @Test
    void the_same_is_no_change() {
        assertThat(PodChanges.count(null, null)).isZero();
        assertThat(PodChanges.count(pod("s", true, RUNNING), pod("s", true, RUNNING)))
                .isZero();
    }

    @Test
    void the_end_of_a_container_is_one() {
        assertThat(PodChanges.count(pod("s", true, RUNNING), pod("s", true, EXITED)))
                .isEqualTo(1);
    }

    @Test
    void a_restart_between_two_listings_is_two_if_the_old_one_was_seen_running() {
        RuntimeContainer next = container("b", RuntimeContainer.State.RUNNING);
        assertThat(PodChanges.count(pod("s", true, RUNNING), pod("s", true, next)))
                .isEqualTo(2);
        assertThat(PodChanges.count(pod("s", true, EXITED), pod("s", true, next)))
                .isEqualTo(1);
    }

    @Test
    void the_end_of_the_sandbox_and_another_one_count() {
        assertThat(PodChanges.count(pod("s", true, EXITED), pod("s", false, EXITED)))
                .isEqualTo(1);
        assertThat(PodChanges.count(pod("s", false, EXITED), pod("t", true))).isEqualTo(3);
    }
}
