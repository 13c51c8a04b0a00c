package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.http.answer.Answers;
import dev.wavetank.model.apiserver.http.options.Exchange;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoTime;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.http.Query;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What containers have written. The kubelet of the pod's node knows. Where there is no log, the refusals are those of
 * the real server (registry/core/pod/strategy.go, LogLocation) and of the kubelet (kubelet/kubelet_pods.go,
 * validateContainerLogStatus, v1.32). Here the server judges by the pod's status whether there is one.
 */
final class PodLogs {

    private static final ObjectCodec CODEC = new ObjectCodec();

    private final Answers answers;
    private final KubeletClient kubelets;

    PodLogs(Answers answers, KubeletClient kubelets) {
        this.answers = answers;
        this.kubelets = kubelets;
    }

    /** The log of one container of a pod. */
    Completion<HttpResponse> of(ApiResponse.One pod, Exchange exchange) {
        Query query = exchange.query();
        Optional<Status> wrong = wrong(query);
        if (wrong.isPresent()) {
            return Completion.of(answers.status(wrong.get()));
        }
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
        List<String> ephemeral = names(spec.get("ephemeralContainers"));
        if (!containers.contains(container) && !init.contains(container) && !ephemeral.contains(container)) {
            return refused("container " + container + " is not valid for pod " + name);
        }
        if (spec.get("nodeName") == null) {
            return Completion.of(Answers.plain(200, ""));
        }
        String which = "container \"" + container + "\" in pod \"" + name + "\"";
        Optional<Map<?, ?>> status = status(map(tree.get("status")), container);
        String refusal =
                status.isEmpty() ? which + " is not available" : refusal(which, status.get(), query.isOn("previous"));
        if (!refusal.isEmpty()) {
            return refused(refusal);
        }
        String path = "/containerLogs/" + exchange.namespace() + "/" + name + "/" + container;
        return kubelets.get(
                String.valueOf(spec.get("nodeName")), path, exchange.request().query(), answers);
    }

    /** What the options of a request are not (ValidatePodLogOptions, pkg/apis/core/validation, v1.32). */
    private static Optional<Status> wrong(Query query) {
        for (String name : List.of("limitBytes", "sinceSeconds", "tailLines")) {
            String text = query.first(name);
            int least = name.equals("tailLines") ? 0 : 1;
            if (!text.isEmpty() && !text.matches("-?[0-9]{1,9}")) {
                return Optional.of(Status.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax"));
            }
            if (!text.isEmpty() && Integer.parseInt(text) < least) {
                return Optional.of(Status.badRequest(
                        name + ": Invalid value: " + text + ": must be greater than or equal to " + least));
            }
        }
        String time = query.first("sinceTime");
        return time.isEmpty()
                ? Optional.empty()
                : GoTime.mistake(time, GoTime.SECONDS).map(Status::badRequest);
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

    private Completion<HttpResponse> refused(String message) {
        return Completion.of(answers.status(Status.badRequest(message)));
    }

    private static Optional<Map<?, ?>> status(Map<?, ?> status, String container) {
        for (String kind : List.of("containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses")) {
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
