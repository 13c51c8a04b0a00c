package dev.wavetank.model.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Objects;

/**
 * The body with which the API server reports a failure, or the success of a request that returns no object.
 *
 * @param status {@code Success} or {@code Failure}
 * @param message for people
 * @param reason the text of a {@link StatusReason}, or what a webhook sent; null for none
 * @param details what it is about
 * @param code HTTP status code
 * @param continueToken where a list can go on all the same ({@code metadata.continue}); empty when it cannot
 */
@RecordBuilder
public record Status(String status, String message, String reason, Details details, int code, String continueToken)
        implements StatusBuilder.With {

    private static final String TOO_LARGE = "ResourceVersionTooLarge";

    /** A status that has nothing to do with pages. */
    public Status(String status, String message, String reason, Details details, int code) {
        this(status, message, reason, details, code, "");
    }

    /**
     * What a status is about.
     *
     * @param name of the object
     * @param group of the resource
     * @param kind the plural name of the resource, or the kind for invalid objects
     * @param uid of the object
     * @param causes single findings
     * @param retryAfterSeconds when to try again, or null
     */
    public record Details(
            String name, String group, String kind, String uid, List<Cause> causes, Integer retryAfterSeconds) {

        /** Turns absent causes into none. */
        public Details {
            causes = Defaults.emptyIfNull(causes);
        }
    }

    /**
     * One finding.
     *
     * @param reason machine-readable, such as {@code FieldValueInvalid}
     * @param message for people
     * @param field path of the field
     */
    public record Cause(String reason, String message, String field) {}

    /** Whether the reason is the given one. */
    public boolean is(StatusReason expected) {
        return Objects.equals(reason, expected.text());
    }

    /**
     * The same failure for a client that asked for the resource in another group: the real server names the one in the
     * path ({@code qualifiedResourceFromContext} of the generic registry).
     *
     * @param canonical the resource that this failure is about
     * @param asked the resource in the path
     */
    public Status askedAs(ResourceType canonical, ResourceType asked) {
        if (canonical.group().equals(asked.group())
                || details == null
                || message == null
                || !canonical.plural().equals(details.kind())) {
            return this;
        }
        Details about = new Details(
                details.name(),
                asked.group().isEmpty() ? null : asked.group(),
                asked.plural(),
                details.uid(),
                details.causes(),
                details.retryAfterSeconds());
        String text = message.replace(canonical.qualified() + " \"", asked.qualified() + " \"");
        return new Status(status, text, reason, about, code, continueToken);
    }

    /** A failure with a reason that Kubernetes knows. */
    public static Status failure(StatusReason reason, String message, Details details) {
        return reported(reason.code(), reason.text(), message, details);
    }

    /**
     * A failure as another program reported it, such as a webhook.
     *
     * @param code HTTP status code
     * @param reason any text, or null
     */
    public static Status reported(int code, String reason, String message, Details details) {
        return new Status("Failure", message, reason, details, code);
    }

    /** Nothing is stored under that name. */
    public static Status notFound(ResourceType type, String name) {
        return failure(StatusReason.NOT_FOUND, type.qualified() + " \"" + name + "\" not found", about(type, name));
    }

    /** Something is stored under that name already. */
    public static Status alreadyExists(ResourceType type, String name) {
        return failure(
                StatusReason.ALREADY_EXISTS, type.qualified() + " \"" + name + "\" already exists", about(type, name));
    }

    /** The writer had not seen the latest state, or a precondition did not hold. */
    public static Status conflict(ResourceType type, String name, String why) {
        String message = "Operation cannot be fulfilled on " + type.qualified() + " \"" + name + "\": " + why;
        return failure(StatusReason.CONFLICT, message, about(type, name));
    }

    /** The writer had not seen the latest state. */
    public static Status modified(ResourceType type, String name) {
        return conflict(
                type,
                name,
                "the object has been modified; please apply your changes to the latest version and try again");
    }

    /** The requester, or an admission plugin, does not permit it. */
    public static Status forbidden(ResourceType type, String name, String why) {
        String object = name == null || name.isEmpty() ? type.qualified() : type.qualified() + " \"" + name + "\"";
        return failure(StatusReason.FORBIDDEN, object + " is forbidden: " + why, about(type, name));
    }

    /** The request cannot be understood. */
    public static Status badRequest(String message) {
        return failure(StatusReason.BAD_REQUEST, message, null);
    }

    /** A refusal that is about no object: it has details, but nothing in them. */
    public static Status generic(StatusReason reason, String message) {
        return failure(reason, message, new Details(null, null, null, null, null, null));
    }

    /** The answer to wrong credentials. */
    public static Status unauthorized() {
        return failure(StatusReason.UNAUTHORIZED, "Unauthorized", null);
    }

    /** There is no such path, resource or subresource. */
    public static Status noSuchResource() {
        return generic(StatusReason.NOT_FOUND, "the server could not find the requested resource");
    }

    /** The path exists, but not for this method. */
    public static Status methodNotAllowed() {
        return generic(
                StatusReason.METHOD_NOT_ALLOWED, "the server does not allow this method on the requested resource");
    }

    /** The state, or the changes, that were asked for are not known any more. */
    public static Status expired(String message) {
        return failure(StatusReason.EXPIRED, message, null);
    }

    /**
     * A revision was asked for that the server has not seen.
     *
     * @param retryAfterSeconds when to try again, or null
     */
    public static Status tooLargeResourceVersion(long wanted, long current, Integer retryAfterSeconds) {
        Cause cause = new Cause(TOO_LARGE, "Too large resource version", null);
        return failure(
                StatusReason.TIMEOUT,
                "Timeout: Too large resource version: " + wanted + ", current: " + current,
                new Details(null, null, null, null, List.of(cause), retryAfterSeconds));
    }

    /** Whether a revision was asked for that the server has not seen. */
    public boolean isTooLargeResourceVersion() {
        return details != null && details.causes().stream().anyMatch(cause -> TOO_LARGE.equals(cause.reason()));
    }

    /** The server failed in a way that has no reason of its own. */
    public static Status internal(String message) {
        return failure(StatusReason.UNKNOWN, message, null);
    }

    /** The server has too much to do, and has not begun with the request; to be tried again after a second. */
    public static Status tooManyRequests() {
        String message = "the server has received too many requests and has asked us to try again later";
        return failure(StatusReason.TOO_MANY_REQUESTS, message, new Details(null, null, null, null, null, 1));
    }

    private static Details about(ResourceType type, String name) {
        String group = type.group().isEmpty() ? null : type.group();
        return new Details(name == null || name.isEmpty() ? null : name, group, type.plural(), null, null, null);
    }
}
