package dev.wavetank.model.kubelet.source;

/** Where a kubelet finds a manifest, which decides when it comes to know of a change. */
public enum ManifestSource {
    /** In its directory on the disk of the node, whose changes the kernel reports at once (inotify). */
    FILE("file"),
    /** In its directory, which lies on a server: no change is reported, and the kubelet looks now and then. */
    NFS("file"),
    /** Behind {@code --manifest-url}, where it asks now and then. */
    HTTP("http");

    private final String annotation;

    ManifestSource(String annotation) {
        this.annotation = annotation;
    }

    /** The value of the annotation {@code kubernetes.io/config.source}. */
    String annotation() {
        return annotation;
    }

    /** How long a change stays unknown, given how long the kubelet runs; both in nanoseconds. */
    long delay(SourceSettings settings, long running, long notice) {
        return switch (this) {
            case FILE -> notice;
            case NFS -> settings.file() - running % settings.file();
            case HTTP -> settings.http() - running % settings.http();
        };
    }
}
