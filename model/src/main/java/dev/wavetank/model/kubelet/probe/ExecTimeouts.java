package dev.wavetank.model.kubelet.probe;

import dev.wavetank.model.gotext.GoDuration;
import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.kubelet.container.Handlers;
import dev.wavetank.model.kubelet.cri.RuntimeKind;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;

/** Commands of probes that do not end in time (pkg/probe/exec/exec.go, and the clients of runtimes that it asks). */
final class ExecTimeouts {

    /** Stands for a wait without an end. */
    private static final long VERY_LONG = VirtualTime.HOUR;

    private final boolean isFailure;
    private final boolean isReported;
    private final boolean namesTime;
    private final boolean ignores;

    ExecTimeouts(KubernetesVersion version, RuntimeKind runtime) {
        this.isFailure = version.has(Feature.EXEC_PROBE_TIMEOUT);
        this.isReported = version.has(Feature.EXEC_TIMEOUT_REPORTED);
        this.namesTime = version.has(Feature.EXEC_TIMEOUT_DURATION);
        this.ignores = !isFailure && runtime == RuntimeKind.DOCKER;
    }

    /** After how many nanoseconds an attempt ends at the latest. */
    long timeout(ProbeSpec spec) {
        return ignores && spec.handler().containsKey("exec") ? VERY_LONG : spec.timeout();
    }

    /** Whether a command that does not end in time has failed; if not, the attempt says nothing of the container. */
    boolean isFailure() {
        return isFailure;
    }

    /** What is said about such a command. */
    String text(ProbeSpec spec) {
        String time = GoDuration.text(spec.timeout());
        if (!isFailure) {
            return "rpc error: code = DeadlineExceeded desc = failed to exec in container: timeout " + time
                    + " exceeded: context deadline exceeded";
        }
        List<String> words = Handlers.command(spec.handler());
        String command = GoText.quoted(words == null ? "" : String.join(" ", words));
        if (namesTime) {
            return "command timed out: " + command + " timed out after " + time;
        }
        return isReported ? "command " + command + " timed out" : "";
    }
}
