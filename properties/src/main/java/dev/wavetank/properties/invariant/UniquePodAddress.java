package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** No two live pods have the same address. Pods on the network of their host share its address by intent. */
public final class UniquePodAddress implements Invariant {

    private final Map<String, Pod> byAddress = new LinkedHashMap<>();
    private final Map<String, String> addressOf = new LinkedHashMap<>();

    @Override
    public String name() {
        return "UniquePodAddress";
    }

    @Override
    public String reason() {
        return "An address that is given out twice sends a client's requests to the wrong pod, and"
                + " NetworkPolicies protect the wrong one.";
    }

    @Override
    public List<String> sources() {
        return List.of("Kubernetes documentation v1.32, Services, Load Balancing, and Networking: each pod gets"
                + " its own unique cluster-wide IP address");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.NETWORK, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "No two live pods have the same address.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change) || !(change.object() instanceof Pod pod)) {
            return;
        }
        boolean gone = change.change() == WatchEvent.Type.DELETED || pod.isFinished() || pod.status() == null;
        String address = gone ? null : pod.status().podIP();
        String before = addressOf.get(pod.uid());
        if (before != null && !before.equals(address)) {
            addressOf.remove(pod.uid());
            byAddress.remove(before);
        }
        if (address == null
                || address.isEmpty()
                || Boolean.TRUE.equals(pod.spec().other().get("hostNetwork"))) {
            return;
        }
        Pod holder = byAddress.put(address, pod);
        addressOf.put(pod.uid(), address);
        if (holder != null && !holder.uid().equals(pod.uid())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "has address " + address + ", which " + ObjectNames.of(holder) + " has too");
        }
    }
}
