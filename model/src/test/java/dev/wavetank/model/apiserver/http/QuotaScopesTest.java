package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which scopes a quota can have. */
class QuotaScopesTest {

    private static final String JSON = "application/json";
    private static final String QUOTAS = "/api/v1/namespaces/default/resourcequotas";

    private static HttpResponse create(LoneServer server, String spec) {
        return server.send("POST", QUOTAS, JSON, "{\"metadata\":{\"name\":\"q\"},\"spec\":" + spec + "}");
    }

    private static String message(HttpResponse response) {
        return (String) ((Map<?, ?>) GoJsonReader.parse(response.body())).get("message");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "V1_20 | {\"hard\":{\"requests.cpu\":\"1\"},\"scopes\":[\"BestEffort\"]} | spec.scopes: Invalid value:"
                        + " []core.ResourceQuotaScope{\"BestEffort\"}: unsupported scope applied to resource",
                "V1_20 | {\"hard\":{\"pods\":\"1\"},\"scopes\":[\"X\"]} | spec.scopes: Invalid value:"
                        + " []core.ResourceQuotaScope{\"X\"}: unsupported scope",
                "V1_20 | {\"hard\":{\"pods\":\"1\"},\"scopes\":[\"CrossNamespacePodAffinity\"]} | spec.scopes: Invalid"
                        + " value: []core.ResourceQuotaScope{\"CrossNamespacePodAffinity\"}: unsupported scope",
                "V1_32 | {\"hard\":{\"pods\":\"1\"},\"scopes\":[\"BestEffort\",\"NotBestEffort\"]} |"
                        + " spec.scopes: Invalid"
                        + " value: []core.ResourceQuotaScope{\"BestEffort\", \"NotBestEffort\"}: conflicting scopes",
                "V1_32 | {\"hard\":{\"services\":\"1\"},\"scopeSelector\":{\"matchExpressions\":[{\"scopeName\":"
                        + "\"PriorityClass\",\"operator\":\"In\",\"values\":[\"a\"]}]}} |"
                        + " spec.scopeSelector.matchExpressions: Invalid value:"
                        + " core.ScopeSelector{MatchExpressions:[]core.ScopedResourceSelectorRequirement{"
                        + "core.ScopedResourceSelectorRequirement{ScopeName:\"PriorityClass\", Operator:\"In\","
                        + " Values:[]string{\"a\"}}}}: unsupported scope applied to resource",
                "V1_32 | {\"hard\":{\"pods\":\"1\"},\"scopeSelector\":{\"matchExpressions\":[{\"scopeName\":"
                        + "\"PriorityClass\",\"operator\":\"In\"}]}} | spec.scopeSelector.matchExpressions.values:"
                        + " Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope"
                        + " selector",
                "V1_20 | {\"hard\":{\"pods\":\"1\"},\"scopeSelector\":{\"matchExpressions\":[{\"scopeName\":"
                        + "\"BestEffort\",\"operator\":\"DoesNotExist\"}]}} |"
                        + " spec.scopeSelector.matchExpressions.operator: Invalid value: \"DoesNotExist\": must be"
                        + " 'Exist' only operator when scope is any of ResourceQuotaScopeTerminating,"
                        + " ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort and"
                        + " ResourceQuotaScopeNotBestEffort",
                "V1_32 | {\"hard\":{\"pods\":\"1\"},\"scopeSelector\":{\"matchExpressions\":[{\"scopeName\":"
                        + "\"PriorityClass\",\"operator\":\"Is\"}]}} | spec.scopeSelector.matchExpressions.operator:"
                        + " Invalid value: \"Is\": not a valid selector operator",
            })
    void a_scope_that_does_not_fit_is_refused(KubernetesVersion version, String spec, String why) {
        assertThat(message(create(new LoneServer(version), spec))).isEqualTo("ResourceQuota \"q\" is invalid: " + why);
    }

    @Test
    void scopes_that_fit_are_taken_and_stay() {
        LoneServer server = new LoneServer(KubernetesVersion.V1_32);
        HttpResponse created = create(
                server, "{\"hard\":{\"pods\":\"1\",\"cpu\":\"1\",\"count/pods\":\"2\"},\"scopes\":[\"Terminating\"]}");
        assertThat(created.code()).as(created.body()).isEqualTo(201);
        HttpResponse changed = server.send(
                "PATCH", QUOTAS + "/q", "application/merge-patch+json", "{\"spec\":{\"scopes\":[\"NotTerminating\"]}}");
        assertThat(message(changed))
                .isEqualTo("ResourceQuota \"q\" is invalid: spec.scopes: Invalid value:"
                        + " []core.ResourceQuotaScope{\"NotTerminating\"}: field is immutable");
    }

    @ParameterizedTest
    @CsvSource({"V1_20, characters", "V1_32, bytes"})
    void the_length_of_a_name_is_told_in_the_words_of_the_release(KubernetesVersion version, String unit) {
        String name = "n".repeat(64);
        HttpResponse response = new LoneServer(version)
                .send("POST", "/api/v1/namespaces", JSON, "{\"metadata\":{\"name\":\"" + name + "\"}}");
        assertThat(message(response))
                .contains("metadata.name: Invalid value")
                .contains("must be no more than 63 " + unit);
    }
}
