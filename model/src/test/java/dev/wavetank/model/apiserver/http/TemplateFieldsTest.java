package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Templates of pods lose the fields that pods lose ({@code DropDisabledTemplateFields} of pkg/api/pod/util.go). */
class TemplateFieldsTest {

    private static final String TEMPLATE = "{'metadata':{'labels':{'app':'web'}},'spec':{%s'schedulingGates':"
            + "[{'name':'a/b'}],'containers':[{'name':'c','image':'i'}]}}";
    private static final String SELECTOR = "'selector':{'matchLabels':{'app':'web'}},";

    private final LoneServer server = new LoneServer(KubernetesVersion.parse("v1.26"));

    private static String body(String spec) {
        return ("{'metadata':{'name':'web'},'spec':" + spec + "}").replace('\'', '"');
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "apis/apps/v1 | deployments | selector | `{SELECTOR'template':TEMPLATE}`",
                "apis/apps/v1 | replicasets | selector | `{SELECTOR'template':TEMPLATE}`",
                "apis/apps/v1 | statefulsets | selector | `{SELECTOR'serviceName':'web','template':TEMPLATE}`",
                "apis/apps/v1 | daemonsets | selector | `{SELECTOR'template':TEMPLATE}`",
                "api/v1 | replicationcontrollers | selector | `{'selector':{'app':'web'},'template':TEMPLATE}`",
                "apis/batch/v1 | jobs | Never | `{'template':TEMPLATE}`",
                "apis/batch/v1 | cronjobs | Never | `{'schedule':'* * * * *','jobTemplate':{'spec':{'template':"
                        + "TEMPLATE}}}`",
            })
    void a_field_of_a_template_whose_feature_is_off_is_dropped(
            String group, String resource, String policy, String spec) {
        String template = TEMPLATE.formatted(policy.equals("Never") ? "'restartPolicy':'Never'," : "");
        String body = body(spec.replace("SELECTOR", SELECTOR).replace("TEMPLATE", template));
        String path = "/" + group + "/namespaces/default/" + resource;

        HttpResponse created = server.send("POST", path, "application/json", body);
        assertThat(created.code()).as(created.body()).isEqualTo(201);
        assertThat(created.body()).contains("\"containers\"").doesNotContain("\"schedulingGates\"");
        String at = resource.equals("cronjobs") ? "'jobTemplate':{'spec':{'template':%s}}" : "'template':%s";
        String patch =
                ("{'spec':{" + at.formatted("{'spec':{'schedulingGates':[{'name':'a/b'}]}}") + "}}").replace('\'', '"');
        HttpResponse patched = server.send("PATCH", path + "/web", "application/strategic-merge-patch+json", patch);
        assertThat(patched.code()).as(patched.body()).isEqualTo(200);
        assertThat(patched.body()).doesNotContain("\"schedulingGates\"");
    }
}
