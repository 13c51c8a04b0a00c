package dev.wavetank.model.kubelet.runtime;

import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.trace.MeasuredTrace;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import java.util.Optional;

/** Calls the container runtime over its socket. */
public final class CriClient {

    /** {@code --runtime-request-timeout}. */
    private static final long TIMEOUT = 2 * VirtualTime.MINUTE;

    /** A pull has no deadline as long as it makes progress. */
    private static final long PULL_TIMEOUT = VirtualTime.HOUR;

    /** A command has no deadline either: a year is as good as none. */
    private static final long NO_TIMEOUT = 365 * 24 * VirtualTime.HOUR;

    private final Context context;
    private final Endpoint endpoint;
    private final String node;

    /** A client of the runtime of a node. */
    public CriClient(Context context, Endpoint endpoint, String node) {
        this.context = context;
        this.endpoint = endpoint;
        this.node = node;
    }

    /** Sends a request. A runtime that does not respond is a failure. */
    public Completion<CriResponse> call(CriRequest request) {
        long begun = context.now();
        return endpoint.call(CriRequest.address(node), request, timeout(request))
                .map(reply -> {
                    CriResponse response = response(reply);
                    long taken = context.now() - begun;
                    boolean failed = response instanceof CriResponse.Failed;
                    operation(request)
                            .ifPresent(operation -> MeasuredTrace.of(
                                    context, MeasuredTrace.RUNTIME_OPERATIONS, operation, taken, failed));
                    if (request instanceof CriRequest.ListPods) {
                        MeasuredTrace.of(context, MeasuredTrace.RELIST, "", taken, failed);
                    }
                    return response;
                });
    }

    /**
     * The label of a call (pkg/kubelet/kuberuntime/instrumented_services.go v1.20); empty for what is no call in
     * reality: a command is a stream, and logs are files.
     */
    private static Optional<String> operation(CriRequest request) {
        if (request instanceof CriRequest.RunPodSandbox) {
            return Optional.of("run_podsandbox");
        } else if (request instanceof CriRequest.StopPodSandbox) {
            return Optional.of("stop_podsandbox");
        } else if (request instanceof CriRequest.RemovePodSandbox) {
            return Optional.of("remove_podsandbox");
        } else if (request instanceof CriRequest.ImageStatus) {
            return Optional.of("image_status");
        } else if (request instanceof CriRequest.PullImage) {
            return Optional.of("pull_image");
        } else if (request instanceof CriRequest.CreateContainer) {
            return Optional.of("create_container");
        } else if (request instanceof CriRequest.StartContainer) {
            return Optional.of("start_container");
        } else if (request instanceof CriRequest.StopContainer) {
            return Optional.of("stop_container");
        }
        if (request instanceof CriRequest.RemoveContainer) {
            return Optional.of("remove_container");
        } else if (request instanceof CriRequest.ListImages) {
            return Optional.of("list_images");
        } else if (request instanceof CriRequest.RemoveImage) {
            return Optional.of("remove_image");
        }
        if (request instanceof CriRequest.UpdateContainerResources) {
            return Optional.of("update_container");
        }
        if (request instanceof CriRequest.Exec || request instanceof CriRequest.ReadLog) {
            return Optional.empty();
        }
        return Optional.of(request instanceof CriRequest.Handle ? "exec_sync" : "list_podsandbox");
    }

    private static long timeout(CriRequest request) {
        if (request instanceof CriRequest.StopContainer stop) {
            return TIMEOUT + stop.timeout();
        }
        if (request instanceof CriRequest.Handle handle) {
            return TIMEOUT + Math.min(handle.timeout(), VirtualTime.HOUR);
        }
        if (request instanceof CriRequest.Exec) {
            return NO_TIMEOUT;
        }
        return request instanceof CriRequest.PullImage ? PULL_TIMEOUT : TIMEOUT;
    }

    private static CriResponse response(Reply<CriResponse> reply) {
        if (reply instanceof Reply.Answer<CriResponse> answer) {
            return answer.value();
        }
        return new CriResponse.Failed("container runtime is down: " + ((Reply.Lost<CriResponse>) reply).reason());
    }
}
