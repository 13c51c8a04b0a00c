package dev.wavetank.model.patch.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.patch.Json;
import dev.wavetank.model.patch.JsonPatch;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.patch.PatchException;
import dev.wavetank.model.patch.strategic.StrategicMergePatch;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Patches that a real Kubernetes 1.20.2 control plane refused are refused here in the same words. */
class RecordedRefusalsGoldenTest {
    private static final Schema SCHEMA = Schema.load();
    private static final Write ORACLE = Write.object("Deployment", "apps/v1", "oracle-user", "2026-11-20T19:46:38Z");
    private static final Write APPLIER = Write.object("Deployment", "apps/v1", "fm1", "2026-11-20T19:46:39Z");

    static Stream<Map<String, Object>> refusals() {
        return Json.recordedRefusals().stream();
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void the_answer_is_the_recorded_one(Map<String, Object> recorded) {
        Map<String, Object> expected = new LinkedHashMap<>(recorded);
        expected.keySet().removeAll(List.of("case", "contentType", "patch"));
        assertThat(answer((String) recorded.get("contentType"), recorded.get("patch")))
                .as((String) recorded.get("case"))
                .isEqualTo(expected);
    }

    private static Map<String, Object> answer(String contentType, Object patch) {
        FieldOwnership ownership = new FieldOwnership(SCHEMA, KubernetesVersion.V1_20);
        Map<String, Object> created = ManagedFields.stripped(Json.recorded("deployment"));
        Map<String, Object> live = ownership.updated(ORACLE, Json.object("{}"), created);
        try {
            return switch (contentType) {
                case "application/json-patch+json" -> patched(JsonPatch.apply(live, patch));
                case "application/strategic-merge-patch+json" ->
                    patched(new StrategicMergePatch(SCHEMA).apply("Deployment", live, JsonTree.map(patch)));
                default ->
                    conflict((ApplyResult.Conflicted) ownership.applied(APPLIER, false, live, JsonTree.map(patch)));
            };
        } catch (PatchException refusal) {
            boolean told = refusal.reason() == StatusReason.INVALID
                    && refusal.getMessage().endsWith(refusal.detail());
            List<Object> causes = new ArrayList<>();
            if (told) {
                causes.add(cause("FieldValueInvalid", refusal.detail(), "patch"));
            }
            return answer(refusal.reason(), refusal.getMessage(), causes);
        }
    }

    private static Map<String, Object> patched(Map<String, Object> object) {
        throw new AssertionError("not refused: " + object);
    }

    private static Map<String, Object> conflict(ApplyResult.Conflicted conflicted) {
        List<Object> causes = new ArrayList<>();
        conflicted
                .conflicts()
                .forEach(conflict -> causes.add(cause("FieldManagerConflict", conflict.message(), conflict.field())));
        return answer(StatusReason.CONFLICT, conflicted.message(), causes);
    }

    private static Map<String, Object> cause(String reason, String message, String field) {
        Map<String, Object> cause = new LinkedHashMap<>();
        cause.put("reason", reason);
        cause.put("message", message);
        cause.put("field", field);
        return cause;
    }

    private static Map<String, Object> answer(StatusReason reason, String message, List<Object> causes) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("code", (long) reason.code());
        answer.put("message", message);
        answer.put("reason", reason.text() == null ? "" : reason.text());
        answer.put("causes", causes);
        return answer;
    }
}
