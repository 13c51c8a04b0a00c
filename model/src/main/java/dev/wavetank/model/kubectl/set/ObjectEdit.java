package dev.wavetank.model.kubectl.set;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.patch.strategic.StrategicMergePatch;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.sim.Completion;
import java.util.Map;

/**
 * Reads objects, changes a copy of each, and patches the difference (kubectl/pkg/cmd/set/helper.go, v1.32).
 *
 * @param session of the command
 * @param outcome what is printed of a changed object, such as {@code env updated}
 * @param failure what is printed before the server's message
 * @param patchesAlways whether an object that is already so is patched all the same
 */
record ObjectEdit(Session session, String outcome, String failure, boolean patchesAlways) {

    private static final String STRATEGIC = "application/strategic-merge-patch+json";

    /** What a command does to a copy of an object. */
    @FunctionalInterface
    interface Change {
        /**
         * Changes the copy.
         *
         * @throws UsageException when this object cannot be changed so; the others still are
         */
        void apply(ObjectChoice.Named name, Map<String, Object> copy);
    }

    /** Changes each object, one after the other. */
    Completion<Boolean> each(ObjectChoice choice, Change change) {
        return choice.eachRead((name, object) -> edit(name, object, change));
    }

    private Completion<Boolean> edit(ObjectChoice.Named name, KubernetesObject object, Change change) {
        Map<String, Object> before = session.tools().codec().encode(object);
        Map<String, Object> after = session.tools().codec().encode(object);
        try {
            change.apply(name, after);
        } catch (UsageException refusal) {
            session.tools().output().refuse("error: " + refusal.getMessage());
            return Completion.of(true);
        }
        Map<String, Object> patch = patch(object, before, after);
        if (patch.isEmpty() && !patchesAlways) {
            return Completion.of(true);
        }
        if (session.isDryRun()) {
            session.printLocal(name.resource(), session.tools().codec().decode(after), outcome);
            return Completion.of(true);
        }
        ApiRequest request = new ApiRequest.Patch(
                name.resource(), name.namespace(), name.name(), "", new ApiRequest.Change.Document(STRATEGIC, patch));
        return session.send(request).map(response -> {
            if (response instanceof ApiResponse.One changed) {
                session.print(name.resource(), changed.object(), outcome);
                return true;
            }
            if (response instanceof ApiResponse.Failed failed) {
                session.fail("error: " + failure + failed.status().message());
                return true;
            }
            return session.fail(response, "");
        });
    }

    private Map<String, Object> patch(KubernetesObject object, Map<String, Object> before, Map<String, Object> after) {
        Schema schema = session.tools().schema();
        String type = schema.typeOf(object.apiVersion(), object.kind())
                .or(() -> schema.typeOf(object.kind()))
                .orElseThrow(() -> new UsageException("no type is known for " + object.kind()));
        return new StrategicMergePatch(schema).diff(type, before, after);
    }
}
