package dev.wavetank.model.kubelet.cni;

/**
 * A plug-in of the pod network: the program that a configuration names as its {@code type}. One object serves all nodes
 * of a cluster; what it makes belongs to the node.
 */
public interface CniPlugin {

    /**
     * Runs the program once. DEL must succeed when there is nothing to undo.
     *
     * @param request environment and standard input
     * @param node what it may read and change
     * @return {@link CniResult.Success} for ADD, {@link CniResult.Done} for DEL and CHECK, or a failure
     */
    CniResult execute(CniRequest request, NodeNetwork node);
}
