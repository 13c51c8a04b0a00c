package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import dev.wavetank.sim.Completion;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes the command into what it changes ({@code --record}; cli-runtime, pkg/genericclioptions/record_flags.go): into
 * new objects and patches themselves, but {@code scale} and {@code patch} send a further patch.
 */
final class ChangeCause {

    private static final String ANNOTATION = "kubernetes.io/change-cause";
    private static final String MERGE = "application/merge-patch+json";
    private static final List<VerbSyntax> SEPARATE = List.of(VerbSyntax.PATCH, VerbSyntax.SCALE);

    private final Invocation line;

    ChangeCause(Invocation line) {
        this.line = line;
    }

    /** Sends a request, with the cause where it changes something. */
    Completion<ApiResponse> send(ApiRequest request, Function<ApiRequest, Completion<ApiResponse>> sender) {
        if (request instanceof ApiRequest.Patch patch && SEPARATE.contains(line.verb())) {
            return sender.apply(patch)
                    .then(response -> response.isSuccess()
                            ? sender.apply(cause(patch)).map(added -> added.isSuccess() ? response : added)
                            : Completion.of(response));
        }
        return sender.apply(with(request));
    }

    private ApiRequest cause(ApiRequest.Patch patch) {
        return new ApiRequest.Patch(
                patch.resource(),
                patch.namespace(),
                patch.name(),
                "",
                new ApiRequest.Change.Document(MERGE, added(Collections.emptyMap())));
    }

    private ApiRequest with(ApiRequest request) {
        if (request instanceof ApiRequest.Create create && create.subresource().isEmpty()) {
            KubernetesObject body = create.body();
            Map<String, String> annotations =
                    new LinkedHashMap<>(body.metadata().annotations());
            annotations.put(ANNOTATION, line.text());
            return create.withBody(body.withMetadata(body.metadata().withAnnotations(annotations)));
        }
        if (request instanceof ApiRequest.Patch patch
                && patch.change() instanceof ApiRequest.Change.Document document
                && document.patch() instanceof Map<?, ?> tree) {
            return new ApiRequest.Patch(
                    patch.resource(),
                    patch.namespace(),
                    patch.name(),
                    patch.subresource(),
                    new ApiRequest.Change.Document(document.type(), added(tree)));
        }
        return request;
    }

    /** A copy of a patch that adds the annotation. */
    private Map<String, Object> added(Map<?, ?> patch) {
        Map<String, Object> tree = copy(patch);
        Map<String, Object> metadata = copy(tree.get("metadata"));
        Map<String, Object> annotations = copy(metadata.get("annotations"));
        annotations.put(ANNOTATION, line.text());
        metadata.put("annotations", annotations);
        tree.put("metadata", metadata);
        return tree;
    }

    private static Map<String, Object> copy(@Nullable Object map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        if (map instanceof Map<?, ?> fields) {
            fields.forEach((name, value) -> copy.put(String.valueOf(name), value));
        }
        return copy;
    }
}
