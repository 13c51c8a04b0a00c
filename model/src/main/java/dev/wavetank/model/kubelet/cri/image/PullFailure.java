package dev.wavetank.model.kubelet.cri.image;

/** Why an image cannot be pulled. Each runtime has its own words for it. */
public enum PullFailure {
    /** Nothing listens at the address of the registry. */
    UNREACHABLE,
    /** The registry wants credentials, or others. */
    UNAUTHORIZED,
    /** The registry does not have the image. */
    ABSENT,
    /** The registry answers 429. */
    THROTTLED,
    /** The account, or the address, has had all pulls that Docker Hub permits. */
    OVER_LIMIT,
    /** The connection ends in the middle of a layer. */
    CUT,
    /** A layer has another digest than its manifest says. */
    CORRUPT,
    /** The layers have no room on the disk. */
    DISK_FULL
}
