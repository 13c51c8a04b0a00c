package dev.wavetank.model.cluster;

import dev.wavetank.model.apiserver.ApiServerParts;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.webhook.AdmissionWebhook;
import dev.wavetank.model.apiserver.admission.webhook.WebhookServer;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerManager;
import dev.wavetank.model.kubelet.cni.CniPlugin;
import dev.wavetank.model.kubelet.pod.WorkerParts;
import dev.wavetank.model.scheduler.SchedulerParts;
import dev.wavetank.model.scheduler.framework.PluginFactory;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.random.Choice;
import dev.wavetank.sim.random.ChoiceLog;
import dev.wavetank.sim.random.Distribution;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The replaceable parts of a cluster.
 *
 * @param controllers the controllers of the controller manager, by name, in the order in which they start
 * @param controllerManager makes the controller managers that host them
 * @param order how simultaneous events are ordered, as {@link OrderPolicy#parse} reads it
 * @param decisions draws with given values, while all other decisions of the order are first in, first out; empty
 *     when the seed decides them all
 * @param apiServer parts of the API server that are not flags
 * @param admissionPlugins admission plugins of the user, by name; all are called
 * @param webhooks servers of admission webhooks, by the name of the component: {@link WebhookServer#ofService} or
 *     {@link WebhookServer#ofHost}
 * @param schedulerPlugins plug-ins of the user for schedulers, by name
 * @param scheduler parts of schedulers that are not plug-ins
 * @param podWorkers parts of the pod workers of kubelets
 * @param operators controllers of the user in processes of their own, by operator and controller
 * @param networkPlugins plug-ins of the user for the pod network, which configurations name, by name
 * @param keepAlive after how long without contact both ends of a connection give it up, in nanoseconds
 */
@RecordBuilder
public record ClusterParts(
        Map<String, Controller.Factory> controllers,
        ControllerManager.Factory controllerManager,
        String order,
        List<Choice> decisions,
        ApiServerParts apiServer,
        Map<String, AdmissionPlugin.Factory> admissionPlugins,
        Map<String, Webhook> webhooks,
        Map<String, PluginFactory> schedulerPlugins,
        SchedulerParts scheduler,
        WorkerParts podWorkers,
        Map<String, Map<String, Controller.Factory>> operators,
        Map<String, CniPlugin> networkPlugins,
        long keepAlive)
        implements ClusterPartsBuilder.With {

    /** Kubernetes' own controllers; first in, first out. */
    public static final ClusterParts DEFAULT =
            new ClusterParts(ControllerFactories.all(), OrderPolicy.FIFO.toString(), List.of());

    /**
     * A webhook's server.
     *
     * @param webhook the implementation
     * @param latency of one response, without the network
     */
    public record Webhook(AdmissionWebhook webhook, Distribution latency) {}

    /** Parts without admission plugins or webhooks of the user. */
    public ClusterParts(Map<String, Controller.Factory> controllers, String order, List<Choice> decisions) {
        this(
                controllers,
                ControllerManager::new,
                order,
                decisions,
                ApiServerParts.NONE,
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                SchedulerParts.DEFAULT,
                WorkerParts.DEFAULT,
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                Cluster.KEEP_ALIVE);
    }

    /**
     * Keeps copies.
     *
     * @throws IllegalArgumentException when two decisions are about the same draw
     */
    public ClusterParts {
        controllers = Collections.unmodifiableMap(new LinkedHashMap<>(controllers));
        decisions = List.copyOf(decisions);
        admissionPlugins = Collections.unmodifiableMap(new LinkedHashMap<>(admissionPlugins));
        webhooks = Collections.unmodifiableMap(new LinkedHashMap<>(webhooks));
        schedulerPlugins = Collections.unmodifiableMap(new LinkedHashMap<>(schedulerPlugins));
        Map<String, Map<String, Controller.Factory>> copies = new LinkedHashMap<>();
        operators.forEach((name, own) -> copies.put(name, Collections.unmodifiableMap(new LinkedHashMap<>(own))));
        operators = Collections.unmodifiableMap(copies);
        networkPlugins = Collections.unmodifiableMap(new LinkedHashMap<>(networkPlugins));
        new ChoiceLog().override(decisions);
    }

    /** The order of the run with this seed. */
    public OrderPolicy order(long seed) {
        return OrderPolicy.parse(order, seed);
    }

    /** The same parts with one controller added or replaced. */
    public ClusterParts withController(String name, Controller.Factory factory) {
        Map<String, Controller.Factory> changed = new LinkedHashMap<>(controllers);
        changed.put(name, factory);
        return withControllers(changed);
    }

    /**
     * The same parts with one more controller in a process of the user's, with a client, informers and a service
     * account of its own. The scenario has the process: {@code addOns: [{kind: operator, name: site}]}.
     *
     * @param operator name of the add-on
     * @param controller unique in the operator
     */
    public ClusterParts withOperator(String operator, String controller, Controller.Factory factory) {
        Map<String, Map<String, Controller.Factory>> changed = new LinkedHashMap<>(operators);
        Map<String, Controller.Factory> own =
                new LinkedHashMap<>(changed.getOrDefault(operator, new LinkedHashMap<>()));
        own.put(controller, factory);
        changed.put(operator, own);
        return withOperators(changed);
    }

    /** The same parts under another order of simultaneous events, all of which the seed decides. */
    @Override
    public ClusterParts withOrder(String other) {
        return with().order(other).decisions(List.of()).build();
    }

    /** The same parts with one more admission plugin: every API server calls it. */
    public ClusterParts withAdmissionPlugin(String name, AdmissionPlugin.Factory factory) {
        Map<String, AdmissionPlugin.Factory> more = new LinkedHashMap<>(admissionPlugins);
        more.put(name, factory);
        return withAdmissionPlugins(more);
    }

    /**
     * The same parts with one more webhook server.
     *
     * @param component its name: {@link WebhookServer#ofService} or {@link WebhookServer#ofHost}
     */
    public ClusterParts withWebhook(String component, Webhook webhook) {
        Map<String, Webhook> more = new LinkedHashMap<>(webhooks);
        more.put(component, webhook);
        return withWebhooks(more);
    }

    /**
     * The same parts with one more plug-in for schedulers. It is enabled at every extension point that it has, with
     * weight 1, in every profile whose configuration says nothing else of it. A plug-in with the name of one of
     * Kubernetes' own takes its place.
     */
    public ClusterParts withSchedulerPlugin(String name, PluginFactory factory) {
        Map<String, PluginFactory> more = new LinkedHashMap<>(schedulerPlugins);
        more.put(name, factory);
        return withSchedulerPlugins(more);
    }

    /** The same parts with one more plug-in of the pod network; a name of a standard one replaces it. */
    public ClusterParts withNetworkPlugin(String name, CniPlugin plugin) {
        Map<String, CniPlugin> more = new LinkedHashMap<>(networkPlugins);
        more.put(name, plugin);
        return withNetworkPlugins(more);
    }

    /** A log that applies the decisions in one run, and reports afterwards which were used. */
    public ChoiceLog choices() {
        ChoiceLog log = new ChoiceLog();
        return decisions.isEmpty() ? log : log.zero(OrderPolicy.STREAM).override(decisions);
    }
}
