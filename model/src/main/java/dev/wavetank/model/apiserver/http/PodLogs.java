package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.http.answer.Answers;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.http.Query;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What containers have written. The processes of simulated containers write nothing, so a log is empty wherever
 * there is one; where there is none, the refusals are those of the real server (registry/core/pod/strategy.go,
 * LogLocation) and of the kubelet, which it asks (kubelet/kubelet_pods.go, validateContainerLogStatus, v1.32). Here
 * the server judges by the pod's status alone.
 */
final class PodLogs {

    private static final ObjectCodec CODEC = new ObjectCodec();

    private final Answers answers;

    PodLogs(Answers answers) {
        this.answers = answers;
    }

    /** The log of one container of a pod. */
    HttpResponse of(ApiResponse.One pod, Query query) {
        Map<String, Object> tree = CODEC.encode(pod.object());
        String name = String.valueOf(pod.object().metadata().name());
        Map<?, ?> spec = map(tree.get("spec"));
        List<String> containers = names(spec.get("containers"));
        List<String> init = names(spec.get("initContainers"));
        String container = query.first("container");
        if (container.isEmpty()) {
            if (containers.size() != 1) {
                return refused("a container name must be specified for pod " + name + ", choose one of: ["
                        + String.join(" ", containers) + "]"
                        + (init.isEmpty() ? "" : " or one of the init containers: [" + String.join(" ", init) + "]"));
            }
            container = containers.get(0);
        }
        if (!containers.contains(container) && !init.contains(container)) {
            return refused("container " + container + " is not valid for pod " + name);
        }
        if (spec.get("nodeName") == null) {
            return Answers.plain(200, "");
        }
        String which = "container \"" + container + "\" in pod \"" + name + "\"";
        Optional<Map<?, ?>> status = status(map(tree.get("status")), container);
        String refusal =
                status.isEmpty() ? which + " is not available" : refusal(which, status.get(), query.isOn("previous"));
        return refusal.isEmpty() ? Answers.plain(200, "") : refused(refusal);
    }

    /** Why a container has no log; empty when it has one. */
    private static String refusal(String which, Map<?, ?> status, boolean previous) {
        boolean ended = map(status.get("lastState")).get("terminated") != null;
        if (previous) {
            return ended ? "" : "previous terminated " + which + " not found";
        }
        Map<?, ?> state = map(status.get("state"));
        if (ended || state.get("running") != null || state.get("terminated") != null) {
            return "";
        }
        if (state.get("waiting") == null) {
            return which + " is waiting to start - no logs yet";
        }
        String reason = String.valueOf(map(state.get("waiting")).get("reason"));
        return which + " is waiting to start: "
                + switch (reason) {
                    case "ErrImagePull" -> "image can't be pulled";
                    case "ImagePullBackOff" -> "trying and failing to pull image";
                    default -> reason;
                };
    }

    private HttpResponse refused(String message) {
        return answers.status(Status.badRequest(message));
    }

    private static Optional<Map<?, ?>> status(Map<?, ?> status, String container) {
        for (String kind : List.of("containerStatuses", "initContainerStatuses")) {
            if (status.get(kind) instanceof List<?> all) {
                for (Object one : all) {
                    if (container.equals(map(one).get("name"))) {
                        return Optional.of(map(one));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static List<String> names(Object containers) {
        List<String> names = new ArrayList<>();
        if (containers instanceof List<?> list) {
            list.forEach(container -> names.add(String.valueOf(map(container).get("name"))));
        }
        return names;
    }

    private static Map<?, ?> map(Object tree) {
        return tree instanceof Map<?, ?> map ? map : Collections.emptyMap();
    }
}
