package dev.wavetank.model.codec;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.schema.DecodingError;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.SchemaProblem;
import dev.wavetank.model.schema.ServedKind;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.Position;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads manifests, YAML or JSON, into objects, and refuses what the API server would refuse to decode.
 *
 * <p>Objects come in the order in which they are written; a {@code kind: List} stands for its items.
 */
public final class ManifestReader {

    private final Schema schema;
    private final ObjectCodec codec;
    private final CustomKinds custom;
    private final UnknownFieldSink unknownFields;

    /** Learns of objects whose fields do not fit their kind. */
    @FunctionalInterface
    public interface UnknownFieldSink {

        /**
         * Takes an object.
         *
         * @param manifest the object without fields that nobody knows; only its name when values do not fit their
         *     fields
         * @param tree the object as it is written
         * @param problems at least one
         * @return whether the object is read all the same
         */
        boolean take(Manifest manifest, Map<String, Object> tree, List<SchemaProblem> problems);
    }

    /** A reader that knows the kinds and fields of a schema, and those that it finds defined. */
    public ManifestReader(Schema schema, ObjectCodec codec) {
        this(schema, codec, new CustomKinds());
    }

    /**
     * A reader that knows some custom kinds from elsewhere.
     *
     * @param custom grows by the definitions that this reader reads
     */
    public ManifestReader(Schema schema, ObjectCodec codec, CustomKinds custom) {
        this(schema, codec, custom, (manifest, tree, problems) -> false);
    }

    /**
     * A reader that may let objects with unknown fields pass.
     *
     * @param unknownFields says which
     */
    public ManifestReader(Schema schema, ObjectCodec codec, CustomKinds custom, UnknownFieldSink unknownFields) {
        this.unknownFields = unknownFields;
        this.schema = schema;
        this.codec = codec;
        this.custom = custom;
    }

    /**
     * Takes in the CustomResourceDefinitions of a text, for objects of other texts.
     *
     * @throws ManifestException when the text is no YAML
     */
    public void learn(String source, String text) {
        YamlReader.read(source, text).forEach(document -> custom.learn(document.root()));
    }

    /**
     * Reads every object of a text.
     *
     * @param source name of the text for messages: a file name, or {@code -}
     * @param text the whole text
     * @throws ManifestException for the first object that cannot be read: what the API server or kubectl would
     * say, and
     *     where the mistake is. No sentence without a place.
     */
    public List<Manifest> read(String source, String text) {
        return read(source, text, mistake -> {
            throw mistake;
        });
    }

    /**
     * Reads every object of a text that can be read.
     *
     * @param mistakes takes what stands against each of the others
     * @throws ManifestException when the text is no YAML
     */
    public List<Manifest> read(String source, String text, Consumer<ManifestException> mistakes) {
        List<Manifest> manifests = new ArrayList<>();
        List<YamlDocument> documents = YamlReader.read(source, text);
        documents.forEach(document -> custom.learn(document.root()));
        for (YamlDocument document : documents) {
            read(new Spot(document, ""), document.root(), manifests, mistakes);
        }
        return manifests;
    }

    /**
     * A place in a document.
     *
     * @param path of the object, empty when the document is the object
     */
    private record Spot(YamlDocument document, String path) {

        Spot item(int index) {
            return new Spot(document, path + (path.isEmpty() ? "" : ".") + "items[" + index + "]");
        }

        @Nullable
        Position of(String field) {
            if (path.isEmpty() && field.isEmpty()) {
                return document.positions().start();
            }
            return document.positions().nearest(path.isEmpty() || field.isEmpty() ? path + field : path + "." + field);
        }

        ManifestException mistake(String field, @Nullable String sentence) {
            return new ManifestException(document.source(), of(field), sentence);
        }
    }

    private void read(
            Spot spot, Map<String, Object> tree, List<Manifest> manifests, Consumer<ManifestException> mistakes) {
        try {
            if ("List".equals(tree.get("kind")) && "v1".equals(tree.get("apiVersion"))) {
                readItems(spot, tree, manifests, mistakes);
            } else {
                read(spot, tree, manifests);
            }
        } catch (ManifestException mistake) {
            mistakes.accept(mistake);
        }
    }

    private void read(Spot spot, Map<String, Object> tree, List<Manifest> manifests) {
        String kind = name(spot, tree, "kind");
        String apiVersion = name(spot, tree, "apiVersion");
        Optional<ResourceType> defined = custom.find(apiVersion, kind);
        if (defined.isPresent()) {
            add(spot, tree, defined.get(), manifests);
            return;
        }
        ServedKind served = schema.kind(apiVersion, kind)
                .filter(found -> !found.plural().isEmpty())
                .orElseThrow(() -> unknownKind(spot, tree, apiVersion, kind));
        List<SchemaProblem> problems = schema.check(served.type(), tree);
        ResourceType resource =
                new ResourceType(served.group(), served.version(), kind, served.plural(), served.namespaced());
        if (problems.isEmpty()) {
            add(spot, NullValues.toZero(schema, served.type(), tree), resource, manifests);
            return;
        }
        boolean fits = problems.stream().allMatch(SchemaProblem.UnknownField.class::isInstance);
        Map<String, Object> kept = fits
                ? NullValues.toZero(schema, served.type(), UnknownFields.drop(schema, served.type(), tree))
                : WrittenName.of(tree);
        List<Manifest> known = new ArrayList<>(1);
        add(spot, kept, resource, known);
        if (unknownFields.take(known.get(0), tree, problems)) {
            manifests.addAll(known);
            return;
        }
        throw spot.mistake(cause(problems).path(), sentence(served, problems));
    }

    private void add(Spot spot, Map<String, Object> tree, ResourceType resource, List<Manifest> manifests) {
        try {
            manifests.add(new Manifest(spot.document().source(), spot.of(""), resource, codec.decode(tree)));
        } catch (IllegalArgumentException e) {
            throw spot.mistake("", e.getMessage());
        }
    }

    private void readItems(
            Spot spot, Map<String, Object> tree, List<Manifest> manifests, Consumer<ManifestException> mistakes) {
        if (tree.get("items") == null) {
            return;
        }
        if (!(tree.get("items") instanceof List<?> items)) {
            throw spot.mistake("items", "items of a List must be a list of objects");
        }
        for (int i = 0; i < items.size(); i++) {
            if (!(items.get(i) instanceof Map<?, ?> item)) {
                throw spot.item(i).mistake("", "an item of a List must be an object, with apiVersion and kind");
            }
            @SuppressWarnings("unchecked") // the YAML reader makes only string keys
            Map<String, Object> fields = (Map<String, Object>) item;
            read(spot.item(i), fields, manifests, mistakes);
        }
    }

    private static String name(Spot spot, Map<String, Object> tree, String field) {
        Object value = tree.get(field);
        if (value instanceof String text && !text.isEmpty()) {
            return text;
        }
        if (value == null || "".equals(value)) {
            throw spot.mistake("", field + " not set");
        }
        throw spot.mistake(
                field, field + " must be text, such as " + (field.equals("kind") ? "Deployment" : "apps/v1"));
    }

    private ManifestException unknownKind(Spot spot, Map<String, Object> tree, String apiVersion, String kind) {
        String asked = "no matches for kind \"" + kind + "\" in version \"" + apiVersion + "\"";
        return new UnknownKindException(
                spot.mistake("kind", asked + " (" + hint(apiVersion, kind) + ")"), asked, WrittenName.of(tree));
    }

    private String hint(String apiVersion, String kind) {
        String versions = schema.kinds().stream()
                .filter(served -> served.kind().equals(kind) && !served.plural().isEmpty())
                .map(ServedKind::apiVersion)
                .collect(Collectors.joining(" or "));
        int slash = apiVersion.indexOf('/');
        String hint = "the kind is misspelled or not simulated";
        if (slash > 0 && ResourceType.isCustom(apiVersion.substring(0, slash))) {
            hint = "ensure CRDs are installed first";
        } else if (!versions.isEmpty()) {
            hint = "write apiVersion: " + versions;
        }
        return hint;
    }

    /** The problem that the server's sentence is about: see {@link DecodingError}. */
    private static SchemaProblem cause(List<SchemaProblem> problems) {
        return first(problems, SchemaProblem.BadValue.class)
                .or(() -> first(problems, SchemaProblem.WrongType.class))
                .orElse(problems.get(0));
    }

    private static Optional<SchemaProblem> first(List<SchemaProblem> problems, Class<? extends SchemaProblem> type) {
        return problems.stream().filter(type::isInstance).findFirst();
    }

    private static String sentence(ServedKind served, List<SchemaProblem> problems) {
        String message = DecodingError.message(served.kind(), served.version(), problems);
        if (!(cause(problems) instanceof SchemaProblem.UnknownField)) {
            return message + " (at " + cause(problems).path() + ")";
        }
        List<String> hints = new ArrayList<>();
        for (SchemaProblem problem : problems) {
            if (problem instanceof SchemaProblem.UnknownField unknown) {
                unknown.nearest().ifPresent(name -> hints.add("\"" + name + "\""));
            }
        }
        return hints.isEmpty() ? message : message + " (did you mean " + String.join(", ", hints) + "?)";
    }
}
