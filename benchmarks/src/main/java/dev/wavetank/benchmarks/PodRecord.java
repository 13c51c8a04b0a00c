package dev.wavetank.benchmarks;

import dev.wavetank.sim.trace.TraceRecord;

/** A trace record of the usual size: three short texts and three numbers. */
record PodRecord(String pod, String node, String phase, long resourceVersion, long restarts, long sinceCreation)
        implements TraceRecord {

    private static final int PODS = 1_024;
    private static final int NODES = 32;
    private static final String[] POD_NAMES = names("default/web-6d4cf56db6-", PODS);
    private static final String[] NODE_NAMES = names("node-", NODES);

    /** A new record, another one for each number; its texts exist already, as those of a model do. */
    static PodRecord number(long number) {
        String pod = POD_NAMES[(int) number & PODS - 1];
        String node = NODE_NAMES[(int) number & NODES - 1];
        return new PodRecord(pod, node, "Running", number, number & 3, number * 1_000);
    }

    @Override
    public String type() {
        return "pod.status";
    }

    @Override
    public void describe(Fields out) {
        out.text("pod", pod)
                .text("node", node)
                .text("phase", phase)
                .number("resourceVersion", resourceVersion)
                .number("restarts", restarts)
                .number("sinceCreation", sinceCreation);
    }

    private static String[] names(String prefix, int count) {
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            names[i] = prefix + i;
        }
        return names;
    }
}
