package dev.wavetank.model.kubelet.cgroup;

import dev.wavetank.model.nodefit.QosClass;
import java.util.Locale;

/** Who makes control groups for kubelet and runtime, and so what they are called ({@code --cgroup-driver}). */
public enum CgroupDriver {
    /** The kubelet itself: {@code /kubepods/burstable/podUID/ID}. */
    CGROUPFS,
    /** systemd: {@code /kubepods.slice/kubepods-burstable.slice/...}. */
    SYSTEMD;

    /** The name of the flag's value. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The group of all pods, or of a class of pods. */
    String ofClass(QosClass qos) {
        String directory = directory(qos);
        if (this == CGROUPFS) {
            return directory.isEmpty() ? "/kubepods" : "/kubepods/" + directory;
        }
        return directory.isEmpty() ? "/kubepods.slice" : "/kubepods.slice/kubepods-" + directory + ".slice";
    }

    /** The name of a class below {@code kubepods}; empty for guaranteed pods, which are directly there. */
    private static String directory(QosClass qos) {
        return switch (qos) {
            case GUARANTEED -> "";
            case BURSTABLE -> "burstable";
            case BEST_EFFORT -> "besteffort";
        };
    }

    /** The group of a pod. */
    String ofPod(QosClass qos, String uid) {
        if (this == CGROUPFS) {
            return ofClass(qos) + "/pod" + uid;
        }
        String prefix = directory(qos).isEmpty() ? "kubepods" : "kubepods-" + directory(qos);
        return ofClass(qos) + "/" + prefix + "-pod" + uid.replace('-', '_') + ".slice";
    }

    /** The group of a container in that of its pod. */
    String ofContainer(String pod, String id) {
        return this == CGROUPFS ? pod + "/" + id : pod + "/cri-containerd-" + id + ".scope";
    }
}
