package dev.wavetank.model.kubectl.create.generator;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Arrays;
import java.util.Optional;

/** The generators of {@code run} (v1.8 to v1.17): which object runs the image. Later versions have only Pods. */
public enum Generator {
    DEPLOYMENT_EXTENSIONS("deployment/v1beta1", "extensions/v1beta1", "Deployment"),
    DEPLOYMENT_APPS_BETA("deployment/apps.v1beta1", "apps/v1beta1", "Deployment"),
    DEPLOYMENT("deployment/apps.v1", "apps/v1", "Deployment"),
    REPLICATION_CONTROLLER("run/v1", "v1", "ReplicationController"),
    POD("run-pod/v1", "v1", "Pod"),
    JOB("job/v1", "batch/v1", "Job"),
    CRON_JOB("cronjob/v1beta1", "batch/v1beta1", "CronJob");

    private final String title;
    private final String apiVersion;
    private final String kind;

    Generator(String title, String apiVersion, String kind) {
        this.title = title;
        this.apiVersion = apiVersion;
        this.kind = kind;
    }

    /** As {@code --generator} names it. */
    public String title() {
        return title;
    }

    public String apiVersion() {
        return apiVersion;
    }

    public String kind() {
        return kind;
    }

    /** The generator of that name, when kubectl of this version has it. */
    public static Optional<Generator> named(String title, KubernetesVersion version) {
        return Arrays.stream(values())
                .filter(generator -> generator.title.equals(title))
                .filter(generator -> generator != DEPLOYMENT || version.has(Feature.KUBECTL_GENERATES_APPS_V1))
                .findFirst();
    }
}
