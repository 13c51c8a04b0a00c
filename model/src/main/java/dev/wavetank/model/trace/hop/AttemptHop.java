package dev.wavetank.model.trace.hop;

/**
 * The scheduler takes a pod from its queue.
 *
 * @param pod its key
 * @param attempt the number of the attempt, from 1
 * @param nodes how many nodes there are
 * @param ago how long the decision took, in nanoseconds, which is made when this is recorded
 */
public record AttemptHop(String pod, int attempt, int nodes, long ago) implements Hop {

    @Override
    public Spent spent() {
        return attempt == 1 ? Spent.QUEUED : Spent.BACK_OFF;
    }

    @Override
    public String type() {
        return "scheduler.attempt";
    }

    @Override
    public String subject() {
        return "pods/" + pod;
    }

    @Override
    public void describe(Fields out) {
        out.text("pod", pod).number("attempt", attempt).number("nodes", nodes).number("ago", ago);
    }
}
