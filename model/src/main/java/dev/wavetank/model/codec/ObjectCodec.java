package dev.wavetank.model.codec;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.kinds.BuiltInKinds;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Turns JSON trees into records and records into JSON trees, without loss.
 *
 * <p>A kind that has a record becomes that record; any other becomes a {@link GenericObject}. The first use in
 * a process costs some tenths of a second. Immutable.
 */
public final class ObjectCodec {

    private static final TypeReference<LinkedHashMap<String, Object>> TREE = new TypeReference<>() {};

    /** A codec for all kinds. Costs nothing before its first use. */
    public ObjectCodec() {}

    /**
     * Reads an object. The tree is left as it is and may be changed afterwards.
     *
     * @param tree the object, with {@code apiVersion} and {@code kind}
     * @throws IllegalArgumentException when {@code apiVersion} or {@code kind} is missing, a field cannot hold its
     *     value, or a record has no place for a field: better refused than lost
     */
    public KubernetesObject decode(Map<String, Object> tree) {
        String apiVersion = text(tree, "apiVersion");
        String kind = text(tree, "kind");
        Map<String, Object> fields = new LinkedHashMap<>(tree);
        fields.remove("apiVersion");
        fields.remove("kind");
        // Every object has metadata, even one that was written without.
        fields.putIfAbsent("metadata", new LinkedHashMap<>());
        Class<? extends KubernetesObject> record =
                BuiltInKinds.recordOf(apiVersion, kind).orElse(null);
        try {
            return record == null ? generic(apiVersion, kind, fields) : mapper().convertValue(fields, record);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(kind + " in version \"" + apiVersion + "\": " + sentence(e), e);
        }
    }

    private GenericObject generic(String apiVersion, String kind, Map<String, Object> fields) {
        ObjectMeta metadata = mapper().convertValue(fields.remove("metadata"), ObjectMeta.class);
        Map<String, Object> other = mapper().convertValue(fields, TREE);
        return new GenericObject(apiVersion.intern(), kind.intern(), metadata, other);
    }

    /**
     * An object as a program's own record, such as one of a custom resource.
     *
     * @param object of any kind that the record can hold
     * @throws IllegalArgumentException when the record has no place for a field, or for its value
     */
    public <T extends KubernetesObject> T typed(KubernetesObject object, Class<T> record) {
        if (record.isInstance(object)) {
            return record.cast(object);
        }
        Map<String, Object> fields = encode(object);
        fields.remove("apiVersion");
        fields.remove("kind");
        try {
            return mapper().convertValue(fields, record);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    object.kind() + " " + object.key() + " as " + record.getSimpleName() + ": " + sentence(e), e);
        }
    }

    /** The object as {@link #decode} would give it: the record of its kind, else a {@link GenericObject}. */
    public KubernetesObject untyped(KubernetesObject object) {
        boolean known = object instanceof GenericObject
                || BuiltInKinds.resourceOf(object.getClass()).isPresent();
        return known ? object : decode(encode(object));
    }

    /**
     * Writes an object as a tree of its own: {@code apiVersion}, {@code kind} and {@code metadata} first, nothing
     * absent.
     */
    public Map<String, Object> encode(KubernetesObject object) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", object.apiVersion());
        tree.put("kind", object.kind());
        if (object instanceof GenericObject generic) {
            tree.put("metadata", mapper().convertValue(generic.metadata(), TREE));
            tree.putAll(mapper().convertValue(generic.other(), TREE));
        } else {
            tree.putAll(mapper().convertValue(object, TREE));
        }
        return tree;
    }

    /** The object as JSON on one line, fields in the order of {@link #encode}. */
    public String json(KubernetesObject object) {
        return json(encode(object));
    }

    /** A tree as JSON on one line, fields in the order of the tree. */
    public String json(Map<String, Object> tree) {
        return mapper().writeValueAsString(tree);
    }

    /** A tree as JSON on one line, keys sorted as Go sorts them: equal trees give equal texts. */
    public String sortedJson(Map<String, Object> tree) {
        return sortedValue(tree);
    }

    /** A part of a tree as JSON on one line, keys sorted as Go sorts them. */
    public String sortedValue(Object value) {
        return mapper().writer()
                .with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .writeValueAsString(value);
    }

    /** A tree as indented JSON, keys sorted: what {@code kubectl -o json} prints, without a line end. */
    public String prettyJson(Map<String, Object> tree) {
        return mapper().writer()
                .with(Json.indented())
                .with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .writeValueAsString(tree);
    }

    /** A tree as indented JSON, keys in the order of the tree, without a line end. */
    public String orderedJson(Map<String, Object> tree) {
        return mapper().writer().with(Json.indented()).writeValueAsString(tree);
    }

    /**
     * Reads JSON text, such as an annotation that holds an object.
     *
     * @throws IllegalArgumentException when the text is not a JSON object
     */
    public Map<String, Object> tree(String json) {
        try {
            return mapper().readValue(json, TREE);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not a JSON object: " + e.getOriginalMessage(), e);
        }
    }

    private static JsonMapper mapper() {
        return Lazy.MAPPER;
    }

    /**
     * Made when it is first needed. It never changes, and several threads may use it, each for a run of its own.
     */
    private static final class Lazy {
        private static final JsonMapper MAPPER = Json.mapper();
    }

    private static String text(Map<String, Object> tree, String field) {
        if (tree.get(field) instanceof String text && !text.isEmpty()) {
            return text;
        }
        throw new IllegalArgumentException(field + " not set");
    }

    private static String sentence(JacksonException problem) {
        if (!(problem instanceof DatabindException bound)) {
            return problem.getOriginalMessage();
        }
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : bound.getPath()) {
            if (step.getPropertyName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.length() == 0 ? "" : ".").append(step.getPropertyName());
            }
        }
        return problem instanceof UnrecognizedPropertyException
                ? path + ": the model has no place for this field; leave it out"
                : path + ": " + problem.getOriginalMessage();
    }
}
