package dev.wavetank.model.kubelet.cri;

import java.util.List;

/** What the container runtime answers. */
public sealed interface CriResponse {

    /** A sandbox or container was made. */
    record Created(String id) implements CriResponse {}

    /** Whether an image is on the node. */
    record Image(boolean present) implements CriResponse {}

    /** It is done. */
    record Done() implements CriResponse {}

    /** All pods, also dead ones, in the order in which their sandboxes were made. */
    record Listing(List<RuntimePod> pods) implements CriResponse {}

    /** It could not be done, or the runtime was not there. */
    record Failed(String message) implements CriResponse {}
}
