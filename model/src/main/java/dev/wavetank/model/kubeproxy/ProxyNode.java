package dev.wavetank.model.kubeproxy;

/**
 * The node of a kube-proxy.
 *
 * @param name of the node: its endpoints are local
 * @param address of the node: the ports of Services are there
 */
public record ProxyNode(String name, String address) {}
