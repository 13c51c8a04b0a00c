package dev.wavetank.model.scenario;

import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.Window;

/** The kinds of faults that only a Kubernetes cluster knows. */
public sealed interface ModelFault extends Fault {

    /**
     * A container of a pod ends when the window opens; what follows is the kubelet's business.
     *
     * @param exitCode with which code
     */
    record ContainerExit(PodTarget pod, int exitCode, Window window) implements ModelFault {
        @Override
        public String kind() {
            return "containerExit";
        }

        @Override
        public String target() {
            return pod.toString();
        }
    }

    /** A pod fails its readiness probe while the window is open. */
    record ReadinessFlap(PodTarget pod, Window window) implements ModelFault {
        @Override
        public String kind() {
            return "readinessFlap";
        }

        @Override
        public String target() {
            return pod.toString();
        }
    }

    /** A machine goes down with its kubelet and all containers, and boots again when the window closes. */
    record NodeCrash(String node, Window window) implements ModelFault {
        @Override
        public String kind() {
            return "nodeCrash";
        }

        @Override
        public String target() {
            return node;
        }
    }

    /** A quota admits no new pods to a namespace while the window is open. */
    record QuotaRejection(String namespace, Window window) implements ModelFault {
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
