package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the scheduler of a version says about a pod that no node suits, as clusters of these versions say it. */
class UnschedulableTextsClusterTest {

    private static String message(String profile, String spec) {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 0s, kubectl: taint node node-1 a=b:NoSchedule}
                - {at: 1s, kubectl: apply -f p.yaml}
                - {at: 5s, kubectl: "get events -o jsonpath={.items[?(@.reason=='FailedScheduling')].message}"}
                cluster: {nodes: 2, profile: %s}
                files:
                  p.yaml: |
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: p}
                    spec: {%s}
                """.formatted(profile, spec));
        return outputs.get(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            v1.33 ~ 1 node(s) had untolerated taint {a: b}. preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.
            v1.34 ~ 1 node(s) had untolerated taint {a: b}. no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.
            v1.36 ~ 1 node(s) had untolerated taint(s). no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.
            """)
    void a_node_that_is_too_small_and_one_with_a_taint(String profile, String end) {
        assertThat(message(profile, "containers: [{name: c, image: i, resources: {requests: {cpu: 64}}}]"))
                .isEqualTo("0 0/2 nodes are available: 1 Insufficient cpu, " + end);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            v1.8 ~ No nodes are available that match all of the predicates: Insufficient cpu (2), PodToleratesNodeTaints (1).
            v1.9 ~ 0/2 nodes are available: 1 node(s) had taints that the pod didn't tolerate, 2 Insufficient cpu.
            """)
    void versions_without_a_text_of_preemption(String profile, String text) {
        assertThat(message(profile, "containers: [{name: c, image: i, resources: {requests: {cpu: 64}}}]"))
                .isEqualTo("0 " + text);
    }

    /** The Event about a pod that fits, and how often that about another was counted. */
    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            v1.8 ~ default-scheduler/ 1
            v1.15 ~ default-scheduler/ 1
            v1.16 ~ /default-scheduler
            v1.36 ~ /default-scheduler
            """)
    void the_form_of_events(String profile, String form) {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 1s, kubectl: apply -f p.yaml}
                - at: 20s
                  kubectl: [get, events, -o, 'jsonpath={range .items[?(@.reason=="Scheduled")]}{.source.component}/{.reportingComponent} {.count}{end}']
                - {at: 200s, kubectl: "get events -o jsonpath={.items[?(@.reason=='FailedScheduling')].count}"}
                cluster: {nodes: 2, profile: %s}
                files:
                  p.yaml: |
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: p}
                    spec: {containers: [{name: c, image: i}]}
                    ---
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: q}
                    spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 64}}}]}
                """.formatted(profile));
        assertThat(outputs.get(1).substring(2).strip()).isEqualTo(form);
        boolean isCounted = form.endsWith("1");
        assertThat(outputs.get(2).substring(2)).matches(isCounted ? "([3-9]|[1-9][0-9])" : "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            v1.33 ~ preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.
            v1.36 ~ not found
            """)
    void a_pod_that_is_refused_on_all_nodes_at_once(String profile, String end) {
        assertThat(
                        message(
                                profile,
                                "containers: [{name: c, image: i, volumeMounts: [{name: v, mountPath: /v}]}], volumes: [{name: v, persistentVolumeClaim: {claimName: x}}]"))
                .isEqualTo("0 0/2 nodes are available: persistentvolumeclaim \"x\" not found. " + end);
    }

    /** Of a claim that is missing, and of one that nothing binds: two nodes. */
    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            v1.8 ~ persistentvolumeclaim "none" not found (repeated 2 times) ~ PersistentVolumeClaim is not bound: "mine" (repeated 2 times)
            v1.9 ~ persistentvolumeclaim "none" not found ~ PersistentVolumeClaim is not bound: "mine" (repeated 2 times)
            v1.11 ~ persistentvolumeclaim "none" not found ~ pod has unbound PersistentVolumeClaims (repeated 2 times)
            v1.16 ~ persistentvolumeclaim "none" not found ~ pod has unbound immediate PersistentVolumeClaims (repeated 2 times)
            v1.17 ~ persistentvolumeclaim "none" not found ~ error while running "VolumeBinding" filter plugin for pod "p": pod has unbound immediate PersistentVolumeClaims
            v1.18 ~ persistentvolumeclaim "none" not found ~ 0/2 nodes are available: 2 pod has unbound immediate PersistentVolumeClaims.
            v1.19 ~ persistentvolumeclaim "none" not found ~ 0/2 nodes are available: 2 pod has unbound immediate PersistentVolumeClaims.
            v1.20 ~ 0/2 nodes are available: 2 persistentvolumeclaim "none" not found. ~ 0/2 nodes are available: 2 pod has unbound immediate PersistentVolumeClaims.
            """)
    void claims_that_keep_a_pod_waiting(String profile, String missing, String unbound) {
        assertThat(claiming(profile, "none")).startsWith(missing).doesNotContain("mine");
        assertThat(claiming(profile, "mine")).startsWith(unbound).doesNotContain("none");
    }

    private static String claiming(String profile, String claim) {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 1s, kubectl: apply -f p.yaml}
                - {at: 5s, kubectl: "get pod p -o jsonpath={.status.conditions[0].message}"}
                cluster: {nodes: 2, profile: %s}
                files:
                  p.yaml: |
                    apiVersion: v1
                    kind: PersistentVolumeClaim
                    metadata: {name: mine}
                    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                    ---
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: p}
                    spec:
                      containers: [{name: c, image: i, volumeMounts: [{name: v, mountPath: /v}]}]
                      volumes: [{name: v, persistentVolumeClaim: {claimName: %s}}]
                """.formatted(profile, claim));
        return outputs.get(1).substring(2);
    }
}
