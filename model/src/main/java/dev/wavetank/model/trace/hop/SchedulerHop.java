package dev.wavetank.model.trace.hop;

/** What the scheduler does with a pod, between its queue and the choice of a node. */
public sealed interface SchedulerHop extends Hop {

    /** Key of the pod. */
    String pod();

    @Override
    default String subject() {
        return "pods/" + pod();
    }

    /**
     * The scheduler takes a pod from its queue.
     *
     * @param pod its key
     * @param attempt the number of the attempt, from 1
     * @param nodes how many nodes there are
     * @param ago how long the decision took, in nanoseconds, which is made when this is recorded
     */
    record Attempt(String pod, int attempt, int nodes, long ago) implements SchedulerHop {

        @Override
        public Spent spent() {
            return Spent.SCHEDULER_QUEUE;
        }

        @Override
        public String type() {
            return "scheduler.attempt";
        }

        @Override
        public void describe(Fields out) {
            out.text("pod", pod)
                    .number("attempt", attempt)
                    .number("nodes", nodes)
                    .number("ago", ago);
        }
    }

    /**
     * No node is good for a pod.
     *
     * @param pod its key
     * @param reason what is wrong with how many of the nodes
     */
    record Unschedulable(String pod, String reason) implements SchedulerHop {

        @Override
        public Spent spent() {
            return Spent.SCHEDULING;
        }

        @Override
        public String type() {
            return "scheduler.unschedulable";
        }

        @Override
        public void describe(Fields out) {
            out.text("pod", pod).text("reason", reason);
        }
    }
}
