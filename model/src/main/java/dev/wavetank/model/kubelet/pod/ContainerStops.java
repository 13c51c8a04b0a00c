package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.probe.PodProbes;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Objects;

/** Stops the containers that a sync has decided on, one after the other, before it starts others. */
final class ContainerStops {

    private final Parts parts;

    ContainerStops(Parts parts) {
        this.parts = parts;
    }

    /** Ends with whether all have ended; if not, the runtime did not respond. */
    Completion<Boolean> run(Pod pod, List<PodActions.Kill> kills) {
        return run(pod, kills, 0);
    }

    private Completion<Boolean> run(Pod pod, List<PodActions.Kill> kills, int index) {
        if (index == kills.size()) {
            return Completion.of(true);
        }
        PodActions.Kill kill = kills.get(index);
        PodProbes.Failure failure = kill.failure();
        return parts.killer()
                .kill(
                        pod,
                        kill.spec(),
                        kill.running().id(),
                        message(pod, kill),
                        failure == null ? null : failure.probe())
                .then(done -> done ? run(pod, kills, index + 1) : Completion.of(false));
    }

    private String message(Pod pod, PodActions.Kill kill) {
        return switch (kill.cause()) {
            case CHANGED ->
                parts.killer().changed(pod, kill.spec(), kill.running().image().wanted());
            case FAILED ->
                parts.killer()
                        .restarting(
                                pod,
                                kill.spec(),
                                Objects.requireNonNull(kill.failure()).text());
            case RESIZED -> "Container " + kill.spec().name() + " resize requires restart";
            case FAILED_FOR_GOOD -> parts.killer().stopping(kill.spec().name());
        };
    }
}
