package dev.wavetank.model.cron;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;

/** A version of the library {@code robfig/cron}: they word mistakes and read stars with steps differently. */
public enum CronDialect {

    /**
     * Version 1, in Kubernetes up to v1.20: mistakes begin with a capital letter, no zone can stand before a
     * schedule, and a star with a step still counts as a star when days of month and days of week are combined.
     */
    V1,

    /**
     * Version 3, in Kubernetes v1.32: mistakes begin with a small letter, {@code TZ=} and {@code CRON_TZ=} name a
     * zone, and a star with a step restricts its field.
     */
    V3;

    /** The dialect of a version of Kubernetes. */
    public static CronDialect of(KubernetesVersion version) {
        return version.has(Feature.CRON_LIBRARY_V3) ? V3 : V1;
    }

    String words(String mistake) {
        return this == V3 ? mistake : Character.toUpperCase(mistake.charAt(0)) + mistake.substring(1);
    }

    boolean readsZones() {
        return this == V3;
    }

    boolean stepKeepsStar() {
        return this == V1;
    }

    /** How the text is shown whose fields were counted: version 3 prints the list of fields. */
    String counted(String text, String[] fields) {
        return this == V3 ? "[" + String.join(" ", fields) + "]" : text;
    }
}
