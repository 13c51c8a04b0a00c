package dev.wavetank.model.kubelet.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess;
import dev.wavetank.model.kubelet.cri.process.ContainerView;
import org.junit.jupiter.api.Test;

/** Which container a new one shows as the run before it. */
class RuntimeContainerTest {

    private static final ContainerImage IMAGE = new ContainerImage("app:1", "app:1", "app:1", "sha256:1");

    private static RuntimeContainer created(String id, RuntimeContainer before) {
        CriRequest.CreateContainer asked = new CriRequest.CreateContainer(
                "sandbox", "app", "app:1", "app:1", 0, ContainerProcess.SERVER, ContainerView.EMPTY, null);
        return RuntimeContainer.created(id, asked, IMAGE, 1, before);
    }

    @Test
    void one_that_was_made_and_never_started_is_no_run() {
        RuntimeContainer ended = created("first", null).withState(RuntimeContainer.State.EXITED);
        RuntimeContainer neverStarted = created("second", ended);

        assertThat(neverStarted.previous()).isEqualTo(ended);
        assertThat(created("third", neverStarted).previous()).isEqualTo(ended);
        assertThat(created("third", created("second", null)).previous()).isNull();
    }

    @Test
    void a_run_is_kept_without_the_one_before_it() {
        RuntimeContainer first = created("first", null).withState(RuntimeContainer.State.EXITED);
        RuntimeContainer second = created("second", first).withState(RuntimeContainer.State.EXITED);

        assertThat(created("third", second).previous()).isEqualTo(second.withPrevious(null));
    }
}
