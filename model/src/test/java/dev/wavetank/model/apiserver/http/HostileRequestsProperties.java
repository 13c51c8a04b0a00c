package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Requests that are wrong in method, path, query, headers and body at once: each gets an answer, what is refused
 * changes nothing, and no code of the server throws.
 */
class HostileRequestsProperties {

    private static final Map<KubernetesVersion, LoneServer> SERVERS = new LinkedHashMap<>();
    private static final List<String> GROUPS = List.of(
            "/api/v1",
            "/apis/apps/v1",
            "/apis/batch/v1",
            "/apis/apps/v1beta1",
            "/apis/policy/v1",
            "/apis/networking.k8s.io/v1",
            "/apis/apiextensions.k8s.io/v1",
            "/apis/authorization.k8s.io/v1",
            "/apis/coordination.k8s.io/v1",
            "/apis/discovery.k8s.io/v1",
            "/apis/nope/v1",
            "/api",
            "");
    private static final List<String> RESOURCES = List.of(
            "pods",
            "configmaps",
            "secrets",
            "services",
            "deployments",
            "statefulsets",
            "jobs",
            "events",
            "namespaces",
            "nodes",
            "resourcequotas",
            "leases",
            "customresourcedefinitions",
            "subjectaccessreviews",
            "serviceaccounts",
            "bindings",
            "componentstatuses",
            "nope",
            "watch",
            "proxy");
    private static final List<String> TAILS = List.of(
            "",
            "/a",
            "/a/status",
            "/a/scale",
            "/a/eviction",
            "/a/binding",
            "/a/log",
            "/a/exec",
            "/a/token",
            "/a/finalize",
            "/default",
            "/a/b/c/d",
            "/",
            "//",
            "/%zz",
            "/..",
            "/\u00e4");
    private static final List<String> QUERIES = List.of(
            "",
            "watch=1&timeoutSeconds=1",
            "watch=1&resourceVersion=x",
            "resourceVersion=-1",
            "resourceVersion=99999999999999999999",
            "resourceVersionMatch=Exact",
            "limit=-1",
            "limit=9223372036854775807",
            "continue=x",
            "continue=e30",
            "fieldSelector=%3D%3D",
            "fieldSelector=metadata.name%3D,",
            "labelSelector=((",
            "labelSelector=a+in+(",
            "labelSelector=!",
            "dryRun=Most",
            "dryRun=All&dryRun=All",
            "fieldManager=" + "x".repeat(200),
            "fieldManager=%00",
            "fieldValidation=Maybe",
            "force=x",
            "gracePeriodSeconds=x",
            "gracePeriodSeconds=-9223372036854775808",
            "propagationPolicy=Sideways",
            "orphanDependents=true&propagationPolicy=Orphan",
            "pretty=%",
            "&&=&=x",
            "timeoutSeconds=-1&watch=true",
            "sendInitialEvents=true&watch=true",
            "fieldManager=m&force=true");
    private static final List<String> TYPES = List.of(
            "",
            ";",
            ",",
            "application/json",
            "application/json; charset=",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
            "application/json-patch+json",
            "application/merge-patch+json",
            "application/strategic-merge-patch+json",
            "application/apply-patch+yaml",
            "text/html");
    private static final List<String> ACCEPTS = List.of(
            "",
            ";",
            ",;,",
            "*/*",
            "application/json;as=Table;g=meta.k8s.io;v=v1",
            "application/json;as=Table;g=;v=",
            "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
            "text/html;q=x");
    private static final String META = "{\"metadata\":{\"name\":\"a\"";
    private static final List<String> BODIES = List.of(
            "",
            "null",
            "[]",
            "1",
            "\"\"",
            "{",
            "{}",
            "{\"a\":",
            "\u0000",
            "- a",
            "a: [",
            "? x",
            "&a [*a]",
            "k8s\u0000",
            "{\"kind\":1}",
            "{\"kind\":\"Pod\",\"apiVersion\":\"a/b/c\"}",
            "{\"kind\":\"DeleteOptions\",\"dryRun\":1}",
            "{\"preconditions\":[]}",
            "{\"preconditions\":{\"resourceVersion\":\"x\"}}",
            "{\"metadata\":[]}",
            "{\"metadata\":{\"name\":1}}",
            "{\"metadata\":{\"generateName\":\"" + "g".repeat(300) + "\"}}",
            META + ",\"resourceVersion\":\"x\"}}",
            META + ",\"resourceVersion\":\"99999999999999999999\"}}",
            META + ",\"uid\":\"other\"}}",
            META + ",\"namespace\":\"elsewhere\"}}",
            META + ",\"managedFields\":[{\"fieldsV1\":{\"x\":1}}]}}",
            META + ",\"managedFields\":[{\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"k:{\":{}}}]}}",
            META + ",\"managedFields\":[{\"fieldsType\":\"FieldsV1\",\"fieldsV1\":[]}]}}",
            META + ",\"managedFields\":[{\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"v:\":{}}}]}}",
            META + ",\"managedFields\":[null]}}",
            META + ",\"ownerReferences\":[null,{}]}}",
            META + ",\"finalizers\":[\"\",\"a/b/c\"]}}",
            META + ",\"creationTimestamp\":\"never\"}}",
            META + ",\"annotations\":{\"" + "k".repeat(300) + "\":null}}}",
            META + "},\"spec\":null,\"status\":[]}",
            META + "},\"spec\":{\"replicas\":-1,\"selector\":{},\"template\":{}}}",
            META + "},\"spec\":{\"replicas\":9999999999}}",
            META + "},\"spec\":{\"replicas\":1e2}}",
            META + "},\"spec\":{\"selector\":{\"matchExpressions\":[{\"key\":\"\",\"operator\":\"Nope\"}]}}}",
            META + "},\"spec\":{\"hard\":{\"pods\":\"1e999\",\"\":\"-0.5\"}}}",
            META
                    + "},\"spec\":{\"containers\":[null,{\"name\":\"a\",\"resources\":{\"limits\":{\"cpu\":\"1e-99\"}}}]}}",
            META + "},\"spec\":{\"ports\":[{\"port\":-1,\"targetPort\":\"\"}],\"clusterIP\":\"1.2.3.4.5\"}}",
            META + "},\"spec\":{\"group\":\"\",\"names\":{},\"scope\":\"x\",\"versions\":[{}]}}",
            META + "},\"spec\":" + "{\"not\":".repeat(390) + "1" + "}".repeat(390) + "}",
            META + "},\"data\":{\"\":\"\",\"a\":1}}",
            META + "},\"type\":\"kubernetes.io/tls\",\"data\":{\"tls.crt\":\"%\"}}",
            "[{\"op\":\"replace\",\"path\":\"/metadata/name\",\"value\":{}}]",
            "[{\"op\":\"test\",\"path\":\"/spec/~2\",\"value\":null}]",
            "[{\"op\":\"copy\",\"from\":\"\",\"path\":\"/metadata/a\"}]",
            "{\"$patch\":\"replace\",\"spec\":{\"$setElementOrder/containers\":1}}",
            "{\"spec\":{\"$retainKeys\":[1],\"strategy\":{\"$patch\":\"x\"}}}",
            "{\"$deleteFromPrimitiveList/finalizers\":[{}]}",
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"managedFields\":[{}]}}");

    /** What a request is made of. */
    record Hostile(String method, String target, String accept, String type, String authorization, String body) {

        HttpRequest request() {
            Map<String, String> headers = new LinkedHashMap<>();
            headers.put("Authorization", authorization);
            if (!accept.isEmpty()) {
                headers.put("Accept", accept);
            }
            if (!type.isEmpty()) {
                headers.put("Content-Type", type);
            }
            return HttpRequest.of(method, target, headers, body);
        }
    }

    @Provide
    Arbitrary<Hostile> requests() {
        Arbitrary<String> methods =
                Arbitraries.of("GET", "POST", "PUT", "PATCH", "DELETE", "POST", "PUT", "PATCH", "HEAD", "TRACE", "");
        Arbitrary<String> paths = Combinators.combine(
                        Arbitraries.of(GROUPS),
                        Arbitraries.of("/namespaces/default/", "/namespaces/default/", "/", "/namespaces//", "/watch/"),
                        Arbitraries.of(RESOURCES),
                        Arbitraries.of(TAILS))
                .as((group, place, resource, tail) -> group + place + resource + tail);
        Arbitrary<String> odd =
                Arbitraries.of("", "x", "*", "/", "//", "/apis", "/version/x", "/openapi/v3/x", "/healthz?x");
        Arbitrary<String> targets = Combinators.combine(
                        Arbitraries.frequencyOf(Tuple.of(14, paths), Tuple.of(1, odd)), Arbitraries.of(QUERIES))
                .as((path, query) -> query.isEmpty() ? path : path + "?" + query);
        Arbitrary<String> authorizations = Arbitraries.of(
                "Bearer admin", "Bearer admin", "bearer admin", "Bearer  admin", "Basic ;", "Bearer", "x");
        Arbitrary<String> bodies = Arbitraries.oneOf(
                Arbitraries.of(BODIES),
                Arbitraries.of(ValidBodies.all()).map(ValidBodies::json),
                Arbitraries.strings().ofMaxLength(40));
        return Combinators.combine(
                        methods, targets, Arbitraries.of(ACCEPTS), Arbitraries.of(TYPES), authorizations, bodies)
                .as(Hostile::new);
    }

    @Property(tries = 3_600, edgeCases = EdgeCasesMode.NONE)
    void every_request_is_answered_and_what_is_refused_changes_nothing(
            @ForAll("requests") Hostile hostile, @ForAll("profiles") KubernetesVersion version) {
        LoneServer server = SERVERS.computeIfAbsent(version, LoneServer::new);
        long before = server.revision();
        HttpResponse response = server.send(hostile.request());
        assertThat(server.panics()).isEmpty();
        if (response.code() == 0 && hostile.target().contains("watch")) {
            return; // a watch that is still open
        }
        assertThat(response.code()).as(hostile + ": " + response.body()).isBetween(200, 599);
        if (response.code() >= 400) {
            assertThat(server.revision()).as(hostile + ": " + response).isEqualTo(before);
            assertThat(isProper(response)).as(hostile + ": " + response).isTrue();
        }
    }

    @Provide
    Arbitrary<KubernetesVersion> profiles() {
        return Arbitraries.of(KubernetesVersion.V1_8, KubernetesVersion.V1_20, KubernetesVersion.V1_32);
    }

    /** A Status, the list of paths, or one of the few answers that Go's server gives in plain text. */
    private static boolean isProper(HttpResponse response) {
        String type = response.headers().getOrDefault("Content-Type", "");
        if (!type.startsWith("application/json")) {
            return response.body().length() < 200;
        }
        Map<?, ?> tree = (Map<?, ?>) GoJsonReader.parse(response.body());
        return tree.containsKey("paths")
                || "Failure".equals(tree.get("status")) && ((Number) tree.get("code")).intValue() == response.code();
    }
}
