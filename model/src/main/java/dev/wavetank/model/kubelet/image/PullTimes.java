package dev.wavetank.model.kubelet.image;

/** Learns when images of pods are pulled. */
public interface PullTimes {

    /** A pull for the pod with that uid begins, or waits for others. */
    void began(String uid);

    /** It has succeeded. */
    void ended(String uid);
}
