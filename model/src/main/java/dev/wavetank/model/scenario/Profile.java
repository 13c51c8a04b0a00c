package dev.wavetank.model.scenario;

/** An era of Kubernetes: a set of defaults for flags. */
public enum Profile {
    /** Modern flags. */
    V1_32("v1.32", 32, false),
    /** The era of the recordings that the conformance tests compare with: hollow nodes, admin token. */
    V1_20("v1.20", 20, true),
    /** The era of initializers and of 5 requests a second for a kubelet. */
    V1_8("v1.8", 8, false);

    private final String label;
    private final int minorVersion;
    private final boolean hollowNodes;

    Profile(String label, int minorVersion, boolean hollowNodes) {
        this.label = label;
        this.minorVersion = minorVersion;
        this.hollowNodes = hollowNodes;
    }

    /** How people write it, such as {@code v1.32}. */
    public String label() {
        return label;
    }

    /** The minor version of Kubernetes whose behaviour it stands for, such as 32. */
    public int minorVersion() {
        return minorVersion;
    }

    /** Whether nodes run a kubelet over a runtime that does everything at once, as the recorded ones did. */
    public boolean hasHollowNodes() {
        return hollowNodes;
    }

    /**
     * The profile of that label.
     *
     * @throws IllegalArgumentException naming the labels that there are
     */
    public static Profile of(String label) {
        for (Profile profile : values()) {
            if (profile.label.equals(label)) {
                return profile;
            }
        }
        throw new IllegalArgumentException("there is no profile '" + label + "': use v1.32, v1.20 or v1.8");
    }
}
