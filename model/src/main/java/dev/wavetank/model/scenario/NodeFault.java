package dev.wavetank.model.scenario;

import java.util.List;
import java.util.Locale;

/** Faults that trouble a node, whose kubelet goes on. */
public sealed interface NodeFault extends ModelFault {

    /** Name of the node. */
    String node();

    @Override
    default String target() {
        return node();
    }

    @Override
    default List<String> components() {
        return List.of(ComponentNames.kubelet(node()));
    }

    /** How a registry answers when it does not do what it should. */
    enum Answer {
        /** 404: it does not know the image. */
        NOT_FOUND,
        /** 401: it takes no credentials. */
        UNAUTHORIZED,
        /** 429: too much has been pulled. */
        TOO_MANY_REQUESTS,
        /** The connection is cut in the middle. */
        CUT,
        /** What it sends has another digest than it should. */
        CORRUPT,
        /** All takes ten times as long as otherwise. */
        SLOW;

        /** The form in which it is written, such as {@code tooManyRequests}. */
        public String label() {
            StringBuilder label = new StringBuilder();
            for (String word : name().toLowerCase(Locale.ROOT).split("_")) {
                label.append(label.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
            }
            return label.toString();
        }
    }

    /** Pulls of a node fail: the image is there already or not at all. */
    record RegistryFailure(String node, Answer answer) implements NodeFault {
        @Override
        public String kind() {
            return "registryFailure";
        }

        @Override
        public String target() {
            return node + " (" + answer.label() + ")";
        }
    }

    /** The container runtime of a node takes no calls, as while it restarts; its containers run on. */
    record RuntimeOutage(String node) implements NodeFault {
        @Override
        public String kind() {
            return "runtimeOutage";
        }
    }

    /**
     * The operating system of a node shuts down, as at a maintenance: the kubelet is told, and may end its pods in
     * time. The machine boots again when the fault closes.
     */
    record NodeShutdown(String node) implements NodeFault {
        @Override
        public String kind() {
            return "nodeShutdown";
        }

        @Override
        public List<String> components() {
            return List.of(ComponentNames.kubelet(node), ComponentNames.runtime(node));
        }
    }

    /** New sandboxes of a node get no network. */
    record SandboxFailure(String node) implements NodeFault {
        @Override
        public String kind() {
            return "sandboxFailure";
        }
    }

    /** The runtime of a node removes sandboxes without calling the plug-ins of the network: their addresses leak. */
    record TeardownLoss(String node) implements NodeFault {
        @Override
        public String kind() {
            return "teardownLoss";
        }
    }

    /** The binaries of the network plug-ins are gone from a node. */
    record PluginLoss(String node) implements NodeFault {
        @Override
        public String kind() {
            return "pluginLoss";
        }
    }

    /**
     * The network plug-ins of a node are killed, as for want of memory, when they have connected a sandbox and before
     * they say so: it fails with its address reserved.
     */
    record PluginKill(String node) implements NodeFault {
        @Override
        public String kind() {
            return "pluginKill";
        }
    }

    /**
     * The network plug-ins of a node are slow.
     *
     * @param delay how much longer they take to connect a sandbox, in nanoseconds
     */
    record PluginDelay(String node, long delay) implements NodeFault {
        @Override
        public String kind() {
            return "pluginDelay";
        }
    }

    /** All addresses of the pods of a node are taken. */
    record AddressExhaustion(String node) implements NodeFault {
        @Override
        public String kind() {
            return "addressExhaustion";
        }
    }

    /** Nothing can be written to the disk of a node: images cannot be unpacked, and containers not be made. */
    record DiskFull(String node) implements NodeFault {
        @Override
        public String kind() {
            return "diskFull";
        }
    }

    /** Processes of a node do not heed SIGTERM, and are killed when their grace is over. */
    record StopHang(String node) implements NodeFault {
        @Override
        public String kind() {
            return "stopHang";
        }
    }

    /** Hooks of containers on a node do not end. */
    record HookHang(String node) implements NodeFault {
        @Override
        public String kind() {
            return "hookHang";
        }
    }

    /** No volume can be attached to a node or detached from it: the storage gives no answer. */
    record AttachStuck(String node) implements NodeFault {
        @Override
        public String kind() {
            return "attachStuck";
        }
    }

    /** No further volume can be mounted on a node. */
    record MountFailure(String node) implements NodeFault {
        @Override
        public String kind() {
            return "mountFailure";
        }
    }
}
