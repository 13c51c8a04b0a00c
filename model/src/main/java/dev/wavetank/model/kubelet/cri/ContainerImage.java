package dev.wavetank.model.kubelet.cri;

/**
 * The image of a container.
 *
 * @param name with its tag
 * @param wanted its name in the pod
 * @param shown its name in the status of the container
 * @param ref which image it is exactly
 */
public record ContainerImage(String name, String wanted, String shown, String ref) {}
