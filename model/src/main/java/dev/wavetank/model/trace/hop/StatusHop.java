package dev.wavetank.model.trace.hop;

/**
 * The kubelet has a new status of a pod to report.
 *
 * @param pod its key
 * @param phase of the pod
 * @param ready whether all of its containers are ready: those with a readiness probe after it has succeeded
 * @param isProbed whether a container has a readiness or startup probe
 */
public record StatusHop(String pod, String phase, boolean ready, boolean isProbed) implements Hop {

    @Override
    public Spent spent() {
        return isProbed ? Spent.PROBING : Spent.REPORTING;
    }

    @Override
    public String type() {
        return "kubelet.status";
    }

    @Override
    public String subject() {
        return "pods/" + pod;
    }

    @Override
    public void describe(Fields out) {
        out.text("pod", pod).text("phase", phase).number("ready", ready ? 1 : 0);
    }
}
