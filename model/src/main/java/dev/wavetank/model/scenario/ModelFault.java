package dev.wavetank.model.scenario;

import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkSelector;
import java.util.List;

/** The kinds of faults that are specific to a Kubernetes cluster. */
public sealed interface ModelFault extends Fault
        permits ModelFault.ContainerExit,
                ModelFault.OomKill,
                ModelFault.ReadinessFlap,
                ModelFault.SandboxExit,
                ModelFault.NodeCrash,
                ModelFault.QuotaRejection,
                ModelFault.EtcdDiskLoss,
                ModelFault.EtcdRestore,
                ModelFault.EtcdSpaceAlarm,
                ModelFault.EtcdCompaction,
                ModelFault.WatchExpiry,
                NodeFault {

    /** The kernel kills a container of a pod for want of memory. */
    record OomKill(PodTarget pod) implements ModelFault {
        @Override
        public String kind() {
            return "oomKill";
        }

        @Override
        public String target() {
            return pod.toString();
        }

        @Override
        public boolean isInstant() {
            return true;
        }
    }

    /**
     * A container of a pod exits; the kubelet reacts.
     *
     * @param exitCode of the container
     */
    record ContainerExit(PodTarget pod, int exitCode) implements ModelFault {
        @Override
        public String kind() {
            return "containerExit";
        }

        @Override
        public String target() {
            return pod.toString();
        }

        @Override
        public boolean isInstant() {
            return true;
        }
    }

    /** A pod fails its readiness probe while the fault is open. */
    record ReadinessFlap(PodTarget pod) implements ModelFault {
        @Override
        public String kind() {
            return "readinessFlap";
        }

        @Override
        public String target() {
            return pod.toString();
        }
    }

    /** The pause container of a pod ends, and with it the network of the pod; the kubelet makes the pod anew. */
    record SandboxExit(PodTarget pod) implements ModelFault {
        @Override
        public String kind() {
            return "sandboxExit";
        }

        @Override
        public String target() {
            return pod.toString();
        }

        @Override
        public boolean isInstant() {
            return true;
        }
    }

    /** A machine goes down with its kubelet and all containers, and boots again when the fault closes. */
    record NodeCrash(String node) implements ModelFault {
        @Override
        public String kind() {
            return "nodeCrash";
        }

        @Override
        public String target() {
            return node;
        }

        @Override
        public List<String> components() {
            return List.of(ComponentNames.kubelet(node), ComponentNames.runtime(node));
        }

        @Override
        public boolean canDeceive(String client, String server) {
            return components().contains(client) || components().contains(server);
        }
    }

    /** A quota admits no new pods to a namespace while the fault is open. */
    record QuotaRejection(String namespace) implements ModelFault {
        @Override
        public String kind() {
            return "quotaRejection";
        }

        @Override
        public String target() {
            return namespace;
        }
    }

    /**
     * A member of etcd dies and its disk is lost; when the fault closes, a new member is put in its place. A loss
     * that would leave no majority with the data has no effect: {@link EtcdRestore} simulates that.
     */
    record EtcdDiskLoss(String member) implements ModelFault {
        @Override
        public String kind() {
            return "etcdDiskLoss";
        }

        @Override
        public String target() {
            return member;
        }

        @Override
        public List<String> components() {
            return List.of(member);
        }

        @Override
        public boolean canDeceive(String client, String server) {
            return member.equals(client) || member.equals(server);
        }
    }

    /**
     * etcd is backed up when the fault opens, and restored from that backup when it closes: the writes in between are
     * lost, without a notification. Without a bump, revisions that clients have observed are assigned again.
     *
     * @param bump added to the revision of the backup, from 0 to {@link #BUMP_MAX}; etcd's guide to disaster recovery
     *     uses 1,000,000,000
     */
    record EtcdRestore(long bump) implements ModelFault {

        /** The greatest bump: a revision has 63 bits, and is to have room for a thousand restores. */
        public static final long BUMP_MAX = 1L << 53;

        /** Checks the bump. */
        public EtcdRestore {
            if (bump < 0 || bump > BUMP_MAX) {
                throw new IllegalArgumentException("bump must lie between 0 and " + BUMP_MAX + ", was " + bump);
            }
        }

        @Override
        public String kind() {
            return "etcdRestore";
        }

        @Override
        public String target() {
            return bump == 0 ? "etcd" : "etcd +" + bump;
        }

        @Override
        public boolean canDeceive(String client, String server) {
            return true;
        }
    }

    /** etcd rejects writes with "database space exceeded"; it still reads and deletes. */
    record EtcdSpaceAlarm() implements ModelFault {
        @Override
        public String kind() {
            return "etcdSpaceAlarm";
        }

        @Override
        public String target() {
            return "etcd";
        }
    }

    /**
     * etcd forgets its history up to now. A server whose watch of etcd has fallen behind has to read all
     * anew, and so do its clients; a list that is read in pages cannot go on at its revision.
     */
    record EtcdCompaction() implements ModelFault {
        @Override
        public String kind() {
            return "etcdCompaction";
        }

        @Override
        public String target() {
            return "etcd";
        }
    }

    /**
     * The watches of a client break, and cannot go on where they ended, because the server keeps no history while the
     * fault is open: it answers with 410, "too old resource version", and the client lists again. What happens between
     * the two, such as a deletion, the client learns of only by what is missing.
     *
     * @param client the component or the actor that watches, or a prefix followed by {@code *}
     * @param server the API server, or a prefix followed by {@code *}
     * @param object of the watch, such as {@code pods/*}; the resource may have its group, such as
     *     {@code widgets.example.com/*}
     */
    record WatchExpiry(String client, String server, String object) implements ModelFault {
        @Override
        public String kind() {
            return "watchExpiry";
        }

        @Override
        public String target() {
            return watches().toString();
        }

        /** The watches that break. */
        public CallSelector watches() {
            int slash = object.indexOf('/');
            String rest = slash < 0 ? "" : object.substring(slash);
            return new CallSelector(client, server, "watch", plural() + rest);
        }

        /** Whether the server forgets the history of a resource. */
        public boolean isAbout(String plural) {
            return LinkSelector.covers(plural(), plural);
        }

        private String plural() {
            int slash = object.indexOf('/');
            String resource = slash < 0 ? object : object.substring(0, slash);
            int dot = resource.indexOf('.');
            return dot < 0 ? resource : resource.substring(0, dot);
        }

        @Override
        public List<String> components() {
            return List.of(server);
        }

        @Override
        public List<String> actors() {
            return List.of(client);
        }
    }
}
