package dev.wavetank.model.patch.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.patch.Json;
import dev.wavetank.model.patch.JsonMergePatch;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.patch.Shapes;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Invariants of server-side apply. */
class FieldOwnershipProperties {
    private static final Schema SCHEMA = Schema.load();
    private static final FieldOwnership OWNERSHIP = new FieldOwnership(SCHEMA, KubernetesVersion.V1_32);
    private static final Topology TOPOLOGY = new Topology(SCHEMA, KubernetesVersion.V1_32);
    private static final TypedTree TYPED = new TypedTree(TOPOLOGY, true);
    private static final Map<String, Object> NOTHING = Json.object("{}");

    /** Parts of a deployment that have nothing in common but their parents. */
    private static final List<String> PARTS = List.of(
            "{'metadata': {'labels': {'app': 'x'}}}",
            "{'metadata': {'labels': {'tier': 'y'}}}",
            "{'metadata': {'finalizers': ['x.io/a']}}",
            "{'spec': {'replicas': 3}}",
            "{'spec': {'selector': {'matchLabels': {'app': 'x'}}}}",
            "{'spec': {'strategy': {'rollingUpdate': {'maxSurge': 1}}}}",
            "{'spec': {'template': {'spec': {'nodeSelector': {'a': 'b'}}}}}",
            "{'spec': {'template': {'spec': {'containers': [{'name': 'a', 'image': 'x'}]}}}}",
            "{'spec': {'template': {'spec': {'volumes': [{'name': 'v', 'emptyDir': {}}]}}}}");

    @Property(tries = 200)
    void what_is_applied_again_changes_nothing(
            @ForAll("deployments") Map<String, Object> live, @ForAll("deployments") Map<String, Object> config) {
        Map<String, Object> once = forced("b", 1, applied("a", 0, NOTHING, live), config);
        ApplyResult again = OWNERSHIP.applied(by("b", 2), false, once, config);
        assertThat(again).isEqualTo(new ApplyResult.Applied(once, false));
    }

    @Property(tries = 200)
    void all_that_is_applied_is_there_and_owned_and_all_that_is_owned_is_there(
            @ForAll("deployments") Map<String, Object> first,
            @ForAll("deployments") Map<String, Object> second,
            @ForAll("deployments") Map<String, Object> third) {
        Map<String, Object> live = applied("a", 0, NOTHING, first);
        live = forced("b", 1, live, second);
        live = OWNERSHIP.updated(by("c", 2), live, with(live, third));
        live = forced("a", 3, live, first);
        FieldSet there = parts(live);
        FieldSet owned = ManagedFields.of(live).all();
        assertThat(owned.minus(there).paths()).isEmpty();
        Comparison gap = Comparison.between(TOPOLOGY, root(), ManagedFields.stripped(live), merged(live, first));
        assertThat(gap.added().paths()).isEmpty();
        assertThat(gap.modified().paths()).isEmpty();
        assertThat(ManagedFields.of(live).owning(claims(first)))
                .extracting(ManagedFields.Entry::manager)
                .contains("a");
    }

    @Property(tries = 200)
    void managers_of_different_fields_never_conflict(
            @ForAll("halves") List<Boolean> toFirst, @ForAll("halves") List<Boolean> leftOut) {
        Map<String, Object> one = config(toFirst, true, leftOut);
        Map<String, Object> other = config(toFirst, false, leftOut);
        Map<String, Object> live = applied("b", 1, applied("a", 0, NOTHING, one), other);
        FieldSet claims = claims(one).minus(claims(other));
        assertThat(ManagedFields.of(live).owning(claims))
                .extracting(ManagedFields.Entry::manager)
                .isSubsetOf("a");
        assertThat(OWNERSHIP.applied(by("a", 2), false, live, one)).isInstanceOf(ApplyResult.Applied.class);
    }

    @Property(tries = 200)
    void managers_of_the_same_values_never_conflict_and_both_own_them(
            @ForAll("deployments") Map<String, Object> config) {
        Map<String, Object> live = applied("b", 1, applied("a", 0, NOTHING, config), config);
        List<ManagedFields.Entry> entries = ManagedFields.of(live).entries();
        assertThat(entries).extracting(ManagedFields.Entry::manager).containsExactly("a", "b");
        assertThat(entries.get(0).fields()).isEqualTo(entries.get(1).fields());
    }

    @Property(tries = 200)
    void without_force_others_conflict_exactly_when_they_would_change_what_is_owned(
            @ForAll("deployments") Map<String, Object> first, @ForAll("deployments") Map<String, Object> second) {
        Map<String, Object> live = applied("a", 0, NOTHING, first);
        Comparison changes = Comparison.between(TOPOLOGY, root(), ManagedFields.stripped(live), merged(live, second));
        boolean touches = !changes.written().intersection(claims(first)).isEmpty();
        assertThat(OWNERSHIP.applied(by("b", 1), false, live, second) instanceof ApplyResult.Conflicted)
                .isEqualTo(touches);
    }

    @Property(tries = 200)
    void force_moves_the_fields_that_change(
            @ForAll("deployments") Map<String, Object> first, @ForAll("deployments") Map<String, Object> second) {
        Map<String, Object> before = applied("a", 0, NOTHING, first);
        Map<String, Object> after = forced("b", 1, before, second);
        FieldSet changed = Comparison.between(
                        TOPOLOGY, root(), ManagedFields.stripped(before), ManagedFields.stripped(after))
                .written();
        assertThat(ManagedFields.of(after).owning(changed))
                .extracting(ManagedFields.Entry::manager)
                .isSubsetOf("b");
    }

    @Property(tries = 200)
    void who_updates_owns_what_changed_and_nobody_else_does(
            @ForAll("deployments") Map<String, Object> first, @ForAll("deployments") Map<String, Object> second) {
        Map<String, Object> before = applied("a", 0, NOTHING, first);
        Map<String, Object> after = OWNERSHIP.updated(by("c", 1), before, with(before, second));
        Comparison changes =
                Comparison.between(TOPOLOGY, root(), ManagedFields.stripped(before), ManagedFields.stripped(after));
        assertThat(ManagedFields.of(after).owning(changes.removed())).isEmpty();
        assertThat(ManagedFields.of(after).owning(changes.written()))
                .extracting(ManagedFields.Entry::manager)
                .isSubsetOf("c");
    }

    @Property(tries = 200)
    void what_its_only_owner_applies_no_more_is_gone(@ForAll("deployments") Map<String, Object> config) {
        Map<String, Object> live =
                applied("a", 1, applied("a", 0, NOTHING, config), config(List.of(), true, List.of()));
        assertThat(parts(live).intersection(claims(config)).paths())
                .isSubsetOf(".apiVersion", ".kind", ".metadata.name");
        assertThat(ManagedFields.of(live).entries()).isEmpty();
    }

    @Property(tries = 200)
    void a_set_of_fields_is_read_as_it_was_written(@ForAll("deployments") Map<String, Object> config) {
        FieldSet claims = claims(config);
        assertThat(FieldSet.of(claims.toTree())).isEqualTo(claims);
        assertThat(claims.union(claims)).isEqualTo(claims);
        assertThat(claims.minus(claims)).isEqualTo(FieldSet.none());
        assertThat(claims.paths()).doesNotHaveDuplicates();
    }

    private static Node root() {
        return TOPOLOGY.root("Deployment");
    }

    private static FieldSet claims(Map<String, Object> config) {
        return TYPED.fields(root(), config);
    }

    /** Every part of an object, containers included. */
    private static FieldSet parts(Map<String, Object> object) {
        return Comparison.between(TOPOLOGY, root(), NOTHING, ManagedFields.stripped(object))
                .added();
    }

    private static Map<String, Object> merged(Map<String, Object> live, Map<String, Object> config) {
        return JsonTree.map(TYPED.merged(root(), ManagedFields.stripped(live), config));
    }

    /** The object as another wants it, with the owners it has. */
    private static Map<String, Object> with(Map<String, Object> live, Map<String, Object> wanted) {
        return ManagedFields.of(live).in(wanted);
    }

    private static Map<String, Object> applied(
            String manager, int time, Map<String, Object> live, Map<String, Object> config) {
        ApplyResult result = OWNERSHIP.applied(by(manager, time), false, live, config);
        assertThat(result).isInstanceOf(ApplyResult.Applied.class);
        return ((ApplyResult.Applied) result).object();
    }

    private static Map<String, Object> forced(
            String manager, int time, Map<String, Object> live, Map<String, Object> config) {
        return ((ApplyResult.Applied) OWNERSHIP.applied(by(manager, time), true, live, config)).object();
    }

    private static Write by(String manager, int time) {
        return Write.object("Deployment", "apps/v1", manager, "2026-11-20T19:43:1" + time + "Z");
    }

    /** The parts that go to one of two managers, and that are not left out. */
    private static Map<String, Object> config(List<Boolean> halves, boolean first, List<Boolean> leftOut) {
        Map<String, Object> result = new LinkedHashMap<>(
                Json.object("{'apiVersion': 'apps/v1', 'kind': 'Deployment', 'metadata': {'name': 'web'}}"));
        for (int i = 0; i < halves.size(); i++) {
            if (halves.get(i) == first && !leftOut.get(i)) {
                result = JsonMergePatch.apply(result, Json.object(PARTS.get(i)));
            }
        }
        return result;
    }

    @Provide
    Arbitrary<List<Boolean>> halves() {
        return Arbitraries.of(true, false).list().ofSize(PARTS.size());
    }

    @Provide
    Arbitrary<Map<String, Object>> deployments() {
        return Shapes.deployments();
    }
}
