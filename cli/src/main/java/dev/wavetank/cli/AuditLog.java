package dev.wavetank.cli;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the API server's audit log, one event a line in the shape of {@code audit.k8s.io/v1}, so that the same
 * tools read a run and a real cluster's log.
 *
 * <p>As under an audit policy with level RequestResponse for writes: it has every request that may change
 * something, and reads that failed. The body of a patch that has no JSON in the model, such as a status patch, is
 * left out.
 */
final class AuditLog implements TraceSink {

    private final Appendable out;
    private final ObjectCodec codec = new ObjectCodec();

    /** Writes to {@code out}, which the caller closes. */
    AuditLog(Appendable out) {
        this.out = out;
    }

    @Override
    public void accept(TraceEntry entry) {
        if (entry.record() instanceof RequestTrace request) {
            try {
                out.append(codec.json(event(entry, request))).append('\n');
            } catch (IOException failure) {
                throw new UncheckedIOException("cannot write the audit log", failure);
            }
        }
    }

    private Map<String, Object> event(TraceEntry entry, RequestTrace trace) {
        ApiRequest request = trace.call().request();
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("kind", "Event");
        event.put("apiVersion", "audit.k8s.io/v1");
        event.put("level", "RequestResponse");
        event.put("auditID", String.format(Locale.ROOT, "00000000-0000-4000-8000-%012x", entry.number()));
        event.put("stage", "ResponseComplete");
        event.put("requestURI", uri(request));
        event.put("verb", request.verb().toString());
        event.put("user", Map.of("username", trace.user()));
        event.put("userAgent", trace.call().userAgent());
        event.put("objectRef", reference(request));
        event.put("responseStatus", status(trace.response()));
        Object sent = sent(request);
        if (sent != null) {
            event.put("requestObject", sent);
        }
        if (trace.response() instanceof ApiResponse.One one) {
            event.put("responseObject", codec.encode(one.object()));
        }
        event.put(
                "requestReceivedTimestamp", Timestamps.micros(trace.received()).toString());
        event.put("stageTimestamp", Timestamps.micros(entry.time()).toString());
        return event;
    }

    private static String uri(ApiRequest request) {
        ResourceType resource = request.resource();
        StringBuilder uri = new StringBuilder(resource.group().isEmpty() ? "/api/" : "/apis/");
        uri.append(resource.apiVersion());
        if (!request.namespace().isEmpty() && resource.namespaced()) {
            uri.append("/namespaces/").append(request.namespace());
        }
        uri.append('/').append(resource.plural());
        boolean named = !(request instanceof ApiRequest.Create)
                || !request.subresource().isEmpty();
        if (named && !request.name().isEmpty()) {
            uri.append('/').append(request.name());
        }
        return request.subresource().isEmpty()
                ? uri.toString()
                : uri.append('/').append(request.subresource()).toString();
    }

    private static Map<String, Object> reference(ApiRequest request) {
        Map<String, Object> reference = new LinkedHashMap<>();
        reference.put("resource", request.resource().plural());
        put(reference, "namespace", request.resource().namespaced() ? request.namespace() : "");
        put(reference, "name", request.name());
        put(reference, "apiGroup", request.resource().group());
        reference.put("apiVersion", request.resource().version());
        put(reference, "subresource", request.subresource());
        return reference;
    }

    private static Map<String, Object> status(ApiResponse response) {
        Map<String, Object> status = new LinkedHashMap<>();
        if (response instanceof ApiResponse.Failed failed) {
            status.put("status", failed.status().status());
            put(status, "message", failed.status().message());
            put(status, "reason", failed.status().reason());
        }
        status.put("code", (long) response.code());
        return status;
    }

    private Object sent(ApiRequest request) {
        KubernetesObject body = null;
        if (request instanceof ApiRequest.Create create) {
            body = create.body();
        } else if (request instanceof ApiRequest.Update update) {
            body = update.body();
        } else if (request instanceof ApiRequest.Patch patch) {
            return patched(patch.change());
        }
        return body == null ? null : codec.encode(body);
    }

    private static Object patched(ApiRequest.Change change) {
        if (change instanceof ApiRequest.Change.Merge merge) {
            return merge.tree();
        }
        if (change instanceof ApiRequest.Change.Replicas replicas) {
            return Map.of("spec", Map.of("replicas", (long) replicas.replicas()));
        }
        return null;
    }

    private static void put(Map<String, Object> tree, String name, String value) {
        if (value != null && !value.isEmpty()) {
            tree.put(name, value);
        }
    }
}
