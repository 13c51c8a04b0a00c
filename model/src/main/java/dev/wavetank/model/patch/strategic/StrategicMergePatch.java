package dev.wavetank.model.patch.strategic;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.patch.PatchException;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.Schema;
import java.util.Map;

/**
 * Strategic merge patches: applied as the API server does it, made as kubectl does it.
 *
 * <p>A type is named as in {@code model.schema}, see {@code ServedKind.type}.
 */
public final class StrategicMergePatch {
    private final Schema schema;
    private final MergeKeys keys;

    /** Patches objects of the types of a schema. */
    public StrategicMergePatch(Schema schema) {
        this.schema = schema;
        this.keys = new MergeKeys(schema);
    }

    /**
     * The object after a patch.
     *
     * @throws PatchException when the patch makes no sense for the type or the object: a list item without the key, an
     *     unknown directive, a value of another type
     */
    public Map<String, Object> apply(String type, Map<String, Object> tree, Map<String, Object> patch) {
        Map<String, Object> merged =
                new Merge(keys, false).maps(struct(type), JsonTree.copy(tree), JsonTree.copy(patch));
        new Restoration(schema).mistake(struct(type), merged).ifPresent(mistake -> {
            throw PatchException.misfit(GoText.plain(patch), mistake);
        });
        return merged;
    }

    /**
     * The patch that makes the one object out of the other: kubectl's two-way merge patch. Nulls are taken for absent
     * fields, and the items of a merged list have to have different keys.
     *
     * @return a patch for {@link #apply}; empty when the objects are equal
     */
    public Map<String, Object> diff(String type, Map<String, Object> from, Map<String, Object> to) {
        return new Difference(keys, true, true).maps(struct(type), from, to);
    }

    /**
     * The patch that {@code kubectl apply} sends: what the wanted object says otherwise than the live one, and the
     * removal of what was applied last and is wanted no more. All else in the live object stays.
     *
     * @param last what was applied last; empty when nothing was
     * @return a patch for {@link #apply} on the live object. It says what was removed also when the live object does
     *     not have it any more; it is empty when nothing was removed and nothing has to change
     */
    public Map<String, Object> threeWay(
            String type, Map<String, Object> last, Map<String, Object> wanted, Map<String, Object> live) {
        Map<String, Object> additions = new Difference(keys, true, false).maps(struct(type), live, wanted);
        Map<String, Object> removals = new Difference(keys, false, true).maps(struct(type), last, wanted);
        return new Merge(keys, true).maps(struct(type), removals, additions);
    }

    private static FieldType struct(String type) {
        return new FieldType(FieldType.Shape.STRUCT, type, null);
    }
}
