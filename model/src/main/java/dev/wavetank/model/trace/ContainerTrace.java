package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;

/** What happens to a container on its node. */
public sealed interface ContainerTrace extends TraceRecord {

    /** Uid of the pod. */
    String uid();

    /**
     * The process of a container was started.
     *
     * @param pod key of the pod
     * @param uid of the pod
     * @param container its name
     * @param id of this instance
     */
    record Started(String pod, String uid, String container, String id) implements ContainerTrace {

        @Override
        public String type() {
            return "container.started";
        }

        @Override
        public String subject() {
            return "pods/" + pod;
        }

        @Override
        public void describe(Fields out) {
            out.text("pod", pod).text("uid", uid).text("container", container).text("id", id);
        }
    }

    /**
     * The process of a container has ended.
     *
     * @param uid of the pod
     * @param id of the instance
     */
    record Ended(String uid, String id) implements ContainerTrace {

        @Override
        public String type() {
            return "container.ended";
        }

        @Override
        public void describe(Fields out) {
            out.text("uid", uid).text("id", id);
        }
    }

    /**
     * All volumes of a pod are mounted.
     *
     * @param uid of the pod
     */
    record Mounted(String uid) implements ContainerTrace {

        @Override
        public String type() {
            return "volumes.mounted";
        }

        @Override
        public void describe(Fields out) {
            out.text("uid", uid);
        }
    }
}
