package dev.wavetank.properties.generate;

import dev.wavetank.sim.VirtualTime;
import java.util.List;

/**
 * Pods with volumes: StatefulSets that keep or delete their claims, claims that users make and delete while pods use
 * them, volumes made by hand and by a provisioner, and pods that take their volume to another node.
 */
final class VolumeTheme implements Theme {

    private static final int OPERATIONS_MAX = 5;

    @Override
    public void draw(Draft draft, String id) {
        String storage = "disk-" + id;
        draft.beginAtOnce();
        draft.apply(
                storage + ".yaml",
                "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: " + storage
                        + "}, provisioner: csi.example.com, reclaimPolicy: " + draft.pick("Delete", "Delete", "Retain")
                        + ", volumeBindingMode: " + draft.pick("Immediate", "WaitForFirstConsumer") + "}\n");
        if (draft.serves("CSIDriver")) {
            draft.set("kubelet.csi-drivers", "csi.example.com");
            draft.apply(
                    "driver.yaml",
                    "{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: csi.example.com}, spec:"
                            + " {attachRequired: true}}\n");
        }
        draft.begin();
        if (draft.isOneIn(2)) {
            set(draft, id, storage);
        } else {
            claim(draft, id, draft.isOneIn(2) ? byHand(draft, id) : storage);
        }
    }

    private static void set(Draft draft, String id, String storage) {
        String name = "data-" + id;
        String retention = draft.pickFrom(List.of(
                "",
                "persistentVolumeClaimRetentionPolicy: {whenScaled: Delete, whenDeleted: Retain}, ",
                "persistentVolumeClaimRetentionPolicy: {whenScaled: Retain, whenDeleted: Delete}, ",
                "persistentVolumeClaimRetentionPolicy: {whenScaled: Delete, whenDeleted: Delete}, "));
        String manifest = Templates.object(
                "apps/v1",
                "StatefulSet",
                name,
                "serviceName: " + name + ", replicas: " + draft.between(1, 4) + ", " + retention
                        + "selector: {matchLabels: {app: " + name + "}}, template: "
                        + Templates.template(name, mounting(draft, "db:1", ""))
                        + ", volumeClaimTemplates: [{metadata: {name: data}, spec: {" + wanted(storage) + "}}]");
        draft.apply(name + ".yaml", manifest);
        for (int i = draft.between(1, OPERATIONS_MAX); i > 0; i--) {
            draft.pause();
            switch (draft.between(0, 7)) {
                case 0, 1 -> draft.kubectl("scale", "statefulset/" + name, "--replicas=" + draft.between(0, 5));
                case 5 -> {
                    // The claims of the pods that go may have them and the set as owners.
                    draft.kubectl("scale", "statefulset/" + name, "--replicas=0");
                    draft.after(draft.between(10, 2_000) * VirtualTime.MILLISECOND);
                    draft.kubectl("delete", "pods", "-l", "app=" + name, "--cascade=foreground", "--wait=false");
                }
                case 6 ->
                    draft.kubectl(Templates.patch(
                            "statefulset",
                            name,
                            "{\"spec\":{\"persistentVolumeClaimRetentionPolicy\":{\"whenScaled\":\""
                                    + draft.pick("Delete", "Retain") + "\",\"whenDeleted\":\""
                                    + draft.pick("Delete", "Retain") + "\"}}}"));
                case 7 -> renew(draft, name + "-" + draft.between(0, 1));
                case 2 -> draft.kubectl("set", "image", "statefulset/" + name, "main=db:" + (i + 1));
                case 3 -> draft.kubectl("delete", "pod", name + "-" + draft.between(0, 2), "--wait=false");
                default -> {
                    draft.kubectl("delete", "statefulset", name, "--wait=false");
                    draft.rest();
                    draft.apply(name + ".yaml", manifest);
                }
            }
        }
    }

    /** A pod gets a new claim in place of its old one, which a backup may keep for a while. */
    private static void renew(Draft draft, String pod) {
        String claim = "data-" + pod;
        boolean isKept = draft.isOneIn(2);
        if (isKept) {
            String finalizer = "{\"metadata\":{\"finalizers\":[\"example.com/backup\"]}}";
            draft.kubectl(Templates.patch("persistentvolumeclaim", claim, finalizer));
        }
        draft.kubectl("delete", "persistentvolumeclaim", claim, "--wait=false");
        draft.pause();
        draft.kubectl("delete", "pod", pod, "--wait=false");
        draft.rest();
        if (isKept) {
            String none = "[{\"op\":\"remove\",\"path\":\"/metadata/finalizers\"}]";
            draft.kubectl("patch", "persistentvolumeclaim", claim, "--type=json", "-p", none);
        }
    }

    private static String byHand(Draft draft, String id) {
        String storage = "own-" + id;
        String policy = draft.pick("Retain", "Delete", "Recycle");
        // Only one of them is what is wanted: others are too small, larger than need be, of another class, or not free.
        String aside = ", claimRef: {namespace: default, name: another-" + id + "}";
        String volumes = volume("little-" + id, storage, "500Mi", policy)
                + volume("ample-" + id, storage, "5Gi", policy)
                + volume("odd-" + id, "odd-" + id, "1Gi", policy)
                + volume("aside-" + id, storage, "1Gi", policy + aside)
                + volume(storage, storage, "2Gi", policy);
        draft.apply(storage + ".yaml", draft.isOneIn(4) ? volume(storage, storage, "2Gi", policy) : volumes);
        return storage;
    }

    private static String volume(String name, String storage, String size, String policy) {
        return "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: " + name
                + "}, spec: {capacity: {storage: " + size + "}, accessModes: [ReadWriteOnce], storageClassName: "
                + storage + ", hostPath: {path: /tmp/" + name + "}, persistentVolumeReclaimPolicy: " + policy + "}}\n";
    }

    private static void claim(Draft draft, String id, String storage) {
        String name = "files-" + id;
        String claim = Templates.object("v1", "PersistentVolumeClaim", name, wanted(storage));
        draft.apply(name + "-claim.yaml", claim);
        draft.pause();
        String source = ", volumes: [{name: data, persistentVolumeClaim: {claimName: " + name + "}}]";
        draft.apply(
                name + ".yaml",
                Templates.object(
                        "apps/v1",
                        "Deployment",
                        name,
                        "replicas: 1, strategy: {type: Recreate}, selector: {matchLabels: {app: " + name
                                + "}}, template: " + Templates.template(name, mounting(draft, "files:1", source))));
        for (int i = draft.between(1, OPERATIONS_MAX); i > 0; i--) {
            draft.pause();
            switch (draft.between(0, 6)) {
                case 6 ->
                    draft.kubectl("delete", "pods", "-l", "app=" + name, "--force", "--grace-period=0", "--wait=false");
                case 5 -> draft.kubectl("delete", "persistentvolume", "own-" + id, "--wait=false");
                case 0 -> draft.kubectl("delete", "pods", "-l", "app=" + name, "--wait=false");
                case 1 -> {
                    String node = draft.node();
                    draft.kubectl("drain", node, "--ignore-daemonsets", "--force", "--timeout=60s");
                    draft.rest();
                    draft.kubectl("uncordon", node);
                }
                case 2 -> draft.kubectl("set", "image", "deployment/" + name, "main=files:" + (i + 1));
                default -> {
                    draft.kubectl("delete", "persistentvolumeclaim", name, "--wait=false");
                    draft.pause();
                    draft.kubectl("scale", "deployment/" + name, "--replicas=0");
                    draft.rest();
                    draft.apply(name + "-claim.yaml", claim);
                    draft.kubectl("scale", "deployment/" + name, "--replicas=1");
                }
            }
        }
    }

    private static String wanted(String storage) {
        return "accessModes: [ReadWriteOnce], storageClassName: " + storage + ", resources: {requests: {storage: 1Gi}}";
    }

    private static String mounting(Draft draft, String image, String source) {
        return "terminationGracePeriodSeconds: " + draft.between(1, 12) + ", "
                + Templates.server(image, Templates.readiness(draft) + ", volumeMounts: [{name: data, mountPath: /d}]")
                + source;
    }
}
