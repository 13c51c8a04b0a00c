package dev.wavetank.model.patch.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wavetank.model.patch.Json;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.patch.PatchException;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FieldOwnershipTest {
    private static final Schema SCHEMA = Schema.load();
    private static final FieldOwnership OWNERSHIP = new FieldOwnership(SCHEMA, KubernetesVersion.V1_32);
    private static final String NOW = "2026-11-20T19:43:10Z";
    private static final String NOT_TYPED = "failed to create typed patch object (/web; apps/v1, Kind=Deployment):";
    private static final String LATER = "2026-11-20T19:50:00Z";

    @Test
    void another_value_than_the_owner_has_set_is_a_conflict() {
        for (KubernetesVersion rules : List.of(KubernetesVersion.V1_20, KubernetesVersion.V1_32)) {
            FieldOwnership ownership = new FieldOwnership(SCHEMA, rules);
            Map<String, Object> live = ownership.updated(by("oracle-user"), Json.object("{}"), config("'replicas': 1"));
            ApplyResult result = ownership.applied(by("fm1"), false, live, config("'replicas': 7"));
            assertThat(result).isInstanceOf(ApplyResult.Conflicted.class);
            ApplyResult.Conflicted conflicted = (ApplyResult.Conflicted) result;
            assertThat(conflicted.message())
                    .isEqualTo("Apply failed with 1 conflict: conflict with \"oracle-user\" using apps/v1:"
                            + " .spec.replicas");
            assertThat(conflicted.conflicts()).hasSize(1);
            assertThat(conflicted.conflicts().get(0).message())
                    .isEqualTo("conflict with \"oracle-user\" using apps/v1");
            assertThat(conflicted.conflicts().get(0).field()).isEqualTo(".spec.replicas");
        }
    }

    @Test
    void several_conflicts_are_told_by_owner() {
        Map<String, Object> live = apply("b", Json.object("{}"), "'replicas': 1, 'paused': true");
        live = OWNERSHIP.updated(
                new Write("Deployment", "apps/v1", "hpa", "scale", NOW), live, with(live, "replicas", 2L));
        ApplyResult.Conflicted conflicted = (ApplyResult.Conflicted)
                OWNERSHIP.applied(by("a"), false, live, config("'replicas': 3, 'paused': false"));
        assertThat(conflicted.message())
                .isEqualTo("Apply failed with 2 conflicts: conflicts with \"b\":\n- .spec.paused\n"
                        + "conflicts with \"hpa\" with subresource \"scale\" using apps/v1:\n- .spec.replicas");
    }

    @Test
    void force_takes_the_field() {
        Map<String, Object> live = apply("a", Json.object("{}"), "'replicas': 1, 'paused': true");
        Map<String, Object> after = object(OWNERSHIP.applied(by("b"), true, live, config("'replicas': 2")));
        assertThat(JsonTree.map(after.get("spec"))).containsEntry("replicas", 2L);
        assertThat(owners(after)).containsExactly("a=[.spec.paused]", "b=[.spec.replicas]");
    }

    @Test
    void who_applies_the_same_value_owns_it_too_and_what_the_last_owner_leaves_goes() {
        Map<String, Object> live = apply("a", Json.object("{}"), "'replicas': 1, 'paused': true");
        live = apply("b", live, "'replicas': 1");
        assertThat(owners(live)).containsExactly("a=[.spec.paused, .spec.replicas]", "b=[.spec.replicas]");
        live = apply("a", live, "'paused': true");
        assertThat(JsonTree.map(live.get("spec"))).containsEntry("replicas", 1L);
        live = apply("b", live, "'minReadySeconds': 3");
        assertThat(JsonTree.map(live.get("spec"))).doesNotContainKey("replicas").containsEntry("paused", true);
        assertThat(owners(live)).containsExactly("a=[.spec.paused]", "b=[.spec.minReadySeconds]");
    }

    @Test
    void items_of_a_list_have_owners_of_their_own() {
        Map<String, Object> live =
                apply("a", Json.object("{}"), pods("{'name': 'web', 'image': 'x', 'ports': [{'containerPort': 80}]}"));
        live = apply("b", live, pods("{'name': 'side', 'image': 'y'}, {'name': 'web', 'tty': true}"));
        assertThat(containers(live))
                .extracting(item -> JsonTree.map(item).get("name"))
                .containsExactly("side", "web");
        assertThat(JsonTree.map(containers(live).get(1)))
                .containsEntry("image", "x")
                .containsEntry("tty", true);
        assertThat(ManagedFields.of(live).entries().get(0).fields().toTree().toString())
                .contains("k:{\"containerPort\":80,\"protocol\":\"TCP\"}={.={}, f:containerPort={}}");
        live = apply("b", live, "'replicas': 1");
        assertThat(containers(live)).hasSize(1);
        assertThat(JsonTree.map(containers(live).get(0)))
                .doesNotContainKey("tty")
                .containsEntry("image", "x");
    }

    @Test
    void before_somebody_applies_nobody_has_to_be_tracked() {
        Map<String, Object> untracked = config("'replicas': 1, 'paused': true");
        JsonTree.map(untracked.get("metadata")).put("uid", "u");
        assertThat(OWNERSHIP.updated(by("x"), untracked, with(untracked, "replicas", 2L)))
                .isEqualTo(with(untracked, "replicas", 2L));
        Map<String, Object> live = object(OWNERSHIP.applied(by("a"), true, untracked, config("'replicas': 3")));
        assertThat(owners(live)).containsExactly("a=[.spec.replicas]", "before-first-apply=[.spec.paused]");
    }

    @Test
    void the_status_has_owners_of_its_own_and_its_writer_owns_no_spec() {
        Map<String, Object> live = apply("a", Json.object("{}"), "'replicas': 1");
        Map<String, Object> changed = with(live, "paused", true);
        changed.put("status", Json.object("{'replicas': 1, 'conditions': [{'type': 'Available', 'status': 'True'}]}"));
        live = OWNERSHIP.updated(new Write("Deployment", "apps/v1", "a", "status", LATER), live, changed);
        assertThat(owners(live))
                .containsExactly(
                        "a=[.spec.replicas]",
                        "a/status=[.status.conditions, .status.replicas, .status.conditions[type=\"Available\"],"
                                + " .status.conditions[type=\"Available\"].status,"
                                + " .status.conditions[type=\"Available\"].type]");
    }

    @Test
    void an_owner_reference_is_owned_as_a_whole_since_its_marker_came() {
        String reference = "{'apiVersion': 'v1', 'kind': 'Node', 'name': 'n', 'uid': 'u'}";
        Map<String, Object> pod = Json.object("{'metadata': {'ownerReferences': [" + reference + "]}}");
        Write write = Write.object("Pod", "v1", "kubelet", NOW);
        assertThat(owners(OWNERSHIP.updated(write, Json.object("{}"), pod)))
                .containsExactly("kubelet=[.metadata.ownerReferences, .metadata.ownerReferences[uid=\"u\"]]");
        assertThat(owners(new FieldOwnership(SCHEMA, KubernetesVersion.V1_20).updated(write, Json.object("{}"), pod)))
                .first()
                .asString()
                .contains(".metadata.ownerReferences[uid=\"u\"].kind");
    }

    @Test
    void more_than_ten_updaters_are_put_together_from_the_oldest_on() {
        Map<String, Object> live = Json.object("{'metadata': {'name': 'c'}}");
        for (int i = 0; i < 14; i++) {
            Map<String, Object> next = JsonTree.copy(live);
            Map<String, Object> data = JsonTree.mapOrEmpty(next.get("data"));
            data.put("key" + i, "x");
            next.put("data", data);
            String time = String.format(Locale.ROOT, "2026-11-20T19:43:%02dZ", i);
            live = OWNERSHIP.updated(
                    Write.object("ConfigMap", "v1", "m" + i, time), i == 0 ? Json.object("{}") : live, next);
        }
        assertThat(ManagedFields.of(live).entries())
                .hasSize(10)
                .extracting(ManagedFields.Entry::manager)
                .contains("ancient-changes");
        assertThat(ManagedFields.of(live).all().paths()).hasSize(15);
    }

    @Test
    void a_client_may_empty_the_list_or_bring_its_own() {
        Map<String, Object> live = apply("a", Json.object("{}"), "'replicas': 1");
        JsonTree.map(live.get("metadata")).put("uid", "u");
        Map<String, Object> reset = JsonTree.copy(live);
        JsonTree.map(reset.get("metadata")).put("managedFields", Json.value("[{}]"));
        assertThat(owners(OWNERSHIP.updated(by("x"), live, reset))).isEmpty();
        Map<String, Object> silent = ManagedFields.stripped(live);
        assertThat(owners(OWNERSHIP.updated(by("x"), live, silent))).containsExactly("a=[.spec.replicas]");
    }

    @Test
    void a_configuration_that_does_not_fit_is_refused() {
        assertRefused("'replica': 1", NOT_TYPED + " .spec.replica: field not declared in schema");
        assertRefused(
                "'replicas': 'x'",
                NOT_TYPED + " .spec.replicas: expected numeric (int or float),"
                        + " got &value.valueUnstructured{Value:\"x\"}");
        assertRefused(
                pods("{'image': 'x'}"),
                NOT_TYPED + " .spec.template.spec.containers:"
                        + " element 0: associative list with keys has an element that omits key field \"name\""
                        + " (and doesn't have default value)");
        assertRefused(
                pods("{'name': 'a'}, {'name': 'a'}"),
                NOT_TYPED + " .spec.template.spec.containers:" + " duplicate entries for key [name=\"a\"]");
    }

    @Test
    void who_owns_what_is_not_for_the_configuration_to_say() {
        Map<String, Object> config = apply("a", Json.object("{}"), "'replicas': 1");
        PatchException refusal = catchThrowableOfType(
                PatchException.class, () -> OWNERSHIP.applied(by("a"), false, Json.object("{}"), config));
        assertThat(refusal).hasMessage("metadata.managedFields must be nil");
        assertThat(refusal.reason().code()).isEqualTo(400);
    }

    private static void assertRefused(String spec, String message) {
        assertThat(catchThrowableOfType(
                        PatchException.class, () -> OWNERSHIP.applied(by("a"), false, Json.object("{}"), config(spec))))
                .hasMessage(message);
    }

    private static Map<String, Object> apply(String manager, Map<String, Object> live, String spec) {
        return object(OWNERSHIP.applied(by(manager), false, live, config(spec)));
    }

    private static Map<String, Object> object(ApplyResult result) {
        assertThat(result).isInstanceOf(ApplyResult.Applied.class);
        return ((ApplyResult.Applied) result).object();
    }

    private static Write by(String manager) {
        return Write.object("Deployment", "apps/v1", manager, NOW);
    }

    private static Map<String, Object> config(String spec) {
        return Json.object(
                "{'apiVersion': 'apps/v1', 'kind': 'Deployment', 'metadata': {'name': 'web'}, 'spec': {" + spec + "}}");
    }

    private static String pods(String containers) {
        return "'template': {'spec': {'containers': [" + containers + "]}}";
    }

    private static Map<String, Object> with(Map<String, Object> object, String field, Object value) {
        Map<String, Object> result = JsonTree.copy(object);
        JsonTree.map(result.get("spec")).put(field, value);
        return result;
    }

    private static List<Object> containers(Map<String, Object> object) {
        Map<String, Object> template =
                JsonTree.map(JsonTree.map(object.get("spec")).get("template"));
        return JsonTree.list(JsonTree.map(template.get("spec")).get("containers"));
    }

    private static List<String> owners(Map<String, Object> object) {
        return ManagedFields.of(object).entries().stream()
                .map(entry -> entry.manager() + (entry.subresource().isEmpty() ? "" : "/" + entry.subresource()) + "="
                        + entry.fields())
                .toList();
    }
}
