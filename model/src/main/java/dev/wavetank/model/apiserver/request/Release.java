package dev.wavetank.model.apiserver.request;

import dev.wavetank.model.cron.CronDialect;
import dev.wavetank.model.patch.apply.ApplyRules;
import java.util.List;

/** A release of Kubernetes, and what its server does otherwise than others. */
public enum Release {

    /** As v1.20, and objects may wait for initializers before others see them. */
    V1_8(false, false, ApplyRules.V1_20),
    /** Decodes with a streaming decoder that quotes the text, drops unknown fields and uids of bindings. */
    V1_20(false, false, ApplyRules.V1_20),
    /** Decodes as Go's standard library does, and refuses unknown fields when {@code fieldValidation=Strict}. */
    V1_32(true, true, ApplyRules.V1_32);

    private final boolean fieldValidation;
    private final boolean bindingUid;
    private final ApplyRules applyRules;

    Release(boolean fieldValidation, boolean bindingUid, ApplyRules applyRules) {
        this.fieldValidation = fieldValidation;
        this.bindingUid = bindingUid;
        this.applyRules = applyRules;
    }

    /**
     * The release of that name.
     *
     * @throws IllegalArgumentException naming it, when there is none
     */
    public static Release of(String version) {
        for (Release release : values()) {
            if (release.version().equals(version)) {
                return release;
            }
        }
        throw new IllegalArgumentException("there is no release " + version);
    }

    /** The names under which tables tell what it has, its own first: one that is as another has all of the other's. */
    public List<String> names() {
        return switch (this) {
            case V1_8 -> List.of("v1.8", "v1.20");
            case V1_20 -> List.of("v1.20");
            case V1_32 -> List.of("v1.32");
        };
    }

    /** Its name, such as {@code v1.20}. */
    public String version() {
        return names().get(0);
    }

    /** Whether the parameter {@code fieldValidation} is known (v1.25). */
    public boolean validatesFields() {
        return fieldValidation;
    }

    /** Whether a watch can begin with the objects that are there ({@code sendInitialEvents}, v1.27). */
    public boolean hasWatchLists() {
        return this == V1_32;
    }

    /** Whether a value of the wrong type is told apart from others that are invalid (v1.24). */
    public boolean tellsWrongTypes() {
        return this == V1_32;
    }

    /** Whether services tell the families of their addresses (dual stack, v1.23), which v1.20 keeps behind a gate. */
    public boolean hasIpFamilies() {
        return this == V1_32;
    }

    /** Whether the lower part of the ranges of services is left to those who ask for a place (v1.26, v1.29). */
    public boolean reservesServiceRanges() {
        return this == V1_32;
    }

    /**
     * Whether Jobs can be indexed and suspended (v1.21), count their generations (v1.22), have labels with the prefix
     * of their group (v1.27), and say when pods are replaced (v1.29).
     */
    public boolean hasJobModes() {
        return this == V1_32;
    }

    /** Whether CronJobs name the zone of their schedule (v1.27). */
    public boolean hasTimeZones() {
        return this == V1_32;
    }

    /** How schedules of CronJobs are read. */
    public CronDialect cron() {
        return this == V1_32 ? CronDialect.V3 : CronDialect.V1;
    }

    /** Whether pods that are not ready can be evicted without being counted, if enough others are (v1.22). */
    public boolean evictsUnreadyPods() {
        return this == V1_32;
    }

    /** Whether evictions tell in the pod's status that they are the cause ({@code DisruptionTarget}, v1.26). */
    public boolean tellsEvictions() {
        return this == V1_32;
    }

    /** Whether quotas can be about pods that look into other namespaces (v1.21). */
    public boolean hasCrossNamespaceScope() {
        return this == V1_32;
    }

    /**
     * What is wrong with a value, in the words of the release. Since v1.32 lengths are told in bytes; before, they were
     * called characters.
     */
    public String words(String mistake) {
        return this == V1_32 && mistake.startsWith("must be no more than ") && mistake.endsWith(" characters")
                ? mistake.substring(0, mistake.length() - "characters".length()) + "bytes"
                : mistake;
    }

    /** How much a text may have, when it has more. */
    public String tooLong(int bytesMax) {
        return (this == V1_32 ? "may not be more than " : "must have at most ") + bytesMax + " bytes";
    }

    /** Whether names of environment variables may have any visible characters but the equals sign (v1.32). */
    public boolean relaxesEnvironmentNames() {
        return this == V1_32;
    }

    /** Whether refusals by a quota say which containers lack a request or limit. */
    public boolean quotaNamesContainers() {
        return this == V1_32;
    }

    /** Whether admission asks etcd for limit ranges where its cache has none. */
    public boolean asksForLimitRanges() {
        return this != V1_32;
    }

    /** Whether who acts as another may bring a uid along (v1.22). */
    public boolean impersonatesUids() {
        return this == V1_32;
    }

    /** How fields are owned. */
    public ApplyRules applyRules() {
        return applyRules;
    }

    /** Whether the uid in a binding must be that of the pod. */
    public boolean checksBindingUid() {
        return bindingUid;
    }
}
