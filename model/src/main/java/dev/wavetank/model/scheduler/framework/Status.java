package dev.wavetank.model.scheduler.framework;

import java.util.List;

/**
 * A plug-in's answer ({@code framework.Status}).
 *
 * @param code what it means
 * @param reasons why, in the words of Kubernetes; empty after success. Each is counted in the message of the pod's
 *     condition
 */
public record Status(Code code, List<String> reasons) {

    /** Nothing is against it. */
    public static final Status SUCCESS = new Status(Code.SUCCESS, List.of());

    /** The plug-in has nothing to say about this pod. */
    public static final Status SKIP = new Status(Code.SKIP, List.of());

    /** The node is refused; removing pods from it may help. */
    public static Status unschedulable(String... reasons) {
        return new Status(Code.UNSCHEDULABLE, List.of(reasons));
    }

    /** The node is refused, and removing pods from it does not help. */
    public static Status unresolvable(String... reasons) {
        return new Status(Code.UNSCHEDULABLE_AND_UNRESOLVABLE, List.of(reasons));
    }

    /** The plug-in failed. */
    public static Status error(String message) {
        return new Status(Code.ERROR, List.of(message));
    }

    /** Whether nothing is against it. */
    public boolean isSuccess() {
        return code == Code.SUCCESS;
    }

    /** All reasons in one line ({@code Status.Message}). */
    public String message() {
        return String.join(", ", reasons);
    }
}
