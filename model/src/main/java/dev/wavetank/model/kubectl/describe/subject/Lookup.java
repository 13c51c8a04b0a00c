package dev.wavetank.model.kubectl.describe.subject;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The requests of one {@code describe}: objects, and lists page by page. */
public final class Lookup {

    private final Session session;
    private final int chunk;

    /**
     * Requests of one command.
     *
     * @param chunk most objects of a page; 0 for all at once
     */
    public Lookup(Session session, int chunk) {
        this.session = session;
        this.chunk = chunk;
    }

    /** Whether kubectl of this version has a feature. */
    public boolean has(Feature feature) {
        return session.has(feature);
    }

    /** What the user's clock shows. */
    public Instant now() {
        return session.tools().clock().get();
    }

    /** The path of all objects of a resource; an empty namespace stands for all or none. */
    public static String path(ResourceType resource, String namespace) {
        String group = resource.group().isEmpty()
                ? "/api/" + resource.version()
                : "/apis/" + resource.group() + "/" + resource.version();
        return group + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/" + resource.plural();
    }

    /** The path of all objects of a type, such as {@code replicasets}, in the version that the command prefers. */
    public String path(String type, String namespace) {
        return path(session.resources().types(type).get(0), namespace);
    }

    /** The fields of JSON text; none when it is something else. */
    public ObjectFields parsed(String json) {
        try {
            return new ObjectFields(session.tools().codec().tree(json));
        } catch (IllegalArgumentException notAnObject) {
            return new ObjectFields(Collections.emptyMap());
        }
    }

    /** Reads the document behind a path. */
    public Completion<Reading> get(String target) {
        return session.tools().rest().get(target, "application/json").map(this::reading);
    }

    /** Reads a list in pages, where this version does. */
    public Completion<Reading> list(String path, Query query) {
        boolean paged = chunk > 0 && has(Feature.KUBECTL_DESCRIBE_PAGES);
        return list(path, query, paged ? String.valueOf(chunk) : "", "", new ArrayList<>());
    }

    /** Reads a list at once. */
    public Completion<Reading> listWhole(String path, Query query) {
        return list(path, query, "", "", new ArrayList<>());
    }

    /**
     * What is selected from a list.
     *
     * @param fields a field selector; may be empty
     * @param labels a label selector; may be empty
     */
    public record Query(String fields, String labels) {
        /** Selects everything. */
        public static final Query ALL = new Query("", "");

        /** Selects by labels. */
        public static Query labels(String labels) {
            return new Query("", labels);
        }
    }

    private Completion<Reading> list(String path, Query query, String limit, String token, List<Object> earlier) {
        String parameters = parameter("continue", token)
                + parameter("fieldSelector", query.fields())
                + parameter("labelSelector", query.labels())
                + parameter("limit", limit);
        String target = parameters.isEmpty() ? path : path + "?" + parameters.substring(0, parameters.length() - 1);
        return get(target).then(page -> {
            if (page.isFound() && page.tree().value("items") instanceof List<?> items) {
                earlier.addAll(items);
                String next = page.tree().text("metadata.continue");
                if (!next.isEmpty()) {
                    return list(path, query, limit, next, earlier);
                }
                Map<String, Object> whole = new LinkedHashMap<>(page.tree().tree());
                whole.put("items", earlier);
                return Completion.of(new Reading(new ObjectFields(whole), Optional.empty()));
            }
            return Completion.of(page);
        });
    }

    private static String parameter(String name, String value) {
        return value.isEmpty() ? "" : name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8) + "&";
    }

    private Reading reading(Reply<HttpResponse> reply) {
        if (reply instanceof Reply.Lost<HttpResponse> lost) {
            return failed(new ApiResponse.Unreachable(lost.reason()));
        }
        HttpResponse answer = ((Reply.Answer<HttpResponse>) reply).value();
        if (answer.code() < 400) {
            return new Reading(new ObjectFields(session.tools().codec().tree(answer.body())), Optional.empty());
        }
        if (!answer.body().startsWith("{")) {
            return failed(new ApiResponse.Failed(generic(answer.code())));
        }
        ObjectFields status = new ObjectFields(session.tools().codec().tree(answer.body()));
        return failed(new ApiResponse.Failed(
                Status.reported((int) status.number("code"), status.text("reason"), status.text("message"), null)));
    }

    /** What client-go makes of an answer without a Status (apimachinery, pkg/api/errors, NewGenericServerResponse). */
    private static Status generic(int code) {
        return code == 404
                ? Status.reported(code, "NotFound", "the server could not find the requested resource", null)
                : Status.reported(code, "InternalError", "an error on the server has prevented the request", null);
    }

    private static Reading failed(ApiResponse error) {
        return new Reading(new ObjectFields(Collections.emptyMap()), Optional.of(error));
    }
}
