package dev.wavetank.model.volume;

/** The annotations of volumes and claims, by which binder, scheduler and provisioners talk to each other. */
public final class VolumeAnnotations {

    /** On a claim whose volume was found, or that has lost it since. */
    public static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";

    /** On a volume or claim that was bound by a controller and not by its author. */
    public static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

    /** On a volume that was made for a claim: who made it. */
    public static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";

    /** On a claim that needs a new volume: who is to make it. */
    public static final String STORAGE_PROVISIONER = "volume.kubernetes.io/storage-provisioner";

    /** The same under its old name. */
    public static final String BETA_STORAGE_PROVISIONER = "volume.beta.kubernetes.io/storage-provisioner";

    /** On a claim that waits for its first consumer: the node that the scheduler has chosen for that pod. */
    public static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    /** On claims and volumes: the storage class, under its oldest name. */
    public static final String BETA_STORAGE_CLASS = "volume.beta.kubernetes.io/storage-class";

    /** Value of those annotations whose presence is all that counts. */
    public static final String YES = "yes";

    private VolumeAnnotations() {}
}
