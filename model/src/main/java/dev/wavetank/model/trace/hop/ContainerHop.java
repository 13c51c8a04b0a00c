package dev.wavetank.model.trace.hop;

/**
 * The container runtime has started a container.
 *
 * @param pod key of the pod
 * @param container its name
 */
public record ContainerHop(String pod, String container) implements Hop {

    @Override
    public Spent spent() {
        return Spent.STARTING;
    }

    @Override
    public String type() {
        return "runtime.started";
    }

    @Override
    public String subject() {
        return "pods/" + pod;
    }

    @Override
    public void describe(Fields out) {
        out.text("pod", pod).text("container", container);
    }
}
