package dev.wavetank.model.controller.clusterroleaggregation;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.rbac.AggregatedRules;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes into each ClusterRole with an aggregation rule the rules of the ClusterRoles that it selects, by selector and
 * name, each once; so nobody else's rules stay in it. Any change of any ClusterRole has all of them looked at again. It
 * has five workers ({@code pkg/controller/clusterroleaggregation} v1.32).
 *
 * <p>Since v1.20 the real one sends a server-side apply; here it is an update in every version.
 */
public final class ClusterRoleAggregationController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.CLUSTER_ROLE_AGGREGATION.userAgent();

    private static final int WORKERS = 5;

    private final ApiClient client;
    private final Informer<GenericObject> roles;
    private final WorkQueue<ObjectKey> queue;

    private ClusterRoleAggregationController(ControllerEnvironment environment) {
        this.client = environment.client(NAME);
        this.roles = environment.informer(Resources.CLUSTER_ROLES, GenericObject.class);
        this.queue = environment.queue(WORKERS, WorkQueue.UNLIMITED, this::sync);
    }

    /** The controller; before there was one, nothing. */
    public static Controller of(ControllerEnvironment environment) {
        return environment.version().has(Feature.CLUSTER_ROLE_AGGREGATION)
                ? new ClusterRoleAggregationController(environment)
                : () -> {};
    }

    @Override
    public void start() {
        roles.addHandler(new Informer.Handler<>() {
            @Override
            public void added(GenericObject role) {
                enqueue();
            }

            @Override
            public void updated(GenericObject before, GenericObject after) {
                enqueue();
            }

            @Override
            public void deleted(GenericObject last) {
                enqueue();
            }
        });
    }

    private void enqueue() {
        roles.all().stream()
                .filter(AggregatedRules::aggregates)
                .map(GenericObject::key)
                .forEach(queue::add);
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        GenericObject role = roles.cached(key);
        if (role == null || !AggregatedRules.aggregates(role)) {
            return Completion.of(SyncResult.DONE);
        }
        List<Object> wanted = AggregatedRules.of(role, roles.all());
        if (wanted.equals(AggregatedRules.rules(role))) {
            return Completion.of(SyncResult.DONE);
        }
        Map<String, Object> fields = new LinkedHashMap<>(role.other());
        fields.put("rules", wanted);
        return client.send(new ApiRequest.Update(Resources.CLUSTER_ROLES, "", role.withOther(fields)))
                .map(SyncResult::of);
    }
}
