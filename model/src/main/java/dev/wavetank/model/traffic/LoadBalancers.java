package dev.wavetank.model.traffic;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The service controller of a cloud: gives every Service of the type {@code LoadBalancer} an address, and takes it back
 * when the Service goes or becomes another; a finalizer holds the Service until then
 * (staging/src/k8s.io/cloud-provider/controllers/service/controller.go, v1.32). What the cloud does takes a while, and
 * never fails.
 */
public final class LoadBalancers implements Component {

    /** Source of its Events. */
    private static final String REPORTER = "service-controller";

    private static final String FINALIZER = "service.kubernetes.io/load-balancer-cleanup";

    /** {@code minRetryDelay}. */
    private static final long RETRY = 5 * VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final Informer<Service> services;
    private final EventRecorder events;
    /** Null when no readiness gate is its own. */
    private final @Nullable TargetHealth targets;

    private final Ipv4Range range;
    private final long latency;
    private final Map<String, Long> addresses = new TreeMap<>();
    private final Set<String> busy = new TreeSet<>();

    /**
     * One that has not started.
     *
     * @param range the addresses that it gives out
     * @param latency how long the cloud takes, in nanoseconds
     * @param gate readiness gate of pods that it opens; empty for none
     */
    public LoadBalancers(Context context, ApiClient client, String range, long latency, String gate) {
        this.context = context;
        this.client = client;
        this.range = Ipv4Range.parse(range).orElseThrow();
        this.latency = latency;
        this.services = new Informer<>(context, client, Resources.SERVICES, ApiRequest.Selection.ALL, Service.class);
        this.events = new EventRecorder(context, client, REPORTER);
        this.targets = gate.isEmpty() ? null : new TargetHealth(context, client, services, gate, latency);
    }

    @Override
    public void start() {
        services.addHandler(Informer.Handler.whilePresent(this::sync));
        services.start();
        if (targets != null) {
            targets.start();
        }
        services.synced().whenDone(all -> {
            services.all()
                    .forEach(one -> given(one)
                            .forEach(ip -> Ipv4.parse(ip)
                                    .ifPresent(
                                            address -> addresses.put(one.key().toString(), address))));
            services.all().forEach(this::sync);
        });
    }

    /** A Service with a class is another controller's ({@code wantsLoadBalancer}). */
    private static boolean wants(Service service) {
        return "LoadBalancer".equals(service.spec().other().get("type"))
                && service.spec().other().get("loadBalancerClass") == null
                && !service.metadata().isDeleting();
    }

    private static List<String> given(Service service) {
        List<String> given = new ArrayList<>();
        if (service.other().get("status") instanceof Map<?, ?> status
                && status.get("loadBalancer") instanceof Map<?, ?> balancer
                && balancer.get("ingress") instanceof List<?> ingress) {
            for (Object one : ingress) {
                if (one instanceof Map<?, ?> entry && entry.get("ip") != null) {
                    given.add(String.valueOf(entry.get("ip")));
                }
            }
        }
        return given;
    }

    private void sync(Service service) {
        String key = service.key().toString();
        boolean holds = service.metadata().finalizers().contains(FINALIZER);
        boolean done = wants(service) ? holds && !given(service).isEmpty() : !holds;
        if (done || !services.isSynced() || !busy.add(key)) {
            return;
        }
        if (wants(service)) {
            ensure(service);
        } else {
            events.normal(service, "DeletingLoadBalancer", "Deleting load balancer");
            context.after(latency, () -> release(service));
        }
    }

    private void ensure(Service service) {
        events.normal(service, "EnsuringLoadBalancer", "Ensuring load balancer");
        List<String> finalizers = new ArrayList<>(service.metadata().finalizers());
        if (!finalizers.contains(FINALIZER)) {
            finalizers.add(FINALIZER);
        }
        patch(
                service,
                "",
                "metadata",
                Collections.singletonMap("finalizers", finalizers),
                () -> context.after(latency, () -> {
                    String key = service.key().toString();
                    Long address = addresses.get(key);
                    if (address == null) {
                        address = free();
                    }
                    if (address == 0) {
                        events.warning(
                                service,
                                "SyncLoadBalancerFailed",
                                "Error syncing load balancer: failed to ensure load balancer: no address of " + range
                                        + " is free");
                        again(service);
                        return;
                    }
                    addresses.put(key, address);
                    Map<String, Object> status = Collections.singletonMap(
                            "ingress", List.of(Collections.singletonMap("ip", Ipv4.text(address))));
                    patch(service, "status", "status", Collections.singletonMap("loadBalancer", status), () -> {
                        events.normal(service, "EnsuredLoadBalancer", "Ensured load balancer");
                        ended(service);
                    });
                }));
    }

    private long free() {
        for (long address = range.first() + 1; address < range.last(); address++) {
            if (!addresses.containsValue(address)) {
                return address;
            }
        }
        return 0;
    }

    private void release(Service service) {
        addresses.remove(service.key().toString());
        List<String> finalizers = new ArrayList<>(service.metadata().finalizers());
        finalizers.remove(FINALIZER);
        Runnable unhold =
                () -> patch(service, "", "metadata", Collections.singletonMap("finalizers", finalizers), () -> {
                    events.normal(service, "DeletedLoadBalancer", "Deleted load balancer");
                    ended(service);
                });
        if (given(service).isEmpty() || service.metadata().isDeleting()) {
            unhold.run();
        } else {
            patch(
                    service,
                    "status",
                    "status",
                    Collections.singletonMap("loadBalancer", Collections.singletonMap("ingress", null)),
                    unhold);
        }
    }

    private void patch(Service service, String subresource, String field, Map<String, Object> value, Runnable done) {
        ObjectKey key = service.key();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(field, value);
        client.send(new ApiRequest.Patch(
                        Resources.SERVICES,
                        key.namespace(),
                        key.name(),
                        subresource,
                        new ApiRequest.Change.Merge(tree)))
                .whenDone(response -> {
                    if (response.isSuccess()) {
                        done.run();
                    } else {
                        again(service);
                    }
                });
    }

    private void again(Service service) {
        context.after(RETRY, () -> ended(service));
    }

    private void ended(Service service) {
        busy.remove(service.key().toString());
        Service now = services.cached(service.key());
        if (now != null) {
            sync(now);
        }
    }
}
