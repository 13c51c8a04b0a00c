package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.sim.network.rule.Address;

/**
 * A connection from the network to a pod on the node, with one request.
 *
 * @param ip of the pod
 * @param port the number
 * @param work how long the process works on the request, in nanoseconds
 */
public record Connection(String ip, int port, long work) {

    /** The address of the pods of a node. */
    public static Address<Connection, Answer> address(String node) {
        return new Address<>(ContainerRuntime.nameOn(node), "connections");
    }

    /** What becomes of it. */
    public sealed interface Answer {

        /** The process has answered the request. */
        record Served(ObjectKey pod) implements Answer {}

        /**
         * The kernel has refused the connection: nobody listens.
         *
         * @param reason why not, in words for people
         */
        record Refused(ObjectKey pod, String reason) implements Answer {}

        /**
         * The connection has ended without an answer.
         *
         * @param reason why, in words for people
         */
        record Reset(ObjectKey pod, String reason) implements Answer {}

        /** No pod of the node has the address. */
        record NoSuchAddress() implements Answer {}
    }
}
