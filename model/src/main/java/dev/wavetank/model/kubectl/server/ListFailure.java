package dev.wavetank.model.kubectl.server;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;

/**
 * What kubectl puts before the server's words when a list is refused as badly asked, or is not there (cli-runtime,
 * pkg/resource/selector.go, v1.32; pkg/kubectl/resource/selector.go, v1.8 to v1.10).
 */
public final class ListFailure {

    private ListFailure() {}

    /**
     * The failure as it is told.
     *
     * @param version of kubectl
     * @param labels the label selector of the request; may be empty
     * @param fields its field selector; may be empty
     */
    public static ApiResponse told(
            KubernetesVersion version, ApiResponse response, ResourceType resource, String labels, String fields) {
        if (!(response instanceof ApiResponse.Failed failed)) {
            return response;
        }
        Status status = failed.status();
        if (!status.is(StatusReason.BAD_REQUEST) && !status.is(StatusReason.NOT_FOUND)) {
            return response;
        }
        String list = GoText.quoted(name(version, resource));
        String start = labels.isEmpty() && fields.isEmpty()
                ? "Unable to list " + list
                : "Unable to find " + list + " that match " + selectors(version, labels, fields);
        return new ApiResponse.Failed(Status.reported(
                status.code(), String.valueOf(status.reason()), start + ": " + status.message(), status.details()));
    }

    /** Group, version and resource since v1.11, and only the resource before. */
    private static String name(KubernetesVersion version, ResourceType resource) {
        return version.has(Feature.KUBECTL_TYPE_SLASH_NAME)
                ? resource.group() + "/" + resource.version() + ", Resource=" + resource.plural()
                : resource.plural();
    }

    /** Field selectors came with v1.9, as pages did. */
    private static String selectors(KubernetesVersion version, String labels, String fields) {
        return version.has(Feature.KUBECTL_PAGES)
                ? "label selector " + GoText.quoted(labels) + ", field selector " + GoText.quoted(fields)
                : "the selector " + GoText.quoted(labels);
    }
}
