package dev.wavetank.model.kubelet.source;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.PodStatusBuilder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a kubelet makes of a manifest on its node ({@code applyDefaults}, pkg/kubelet/config/common.go v1.20). */
public final class StaticPod {

    private static final String HASH = "kubernetes.io/config.hash";
    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String SEEN = "kubernetes.io/config.seen";
    private static final String SOURCE = "kubernetes.io/config.source";

    private StaticPod() {}

    /**
     * The static pod of a manifest. Its uid is a hash of the manifest, so that another manifest is another pod; its
     * name ends with that of the node; no taint drives it away.
     */
    static Pod of(ManifestDirectory.Manifest found, String file, String node, Instant now) {
        Pod manifest = found.pod();
        boolean remote = found.source() == ManifestSource.HTTP;
        String place = remote ? "url:" + file : "host:" + node + "file:" + ManifestDirectory.PATH + file;
        String hash = hash(manifest + place + (remote ? node : ""));
        Map<String, String> annotations = new TreeMap<>(manifest.metadata().annotations());
        annotations.put(HASH, hash);
        annotations.put(SEEN, now.toString());
        annotations.put(SOURCE, found.source().annotation());
        String namespace = manifest.metadata().namespace();
        List<PodSpec.Toleration> tolerations = new ArrayList<>(manifest.spec().tolerations());
        tolerations.add(new PodSpec.Toleration(null, "Exists", null, "NoExecute", null));
        Instant since = Timestamps.seconds(now);
        return manifest.withMetadata(manifest.metadata()
                        .with(one -> one.name(manifest.metadata().name() + "-" + node.toLowerCase(Locale.ROOT))
                                .namespace(namespace == null ? "default" : namespace)
                                .uid(hash)
                                .creationTimestamp(since)
                                .annotations(annotations)))
                .withSpec(manifest.spec().with(one -> one.nodeName(node).tolerations(tolerations)))
                .withStatus(PodStatusBuilder.builder()
                        .phase("Pending")
                        .conditions(List.of(new Pod.Condition("PodScheduled", "True", null, since, null, null)))
                        .build());
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java runtime has MD5", e);
        }
    }

    /** Whether a pod of the API is the mirror of a static pod. */
    public static boolean isMirror(Pod pod) {
        return pod.metadata().annotations().containsKey(MIRROR);
    }

    /** Whether a pod of the kubelet comes from a manifest. */
    public static boolean isStatic(Pod pod) {
        String source = pod.metadata().annotations().getOrDefault(SOURCE, "");
        return (source.equals("file") || source.equals("http")) && !isMirror(pod);
    }

    /** Whether a pod of the API shows this pod: it is the pod, or the mirror of its present manifest. */
    public static boolean shows(Pod stored, Pod pod) {
        return pod.uid().equals(stored.uid()) || isStatic(pod) && pod.uid().equals(mirrored(stored));
    }

    private static String mirrored(Pod stored) {
        return stored.metadata().annotations().getOrDefault(MIRROR, "");
    }

    /** The metadata annotations of its mirror. */
    static Map<String, String> mirrorAnnotations(Pod pod) {
        Map<String, String> annotations = new TreeMap<>(pod.metadata().annotations());
        annotations.put(MIRROR, pod.uid());
        return annotations;
    }
}
