package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.http.answer.Answers;
import dev.wavetank.model.apiserver.http.options.Exchange;
import dev.wavetank.model.apiserver.registry.pod.EphemeralContainers;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.http.Query;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Commands in containers, which the kubelet of the pod's node executes. The refusals are those of the real server
 * (registry/core/pod/strategy.go, streamLocation, v1.32).
 */
final class PodExecutions {

    private final Answers answers;
    private final KubeletClient kubelets;

    PodExecutions(Answers answers, KubeletClient kubelets) {
        this.answers = answers;
        this.kubelets = kubelets;
    }

    /** The outcome of a command in one container of a pod. */
    Completion<HttpResponse> of(ApiResponse.One found, Exchange exchange) {
        Pod pod = found.as(Pod.class);
        Query query = exchange.query();
        if (query.all("command").isEmpty()) {
            return refused("you must specify at least one command for the container");
        }
        List<String> names = new ArrayList<>(EphemeralContainers.names(pod.spec()));
        Stream.concat(pod.spec().containers().stream(), pod.spec().initContainers().stream())
                .map(Container::name)
                .forEach(names::add);
        String container = query.first("container");
        String name = pod.key().name();
        if (container.isEmpty() && pod.spec().containers().size() > 1) {
            return refused("a container name must be specified for pod " + name + ", choose one of: ["
                    + String.join(
                            " ",
                            pod.spec().containers().stream()
                                    .map(Container::name)
                                    .toList())
                    + "]");
        }
        String chosen = container.isEmpty() ? pod.spec().containers().get(0).name() : container;
        if (!names.contains(chosen)) {
            return refused("container " + chosen + " is not valid for pod " + name);
        }
        String node = pod.spec().nodeName();
        if (node == null || node.isEmpty()) {
            return refused("pod " + name + " does not have a host assigned");
        }
        String path = "/exec/" + pod.key().namespace() + "/" + name + "/" + chosen;
        return kubelets.execute(node, path, exchange.request().query(), answers);
    }

    private Completion<HttpResponse> refused(String message) {
        return Completion.of(answers.status(Status.badRequest(message)));
    }
}
