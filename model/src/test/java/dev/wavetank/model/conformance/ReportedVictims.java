package dev.wavetank.model.conformance;

import dev.wavetank.model.api.core.Pod;
import java.util.List;

/**
 * Victims of the report: six pods of a Deployment, three on one node, two on the next and the youngest alone on a
 * third, taken away one by one.
 */
final class ReportedVictims {

    private static final int FILLED = 40;

    private ReportedVictims() {}

    static Row row() {
        KubectlRun run = new KubectlRun().apply(4, KubectlRun.deployment(0, "", "nginx"));
        for (int node = 2; node <= 10; node++) {
            run.kubectl(5, "cordon node-" + node);
        }
        run.kubectl(10, "scale deployment web --replicas=3")
                .kubectl(20, "cordon node-1")
                .kubectl(20, "uncordon node-2")
                .kubectl(21, "scale deployment web --replicas=5")
                .kubectl(30, "cordon node-2")
                .kubectl(30, "uncordon node-3")
                .kubectl(31, "scale deployment web --replicas=6");
        for (int left = 5; left >= 0; left--) {
            run.kubectl(FILLED + 20 * (5 - left), "scale deployment web --replicas=" + left);
        }
        run.play(FILLED + 120);
        List<String> nodes = run.sent("replicaset-controller", "delete pods 200").stream()
                .map(request -> run.pods().get(request.name()))
                .map(Pod::nodeName)
                .toList();
        return new Reported("08d ranks of victims")
                .sent(
                        "the fullest node first, then the newest",
                        List.of("node-1", "node-2", "node-1", "node-3", "node-2", "node-1"),
                        nodes)
                .row();
    }
}
