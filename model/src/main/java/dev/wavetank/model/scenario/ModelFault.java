package dev.wavetank.model.scenario;

import dev.wavetank.sim.fault.Fault;
import java.util.List;

/** The kinds of faults that only a Kubernetes cluster knows. */
public sealed interface ModelFault extends Fault {

    /**
     * A container of a pod ends; what follows is the kubelet's business.
     *
     * @param exitCode with which code
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
}
