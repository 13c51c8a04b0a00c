package dev.wavetank.model.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.yaml.YamlReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecodingErrorTest {
    private static final Schema SCHEMA = Schema.load();

    @Test
    void unknown_fields_are_listed() {
        assertThat(message("spec: {replica: 3, template: {spec: {hostnames: x}}}"))
                .isEqualTo("Deployment in version \"v1\" cannot be handled as a Deployment: strict decoding error: "
                        + "unknown field \"spec.replica\", unknown field \"spec.template.spec.hostnames\"");
    }

    @Test
    void a_wrong_type_hides_unknown_fields() {
        assertThat(message("spec: {aaa: 3, replicas: 'three'}"))
                .isEqualTo("Deployment in version \"v1\" cannot be handled as a Deployment: json: cannot unmarshal "
                        + "string into Go struct field DeploymentSpec.spec.replicas of type int32");
    }

    @Test
    void a_refused_quantity_hides_earlier_wrong_types() {
        assertThat(message("metadata: {name: true}\nspec: {template: {spec: {containers: [{resources: {limits: {cpu: "
                        + "1Ku}}}]}}}"))
                .endsWith("Deployment: unable to parse quantity's suffix");
    }

    /** As kubectl 1.32 printed them for a field of a Deployment's pod template. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "restartPolicy: 3|number into Go struct field PodSpec.S.restartPolicy of type v1.RestartPolicy",
                "hostNetwork: 'true'|string into Go struct field PodSpec.S.hostNetwork of type bool",
                "nodeSelector: {a: true}|bool into Go struct field PodSpec.S.nodeSelector of type string",
                "nodeSelector: {a: {b: c}}|object into Go struct field PodSpec.S.nodeSelector of type string",
                "volumes: [{emptyDir: 4}]|number into Go struct field Volume.S.volumes.emptyDir of type v1.EmptyDirVolumeSource",
                "tolerations: [{effect: 1}]|number into Go struct field Toleration.S.tolerations.effect of type v1.TaintEffect",
                "tolerations: [{tolerationSeconds: 1.5}]|number 1.5 into Go struct field Toleration.S.tolerations.tolerationSeconds of type int64",
                "topologySpreadConstraints: [{labelSelector: {matchExpressions: [{operator: 4}]}}]|number into Go struct field LabelSelectorRequirement.S.topologySpreadConstraints.labelSelector.matchExpressions.operator of type v1.LabelSelectorOperator",
                "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: a}}}|string into Go struct field NodeSelector.S.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms of type []v1.NodeSelectorTerm",
                "containers: [{env: {A: b}}]|object into Go struct field Container.S.containers.env of type []v1.EnvVar",
                "containers: [{env: [b]}]|string into Go struct field Container.S.containers.env of type v1.EnvVar",
                "containers: [{env: [{value: true}]}]|bool into Go struct field EnvVar.S.containers.env.value of type string",
                "containers: [{imagePullPolicy: true}]|bool into Go struct field Container.S.containers.imagePullPolicy of type v1.PullPolicy",
                "containers: [{resources: {limits: [1]}}]|array into Go struct field ResourceRequirements.S.containers.resources.limits of type v1.ResourceList",
                "containers: [{securityContext: {capabilities: {add: NET}}}]|string into Go struct field Capabilities.S.containers.securityContext.capabilities.add of type []v1.Capability",
                "containers: [{securityContext: {capabilities: {add: [1]}}}]|number into Go struct field Capabilities.S.containers.securityContext.capabilities.add of type v1.Capability",
                "containers: [{command: ls, args: [1]}]|number into Go struct field Container.S.containers.args of type string",
                "containers: [{ports: [{containerPort: '80'}]}]|string into Go struct field ContainerPort.S.containers.ports.containerPort of type int32",
                "containers: [{livenessProbe: {httpGet: {port: true}}}]|bool into Go struct field HTTPGetAction.S.containers.livenessProbe.httpGet.port of type int32",
                "containers: [{livenessProbe: {httpGet: {port: 99999999999}}}]|number 99999999999 into Go struct field HTTPGetAction.S.containers.livenessProbe.httpGet.port of type int32",
                "activeDeadlineSeconds: 1e30|number 1e+30 into Go struct field PodSpec.S.activeDeadlineSeconds of type int64"
            })
    void wrong_types_are_worded_as_go_words_them(String spec, String error) {
        String expected = error.replace(".S.", ".spec.template.spec.");
        assertThat(message("spec: {template: {spec: {" + spec + "}}}")).endsWith("json: cannot unmarshal " + expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3|json: cannot unmarshal number into Go struct field ObjectMeta.metadata.creationTimestamp of type string",
                "hello|parsing time \"hello\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"hello\" as \"2006\"",
                "'\"\"'|parsing time \"\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"\" as \"2006\"",
                "2024-01-01|parsing time \"2024-01-01\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"\" as \"T\"",
                "2024-13-01T00:00:00Z|parsing time \"2024-13-01T00:00:00Z\": month out of range",
                "2023-02-29T00:00:00Z|parsing time \"2023-02-29T00:00:00Z\": day out of range"
            })
    void instants_are_read_as_go_reads_them(String written, String error) {
        assertThat(message("metadata: {creationTimestamp: " + written + "}")).endsWith(": " + error);
        assertThat(problems("Deployment", "metadata: {creationTimestamp: 2024-02-29T23:59:59.5+02:00}"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "data: {a: 3}|json: cannot unmarshal number into Go struct field Secret.data of type []uint8",
                "data: {a: '%%%'}|illegal base64 data at input byte 0",
                "data: x|json: cannot unmarshal string into Go struct field Secret.data of type map[string][]uint8",
                "type: 3|json: cannot unmarshal number into Go struct field Secret.type of type v1.SecretType",
                "metadata: {uid: 5}|json: cannot unmarshal number into Go struct field ObjectMeta.metadata.uid of type types.UID"
            })
    void secrets_hold_bytes(String text, String error) {
        assertThat(DecodingError.message("Secret", "v1", problems("Secret", text)))
                .endsWith("Secret: " + error);
        assertThat(problems("Secret", "data: {a: aGVsbG8=}")).isEmpty();
    }

    @Test
    void problems_come_in_the_order_of_sorted_keys() {
        assertThat(problems("ConfigMap", "zz: 1\ndata: {b: 1, a: 2}\naa: 3"))
                .extracting(SchemaProblem::path)
                .containsExactly("aa", "data[a]", "data[b]", "zz");
    }

    private static String message(String text) {
        return DecodingError.message("Deployment", "v1", problems("Deployment", text));
    }

    private static List<SchemaProblem> problems(String type, String text) {
        Map<String, Object> tree = YamlReader.read("t.yaml", text).get(0).root();
        return SCHEMA.check(type, tree);
    }
}
