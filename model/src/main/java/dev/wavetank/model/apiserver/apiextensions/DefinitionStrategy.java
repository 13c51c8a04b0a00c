package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.apiserver.apiextensions.schema.Tree;
import dev.wavetank.model.apiserver.registry.defaulting.GenericDefaults;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** CustomResourceDefinitions. Their status is written by controllers, but says from the start what is stored. */
final class DefinitionStrategy implements Strategy<KubernetesObject> {

    private static final String STORED_VERSIONS = "storedVersions";

    private final Context context;

    /** The clock of the context dates conditions. */
    DefinitionStrategy(Context context) {
        this.context = context;
    }

    @Override
    public Class<KubernetesObject> kind() {
        return KubernetesObject.class;
    }

    @Override
    public boolean accepts(KubernetesObject object) {
        return object instanceof GenericObject && object.kind().equals(Definition.RESOURCE.kind());
    }

    private static GenericObject generic(KubernetesObject object) {
        return (GenericObject) object;
    }

    @Override
    public KubernetesObject withDefaults(KubernetesObject object) {
        GenericObject generic = GenericDefaults.fill(generic(object));
        Map<String, Object> spec = Tree.map(generic.other(), Definition.SPEC);
        Map<String, Object> names = Tree.map(spec, Definition.NAMES);
        String kind = Tree.text(names, "kind");
        if (!kind.isEmpty()) {
            names = orElse(names, "listKind", kind + "List");
            names = orElse(names, "singular", kind.toLowerCase(Locale.ROOT));
        }
        Map<String, Object> conversion = new LinkedHashMap<>();
        conversion.put("strategy", "None");
        Map<String, Object> changed = orElse(spec, "conversion", conversion);
        if (!names.isEmpty()) {
            changed = Tree.with(changed, Definition.NAMES, names);
        }
        return generic.withOther(Tree.with(generic.other(), Definition.SPEC, changed));
    }

    private static Map<String, Object> orElse(Map<String, Object> tree, String field, Object value) {
        Object given = tree.get(field);
        return given == null || given.equals("") ? Tree.with(tree, field, value) : tree;
    }

    @Override
    public KubernetesObject prepareForCreate(KubernetesObject object) {
        Map<String, Object> names = new LinkedHashMap<>();
        names.put("kind", "");
        names.put("plural", "");
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("acceptedNames", names);
        status.put(Definition.CONDITIONS, new ArrayList<>());
        return storing(generic(object).withOther(Tree.with(generic(object).other(), Definition.STATUS, status)));
    }

    @Override
    public KubernetesObject prepareForUpdate(KubernetesObject changed, KubernetesObject before) {
        Object status = generic(before).other().get(Definition.STATUS);
        return storing(generic(changed).withOther(Tree.with(generic(changed).other(), Definition.STATUS, status)));
    }

    /** The present storage version stays in {@code storedVersions} until a client removes it. */
    private static KubernetesObject storing(GenericObject object) {
        Definition definition = Definition.of(object);
        List<String> stored = Tree.texts(definition.status(), STORED_VERSIONS);
        for (DefinedVersion version : definition.versions()) {
            if (version.isStorage() && !stored.contains(version.name())) {
                stored.add(version.name());
            }
        }
        return object.withOther(
                Tree.with(object.other(), Definition.STATUS, Tree.with(definition.status(), STORED_VERSIONS, stored)));
    }

    /** Metadata can be written through the status, which is how the finalizer goes. */
    @Override
    public KubernetesObject prepareForStatusUpdate(KubernetesObject changed, KubernetesObject before) {
        Object spec = generic(before).other().get(Definition.SPEC);
        return generic(changed).withOther(Tree.with(generic(changed).other(), Definition.SPEC, spec));
    }

    @Override
    public void validate(KubernetesObject object, FieldErrors errors) {
        DefinitionValidation.validate(Definition.of(generic(object)), errors);
    }

    @Override
    public void validateUpdate(KubernetesObject changed, KubernetesObject before, FieldErrors errors) {
        DefinitionValidation.validateUpdate(Definition.of(generic(changed)), Definition.of(generic(before)), errors);
    }

    @Override
    public boolean hasGeneration() {
        return true;
    }

    @Override
    public boolean desiresOther(KubernetesObject changed, KubernetesObject before) {
        return !Tree.equal(
                generic(changed).other().get(Definition.SPEC),
                generic(before).other().get(Definition.SPEC));
    }

    @Override
    public List<String> finalizersOfDeletion() {
        return List.of(Definition.CLEANUP);
    }

    @Override
    public boolean reportsGracePeriod() {
        return false;
    }

    @Override
    public KubernetesObject prepareForDelete(KubernetesObject object) {
        return Conditions.with(
                Definition.of(generic(object)),
                new Conditions.Said(
                        Definition.TERMINATING,
                        Definition.TRUE,
                        "InstanceDeletionPending",
                        "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon"),
                Timestamps.seconds(context.clock()));
    }
}
