package dev.wavetank.model.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.apiserver.request.Release;
import dev.wavetank.model.codec.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** One object in several versions. */
class ConversionTest {

    private static ServedResource served(Release release, String group, String version, String plural) {
        return ResourceTable.of(release).find(group, version, plural).orElseThrow();
    }

    private static Map<String, Object> tree(String json) {
        return Conversion.map(JsonText.parse(json.replace('\'', '"')));
    }

    @Test
    void recorded_events_are_the_same_in_both_groups() throws IOException {
        ServedResource events = served(Release.V1_20, "events.k8s.io", "v1", "events");
        Map<?, ?> recorded = recordedEvents();
        List<?> inCore = (List<?>) ((Map<?, ?>) recorded.get("v1")).get("items");
        List<?> inGroup = (List<?>) ((Map<?, ?>) recorded.get("events.k8s.io/v1")).get("items");
        assertThat(inCore).hasSameSizeAs(inGroup).isNotEmpty();
        for (int i = 0; i < inCore.size(); i++) {
            Map<String, Object> core = Conversion.map(inCore.get(i));
            Map<String, Object> group = Conversion.map(inGroup.get(i));
            assertThat(withoutOwners(Conversion.outward(events, core))).isEqualTo(withoutOwners(group));
            core.remove("reportingComponent", "");
            core.remove("reportingInstance", "");
            assertThat(withoutOwners(Conversion.inward(events, group))).isEqualTo(withoutOwners(core));
        }
    }

    /** Owners are told in the version of the reader, see {@link Conversion}. */
    private static Map<String, Object> withoutOwners(Map<String, Object> event) {
        Map<String, Object> copy = new LinkedHashMap<>(event);
        Map<String, Object> metadata = Conversion.map(copy.get("metadata"));
        metadata.remove("managedFields");
        copy.put("metadata", metadata);
        return copy;
    }

    private static Map<?, ?> recordedEvents() throws IOException {
        String name = "/dev/wavetank/model/apiserver/table/objects-events.json";
        try (var stream = Objects.requireNonNull(ConversionTest.class.getResourceAsStream(name), name)) {
            return (Map<?, ?>) JsonText.parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void a_budget_changes_its_version_and_that_of_its_owners_only() {
        ServedResource budgets = served(Release.V1_20, "policy", "v1beta1", "poddisruptionbudgets");
        String beta = "{'apiVersion':'policy/v1beta1','kind':'PodDisruptionBudget','metadata':{'name':'a',"
                + "'managedFields':[{'manager':'m','apiVersion':'policy/v1beta1'}]},'spec':{'minAvailable':1}}";
        Map<String, Object> stored = Conversion.inward(budgets, tree(beta));
        assertThat(stored).isEqualTo(tree(beta.replace("v1beta1", "v1")));
        assertThat(Conversion.outward(budgets, stored)).isEqualTo(tree(beta));
    }

    @Test
    void an_autoscaler_of_version_one_is_a_metric_for_cpu() {
        ServedResource autoscalers = served(Release.V1_32, "autoscaling", "v1", "horizontalpodautoscalers");
        Map<String, Object> old = tree("{'apiVersion':'autoscaling/v1','spec':{'maxReplicas':3,"
                + "'targetCPUUtilizationPercentage':80},'status':{'currentCPUUtilizationPercentage':20}}");
        Map<String, Object> stored = Conversion.inward(autoscalers, old);
        assertThat(stored)
                .isEqualTo(tree("{'apiVersion':'autoscaling/v2','spec':{'maxReplicas':3,'metrics':[{'type':'Resource',"
                        + "'resource':{'name':'cpu','target':{'type':'Utilization','averageUtilization':80}}}]},"
                        + "'status':{'currentMetrics':[{'type':'Resource','resource':{'name':'cpu',"
                        + "'current':{'averageUtilization':20}}}]}}"));
        Map<String, Object> read = Conversion.outward(autoscalers, stored);
        assertThat(read).containsAllEntriesOf(old);
        assertThat(Conversion.inward(autoscalers, read)).containsAllEntriesOf(stored);
    }

    @Test
    void what_version_one_of_autoscalers_has_no_fields_for_is_in_annotations() {
        ServedResource autoscalers = served(Release.V1_20, "autoscaling", "v1", "horizontalpodautoscalers");
        Map<String, Object> stored = tree("{'apiVersion':'autoscaling/v2','metadata':{'annotations':{}},'spec':{"
                + "'maxReplicas':3,'metrics':[{'type':'Pods','pods':{'metric':{'name':'hits'},'target':{"
                + "'averageValue':'10','type':'AverageValue'}}}],'behavior':{'scaleDown':{'selectPolicy':'Max'}}},"
                + "'status':{'currentReplicas':2,'currentMetrics':[{'type':'Resource','resource':{'name':'cpu',"
                + "'current':{'averageUtilization':20,'averageValue':'20m'}}}],'conditions':[{'type':'AbleToScale',"
                + "'status':'True','lastTransitionTime':'2024-01-01T00:00:00Z','reason':'r','message':'m'}]}}");

        Map<String, Object> read = Conversion.outward(autoscalers, stored);

        assertThat(((Map<?, ?>) ((Map<?, ?>) read.get("metadata")).get("annotations")).toString())
                .contains("autoscaling.alpha.kubernetes.io/metrics=[{\"type\":\"Pods\",\"pods\":{\"metricName\":"
                        + "\"hits\",\"targetAverageValue\":\"10\"}}]")
                .contains("autoscaling.alpha.kubernetes.io/current-metrics=[{\"type\":\"Resource\",\"resource\":{"
                        + "\"name\":\"cpu\",\"currentAverageUtilization\":20,\"currentAverageValue\":\"20m\"}}]")
                .contains("autoscaling.alpha.kubernetes.io/conditions=[{\"type\":\"AbleToScale\",\"status\":\"True\"")
                .contains("autoscaling.alpha.kubernetes.io/behavior={\"ScaleDown\":{\"SelectPolicy\":\"Max\"}}");
        assertThat(read.get("status")).isEqualTo(tree("{'currentReplicas':2,'currentCPUUtilizationPercentage':20}"));
        assertThat(Conversion.inward(autoscalers, read)).isEqualTo(stored);
    }

    @Test
    void an_ingress_of_a_beta_version_has_flat_backends() {
        ServedResource ingresses = served(Release.V1_20, "extensions", "v1beta1", "ingresses");
        Map<String, Object> old = tree("{'apiVersion':'extensions/v1beta1','spec':{'backend':{'serviceName':'a',"
                + "'servicePort':80},'rules':[{'host':'h','http':{'paths':[{'path':'/','backend':"
                + "{'serviceName':'b','servicePort':'web'}}]}}]}}");
        Map<String, Object> stored = Conversion.inward(ingresses, old);
        assertThat(stored)
                .isEqualTo(tree("{'apiVersion':'networking.k8s.io/v1','spec':{'defaultBackend':{'service':{'name':'a',"
                        + "'port':{'number':80}}},'rules':[{'host':'h','http':{'paths':[{'path':'/','backend':"
                        + "{'service':{'name':'b','port':{'name':'web'}}}}]}}]}}"));
        assertThat(Conversion.outward(ingresses, stored)).isEqualTo(old);
    }

    @Test
    void the_canonical_version_is_left_alone() {
        ServedResource pods = served(Release.V1_32, "", "v1", "pods");
        Map<String, Object> pod = tree("{'apiVersion':'v1','kind':'Pod'}");
        assertThat(Conversion.inward(pods, pod)).isSameAs(pod);
    }
}
