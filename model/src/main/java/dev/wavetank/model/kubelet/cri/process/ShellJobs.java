package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Change;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a script has sent to the background. Real process ids depend on the machine, so that they cannot be printed. */
final class ShellJobs {

    /** Before the number of a job, in place of a process id. */
    static final char MARK = '\10';

    private static final int TERMINATED = 143;
    private static final int KILLED = 137;

    private final List<Job> jobs = new ArrayList<>(0);

    /** One of them; what it has printed and changed is that from its places in the lists on. */
    private static final class Job {
        private final int lines;
        private final int changes;
        private final boolean isTold;
        private long end;
        private int code;
        private boolean isAwaited;

        private Job(ShellState state, long end, int lines, int changes) {
            this.end = end;
            this.code = state.code;
            this.lines = lines;
            this.changes = changes;
            this.isTold = state.log.size() > lines;
        }
    }

    /** Takes what has just been run as a job that ends at that time. */
    void begun(ShellState state, long end, int lines, int changes) {
        jobs.add(new Job(state, end, lines, changes));
    }

    /** What stands for the process id of the last one; null when there is none. */
    @Nullable
    String last() {
        return jobs.isEmpty() ? null : MARK + "" + (jobs.size() - 1);
    }

    private @Nullable Job find(String id) {
        boolean isJob =
                id.length() > 1 && id.charAt(0) == MARK && id.substring(1).matches("[0-9]{1,4}");
        return isJob ? jobs.get(Integer.parseInt(id.substring(1))) : null;
    }

    /** When the last of all ends; negative when there is none. */
    long end() {
        jobs.forEach(job -> job.isAwaited = true);
        return jobs.stream().mapToLong(job -> job.end).max().orElse(-1);
    }

    /** Waits for one; returns whether it is understood. */
    boolean await(String id, ShellState state) {
        Job job = find(id);
        if (job == null || job.isAwaited) {
            return false;
        }
        job.isAwaited = true;
        state.longestWait = 0;
        if (job.end == ShellState.FOR_EVER) {
            return state.runForEver(0);
        }
        state.nanos = Math.max(state.nanos, job.end);
        return state.ends(job.code);
    }

    /**
     * Sends one a signal; returns whether it is understood. A job that has ended is there until the script waits for
     * it.
     *
     * @param signal TERM, KILL, or 0
     */
    boolean signal(String id, String signal, ShellState state) {
        Job job = find(id);
        if (job == null || job.isAwaited) {
            return false;
        }
        boolean runs = job.end > state.nanos;
        if (!runs || signal.equals("0")) {
            return state.ends(0);
        }
        List<Step> changes = state.steps.subList(job.changes, state.steps.size());
        if (job.isTold
                || changes.stream().anyMatch(step -> step.change() == Change.LISTENS || step.at() > state.nanos)) {
            // Its later words and its port would have to go.
            return false;
        }
        job.end = state.nanos;
        job.code = signal.equals("KILL") ? KILLED : TERMINATED;
        return state.ends(0);
    }
}
