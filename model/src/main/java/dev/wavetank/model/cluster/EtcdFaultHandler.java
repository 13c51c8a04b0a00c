package dev.wavetank.model.cluster;

import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.etcd.member.Replacement;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultHandler;
import dev.wavetank.sim.fault.inject.OpenFault;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.trace.Trace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Applies the faults of etcd, and the repairs of its operator. */
final class EtcdFaultHandler implements FaultHandler {

    private static final long RETRY = VirtualTime.SECOND;

    private final Components components;
    private final Network network;
    private final List<String> members;
    private final Supplier<EtcdData> data;
    private final Supplier<Context> operator;
    private final Trace trace;
    /** Null before the first compaction: nothing is counted without one. */
    private @Nullable CompactionRefusals refusals;
    /** How many losses of each member's disk are open. */
    private final Map<String, Integer> losses = new LinkedHashMap<>();

    private int alarms;
    /** Created with the first fault: a cluster without faults has no operator. */
    private Endpoint endpoint;

    private Replacement replacement;

    /**
     * A handler for a cluster that is being assembled.
     *
     * @param members the components of etcd
     * @param operator a component that never crashes
     */
    EtcdFaultHandler(
            Components components,
            Network network,
            List<String> members,
            Supplier<EtcdData> data,
            Supplier<Context> operator,
            Trace trace) {
        this.trace = trace;
        this.components = components;
        this.network = network;
        this.members = members;
        this.data = data;
        this.operator = operator;
    }

    @Override
    public Optional<OpenFault> open(Fault fault) {
        if (fault instanceof ModelFault.EtcdDiskLoss loss) {
            return Optional.of(loseDisk(loss.member()));
        }
        if (fault instanceof ModelFault.EtcdRestore restore) {
            EtcdStore backup = data.get().backup();
            return Optional.of(OpenFault.until(1, () -> restore(backup, restore.bump())));
        }
        if (fault instanceof ModelFault.EtcdSpaceAlarm) {
            return Optional.of(raiseAlarm());
        }
        if (fault instanceof ModelFault.EtcdCompaction) {
            return Optional.of(compact());
        }
        return Optional.empty();
    }

    private Endpoint endpoint() {
        if (endpoint == null) {
            endpoint = network.connect(operator.get());
        }
        return endpoint;
    }

    private Replacement replacement() {
        if (replacement == null) {
            replacement = new Replacement(operator.get(), endpoint(), data.get().group());
        }
        return replacement;
    }

    private OpenFault loseDisk(String member) {
        components.crash(member);
        if (!replacement().loseDisk(member)) {
            components.restart(member);
            return OpenFault.done(0);
        }
        losses.merge(member, 1, Integer::sum);
        return OpenFault.until(1, () -> {
            if (losses.merge(member, -1, Integer::sum) == 0) {
                replacement().replace(member, () -> components.restart(member));
            } else {
                components.restart(member);
            }
        });
    }

    /** Stops all members, restores the backup, and starts them again. */
    private void restore(EtcdStore backup, long bump) {
        members.forEach(components::crash);
        data.get().restore(backup, bump).forEach(operator.get()::trace);
        if (replacement != null) {
            replacement.restored();
        }
        members.forEach(components::restart);
    }

    private OpenFault compact() {
        EtcdClient etcd = new EtcdClient(endpoint(), members);
        etcd.send(new EtcdRequest.Get("revision")).whenDone(response -> {
            if (response instanceof EtcdResponse.Found found) {
                etcd.send(new EtcdRequest.Compact(found.revision()));
            }
        });
        if (refusals == null) {
            refusals = new CompactionRefusals();
            trace.addSink(refusals);
        }
        CompactionRefusals counted = refusals;
        long before = counted.count();
        return () -> counted.count() - before;
    }

    private OpenFault raiseAlarm() {
        if (++alarms == 1) {
            setAlarm(true);
        }
        return OpenFault.until(1, () -> {
            if (--alarms == 0) {
                setAlarm(false);
            }
        });
    }

    /** Repeats the request until it succeeds, unless the desired state has changed meanwhile. */
    private void setAlarm(boolean raised) {
        EtcdRequest request = raised ? new EtcdRequest.RaiseSpaceAlarm() : new EtcdRequest.DisarmSpaceAlarm();
        new EtcdClient(endpoint(), members).send(request).whenDone(response -> {
            boolean wanted = alarms > 0 == raised;
            if (wanted && !(response instanceof EtcdResponse.Done)) {
                operator.get().after(RETRY, () -> {
                    if (alarms > 0 == raised) {
                        setAlarm(raised);
                    }
                });
            }
        });
    }
}
