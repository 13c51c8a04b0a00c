package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.http.answer.Answers;
import dev.wavetank.model.apiserver.http.options.Exchange;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The state of the control plane's other parts, which is asked for and stored nowhere. Scheduler and controller manager
 * have no endpoint for their health in the simulation: they count as well. etcd is asked.
 */
final class ComponentStatuses {

    private static final String DEPRECATED = "v1 ComponentStatus is deprecated in v1.19+";

    private final SelfChecks checks;
    private final Answers answers;
    private final KubernetesVersion version;

    ComponentStatuses(SelfChecks checks, Answers answers, KubernetesVersion version) {
        this.checks = checks;
        this.answers = answers;
        this.version = version;
    }

    /** One of them or all; other verbs do not come here. */
    Completion<HttpResponse> answer(Exchange exchange) {
        if (version.has(Feature.COMPONENT_STATUS_DEPRECATION)) {
            exchange.warnings().add(DEPRECATED);
        }
        return checks.etcdAnswers().map(answering -> answer(exchange, all(answering)));
    }

    private HttpResponse answer(Exchange exchange, List<KubernetesObject> all) {
        if (exchange.info().verb().equals("list")) {
            return answers.list(exchange, all, new LinkedHashMap<>());
        }
        String name = exchange.info().name();
        return all.stream()
                .filter(status -> name.equals(status.metadata().name()))
                .findFirst()
                .map(status -> answers.object(exchange, 200, status))
                .orElseGet(() -> answers.status(Status.internal("Component not found: " + name)));
    }

    private List<KubernetesObject> all(boolean etcdAnswers) {
        String well = version.has(Feature.ETCD_STATUS_OK) ? "ok" : "{\"health\":\"true\"}";
        List<KubernetesObject> all = new ArrayList<>(3);
        all.add(status("controller-manager", "True", "ok", ""));
        all.add(status("scheduler", "True", "ok", ""));
        all.add(
                etcdAnswers
                        ? status("etcd-0", "True", well, "")
                        : status("etcd-0", "False", "", "context deadline exceeded"));
        return all;
    }

    private static KubernetesObject status(String name, String status, String message, String error) {
        Map<String, Object> condition = new LinkedHashMap<>();
        condition.put("type", "Healthy");
        condition.put("status", status);
        if (!message.isEmpty()) {
            condition.put("message", message);
        }
        if (!error.isEmpty()) {
            condition.put("error", error);
        }
        Map<String, Object> other = new LinkedHashMap<>();
        other.put("conditions", List.of(condition));
        return new GenericObject("v1", "ComponentStatus", ObjectMeta.named(null, name), other);
    }
}
