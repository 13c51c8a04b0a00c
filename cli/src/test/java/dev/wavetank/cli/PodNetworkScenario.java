package dev.wavetank.cli;

import java.nio.file.Path;

/** Three nodes with the pods a and b on two of them, and h in the network of the second. */
final class PodNetworkScenario {

    private static final String PODS = """
            files:
              pods.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec:
                  nodeName: node-1
                  containers: [{name: c, image: nginx}]
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: b}
                spec:
                  nodeName: node-2
                  containers: [{name: c, image: nginx, ports: [{containerPort: 80, hostPort: 8080}]}]
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: h}
                spec:
                  nodeName: node-2
                  hostNetwork: true
                  containers: [{name: c, image: nginx}]
            """;

    private PodNetworkScenario() {}

    /**
     * Writes it into a folder.
     *
     * @param cluster further fields of the cluster
     * @param more further steps of the timeline, and fields behind them
     */
    static String write(Path directory, String cluster, String more) {
        return InputFile.write(
                directory,
                "scenario.yaml",
                "name: pod network\ncluster:\n  nodes: 3\n" + cluster
                        + "timeline:\n- {at: 0s, kubectl: apply -f pods.yaml}\n" + more + PODS);
    }
}
