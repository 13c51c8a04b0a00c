package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Stop;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a command does.
 *
 * @param nanos how long it takes; {@link ShellState#FOR_EVER} when it does not end
 * @param code its exit code
 * @param output what it prints
 * @param message what it writes to the termination log
 * @param stop what SIGTERM does when it is the first process of a container
 * @param steps visible changes, in the order in which the script comes to them
 * @param log the same as the output, by time
 * @param asks what it asks for then: how it goes on is not known; null when it has ended
 */
record ShellOutcome(
        long nanos,
        int code,
        String output,
        String message,
        Stop stop,
        List<Step> steps,
        List<Line> log,
        @Nullable NetworkQuestion asks) {}
