package dev.wavetank.model.patch.apply;

import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.patch.PatchException;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.ZeroValues;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Tracks who owns which field, and applies configurations (KEP-555).
 *
 * <p>Who writes a field owns it. Who updates takes the fields it changes from all others. Who applies claims the
 * fields of its configuration: with a value that another has set otherwise that is a conflict, which force decides;
 * with the same value both own it. A field that an applier claimed before and no longer claims is removed, unless
 * another manager owns it.
 */
public final class FieldOwnership {
    private static final String UPDATE = "Update";
    private static final String BEFORE_FIRST_APPLY = "before-first-apply";

    /** Fields without an owner. */
    private final FieldSet nobodys = FieldSet.ofFields(List.of(
            List.of("apiVersion"),
            List.of("kind"),
            List.of("metadata"),
            List.of("metadata", "clusterName"),
            List.of("metadata", "creationTimestamp"),
            List.of("metadata", "generation"),
            List.of("metadata", "managedFields"),
            List.of("metadata", "name"),
            List.of("metadata", "namespace"),
            List.of("metadata", "resourceVersion"),
            List.of("metadata", "selfLink"),
            List.of("metadata", "uid")));

    private final KubernetesVersion version;
    private final Topology topology;
    private final ZeroValues zeros;
    private final TypedTree typed;

    /** Tracks owners in objects of the types of a schema. */
    public FieldOwnership(Schema schema, KubernetesVersion version) {
        this.version = version;
        this.topology = new Topology(schema, version);
        this.zeros = new ZeroValues(schema);
        this.typed = new TypedTree(topology, version.has(Feature.APPLIED_LIST_ORDER));
    }

    /**
     * Notes who has created or updated an object, by any request but apply.
     *
     * <p>An object whose {@code managedFields} a client has emptied is not tracked until it is applied. A list that the
     * request brings along replaces the live one, unless it is empty or a subresource is written.
     *
     * @param live the object before; empty when it is created
     * @param wanted the object after, defaults included
     * @return the object after with its {@code managedFields}
     */
    public Map<String, Object> updated(Write write, Map<String, Object> live, Map<String, Object> wanted) {
        ManagedFields managed = managedAfter(write, live, wanted);
        boolean created = uid(live).isEmpty();
        return (managed.isEmpty() && !created ? managed : tracked(write, managed, live, wanted)).in(wanted);
    }

    /**
     * Applies a configuration.
     *
     * @param force whether fields of others are taken from them
     * @param live the object before; empty when there is none yet
     * @throws PatchException when the configuration does not fit its type, is for another API version, or says who owns
     *     what
     */
    public ApplyResult applied(Write write, boolean force, Map<String, Object> live, Map<String, Object> config) {
        requireApplicable(write, config);
        Node root = topology.root(write.type());
        Map<String, Object> claimed = withoutReset(write, root, ManagedFields.stripped(config));
        Map<String, Object> before = written(write, live);
        ManagedFields managed = ManagedFields.readable(live);
        if (managed.isEmpty()) {
            Write earlier = Write.object(write.type(), write.apiVersion(), BEFORE_FIRST_APPLY, write.time());
            managed = tracked(earlier, managed, zeros.of(write.type()), live);
        }
        ManagedFields.Entry applier = write.entry(version, "Apply");
        FieldSet fields = typed.fields(root, claimed);
        ManagedFields claims = managed.with(applier.with(fields));
        Object merged = typed.merged(root, before, claimed);
        Optional<FieldSet> last = managed.of(applier).map(ManagedFields.Entry::fields);
        Object after = last.isEmpty() ? merged : pruned(root, merged, claims, last.get());
        Comparison changes = Comparison.between(topology, root, before, after);
        List<ApplyResult.Conflict> conflicts = conflicts(managed.others(applier), changes);
        if (!force && !conflicts.isEmpty()) {
            return new ApplyResult.Conflicted(conflicts);
        }
        ManagedFields.Entry entry = dated(managed, applier.with(fields.minus(nobodys)), changes);
        ManagedFields owners = afterChanges(managed.without(applier), changes).with(entry);
        return new ApplyResult.Applied(owners.in(JsonTree.map(after)), !changes.isSame());
    }

    /** The object as the API server compares it. */
    private Map<String, Object> written(Write write, Map<String, Object> object) {
        return zeros.in(write.type(), ManagedFields.stripped(object));
    }

    private ManagedFields managedAfter(Write write, Map<String, Object> live, Map<String, Object> wanted) {
        List<Object> given = ManagedFields.written(wanted);
        boolean reset = given.size() == 1 && JsonTree.mapOrEmpty(given.get(0)).isEmpty();
        if (reset && write.subresource().isEmpty()) {
            return ManagedFields.none();
        }
        ManagedFields written = write.subresource().isEmpty() ? ManagedFields.readable(wanted) : ManagedFields.none();
        return written.isEmpty() ? ManagedFields.readable(live) : written;
    }

    private ManagedFields tracked(
            Write write, ManagedFields managed, Map<String, Object> before, Map<String, Object> after) {
        Comparison changes = Comparison.between(
                        topology, topology.root(write.type()), written(write, before), written(write, after))
                .outside(reset(write));
        ManagedFields owners = afterChanges(managed, changes);
        ManagedFields.Entry writer = write.entry(version, UPDATE);
        FieldSet written = changes.written().minus(nobodys);
        if (!written.isEmpty()) {
            FieldSet kept = owners.of(writer).map(ManagedFields.Entry::fields).orElse(FieldSet.none());
            owners = owners.with(writer.with(written.union(kept)));
        }
        return Ancients.capped(owners);
    }

    /** What all managers still own after another manager has changed fields. */
    private static ManagedFields afterChanges(ManagedFields managed, Comparison changes) {
        FieldSet lost = changes.written().union(changes.removed());
        return managed.mapped(owned -> owned.minus(lost));
    }

    private static List<ApplyResult.Conflict> conflicts(List<ManagedFields.Entry> others, Comparison changes) {
        List<ApplyResult.Conflict> result = new ArrayList<>();
        for (ManagedFields.Entry other : others) {
            other.fields().intersection(changes.written()).paths().stream()
                    .map(field -> ApplyResult.Conflict.of(other, field))
                    .forEach(result::add);
        }
        return result;
    }

    /** An applier's time moves when the object changes or what it owns; otherwise it stays as it was. */
    private static ManagedFields.Entry dated(ManagedFields managed, ManagedFields.Entry entry, Comparison changes) {
        return managed.of(entry)
                .filter(last -> changes.isSame() && last.fields().equals(entry.fields()))
                .map(last -> entry.at(last.time()))
                .orElse(entry);
    }

    /** The merged object without what the applier claimed last time and no manager claims now. */
    private Object pruned(Node root, Object merged, ManagedFields claims, FieldSet last) {
        FieldSet all = typed.withParents(root, typed.fields(root, merged));
        FieldSet lastWithParents = typed.withParents(root, last);
        FieldSet kept = typed.withParents(root, typed.fields(root, typed.without(root, merged, lastWithParents)));
        FieldSet owned = typed.withParents(root, claims.all());
        Object withOwned = typed.without(root, merged, all.minus(kept).minus(owned));
        FieldSet keptWithOwned = typed.withParents(root, typed.fields(root, withOwned));
        return typed.without(root, merged, all.minus(keptWithOwned).intersection(lastWithParents));
    }

    private Map<String, Object> withoutReset(Write write, Node root, Map<String, Object> config) {
        return JsonTree.map(typed.without(root, config, reset(write)));
    }

    private FieldSet reset(Write write) {
        if (!version.has(Feature.RESET_FIELDS)) {
            return FieldSet.none();
        }
        return switch (write.subresource()) {
            case "" -> FieldSet.ofFields(List.of(List.of("status")));
            case "status" -> FieldSet.ofFields(List.of(List.of("spec")));
            default -> FieldSet.none();
        };
    }

    private void requireApplicable(Write write, Map<String, Object> config) {
        boolean hasMetadata = config.get("metadata") instanceof Map<?, ?>;
        if (hasMetadata && JsonTree.map(config.get("metadata")).get("managedFields") instanceof List<?>) {
            throw PatchException.badRequest("metadata.managedFields must be nil");
        }
        String given = Objects.toString(config.get("apiVersion"), "");
        if (!given.equals(write.apiVersion())) {
            throw PatchException.badRequest("Incorrect version specified in apply patch. Specified patch version: "
                    + given + ", expected: " + write.apiVersion());
        }
        new ConfigCheck(topology)
                .require(
                        topology.root(write.type()),
                        config,
                        version.has(Feature.APPLY_ERRORS_NAME_OBJECT) ? name(config) : "");
    }

    private static String name(Map<String, Object> config) {
        Map<String, Object> metadata =
                config.get("metadata") instanceof Map<?, ?> map ? JsonTree.map(map) : JsonTree.mapOrEmpty(null);
        String version = Objects.toString(config.get("apiVersion"), "");
        return Objects.toString(metadata.get("namespace"), "") + "/" + Objects.toString(metadata.get("name"), "") + "; "
                + (version.contains("/") ? version : "/" + version) + ", Kind=" + config.get("kind");
    }

    private static String uid(Map<String, Object> object) {
        return Objects.toString(JsonTree.mapOrEmpty(object.get("metadata")).get("uid"), "");
    }
}
