package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.discovery.AggregatedDiscovery;
import dev.wavetank.model.apiserver.discovery.Discovery;
import dev.wavetank.model.apiserver.discovery.HealthReport;
import dev.wavetank.model.apiserver.discovery.OpenApi;
import dev.wavetank.model.apiserver.discovery.ReleaseFacts;
import dev.wavetank.model.apiserver.registry.ApiSchema;
import dev.wavetank.model.apiserver.request.Release;
import dev.wavetank.model.apiserver.resource.ServedResources;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers requests that are about no resource: health, version, discovery and OpenAPI. */
final class PathHandler {

    private final Answers answers;
    private final Release release;
    private final ReleaseFacts facts;
    private final Discovery discovery;
    private final AggregatedDiscovery aggregated;
    private final OpenApi openApi;

    PathHandler(ServedResources resources, Answers answers, Release release) {
        this.answers = answers;
        this.release = release;
        this.facts = new ReleaseFacts(release);
        this.discovery = new Discovery(resources);
        this.aggregated = new AggregatedDiscovery(resources);
        this.openApi = new OpenApi(resources, ApiSchema::get, facts, release);
    }

    HttpResponse answer(HttpRequest request) {
        String given = request.path();
        String path = given.length() > 1 && given.endsWith("/") ? given.substring(0, given.length() - 1) : given;
        List<String> parts = List.of(path.substring(1).split("/"));
        return switch (parts.get(0)) {
            case "" -> answers.tree(200, paths());
            case "healthz", "livez", "readyz" -> health(parts.get(0), path, new Query(request.query()));
            case "version" -> parts.size() == 1 ? answers.tree(200, facts.version()) : nothing();
            case "api" -> underApi(parts, request);
            case "apis" -> underApis(parts, request);
            case "openapi" -> openApi(path, request);
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
        return answers.status(Status.generic(501, "NotImplemented", "the simulation has no " + path));
    }

    private Map<String, Object> paths() {
        return discovery.paths(facts, openApi.paths());
    }

    private HttpResponse health(String endpoint, String path, Query query) {
        List<String> checks = facts.checks(endpoint);
        if (path.length() == endpoint.length() + 1) {
            String report = HealthReport.of(
                    endpoint,
                    checks,
                    query.all("exclude"),
                    !query.all("verbose").isEmpty());
            return Answers.plain(200, report);
        }
        return checks.contains(path.substring(endpoint.length() + 2)) ? Answers.plain(200, "ok") : nothing();
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
        return release != Release.V1_32
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
