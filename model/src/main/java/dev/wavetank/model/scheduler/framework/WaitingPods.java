package dev.wavetank.model.scheduler.framework;

/** Pods whose binding waits for permit plug-ins ({@code Handle.GetWaitingPod}). */
public interface WaitingPods {

    /** Lets the plug-in's wait for the pod with that uid end well; the pod is bound when no other plug-in waits. */
    void allow(String uid, String plugin);

    /** Rejects the pod with that uid. */
    void reject(String uid, String plugin, String message);
}
