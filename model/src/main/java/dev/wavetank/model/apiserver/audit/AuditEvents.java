package dev.wavetank.model.apiserver.audit;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.chain.RequestInFlight;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.codec.StatusTree;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.patch.JsonTree;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the events of one server, field by field in the order of the real ones.
 *
 * <p>Addresses are not simulated: everything comes from the server's own machine.
 */
final class AuditEvents {

    /** Always six digits after the second. */
    private static final DateTimeFormatter MICROS =
            new DateTimeFormatterBuilder().appendInstant(6).toFormatter(Locale.ROOT);

    private static final List<String> WITHOUT_MESSAGE = List.of("status", "reason");
    private static final List<String> WITH_MESSAGE = List.of("status", "message", "reason", "details");

    private final ObjectCodec codec = new ObjectCodec();
    private final boolean withMessages;

    /**
     * Builds events.
     *
     * @param withMessages whether the messages of refusals are written, as later releases than v1.20 do
     */
    AuditEvents(boolean withMessages) {
        this.withMessages = withMessages;
    }

    /**
     * What an event is about.
     *
     * @param rule by which it is written
     * @param now virtual time in nanoseconds
     * @param clock what the server's clock shows then
     */
    record Moment(AuditRule rule, String id, AuditStage stage, long now, Instant clock) {
        private AuditLevel level() {
            return rule.level();
        }
    }

    Map<String, Object> event(Moment moment, RequestInFlight passage, @Nullable ApiResponse response) {
        Attributes attributes = passage.attributes();
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("kind", "Event");
        event.put("apiVersion", "audit.k8s.io/v1");
        event.put("level", moment.level().toString());
        event.put("auditID", moment.id());
        event.put("stage", moment.stage().toString());
        event.put("requestURI", passage.incoming().uri());
        event.put("verb", attributes.verb());
        event.put("user", passage.requester() == null ? new LinkedHashMap<>() : user(passage.requester()));
        if (passage.user() != passage.requester()) {
            event.put("impersonatedUser", user(passage.user()));
        }
        event.put("sourceIPs", List.of("127.0.0.1"));
        put(event, "userAgent", passage.incoming().userAgent());
        Object sent = passage.incoming().body();
        if (attributes.target() instanceof Attributes.Resource resource) {
            event.put("objectRef", reference(resource, attributes.verb(), sent));
        }
        Object answered = answered(passage, response);
        if (response != null) {
            event.put("responseStatus", status(response, answered));
        }
        bodies(event, moment, sent, answered);
        event.put(
                "requestReceivedTimestamp",
                MICROS.format(Timestamps.micros(moment.clock().minusNanos(moment.now() - passage.received()))));
        event.put("stageTimestamp", MICROS.format(Timestamps.micros(moment.clock())));
        if (passage.decision() != null) {
            Map<String, Object> annotations = new LinkedHashMap<>();
            if (passage.decision().hasFailed()) {
                annotations.put("authorization.k8s.io/reason", "internal error");
            } else {
                annotations.put(
                        "authorization.k8s.io/decision", passage.decision().isAllowed() ? "allow" : "forbid");
                annotations.put(
                        "authorization.k8s.io/reason", passage.decision().reason());
            }
            event.put("annotations", annotations);
        }
        return event;
    }

    private void bodies(Map<String, Object> event, Moment moment, Object sent, @Nullable Object answered) {
        boolean plain = moment.rule().omitManagedFields();
        if (sent != null && moment.level().compareTo(AuditLevel.REQUEST) >= 0) {
            Object tree = sent instanceof KubernetesObject object ? codec.encode(object) : sent;
            event.put("requestObject", plain ? withoutManagedFields(tree) : tree);
        }
        if (answered != null && moment.level() == AuditLevel.REQUEST_RESPONSE) {
            event.put("responseObject", plain ? withoutManagedFields(answered) : answered);
        }
    }

    /** Of an object, or of all objects of a list. */
    private static Object withoutManagedFields(Object value) {
        if (!(value instanceof Map<?, ?>)) {
            return value;
        }
        Map<String, Object> tree = new LinkedHashMap<>(JsonTree.map(value));
        if (tree.get("metadata") instanceof Map<?, ?> metadata && metadata.containsKey("managedFields")) {
            Map<String, Object> fewer = new LinkedHashMap<>(JsonTree.map(metadata));
            fewer.remove("managedFields");
            tree.put("metadata", fewer);
        }
        if (tree.get("items") instanceof List<?> items) {
            tree.put(
                    "items",
                    items.stream().map(AuditEvents::withoutManagedFields).toList());
        }
        return tree;
    }

    private static Map<String, Object> user(User user) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("username", user.name());
        put(tree, "uid", user.uid());
        if (!user.groups().isEmpty()) {
            tree.put("groups", user.groups());
        }
        if (!user.extra().isEmpty()) {
            tree.put("extra", user.extra());
        }
        return tree;
    }

    private Map<String, Object> reference(Attributes.Resource asked, String verb, Object sent) {
        Map<?, ?> metadata = verb.equals("create") || verb.equals("update") ? metadata(sent) : new LinkedHashMap<>();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("resource", asked.plural());
        put(tree, "namespace", asked.namespace());
        put(tree, "name", asked.name().isEmpty() ? text(metadata, "name") : asked.name());
        put(tree, "uid", text(metadata, "uid"));
        put(tree, "apiGroup", asked.group());
        put(tree, "apiVersion", asked.version());
        put(tree, "resourceVersion", text(metadata, "resourceVersion"));
        put(tree, "subresource", asked.subresource());
        return tree;
    }

    private Map<?, ?> metadata(Object sent) {
        if (sent instanceof KubernetesObject object) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("name", object.metadata().name());
            tree.put("uid", object.metadata().uid());
            if (object.metadata().resourceVersion() != null) {
                tree.put("resourceVersion", object.metadata().resourceVersion().toString());
            }
            return tree;
        }
        return sent instanceof Map<?, ?> tree && tree.get("metadata") instanceof Map<?, ?> metadata
                ? metadata
                : new LinkedHashMap<>();
    }

    private static String text(Map<?, ?> tree, String field) {
        return tree.get(field) instanceof String text ? text : "";
    }

    /** Of an answer that is a Status what it says; of others only the code. */
    private @Nullable Map<String, Object> status(ApiResponse response, @Nullable Object answered) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("metadata", new LinkedHashMap<>());
        if (answered instanceof Map<?, ?> map && "Status".equals(map.get("kind"))) {
            for (String field : withMessages ? WITH_MESSAGE : WITHOUT_MESSAGE) {
                if (map.get(field) != null) {
                    tree.put(field, map.get(field));
                }
            }
        }
        tree.put("code", (long) response.code());
        return tree;
    }

    private @Nullable Object answered(RequestInFlight passage, @Nullable ApiResponse response) {
        if (response == null) {
            return null;
        }
        Map<String, Object> shown = passage.incoming().shown(response);
        if (shown != null) {
            return shown;
        }
        ApiResponse sent = passage.incoming().onTheWire(response);
        return sent instanceof ApiResponse.Many many
                ? passage.incoming().resource().map(type -> list(type, many)).orElse(null)
                : answered(sent);
    }

    private @Nullable Object answered(ApiResponse response) {
        if (response instanceof ApiResponse.One one) {
            return codec.encode(one.object());
        }
        if (response instanceof ApiResponse.Failed failed) {
            return StatusTree.of(failed.status());
        }
        if (response instanceof ApiResponse.Encoded encoded) {
            return encoded.body().startsWith("{") && !encoded.body().contains("}\n{")
                    ? GoJsonReader.parse(encoded.body())
                    : null;
        }
        return StatusTree.of(new Status("Success", null, null, null, response.code()));
    }

    private Map<String, Object> list(ResourceType type, ApiResponse.Many many) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("resourceVersion", Long.toString(many.revision()));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", type.kind() + "List");
        tree.put("apiVersion", type.apiVersion());
        tree.put("metadata", metadata);
        List<Object> items = new ArrayList<>(many.items().size());
        for (KubernetesObject item : many.items()) {
            items.add(codec.encode(item));
        }
        tree.put("items", items);
        return tree;
    }

    private static void put(Map<String, Object> tree, String name, String value) {
        if (value != null && !value.isEmpty()) {
            tree.put(name, value);
        }
    }
}
