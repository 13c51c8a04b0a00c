package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.apiserver.discovery.AggregatedDiscovery;
import dev.wavetank.model.apiserver.discovery.Discovery;
import dev.wavetank.model.apiserver.discovery.HealthReport;
import dev.wavetank.model.apiserver.discovery.OpenApi;
import dev.wavetank.model.apiserver.discovery.ServerMetadata;
import dev.wavetank.model.apiserver.http.answer.Answers;
import dev.wavetank.model.apiserver.http.message.Negotiation;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.apiserver.resource.ServedResources;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.http.Query;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers requests that are about no resource: health, version, discovery and OpenAPI. */
final class PathHandler {

    private static final List<String> HEALTH = List.of("healthz", "livez", "readyz");
    /** The checks that fail when etcd does not answer. */
    private static final List<String> OF_ETCD = List.of("etcd", "etcd-readiness");

    private static final String CONFIGURATION = "/.well-known/openid-configuration";
    private static final String KEYS = "/openid/v1/jwks";

    private final SelfChecks checks;
    private final Answers answers;
    private final KubernetesVersion kubernetes;
    private final ServerMetadata facts;
    private final Discovery discovery;
    private final AggregatedDiscovery aggregated;
    private final OpenApi openApi;

    PathHandler(ServedResources resources, SelfChecks checks, Answers answers, KubernetesVersion kubernetes) {
        this.checks = checks;
        this.answers = answers;
        this.kubernetes = kubernetes;
        this.facts = ServerMetadata.of(kubernetes);
        this.discovery = new Discovery(resources);
        this.aggregated = new AggregatedDiscovery(resources, kubernetes);
        this.openApi = new OpenApi(resources, () -> ApiSchema.of(kubernetes), facts, kubernetes);
    }

    /** The answer, now or, where etcd is asked, later. */
    Completion<HttpResponse> answer(HttpRequest request) {
        String path = request.path();
        int end = path.indexOf('/', 1);
        String first = path.substring(1, end < 0 ? path.length() : end);
        return HEALTH.contains(first) && !path.contains("//")
                ? checks.etcdAnswers().map(well -> health(first, path, new Query(request.query()), well))
                : Completion.of(document(request));
    }

    private HttpResponse document(HttpRequest request) {
        if (request.path().contains("//")) {
            // No path is cleaned, and none is served that is not clean.
            return nothing();
        }
        String given = request.path();
        String path = given.length() > 1 && given.endsWith("/") ? given.substring(0, given.length() - 1) : given;
        List<String> parts = List.of(path.substring(1).split("/"));
        return switch (parts.get(0)) {
            case "" -> answers.tree(200, paths());
            case "version" -> parts.size() == 1 ? answers.tree(200, facts.version()) : nothing();
            case "api" -> underApi(parts, request);
            case "apis" -> underApis(parts, request);
            case "openapi" -> openApi(path, request);
            case ".well-known" -> parts.size() == 2 && path.equals(CONFIGURATION) ? configuration() : nothing();
            case "openid" -> path.equals(KEYS) ? published("application/jwk-set+json", keys()) : nothing();
            default -> facts.emptyPaths().contains(path) ? unsimulated(path) : nothing();
        };
    }

    /** The answer for a path below a group that is not served at all. */
    static HttpResponse noSuchGroup() {
        return Answers.plain(404, "404 page not found\n");
    }

    /** The answer for any other path behind which there is nothing: all paths that there are. */
    private HttpResponse nothing() {
        return answers.tree(404, paths());
    }

    private HttpResponse unsimulated(String path) {
        return answers.status(Status.generic(StatusReason.NOT_IMPLEMENTED, "the simulation has no " + path));
    }

    private Map<String, Object> paths() {
        return discovery.paths(facts, openApi.paths());
    }

    private HttpResponse health(String endpoint, String path, Query query, boolean etcdAnswers) {
        List<String> names = facts.checks(endpoint);
        HealthReport report = new HealthReport(endpoint, names, etcdAnswers ? List.of() : OF_ETCD);
        if (path.substring(endpoint.length() + 1).replace("/", "").isEmpty()) {
            List<String> excluded = query.all("exclude");
            return report.fails(excluded)
                    ? Answers.plain(500, report.failure(excluded))
                    : Answers.plain(200, query.all("verbose").isEmpty() ? "ok" : report.success(excluded));
        }
        String name = path.substring(endpoint.length() + 2);
        if (!names.contains(name)) {
            return nothing();
        }
        return etcdAnswers || !OF_ETCD.contains(name)
                ? Answers.plain(200, "ok")
                : Answers.plain(
                        500, "internal server error: error getting data from etcd: context deadline exceeded\n");
    }

    /** What others need to check the tokens of service accounts. */
    private HttpResponse configuration() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("issuer", checks.issuer());
        tree.put("jwks_uri", "https://" + Discovery.SERVER_ADDRESS + KEYS);
        tree.put("response_types_supported", List.of("id_token"));
        tree.put("subject_types_supported", List.of("public"));
        tree.put("id_token_signing_alg_values_supported", List.of("HS256"));
        return published(Negotiation.JSON, tree);
    }

    /** None: tokens of the simulation are signed with a secret, which is not published. */
    private static Map<String, Object> keys() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("keys", List.of());
        return tree;
    }

    private HttpResponse published(String contentType, Map<String, Object> tree) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Cache-Control", "public, max-age=3600");
        headers.put("Content-Type", contentType);
        return new HttpResponse(200, headers, answers.text(tree));
    }

    private HttpResponse underApi(List<String> parts, HttpRequest request) {
        if (parts.size() == 1) {
            return aggregated(true, request).orElseGet(() -> answers.tree(200, discovery.versions()));
        }
        return resources(parts.get(1));
    }

    private HttpResponse underApis(List<String> parts, HttpRequest request) {
        if (parts.size() == 1) {
            return aggregated(false, request).orElseGet(() -> answers.tree(200, discovery.groups()));
        }
        Optional<Map<String, Object>> group = discovery.groupDocument(parts.get(1));
        if (group.isEmpty()) {
            return noSuchGroup();
        }
        return parts.size() == 2 ? answers.tree(200, group.get()) : resources(parts.get(1) + "/" + parts.get(2));
    }

    private HttpResponse resources(String apiVersion) {
        return discovery
                .resources(apiVersion)
                .map(document -> answers.tree(200, document))
                .orElseGet(() -> answers.status(Status.noSuchResource()));
    }

    /** The aggregated document, when the client asks for it and the release has it. */
    private Optional<HttpResponse> aggregated(boolean core, HttpRequest request) {
        return !kubernetes.has(Feature.AGGREGATED_DISCOVERY)
                ? Optional.empty()
                : Negotiation.aggregated(request)
                        .map(version -> answers.tagged(
                                aggregated.document(core, version),
                                Negotiation.JSON + ";g=apidiscovery.k8s.io;v=" + version + ";as="
                                        + AggregatedDiscovery.KIND,
                                request));
    }

    private HttpResponse openApi(String path, HttpRequest request) {
        if (path.equals("/openapi/v2")) {
            return Negotiation.acceptsJson(request)
                    ? answers.tagged(openApi.v2(), Negotiation.JSON, request)
                    : Answers.plain(406, "");
        }
        Optional<Map<String, Object>> document = path.equals("/openapi/v3")
                ? openApi.v3Index()
                : path.startsWith("/openapi/v3/")
                        ? openApi.v3(path.substring("/openapi/v3/".length()))
                        : Optional.empty();
        return document.map(tree -> Negotiation.acceptsJson(request)
                        ? answers.tagged(tree, Negotiation.JSON, request)
                        : Answers.plain(406, ""))
                .orElseGet(this::nothing);
    }
}
