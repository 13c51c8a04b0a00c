package dev.wavetank.model.podnetwork;

/** Where the routes of the nodes lead packets at present. */
public interface Routes {

    /**
     * The way of a packet that a node sends or forwards.
     *
     * @param fromNode name of the node where it starts
     * @param toAddress an IPv4 address such as {@code 10.1.2.3}
     * @param bytes length of the packet
     * @throws IllegalArgumentException when there is no such node, or the text is no address
     */
    Path path(String fromNode, String toAddress, long bytes);
}
