package dev.wavetank.model.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.version.KubernetesVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** One object in several versions. */
class ConversionTest {

    private static ServedResource served(KubernetesVersion kubernetes, String group, String version, String plural) {
        return ResourceTable.of(kubernetes).find(group, version, plural).orElseThrow();
    }

    private static Map<String, Object> tree(String json) {
        return Conversion.map(GoJsonReader.parse(json.replace('\'', '"')));
    }

    @Test
    void a_definition_with_one_version_by_its_name_becomes_one_with_a_list() {
        ServedResource old = served(
                KubernetesVersion.parse("v1.8"), "apiextensions.k8s.io", "v1beta1", "customresourcedefinitions");
        Map<String, Object> written = tree("{'kind':'CustomResourceDefinition','apiVersion':'apiextensions.k8s.io/v1beta1',"
                + "'spec':{'group':'example.com','version':'v1','additionalPrinterColumns':[{'name':'a',"
                + "'JSONPath':'.spec.a','type':'string'}],'validation':{'openAPIV3Schema':{'properties':{'spec':"
                + "{'properties':{'a':{'type':'string'},'b':{},'c':{'items':{'type':'string'}}}}}}}}}");

        Map<String, Object> read = Conversion.inward(old, written);

        assertThat(read.get("spec")).isEqualTo(tree("{'group':'example.com','versions':[{'name':'v1','served':true,"
                        + "'storage':true,'schema':{'openAPIV3Schema':{'type':'object',"
                        + "'x-kubernetes-preserve-unknown-fields':true,'properties':{'spec':{'type':'object',"
                        + "'x-kubernetes-preserve-unknown-fields':true,'properties':{'a':{'type':'string'},"
                        + "'b':{'x-kubernetes-preserve-unknown-fields':true},'c':{'type':'array','items':"
                        + "{'type':'string'}}}}}}},'additionalPrinterColumns':[{'name':'a','type':'string',"
                        + "'jsonPath':'.spec.a'}]}]}"));
        Map<String, Object> spec = Conversion.map(Conversion.outward(old, read).get("spec"));
        assertThat(spec.get("version")).isEqualTo("v1");
        assertThat(spec.get("additionalPrinterColumns"))
                .isEqualTo(tree("{'l':[{'name':'a','type':'string','JSONPath':'.spec.a'}]}").get("l"));
        assertThat(spec).containsKey("validation");
        assertThat(Conversion.inward(old, Conversion.outward(old, read))).isEqualTo(read);
    }

    @Test
    void unknown_fields_are_pruned_only_where_a_definition_says_so() {
        ServedResource old = served(
                KubernetesVersion.V1_20, "apiextensions.k8s.io", "v1beta1", "customresourcedefinitions");
        String definition = "{'kind':'CustomResourceDefinition','apiVersion':'apiextensions.k8s.io/v1beta1','spec':"
                + "{'preserveUnknownFields':%s,'versions':[{'name':'v1'},{'name':'v2'}],'validation':{'openAPIV3Schema':"
                + "{'type':'object'}}}}";

        assertThat(Conversion.inward(old, tree(definition.formatted("false"))).toString())
                .doesNotContain("preserve");
        assertThat(Conversion.inward(old, tree(definition.formatted("true"))).toString())
                .contains("x-kubernetes-preserve-unknown-fields=true")
                .doesNotContain("preserveUnknownFields");
    }

    @Test
    void recorded_events_are_the_same_in_both_groups() throws IOException {
        ServedResource events = served(KubernetesVersion.V1_20, "events.k8s.io", "v1", "events");
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
        String name = "/dev/wavetank/model/apiserver/printers/objects-events.json";
        try (var stream = Objects.requireNonNull(ConversionTest.class.getResourceAsStream(name), name)) {
            return (Map<?, ?>) GoJsonReader.parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void a_budget_changes_its_version_and_that_of_its_owners_only() {
        ServedResource budgets = served(KubernetesVersion.V1_20, "policy", "v1beta1", "poddisruptionbudgets");
        String beta = "{'apiVersion':'policy/v1beta1','kind':'PodDisruptionBudget','metadata':{'name':'a',"
                + "'managedFields':[{'manager':'m','apiVersion':'policy/v1beta1'}]},'spec':{'minAvailable':1}}";
        Map<String, Object> stored = Conversion.inward(budgets, tree(beta));
        assertThat(stored).isEqualTo(tree(beta.replace("v1beta1", "v1")));
        assertThat(Conversion.outward(budgets, stored)).isEqualTo(tree(beta));
    }

    @Test
    void an_autoscaler_of_version_one_is_a_metric_for_cpu() {
        ServedResource autoscalers = served(KubernetesVersion.V1_32, "autoscaling", "v1", "horizontalpodautoscalers");
        Map<String, Object> old = tree("{'apiVersion':'autoscaling/v1','spec':{'maxReplicas':3,"
                + "'targetCPUUtilizationPercentage':80},'status':{'currentCPUUtilizationPercentage':20}}");
        Map<String, Object> stored = Conversion.inward(autoscalers, old);
        assertThat(stored)
                .isEqualTo(tree("{'apiVersion':'autoscaling/v2','spec':{'maxReplicas':3,'metrics':[{'type':'Resource',"
                        + "'resource':{'name':'cpu','target':{'type':'Utilization','averageUtilization':80}}}]},"
                        + "'status':{'currentMetrics':[{'type':'Resource','resource':{'name':'cpu',"
                        + "'current':{'averageUtilization':20}}}]}}"));
        Map<String, Object> shown = Conversion.outward(autoscalers, stored);
        assertThat(shown.get("metadata"))
                .isEqualTo(annotations(
                        "autoscaling.alpha.kubernetes.io/current-metrics",
                        "[{'type':'Resource','resource':{'name':'cpu','currentAverageUtilization':20}}]"));
        shown.remove("metadata");
        assertThat(shown).isEqualTo(old);
        assertThat(Conversion.inward(autoscalers, Conversion.outward(autoscalers, stored)))
                .containsEntry("spec", stored.get("spec"))
                .containsEntry("status", stored.get("status"));
    }

    private static Map<String, Object> annotations(String name, String json) {
        return new LinkedHashMap<>(Map.of("annotations", Map.of(name, json.replace('\'', '"'))));
    }

    @Test
    void what_an_autoscaler_of_version_one_has_no_field_for_stands_in_annotations() {
        ServedResource autoscalers = served(KubernetesVersion.V1_20, "autoscaling", "v1", "horizontalpodautoscalers");
        Map<String, Object> stored = tree("{'apiVersion':'autoscaling/v2','spec':{'maxReplicas':3,'metrics':["
                + "{'type':'Resource','resource':{'name':'memory','target':{'type':'AverageValue','averageValue':"
                + "'1Gi'}}}],'behavior':{'scaleDown':{'stabilizationWindowSeconds':60}}},'status':{'conditions':["
                + "{'type':'AbleToScale','status':'True'}]}}");
        assertThat(Conversion.outward(autoscalers, stored))
                .isEqualTo(tree(("{'apiVersion':'autoscaling/v1','spec':{'maxReplicas':3},'status':{},'metadata':"
                                + "{'annotations':{'autoscaling.alpha.kubernetes.io/metrics':'[{~type~:~Resource~,"
                                + "~resource~:{~name~:~memory~,~targetAverageValue~:~1Gi~}}]',"
                                + "'autoscaling.alpha.kubernetes.io/behavior':'{~ScaleUp~:null,~ScaleDown~:{"
                                + "~StabilizationWindowSeconds~:60,~SelectPolicy~:null,~Policies~:null}}',"
                                + "'autoscaling.alpha.kubernetes.io/conditions':'[{~type~:~AbleToScale~,~status~:"
                                + "~True~}]'}}}")
                        .replace("~", "\\'")));
    }

    @Test
    void an_endpoint_of_a_beta_version_has_a_map_of_labels() {
        ServedResource slices = served(KubernetesVersion.V1_20, "discovery.k8s.io", "v1beta1", "endpointslices");
        Map<String, Object> old =
                tree("{'apiVersion':'discovery.k8s.io/v1beta1','endpoints':[{'addresses':['10.0.0.1'],"
                        + "'topology':{'rack':'r','kubernetes.io/hostname':'n','topology.kubernetes.io/zone':'z'}},"
                        + "{'addresses':['10.0.0.2']}]}");
        Map<String, Object> stored = Conversion.inward(slices, old);
        assertThat(stored)
                .isEqualTo(tree("{'apiVersion':'discovery.k8s.io/v1','endpoints':[{'addresses':['10.0.0.1'],"
                        + "'nodeName':'n','zone':'z','deprecatedTopology':{'rack':'r'}},"
                        + "{'addresses':['10.0.0.2']}]}"));
        assertThat(Conversion.outward(slices, stored)).isEqualTo(old);
    }

    @Test
    void a_workload_of_a_beta_version_selects_the_pods_that_it_makes() {
        ServedResource deployments = served(KubernetesVersion.V1_8, "extensions", "v1beta1", "deployments");
        Map<String, Object> old = tree("{'apiVersion':'extensions/v1beta1','kind':'Deployment','spec':{'rollbackTo':{},"
                + "'template':{'metadata':{'labels':{'a':'b'}}}}}");
        Map<String, Object> stored = Conversion.inward(deployments, old);
        assertThat(stored)
                .isEqualTo(tree("{'apiVersion':'apps/v1','kind':'Deployment','spec':{'template':{'metadata':"
                        + "{'labels':{'a':'b'}}},'selector':{'matchLabels':{'a':'b'}},"
                        + "'revisionHistoryLimit':2147483647,'progressDeadlineSeconds':2147483647,'strategy':"
                        + "{'type':'RollingUpdate','rollingUpdate':{'maxUnavailable':1,'maxSurge':1}}},"
                        + "'metadata':{'labels':{'a':'b'}}}"));
        Map<String, Object> shown =
                Conversion.map(Conversion.outward(deployments, stored).get("spec"));
        assertThat(shown).containsOnlyKeys("template", "selector", "strategy");
    }

    @Test
    void parts_of_a_workload_are_not_completed() {
        ServedResource sets = served(KubernetesVersion.V1_8, "apps", "v1beta1", "statefulsets");
        Map<String, Object> patch = tree("{'spec':{'replicas':3}}");
        assertThat(Conversion.inward(sets, patch)).isEqualTo(patch);
        Map<String, Object> whole = tree("{'apiVersion':'apps/v1beta1','kind':'StatefulSet','spec':{}}");
        assertThat(Conversion.map(Conversion.inward(sets, whole).get("spec")))
                .isEqualTo(tree("{'updateStrategy':{'type':'OnDelete'}}"));
    }

    @Test
    void a_resource_that_a_release_lacks_in_the_version_of_the_store_is_told_in_one_that_it_has() {
        ResourceTable table = ResourceTable.of(KubernetesVersion.V1_20);
        assertThat(table.converted(Resources.CRON_JOBS).orElseThrow().type().apiVersion())
                .isEqualTo("batch/v1beta1");
        assertThat(table.converted(Resources.HORIZONTAL_POD_AUTOSCALERS)
                        .orElseThrow()
                        .type()
                        .apiVersion())
                .isEqualTo("autoscaling/v1");
        assertThat(table.converted(Resources.PODS)).isEmpty();
        assertThat(ResourceTable.of(KubernetesVersion.V1_32).converted(Resources.CRON_JOBS))
                .isEmpty();
    }

    @Test
    void an_ingress_of_a_beta_version_has_flat_backends() {
        ServedResource ingresses = served(KubernetesVersion.V1_20, "extensions", "v1beta1", "ingresses");
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
        ServedResource pods = served(KubernetesVersion.V1_32, "", "v1", "pods");
        Map<String, Object> pod = tree("{'apiVersion':'v1','kind':'Pod'}");
        assertThat(Conversion.inward(pods, pod)).isSameAs(pod);
    }
}
