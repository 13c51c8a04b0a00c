package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.apiserver.request.Handler;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.apiserver.request.RequestOptions;
import dev.wavetank.model.version.KubernetesVersion;

/**
 * Lets simulated components own the fields that they write. The owner is a program, as in {@code managedFields} of a
 * real cluster: all controllers of Kubernetes run in one, and kubelets of all nodes are the same one.
 */
public final class FieldManagers {

    private static final String CONTROLLERS = "kube-controller-manager";

    private FieldManagers() {}

    /** The station before another one at which requests that name no owner get one. */
    public static Handler tracking(KubernetesVersion version, Handler next) {
        return request -> next.handle(request.options().fieldManager().isEmpty() ? owned(request, version) : request);
    }

    private static RequestContext owned(RequestContext request, KubernetesVersion version) {
        RequestOptions asked = request.options();
        String program = program(request.call().userAgent());
        RequestOptions options = asked.by(program, version);
        return new RequestContext(request.call(), request.user(), request.received(), options);
    }

    /** The name of the program that a user agent tells. */
    static String program(String userAgent) {
        String agent = userAgent == null ? "" : userAgent;
        int slash = agent.indexOf('/');
        if (slash >= 0) {
            return agent.substring(0, slash);
        }
        if (agent.startsWith("kubelet")) {
            return "kubelet";
        }
        return agent.endsWith("-controller") || agent.endsWith("-collector") ? CONTROLLERS : agent;
    }
}
