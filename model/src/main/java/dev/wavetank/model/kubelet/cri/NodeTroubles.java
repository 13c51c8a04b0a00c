package dev.wavetank.model.kubelet.cri;

import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is wrong with a node at present, apart from its processes being down. It belongs to the machine, and outlives
 * its components.
 */
public final class NodeTroubles {

    /** Something that is wrong. */
    public enum Trouble {
        /** The runtime takes no calls; its containers run on. */
        RUNTIME_OUT,
        /** The operating system shuts down. */
        SHUTTING_DOWN,
        /** The network of new sandboxes cannot be set up. */
        NO_NETWORK,
        /** Sandboxes are removed without a call of the network's plug-ins. */
        NO_TEARDOWN,
        /** The binaries of the network's plug-ins are gone. */
        NO_PLUGINS,
        /** The network's plug-ins are killed when they have done their work, before they answer. */
        PLUGINS_KILLED,
        /** The network's plug-ins take long to connect a sandbox. */
        SLOW_PLUGINS,
        /** All addresses of the node's range are taken. */
        NO_ADDRESSES,
        /** Nothing can be written to the disk. */
        DISK_FULL,
        /** Processes do not heed SIGTERM. */
        STOPS_HANG,
        /** Hooks do not end. */
        HOOKS_HANG,
        /** Volumes can be neither attached nor detached. */
        NO_ATTACHMENTS,
        /** Volumes cannot be mounted. */
        NO_MOUNTS,
        /** The registry does not know any image. */
        IMAGES_NOT_FOUND,
        /** The registry takes no credentials. */
        UNAUTHORIZED,
        /** The registry refuses because of its rate limit. */
        TOO_MANY_PULLS,
        /** Pulls take ten times as long. */
        PULLS_SLOW,
        /** Connections to the registry are cut in the middle. */
        PULLS_CUT,
        /** What the registry sends has another digest than it should. */
        IMAGES_CORRUPT
    }

    /** How many faults hold each of them open. */
    private final Map<Trouble, Integer> open = new TreeMap<>();

    private final Map<Trouble, Long> hits = new TreeMap<>();
    private final List<Waiter> waiters = new ArrayList<>(0);
    private final List<Watcher> watchers = new ArrayList<>(1);

    private final KernelLog kernelLog = new KernelLog();
    private Runnable switchedOff = () -> {};
    private int boots = 1;
    /** How much longer the network's plug-ins take to connect a sandbox, in nanoseconds. */
    private long pluginDelay;

    /** Nothing is wrong. */
    public NodeTroubles() {}

    /** What the kernel of the node has written since it booted. */
    public KernelLog kernelLog() {
        return kernelLog;
    }

    /** The machine goes down, and will boot once more. */
    public void booted() {
        boots++;
        kernelLog.clear();
    }

    /** The network's plug-ins take so many nanoseconds more, or less, from now on. */
    public void slowPlugins(long nanos) {
        pluginDelay += nanos;
    }

    /** How much longer the network's plug-ins take to connect a sandbox, in nanoseconds. */
    long pluginDelay() {
        return pluginDelay;
    }

    /** How many times the machine has booted. */
    public int boots() {
        return boots;
    }

    /** Takes what happens when the machine is switched off. */
    public void whenSwitchedOff(Runnable action) {
        switchedOff = action;
    }

    /** Switches the machine off, after a shutdown. */
    public void switchOff() {
        switchedOff.run();
    }

    private record Watcher(Trouble trouble, Context context, Runnable action) {}

    private record Waiter(Trouble trouble, Runnable action) {}

    /** Begins a trouble, which others may have begun already. */
    public void open(Trouble trouble) {
        if (open.merge(trouble, 1, Integer::sum) == 1) {
            changed(trouble);
        }
    }

    private void changed(Trouble trouble) {
        watchers.removeIf(watcher -> !watcher.context().isAlive());
        new ArrayList<>(watchers).forEach(watcher -> {
            if (watcher.trouble() == trouble) {
                watcher.action().run();
            }
        });
    }

    /** Whether a trouble is there now; asking is no hit. */
    public boolean isOpen(Trouble trouble) {
        return open.containsKey(trouble);
    }

    /** Runs an action whenever a trouble begins or ends, as long as a component lives. */
    public void whenChanged(Trouble trouble, Context context, Runnable action) {
        watchers.add(new Watcher(trouble, context, action));
    }

    /** Ends a trouble, unless others still hold it open. */
    public void close(Trouble trouble) {
        if (open.merge(trouble, -1, Integer::sum) > 0) {
            return;
        }
        open.remove(trouble);
        List<Waiter> free =
                waiters.stream().filter(waiter -> waiter.trouble() == trouble).toList();
        waiters.removeAll(free);
        free.forEach(waiter -> waiter.action().run());
        changed(trouble);
    }

    /** Whether something meets this trouble now; it is counted. */
    public boolean hits(Trouble trouble) {
        boolean isOpen = open.containsKey(trouble);
        if (isOpen) {
            hits.merge(trouble, 1L, Long::sum);
        }
        return isOpen;
    }

    /** How many things have met a trouble so far. */
    public long count(Trouble trouble) {
        return hits.getOrDefault(trouble, 0L);
    }

    /** Runs an action when a trouble that is open ends. */
    void whenOver(Trouble trouble, Runnable action) {
        waiters.add(new Waiter(trouble, action));
    }
}
