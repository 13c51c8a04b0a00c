package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.apiserver.apiextensions.schema.Defaulting;
import dev.wavetank.model.apiserver.apiextensions.schema.Finding;
import dev.wavetank.model.apiserver.apiextensions.schema.Pruning;
import dev.wavetank.model.apiserver.apiextensions.schema.SchemaTypes;
import dev.wavetank.model.apiserver.apiextensions.schema.SchemaValidation;
import dev.wavetank.model.apiserver.apiextensions.schema.StructuralSchema;
import dev.wavetank.model.apiserver.apiextensions.schema.Tree;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.apiserver.registry.strategy.OwnedType;
import dev.wavetank.model.apiserver.registry.strategy.ScaleView;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.patch.apply.FieldOwnership;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Objects of a custom resource in one of its versions: what their schema says, with and without a status of its
 * own.
 */
final class CustomResourceStrategy implements Strategy<KubernetesObject> {

    private static final String STATUS = "status";
    private static final String SPEC_REPLICAS = "specReplicasPath";
    private static final String STATUS_REPLICAS = "statusReplicasPath";

    private final Definition definition;
    private final DefinedVersion version;
    private final KubernetesVersion kubernetes;
    private final String apiVersion;
    private final String storedApiVersion;
    private final Map<KubernetesVersion, OwnedType> owned = new LinkedHashMap<>();

    CustomResourceStrategy(Definition definition, DefinedVersion version, KubernetesVersion kubernetes) {
        this.definition = definition;
        this.version = version;
        this.kubernetes = kubernetes;
        this.apiVersion = definition.group() + "/" + version.name();
        this.storedApiVersion =
                definition.group() + "/" + definition.storageVersion().name();
    }

    Definition definition() {
        return definition;
    }

    DefinedVersion version() {
        return version;
    }

    @Override
    public Class<KubernetesObject> kind() {
        return KubernetesObject.class;
    }

    @Override
    public boolean accepts(KubernetesObject object) {
        return object instanceof GenericObject;
    }

    private StructuralSchema schema() {
        return version.schema();
    }

    private static GenericObject generic(KubernetesObject object) {
        return (GenericObject) object;
    }

    /** Without what the schema does not declare, nor a status that is written on its own, and with its defaults. */
    @Override
    public KubernetesObject withDefaults(KubernetesObject object) {
        GenericObject known = read(generic(object), object.apiVersion());
        return version.hasStatus() ? known.withOther(Tree.with(known.other(), STATUS, null)) : known;
    }

    private GenericObject read(GenericObject object, String named) {
        Map<String, Object> other = Defaulting.defaulted(schema(), Pruning.pruned(schema(), object.other()));
        return new GenericObject(named, object.kind(), object.metadata(), other);
    }

    @Override
    public KubernetesObject fromStorage(KubernetesObject stored) {
        return read(generic(stored), apiVersion);
    }

    @Override
    public KubernetesObject toStorage(KubernetesObject object) {
        return apiVersion.equals(storedApiVersion)
                ? object
                : new GenericObject(
                        storedApiVersion,
                        object.kind(),
                        object.metadata(),
                        generic(object).other());
    }

    @Override
    public KubernetesObject prepareForCreate(KubernetesObject object) {
        return object;
    }

    @Override
    public KubernetesObject prepareForUpdate(KubernetesObject changed, KubernetesObject before) {
        GenericObject after = generic(changed);
        return version.hasStatus()
                ? after.withOther(
                        Tree.with(after.other(), STATUS, generic(before).other().get(STATUS)))
                : after;
    }

    @Override
    public KubernetesObject prepareForStatusUpdate(KubernetesObject changed, KubernetesObject before) {
        GenericObject old = generic(before);
        Object status = read(generic(changed), apiVersion).other().get(STATUS);
        return old.withOther(Tree.with(old.other(), STATUS, status))
                .withMetadata(
                        old.metadata().withResourceVersion(changed.metadata().resourceVersion()));
    }

    @Override
    public void validate(KubernetesObject object, FieldErrors errors) {
        if (!object.kind().equals(definition.kind())) {
            errors.invalid("kind", GoSyntax.of(object.kind()), "must be " + definition.kind());
        }
        if (!object.apiVersion().equals(apiVersion)) {
            errors.invalid("apiVersion", GoSyntax.of(object.apiVersion()), "must be " + apiVersion);
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", object.apiVersion());
        tree.put("kind", object.kind());
        tree.putAll(generic(object).other());
        add(SchemaValidation.findings(schema(), tree), errors);
        replicas(tree, SPEC_REPLICAS, errors);
        replicas(tree, STATUS_REPLICAS, errors);
    }

    @Override
    public void validateUpdate(KubernetesObject changed, KubernetesObject before, FieldErrors errors) {
        validate(changed, errors);
    }

    /** Only the status is looked at: the rest is as it was, however wrong. */
    @Override
    public void validateStatusUpdate(KubernetesObject changed, KubernetesObject before, FieldErrors errors) {
        Object status = generic(changed).other().get(STATUS);
        StructuralSchema own = schema().properties().get(STATUS);
        if (status != null && own != null) {
            Map<String, Object> alone =
                    Collections.singletonMap("properties", Collections.singletonMap(STATUS, own.tree()));
            Map<String, Object> tree = Collections.singletonMap(STATUS, status);
            add(SchemaValidation.findings(StructuralSchema.of(alone), tree), errors);
        }
        replicas(generic(changed).other(), STATUS_REPLICAS, errors);
    }

    private void add(List<Finding> findings, FieldErrors errors) {
        for (Finding finding : findings) {
            boolean plain = finding.reason().equals(Finding.WRONG_TYPE) && !kubernetes.has(Feature.WRONG_TYPE_REASON);
            errors.add(plain ? Finding.INVALID : finding.reason(), finding.field(), finding.message());
        }
    }

    private void replicas(Map<String, Object> tree, String which, FieldErrors errors) {
        String path = version.scalePath(which);
        Integer replicas = path.isEmpty() ? null : number(tree, path);
        if (replicas != null && replicas < 0) {
            errors.invalid(path, replicas.toString(), "should be a non-negative integer");
        }
    }

    @Override
    public String warning() {
        return version.warning(definition);
    }

    @Override
    public boolean hasGeneration() {
        return true;
    }

    /** Without a status of its own every field but metadata is desired state. */
    @Override
    public boolean desiresOther(KubernetesObject changed, KubernetesObject before) {
        Map<String, Object> after = generic(changed).other();
        Map<String, Object> old = generic(before).other();
        return version.hasStatus()
                ? !Tree.equal(Tree.with(after, STATUS, null), Tree.with(old, STATUS, null))
                : !Tree.equal(after, old);
    }

    @Override
    public Optional<OwnedType> ownedType(KubernetesVersion kubernetes) {
        return Optional.of(owned.computeIfAbsent(kubernetes, missing -> {
            Schema types = ApiSchema.get().with(new SchemaTypes(schema()).types());
            return new OwnedType(SchemaTypes.ROOT, new FieldOwnership(types, kubernetes));
        }));
    }

    @Override
    public List<String> unknownFields(Map<String, Object> tree) {
        return Pruning.unknown(schema(), tree);
    }

    @Override
    public KubernetesObject scaled(KubernetesObject object, int replicas) {
        if (!version.hasScale()) {
            return null;
        }
        GenericObject before = generic(object);
        JsonPath path = JsonPath.of(version.scalePath(SPEC_REPLICAS));
        return before.withOther(path.with(before.other(), (long) replicas));
    }

    @Override
    public ScaleView scale(KubernetesObject object) {
        Map<String, Object> other = generic(object).other();
        String selector = version.scalePath("labelSelectorPath");
        List<Object> selected =
                selector.isEmpty() ? List.of() : JsonPath.of(selector).values(other);
        return new ScaleView(
                number(other, version.scalePath(SPEC_REPLICAS)),
                number(other, version.scalePath(STATUS_REPLICAS)),
                selected.isEmpty() ? null : selected.get(0).toString());
    }

    private static Integer number(Map<String, Object> tree, String path) {
        List<Object> values = JsonPath.of(path).values(tree);
        return values.size() == 1 && values.get(0) instanceof Number number ? Integer.valueOf(number.intValue()) : null;
    }
}
