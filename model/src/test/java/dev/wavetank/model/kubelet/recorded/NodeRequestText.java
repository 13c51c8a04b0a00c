package dev.wavetank.model.kubelet.recorded;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.trace.RequestTrace;
import java.util.Map;
import java.util.Optional;

/** What a kubelet writes about its node, in one line, as the recordings have it. */
final class NodeRequestText {

    private NodeRequestText() {}

    static Optional<String> of(RequestTrace request) {
        ApiRequest sent = request.call().request();
        int code = request.response().code();
        if (sent instanceof ApiRequest.Create create && create.body() instanceof Node) {
            return Optional.of("create " + code + conditions(request.response()));
        } else if (sent instanceof ApiRequest.Create create && create.resource().equals(Resources.CSI_NODES)) {
            return Optional.of("csinode");
        } else if (sent instanceof ApiRequest.Create create && create.resource().equals(Resources.LEASES)) {
            return code == 201 ? Optional.of("lease") : Optional.empty();
        } else if (sent instanceof ApiRequest.Patch patch
                && patch.change() instanceof ApiRequest.Change.NodeConditions change) {
            Object info = ((Node) change.node()).status().other().get("nodeInfo");
            String runtime = info instanceof Map<?, ?> fields ? " | " + fields.get("containerRuntimeVersion") : "";
            return Optional.of("patch " + code + conditions(request.response()) + runtime);
        }
        return Optional.empty();
    }

    private static String conditions(ApiResponse response) {
        if (!(response instanceof ApiResponse.One one)) {
            return "";
        }
        StringBuilder text = new StringBuilder(" |");
        for (Node.Condition each : one.as(Node.class).status().conditions()) {
            text.append(' ').append(each.type()).append('=').append(each.status());
            text.append('(')
                    .append(each.reason())
                    .append(": ")
                    .append(each.message())
                    .append(')');
        }
        return text.toString();
    }
}
