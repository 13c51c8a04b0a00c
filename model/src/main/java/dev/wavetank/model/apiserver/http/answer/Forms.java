package dev.wavetank.model.apiserver.http.answer;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.apiserver.http.message.Form;
import dev.wavetank.model.apiserver.http.message.Negotiation;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.apiserver.http.options.Exchange;
import dev.wavetank.model.apiserver.printers.Tables;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.apiserver.resource.Conversion;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.schema.EmptyTimes;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Encodes objects in the version and the form that a client wants: as they are, as tables, or their metadata only. */
public final class Forms {

    private final ObjectCodec codec;
    private final EmptyTimes times;
    private final Tables tables;
    private final Supplier<Instant> now;

    public Forms(ObjectCodec codec, Tables tables, KubernetesVersion version, Supplier<Instant> now) {
        this.codec = codec;
        this.times = new EmptyTimes(ApiSchema.get(), version);
        this.tables = tables;
        this.now = now;
    }

    /**
     * One object.
     *
     * @throws Refusal when the client wants a form that one object cannot have
     */
    public Map<String, Object> object(Exchange exchange, KubernetesObject object) {
        return object(exchange, Negotiation.form(exchange.request()), object, true);
    }

    private Map<String, Object> object(Exchange exchange, Form form, KubernetesObject object, boolean definitions) {
        Map<String, Object> tree = codec.encode(object);
        return switch (form.shape()) {
            case PLAIN -> written(exchange, tree);
            case PARTIAL -> tables.partial(exchange.served(), tree, form.version());
            case TABLE ->
                tables.table(
                        exchange.served(),
                        List.of(tree),
                        revisionOf(object),
                        new Tables.Wish(form.version(), include(exchange), definitions),
                        now.get());
            case PARTIAL_LIST -> throw misfit(exchange, "PartialObjectMetadataList", "not a list", "");
        };
    }

    /** An object as Go's encoder writes it, in the version of the request. */
    private Map<String, Object> written(Exchange exchange, Map<String, Object> tree) {
        Map<String, Object> result = Conversion.outward(exchange.served(), tree);
        ApiSchema.type(exchange.served().type()).ifPresent(type -> times.addTo(type, result));
        return result;
    }

    private static Map<String, Object> revisionOf(KubernetesObject object) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("resourceVersion", String.valueOf(object.metadata().resourceVersion()));
        return metadata;
    }

    /**
     * A list.
     *
     * @throws Refusal when the client wants a form that a list cannot have
     */
    public Map<String, Object> list(Exchange exchange, List<KubernetesObject> objects, Map<String, Object> metadata) {
        Form form = Negotiation.form(exchange.request());
        return switch (form.shape()) {
            case PLAIN -> plainList(exchange, objects, metadata);
            case TABLE ->
                tables.table(
                        exchange.served(),
                        objects.stream().map(codec::encode).toList(),
                        metadata,
                        new Tables.Wish(form.version(), include(exchange), true),
                        now.get());
            case PARTIAL_LIST -> partialList(exchange, form, objects, metadata);
            case PARTIAL -> throw misfit(exchange, "PartialObjectMetadata", "a list", "List");
        };
    }

    /** The items of a list do not repeat kind and version. */
    private Map<String, Object> plainList(
            Exchange exchange, List<KubernetesObject> objects, Map<String, Object> metadata) {
        List<Object> items = new ArrayList<>(objects.size());
        for (KubernetesObject object : objects) {
            Map<String, Object> fields = written(exchange, codec.encode(object));
            fields.remove("kind");
            fields.remove("apiVersion");
            items.add(fields);
        }
        String apiVersion = exchange.served().type().apiVersion();
        return listOf(exchange.served().type().kind() + "List", apiVersion, metadata, items);
    }

    private Map<String, Object> partialList(
            Exchange exchange, Form form, List<KubernetesObject> objects, Map<String, Object> metadata) {
        List<Object> items = new ArrayList<>(objects.size());
        objects.forEach(object -> items.add(tables.partial(exchange.served(), codec.encode(object), form.version())));
        return listOf("PartialObjectMetadataList", "meta.k8s.io/" + form.version(), metadata, items);
    }

    private static Map<String, Object> listOf(
            String kind, String apiVersion, Map<String, Object> metadata, List<Object> items) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", kind);
        tree.put("apiVersion", apiVersion);
        tree.put("metadata", metadata);
        tree.put("items", items);
        return tree;
    }

    /**
     * How the objects of one watch are encoded, one after the other: columns are defined with the first only.
     *
     * @throws Refusal when the client wants a form that objects cannot have
     */
    public Function<KubernetesObject, Map<String, Object>> watch(Exchange exchange) {
        Form form = Negotiation.form(exchange.request());
        if (form.shape() == Form.Shape.PARTIAL_LIST) {
            throw misfit(exchange, "PartialObjectMetadataList", "not a list", "");
        }
        include(exchange);
        return new Function<>() {
            private boolean definitions = true;

            @Override
            public Map<String, Object> apply(KubernetesObject object) {
                boolean first = definitions;
                definitions = false;
                return object(exchange, form, object, first);
            }
        };
    }

    private static Tables.Include include(Exchange exchange) {
        String wish = exchange.query().first("includeObject");
        return switch (wish) {
            case "", "Metadata" -> Tables.Include.METADATA;
            case "None" -> Tables.Include.NONE;
            case "Object" -> Tables.Include.OBJECT;
            default ->
                throw new Refusal(
                        Status.badRequest("Unable to convert to Table as requested: includeObject: Invalid value: "
                                + GoSyntax.of(wish) + ": must be 'Metadata', 'Object', 'None', or empty"));
        };
    }

    private static Refusal misfit(Exchange exchange, String wish, String is, String suffix) {
        String group = exchange.served().canonical().group();
        int dot = group.indexOf('.');
        String internal = group.isEmpty() ? "core" : dot < 0 ? group : group.substring(0, dot);
        String type = "*" + internal + "." + exchange.served().canonical().kind() + suffix;
        return new Refusal(Status.failure(
                StatusReason.NOT_ACCEPTABLE,
                "you requested " + wish + ", but the requested object is " + is + " (" + type + ")",
                null));
    }
}
