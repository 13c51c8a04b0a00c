package dev.wavetank.model.kubelet.cri.image;

import java.util.List;

/**
 * An image in the status of a node.
 *
 * @param names all that it has there
 * @param bytes its size; 0 when it is not known
 */
public record NodeImage(List<String> names, long bytes) {}
