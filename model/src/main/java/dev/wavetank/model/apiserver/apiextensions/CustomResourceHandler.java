package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.apiserver.request.Handler;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.sim.Completion;
import java.util.Optional;

/** Refuses requests for custom resources that are not defined, or not in that way. All others go on. */
public final class CustomResourceHandler implements Handler {

    private final CustomResources resources;
    private final Handler next;

    /** Before the station that executes requests. */
    public CustomResourceHandler(CustomResources resources, Handler next) {
        this.resources = resources;
        this.next = next;
    }

    @Override
    public Completion<ApiResponse> handle(RequestContext context) {
        ApiRequest request = context.request();
        if (request.resource().isCustom()) {
            Status refusal = refusal(request);
            if (refusal != null) {
                return Completion.of(new ApiResponse.Failed(refusal));
            }
        }
        return next.handle(context);
    }

    private Status refusal(ApiRequest request) {
        Optional<CustomResourceStrategy> found = resources.served(request.resource());
        if (found.isEmpty()) {
            return Status.noSuchResource();
        }
        DefinedVersion version = found.get().version();
        boolean known = switch (request.subresource()) {
            case "" -> true;
            case "status" -> version.hasStatus();
            case "scale" -> version.hasScale();
            default -> false;
        };
        if (!known) {
            return Status.noSuchResource();
        }
        boolean tooLate =
                request instanceof ApiRequest.Create && found.get().definition().isTerminating();
        return tooLate ? terminating(request.resource()) : null;
    }

    private static Status terminating(ResourceType resource) {
        return Status.failure(
                StatusReason.METHOD_NOT_ALLOWED,
                "create not allowed while custom resource definition is terminating",
                new Status.Details(null, resource.group(), resource.plural(), null, null, null));
    }
}
