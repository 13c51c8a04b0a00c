package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Exit;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The runtime's state of one container.
 *
 * @param id identity
 * @param name name in the pod
 * @param image of the container
 * @param attempt how many containers of that name the pod had before
 * @param state of the container
 * @param createdAt virtual time at which it was made
 * @param startedAt virtual time at which its process was started; 0 when it never was
 * @param finishedAt virtual time at which its process ended
 * @param exit how its process ended; success while it runs
 * @param previous the container that ran before it, without its own predecessors, or null
 * @param log what its process writes, by the time since its start
 * @param resources what it has of processor and memory
 */
@RecordBuilder
public record RuntimeContainer(
        String id,
        String name,
        ContainerImage image,
        int attempt,
        State state,
        long createdAt,
        long startedAt,
        long finishedAt,
        Exit exit,
        @Nullable RuntimeContainer previous,
        List<Line> log,
        Container.@Nullable Resources resources)
        implements RuntimeContainerBuilder.With {

    /** States of a container. */
    public enum State {
        /** Made, not started. */
        CREATED,
        /** Its process runs. */
        RUNNING,
        /** Its process has ended. */
        EXITED
    }

    /** A container that was just made as it was asked for, in place of another one if there was one. */
    static RuntimeContainer created(
            String id,
            CriRequest.CreateContainer asked,
            ContainerImage image,
            long now,
            @Nullable RuntimeContainer before) {
        return new RuntimeContainer(
                id,
                asked.name(),
                image,
                asked.attempt(),
                State.CREATED,
                now,
                0,
                0,
                Exit.SUCCESS,
                ended(before),
                asked.process().log(),
                asked.resources());
    }

    /** The latest one that ever ran: one that was made and never started has no end that could be shown. */
    private static @Nullable RuntimeContainer ended(@Nullable RuntimeContainer before) {
        if (before == null) {
            return null;
        }
        return before.state == State.CREATED ? before.previous : before.withPrevious(null);
    }

    /** Whether its process runs. */
    public boolean isRunning() {
        return state == State.RUNNING;
    }

    /** Whether its process has ended. */
    public boolean hasExited() {
        return state == State.EXITED;
    }

    /** Whether its process has ended with code 0. */
    public boolean hasSucceeded() {
        return hasExited() && exit.code() == 0;
    }

    /** Exit code of its process. */
    public int exitCode() {
        return exit.code();
    }

    /** What its process has written until then: the times of the lines are virtual. */
    public List<Line> written(long now) {
        long end = hasExited() ? finishedAt : now;
        return state == State.CREATED
                ? List.of()
                : log.stream()
                        .map(line -> new Line(startedAt + line.at(), line.text()))
                        .filter(line -> line.at() <= end)
                        .toList();
    }

    RuntimeContainer started(long now) {
        return with().state(State.RUNNING).startedAt(now).build();
    }

    RuntimeContainer exited(long now, Exit how) {
        return with().state(State.EXITED).finishedAt(now).exit(how).build();
    }
}
