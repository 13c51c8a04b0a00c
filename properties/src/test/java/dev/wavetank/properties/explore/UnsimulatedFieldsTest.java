package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the API accepts and the model does not simulate is said by the run. */
class UnsimulatedFieldsTest {

    private static StoredKinds run(String commands, String manifest) {
        Cluster cluster = Cluster.of(
                ScenarioCodec.read("notes.yaml", """
                        cluster: {nodes: 1}
                        timeline:
                        %s
                        files:
                          a.yaml: |
                            %s
                        """.formatted(commands, manifest)), 1, ClusterParts.DEFAULT);
        StoredKinds kinds = new StoredKinds(ClusterSpec.DEFAULT);
        cluster.simulation().trace().addSink(kinds);
        cluster.run(RunLimits.until(60 * VirtualTime.SECOND));
        return kinds;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            {apiVersion: v1, kind: Namespace, metadata: {name: r, labels: {pod-security.kubernetes.io/enforce: restricted}}} ~ Pod Security admission (the label pod-security.kubernetes.io/enforce
            {apiVersion: v1, kind: Service, metadata: {name: s}, spec: {type: LoadBalancer, loadBalancerClass: a.b/c, ports: [{port: 80}]}} ~ fields of Services: loadBalancerClass
            {apiVersion: v1, kind: Service, metadata: {name: s}, spec: {type: LoadBalancer, loadBalancerIP: 1.2.3.4, ports: [{port: 80}]}} ~ fields of Services: loadBalancerIP
            {apiVersion: v1, kind: Service, metadata: {name: s}, spec: {type: LoadBalancer, loadBalancerSourceRanges: [10.0.0.0/8], ports: [{port: 80}]}} ~ fields of Services: loadBalancerSourceRanges
            {apiVersion: v1, kind: Service, metadata: {name: s}, spec: {externalIPs: [1.2.3.4], ports: [{port: 80}]}} ~ fields of Services: externalIPs
            {apiVersion: v1, kind: Service, metadata: {name: s}, spec: {trafficDistribution: PreferClose, ports: [{port: 80}]}} ~ fields of Services: trafficDistribution
            {apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: d.x.io}, spec: {storageCapacity: true}} ~ storageCapacity of CSIDrivers
            {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, dataSource: {kind: PersistentVolumeClaim, name: none}}} ~ dataSource and dataSourceRef of PersistentVolumeClaims
            {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, volumeAttributesClassName: gold}} ~ volumeAttributesClassName of PersistentVolumeClaims
            {apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {managedBy: a.b/c, template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}}} ~ managedBy of Jobs
            {apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: foos.x.io}, spec: {group: x.io, scope: Namespaced, names: {kind: Foo, plural: foos}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-validations: [{rule: 'true'}]}}}]}} ~ x-kubernetes-validations of CustomResourceDefinitions
            {apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: foos.x.io}, spec: {group: x.io, scope: Namespaced, names: {kind: Foo, plural: foos}, conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {service: {namespace: a, name: b}}}}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}} ~ conversion webhooks of CustomResourceDefinitions
            {apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: w}, webhooks: [{name: w.x.io, sideEffects: None, failurePolicy: Ignore, admissionReviewVersions: [v1], clientConfig: {url: 'https://x.example.com'}, matchConditions: [{name: x, expression: '((('}], rules: [{operations: [CREATE], apiGroups: [x.io], apiVersions: [v1], resources: [foos]}]}]} ~ matchConditions of webhooks
            """)
    void a_field_without_effect_is_noted(String manifest, String note) {
        assertThat(run("- {at: 0s, kubectl: apply -f a.yaml}", manifest).notSimulated())
                .anyMatch(found -> found.startsWith(note));
    }

    @Test
    void labels_of_nodes_and_larger_claims_are_noted_when_they_come() {
        StoredKinds kinds = run("""
                - {at: 0s, kubectl: label node node-1 node.kubernetes.io/exclude-from-external-load-balancers=true}
                - {at: 1s, kubectl: apply -f a.yaml}
                - {at: 40s, kubectl: "patch pvc c -p '{\\"spec\\":{\\"resources\\":{\\"requests\\":{\\"storage\\":\\"2Gi\\"}}}}'"}
                """.strip(), """
                {apiVersion: v1, kind: List, items: [{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: s}, provisioner: d.x.io, allowVolumeExpansion: true}, {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c}, spec: {storageClassName: s, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]}
                """.strip());

        assertThat(kinds.notSimulated())
                .anyMatch(note -> note.contains("exclude-from-external-load-balancers"))
                .anyMatch(note -> note.startsWith("resizing of PersistentVolumeClaims"));
    }

    @Test
    void what_a_server_side_apply_creates_is_stored_not_simulated() {
        assertThat(run(
                                "- {at: 0s, kubectl: apply --server-side -f a.yaml}",
                                "{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: i}, spec:"
                                        + " {defaultBackend: {service: {name: none, port: {number: 80}}}}}")
                        .storedOnly())
                .containsExactly("Ingress");
    }

    @Test
    void hollow_nodes_are_noted_where_nobody_asked_for_them() {
        ClusterSpec old = ScenarioCodec.read("old", "cluster: {profile: v1.20}").cluster();
        ClusterSpec real = ScenarioCodec.read("real", "cluster: {profile: v1.20, settings: {kubelet.hollow: 'false'}}")
                .cluster();

        assertThat(new StoredKinds(old).notSimulated())
                .singleElement()
                .asString()
                .contains("hollow by default in v1.20", "kubelet.hollow=false");
        assertThat(new StoredKinds(real).notSimulated()).isEmpty();
    }

    @Test
    void a_plain_cluster_has_nothing_to_note() {
        StoredKinds kinds = run("- {at: 0s, kubectl: apply -f a.yaml}", """
                {apiVersion: v1, kind: Service, metadata: {name: s}, spec: {type: LoadBalancer, ports: [{port: 80}]}}""");

        assertThat(kinds.notSimulated()).isEmpty();
        assertThat(kinds.storedOnly()).isEmpty();
    }
}
