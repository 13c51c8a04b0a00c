package dev.wavetank.model.scenario;

import dev.wavetank.sim.fault.Fault;
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
}
