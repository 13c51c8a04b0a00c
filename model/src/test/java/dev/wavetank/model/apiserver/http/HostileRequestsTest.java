package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that once ended a run, or were taken though the real server refuses them. */
class HostileRequestsTest {

    private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String JSON = "application/json";

    private static HttpResponse send(LoneServer server, String method, String target, String type, String body) {
        HttpResponse response = server.send(method, target, type, body.replace('\'', '"'));
        assertThat(server.panics()).isEmpty();
        return response;
    }

    private static void refused(LoneServer server, int code, String message, HttpResponse response) {
        assertThat(response.code()).as(response.body()).isEqualTo(code);
        assertThat(response.body()).contains(message);
        assertThat(server.panics()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_8", "V1_20", "V1_32"})
    void media_types_without_a_type(KubernetesVersion version) {
        LoneServer server = new LoneServer(version);
        HttpRequest list = HttpRequest.of("GET", CONFIG_MAPS, RecordedCluster.headers("GET", "admin"), "");
        refused(server, 406, "406: Not Acceptable", server.send(list.with("Accept", ";")));
        refused(server, 415, "unknown format", send(server, "POST", CONFIG_MAPS, ";", "{}"));
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_8", "V1_20", "V1_32"})
    void paths_that_are_none(KubernetesVersion version) {
        LoneServer server = new LoneServer(version);
        refused(server, 400, "400 Bad Request", send(server, "GET", "", JSON, ""));
        refused(server, 400, "400 Bad Request", send(server, "GET", "api", JSON, ""));
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_20", "V1_32"})
    void owners_of_fields_that_cannot_be_read_are_replaced(KubernetesVersion version) {
        LoneServer server = new LoneServer(version);
        for (String fields : List.of("{'x':1}", "{'k:{':{}}", "[]", "{'v:':{}}", "{'f:data':1}")) {
            HttpResponse created = send(
                    server,
                    "POST",
                    CONFIG_MAPS + "?fieldManager=test",
                    JSON,
                    "{'metadata':{'generateName':'m','managedFields':[{'manager':'x','operation':'Update','apiVersion':"
                            + "'v1','fieldsType':'FieldsV1','fieldsV1':" + fields + "}]},'data':{'a':'b'}}");
            assertThat(created.code()).as(created.body()).isEqualTo(201);
            assertThat(created.body()).contains("\"manager\":\"test\"").doesNotContain("\"manager\":\"x\"");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_20", "V1_32"})
    void schemas_that_are_too_deep(KubernetesVersion version) {
        LoneServer server = new LoneServer(version);
        for (int depth : new int[] {800, 3_000}) {
            String schema = "{'properties':{'a':".repeat(depth) + "{'type':'string'}" + "}}".repeat(depth);
            String body =
                    "{'metadata':{'name':'xs.e.io'},'spec':{'group':'e.io','scope':'Namespaced','names':{'plural':"
                            + "'xs','kind':'X'},'versions':[{'name':'v1','served':true,'storage':true,'schema':"
                            + "{'openAPIV3Schema':" + schema + "}}]}}";
            refused(server, 400, "exceeded max depth", send(server, "POST", DEFINITIONS, JSON, body));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_8", "V1_20", "V1_32", "V1_35"})
    void options_of_a_delete_that_cannot_be_read(KubernetesVersion version) {
        LoneServer server = new LoneServer(version);
        send(server, "POST", CONFIG_MAPS, JSON, "{'metadata':{'name':'c'}}");
        int code = version == KubernetesVersion.V1_35 ? 400 : 500;
        for (String options : List.of("{'dryRun':1}", "{'preconditions':[]}", "[]", "1", "{'kind':true}")) {
            long before = server.revision();
            refused(server, code, "Failure", send(server, "DELETE", CONFIG_MAPS + "/c", JSON, options));
            refused(server, code, "Failure", send(server, "DELETE", CONFIG_MAPS, JSON, options));
            assertThat(server.revision()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_20", "V1_32"})
    void applying_to_an_old_version_is_a_conflict(KubernetesVersion version) {
        LoneServer server = new LoneServer(version);
        String target = CONFIG_MAPS + "/a?fieldManager=m";
        String type = "application/apply-patch+yaml";
        String begin = "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'a'";
        send(server, "PATCH", target, type, begin + "}}");
        long before = server.revision();
        HttpResponse stale = send(server, "PATCH", target, type, begin + ",'resourceVersion':'1'},'data':{'x':'y'}}");
        refused(server, 409, "the object has been modified", stale);
        assertThat(server.revision()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_8", "V1_20", "V1_32"})
    void objects_that_validation_refuses(KubernetesVersion version) {
        LoneServer server = new LoneServer(version);
        Map<String, String> bodies = new LinkedHashMap<>();
        bodies.put("must be an integer", "resourcequotas {'metadata':{'name':'q'},'spec':{'hard':{'pods':'1.5'}}}");
        bodies.put(
                "/v1, Kind=Event is disallowed from being an owner",
                "configmaps {'metadata':{'name':'c','ownerReferences':[{'apiVersion':'v1','kind':'Event','name':'e',"
                        + "'uid':'u'}]}}");
        bodies.put(
                "metadata.ownerReferences.apiVersion: Invalid value: \\\"a/b/c\\\": version must not be empty",
                "configmaps {'metadata':{'name':'c','ownerReferences':[{'apiVersion':'a/b/c','kind':'X','name':'e',"
                        + "'uid':'u'}]}}");
        bodies.put(
                "metadata.annotations[kubernetes.io/service-account.name]: Required value",
                "secrets {'metadata':{'name':'s'},'type':'kubernetes.io/service-account-token'}");
        bodies.forEach((message, request) -> {
            int space = request.indexOf(' ');
            String target = "/api/v1/namespaces/default/" + request.substring(0, space);
            refused(server, 422, message, send(server, "POST", target, JSON, request.substring(space + 1)));
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_20", "V1_32"})
    void an_overhead_below_zero(KubernetesVersion version) {
        LoneServer server = new LoneServer(version);
        String pod =
                "{'metadata':{'name':'p'},'spec':{'overhead':{'cpu':'-1'},'containers':[{'name':'a','image':'b'}]}}";
        HttpResponse response = send(server, "POST", "/api/v1/namespaces/default/pods", JSON, pod);
        refused(server, 422, "spec.overhead.limits[cpu]: Invalid value: \\\"-1\\\": must be greater than", response);
    }
}
