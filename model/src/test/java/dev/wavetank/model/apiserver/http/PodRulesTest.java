package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules about where pods run and about their containers that depend on other fields, or on the version. */
class PodRulesTest {

    private static HttpResponse create(String version, String spec, String container) {
        String body = "{'metadata':{'name':'p','labels':{'app':'web'}},'spec':{" + spec
                + "'containers':[{'name':'c','image':'i'" + container + "}]}}";
        return new LoneServer(KubernetesVersion.parse(version))
                .send("POST", "/api/v1/namespaces/default/pods", "application/json", body.replace('\'', '"'));
    }

    private static void check(HttpResponse response, String why) {
        Object message = ((Map<?, ?>) GoJsonReader.parse(response.body())).get("message");
        assertThat(message == null ? "" : message.toString().replace("Pod \"p\" is invalid: ", ""))
                .as(response.body())
                .isEqualTo(why);
        assertThat(response.code()).isEqualTo(why.isEmpty() ? 201 : 422);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "v1.32 | 'labelSelector':{} | ``",
                "v1.32 | 'minDomains':2 | spec.topologySpreadConstraints[0].minDomains: Invalid value: 2: can only use"
                        + " minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
                "v1.26 | 'minDomains':2 | ``",
                "v1.32 | 'whenUnsatisfiable':'DoNotSchedule','minDomains':0 |"
                        + " spec.topologySpreadConstraints[0].minDomains: Invalid value: 0: must be greater than zero",
                "v1.32 | 'nodeAffinityPolicy':'x' | spec.topologySpreadConstraints[0].nodeAffinityPolicy: Unsupported"
                        + " value: \"x\": supported values: \"Honor\", \"Ignore\"",
                "v1.32 | 'nodeTaintsPolicy':'x' | spec.topologySpreadConstraints[0].nodeTaintsPolicy: Unsupported"
                        + " value: \"x\": supported values: \"Honor\", \"Ignore\"",
                "v1.25 | 'nodeTaintsPolicy':'x' | ``",
                "v1.32 | 'matchLabelKeys':['app'],'labelSelector':{'matchLabels':{'app':'web'}} |"
                        + " spec.topologySpreadConstraints[0].matchLabelKeys[0]: Invalid value: \"app\": exists in both"
                        + " matchLabelKeys and labelSelector",
                "v1.32 | 'matchLabelKeys':['app'] | spec.topologySpreadConstraints[0].matchLabelKeys: Forbidden: must"
                        + " not be specified when labelSelector is not set",
                "v1.26 | 'matchLabelKeys':['app'] | ``",
                "v1.32 | 'labelSelector':{'matchExpressions':[{'key':'a','operator':'In'}]} |"
                        + " spec.topologySpreadConstraints[0].labelSelector.matchExpressions[0].values: Required"
                        + " value: must be specified when `operator` is 'In' or 'NotIn'",
                "v1.26 | 'labelSelector':{'matchExpressions':[{'key':'a','operator':'In'}]} | ``",
                "v1.32 | 'labelSelector':{'matchExpressions':[{'key':'a','operator':'Gt'}]} |"
                        + " spec.topologySpreadConstraints[0].labelSelector.matchExpressions[0].operator: Invalid"
                        + " value: \"Gt\": not a valid selector operator",
            })
    void a_spread_constraint_is_checked(String version, String fields, String why) {
        String action = fields.contains("whenUnsatisfiable") ? "" : "'whenUnsatisfiable':'ScheduleAnyway',";
        String spread = "'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'z'," + action + fields + "}],";
        check(create(version, spread, ""), why);
    }

    @ParameterizedTest
    @CsvSource({"z, 422", "y, 201"})
    void a_spread_constraint_must_not_be_repeated(String key, int code) {
        String first = "{'maxSkew':1,'topologyKey':'z','whenUnsatisfiable':'ScheduleAnyway'}";
        String spec = "'topologySpreadConstraints':[" + first + ","
                + first.replace("'z'", "'" + key + "'").replace("1", "2") + "],";
        check(
                create("v1.20", spec, ""),
                code == 201
                        ? ""
                        : "spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value:"
                                + " \"{z, ScheduleAnyway}\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "v1.32 | 'labelSelector':{'matchLabels':{'app':'web'}} | ``",
                "v1.32 | 'labelSelector':{'matchExpressions':[{'key':'a','operator':'Gt'}]} |"
                        + " .labelSelector.matchExpressions[0].operator: Invalid value: \"Gt\": not a valid selector"
                        + " operator",
                "v1.32 | 'namespaceSelector':{'matchExpressions':[{'key':'a','operator':'Exists','values':['b']}]} |"
                        + " .namespaceSelector.matchExpressions[0].values: Forbidden: may not be specified when"
                        + " `operator` is 'Exists' or 'DoesNotExist'",
                "v1.20 | 'namespaceSelector':{'matchExpressions':[{'key':'a','operator':'Exists','values':['b']}]}"
                        + " | ``",
                "v1.32 | 'namespaces':['A'] | .namespace: Invalid value: \"A\": a lowercase RFC 1123 label must"
                        + " consist of lower case alphanumeric characters or '-', and must start and end with an"
                        + " alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is"
                        + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
                "v1.32 | 'labelSelector':{},'matchLabelKeys':['b'],'mismatchLabelKeys':['b'] | .matchLabelKeys[0]:"
                        + " Invalid value: \"b\": exists in both matchLabelKeys and mismatchLabelKeys",
                "v1.32 | 'matchLabelKeys':['b'] | .matchLabelKeys: Forbidden: must not be specified when"
                        + " labelSelector is not set",
                "v1.30 | 'matchLabelKeys':['b'] | ``",
                "v1.32 | 'labelSelector':{'matchLabels':{'app':'web'}},'matchLabelKeys':['app'] | [0]: Invalid value:"
                        + " \"app\": exists in both matchLabelKeys and labelSelector",
                "v1.32 | 'labelSelector':{'matchLabels':{'b':'web'}},'matchLabelKeys':['b'] | ``",
            })
    void a_term_of_pod_affinity_is_checked(String version, String fields, String why) {
        String required = "requiredDuringSchedulingIgnoredDuringExecution";
        String term = "{'topologyKey':'z'," + fields + "}";
        for (String kind : new String[] {"podAffinity", "podAntiAffinity"}) {
            String spec = "'affinity':{'" + kind + "':{'" + required + "':[" + term + "]}},";
            String at = "spec.affinity." + kind + "." + required + "[0]";
            check(create(version, spec, ""), why.isEmpty() ? "" : at + why);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "v1.32 | 'readinessProbe':{'tcpSocket':{'port':1},'terminationGracePeriodSeconds':5} |"
                        + " .readinessProbe.terminationGracePeriodSeconds: Invalid value: 5: must not be set for"
                        + " readinessProbes",
                "v1.24 | 'readinessProbe':{'tcpSocket':{'port':1},'terminationGracePeriodSeconds':5} | ``",
                "v1.32 | 'livenessProbe':{'tcpSocket':{'port':1},'terminationGracePeriodSeconds':0} |"
                        + " .livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0",
                "v1.32 | 'livenessProbe':{'tcpSocket':{'port':1},'terminationGracePeriodSeconds':1} | ``",
                "v1.20 | 'securityContext':{'privileged':true,'allowPrivilegeEscalation':false} | .securityContext:"
                        + " Invalid value: core.SecurityContext{...}: cannot set `allowPrivilegeEscalation` to false"
                        + " and `privileged` to true",
                "v1.32 | 'securityContext':{'privileged':true} | ``",
                "v1.29 | 'env':[{'name':'A','valueFrom':{'fieldRef':{'fieldPath':'status.hostIPs'}}}] | ``",
                "v1.28 | 'env':[{'name':'A','valueFrom':{'fieldRef':{'fieldPath':'status.hostIPs'}}}] |"
                        + " .env[0].valueFrom.fieldRef.fieldPath: Invalid value: \"status.hostIPs\": error converting"
                        + " fieldPath: field label not supported: status.hostIPs",
            })
    void a_container_is_checked(String version, String fields, String why) {
        check(create(version, "", "," + fields), why.isEmpty() ? "" : "spec.containers[0]" + why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "v1.32 | 'restartPolicy':'Always', | ``",
                "v1.32 | `` | .livenessProbe: Forbidden: may not be set for init containers without"
                        + " restartPolicy=Always",
                "v1.27 | `` | .livenessProbe: Forbidden: may not be set for init containers",
                "v1.20 | `` | .livenessProbe: Invalid value: core.Probe{...}: must not be set for init containers",
            })
    void only_sidecars_among_init_containers_have_probes(String version, String fields, String why) {
        String init =
                "'initContainers':[{'name':'i','image':'i'," + fields + "'livenessProbe':{'tcpSocket':{'port':1}}}],";
        check(create(version, init, ""), why.isEmpty() ? "" : "spec.initContainers[0]" + why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "v1.24 | v1.27 | minDomains | 'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'z',"
                        + "'whenUnsatisfiable':'DoNotSchedule','minDomains':2}],",
                "v1.25 | v1.26 | nodeTaintsPolicy | 'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'z',"
                        + "'whenUnsatisfiable':'DoNotSchedule','nodeTaintsPolicy':'Honor'}],",
                "v1.16 | v1.18 | topologySpreadConstraints | 'topologySpreadConstraints':[{'maxSkew':1,"
                        + "'topologyKey':'z','whenUnsatisfiable':'DoNotSchedule'}],",
                "v1.26 | v1.27 | schedulingGates | 'schedulingGates':[{'name':'a/b'}],",
                "v1.15 | v1.19 | preemptionPolicy | 'preemptionPolicy':'PreemptLowerPriority',",
                "v1.29 | v1.31 | mismatchLabelKeys | 'affinity':{'podAffinity':{"
                        + "'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'z','labelSelector':{},"
                        + "'mismatchLabelKeys':['b']}]}},",
                "v1.21 | v1.22 | namespaceSelector | 'affinity':{'podAffinity':{"
                        + "'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'z','labelSelector':{},"
                        + "'namespaceSelector':{}}]}},",
            })
    void a_field_whose_feature_is_off_is_dropped(String first, String kept, String field, String spec) {
        HttpResponse dropped = create(first, spec, "");
        assertThat(dropped.code()).as(dropped.body()).isEqualTo(201);
        assertThat(withoutManagers(dropped)).doesNotContain("\"" + field + "\"");
        assertThat(withoutManagers(create(kept, spec, ""))).contains("\"" + field + "\"");
    }

    private static String withoutManagers(HttpResponse response) {
        Map<?, ?> pod = (Map<?, ?>) GoJsonReader.parse(response.body());
        return new ObjectCodec().sortedValue(pod.get("spec"));
    }

    @ParameterizedTest
    @CsvSource({"v1.30, false, false", "v1.31, true, false", "v1.33, true, false", "v1.34, true, true"})
    void keys_of_labels_are_written_into_selectors(String version, boolean inAffinity, boolean inSpread) {
        String term = "'topologyKey':'z','labelSelector':{},'matchLabelKeys':['app','absent']";
        String merged = "\"labelSelector\":{\"matchExpressions\":[{\"key\":\"app\",\"operator\":\"In\",\"values\":";
        String affinity = withoutManagers(create(
                version,
                "'affinity':{'podAntiAffinity':{'preferredDuringSchedulingIgnoredDuringExecution':[{'weight':1,"
                        + "'podAffinityTerm':{" + term + "}}]}},",
                ""));
        String spread = withoutManagers(create(
                version,
                "'topologySpreadConstraints':[{'maxSkew':1,'whenUnsatisfiable':'DoNotSchedule'," + term + "}],",
                ""));
        assertThat(affinity.contains(merged)).as(affinity).isEqualTo(inAffinity);
        assertThat(spread.contains(merged)).as(spread).isEqualTo(inSpread);
        assertThat(affinity + spread).doesNotContain("\"key\":\"absent\"");
    }
}
