package dev.wavetank.model.api;

/**
 * Why the API server refuses: {@code metav1.StatusReason}, each with its HTTP status code
 * ({@code staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go}). Webhooks may send others: a {@link Status}
 * carries those as the text that they sent.
 */
public enum StatusReason {
    /** A failure without a reason of its own. */
    UNKNOWN(500, null),
    /** Wrong credentials. */
    UNAUTHORIZED(401, "Unauthorized"),
    /** The requester, or an admission plugin, does not permit it. */
    FORBIDDEN(403, "Forbidden"),
    /** No object has that name, or no resource that path. */
    NOT_FOUND(404, "NotFound"),
    /** An object has that name already. */
    ALREADY_EXISTS(409, "AlreadyExists"),
    /** The writer had not seen the latest state, or a precondition did not hold. */
    CONFLICT(409, "Conflict"),
    /** It was here once: sent by servers before {@link #EXPIRED} existed. */
    GONE(410, "Gone"),
    /** The state, or the changes, that were asked for are compacted. */
    EXPIRED(410, "Expired"),
    /** The object does not fulfil the rules of its kind. */
    INVALID(422, "Invalid"),
    /** The request took too long. */
    TIMEOUT(504, "Timeout"),
    /** To be tried again later. */
    TOO_MANY_REQUESTS(429, "TooManyRequests"),
    /** The request cannot be understood. */
    BAD_REQUEST(400, "BadRequest"),
    /** The path exists, but not for this method. */
    METHOD_NOT_ALLOWED(405, "MethodNotAllowed"),
    /** The server cannot answer in any of the accepted forms. */
    NOT_ACCEPTABLE(406, "NotAcceptable"),
    /** The body is too large. */
    REQUEST_ENTITY_TOO_LARGE(413, "RequestEntityTooLarge"),
    /** The server cannot read a body of this form. */
    UNSUPPORTED_MEDIA_TYPE(415, "UnsupportedMediaType"),
    /** The server failed. */
    INTERNAL_ERROR(500, "InternalError"),
    /** The plugin {@code Initializers} has not read its configuration yet (v1.8 to v1.13). */
    LOADING_CONFIGURATION(500, "LoadingConfiguration"),
    /** Kubernetes can do it and the simulation cannot: no reason of Kubernetes. */
    NOT_IMPLEMENTED(501, "NotImplemented");

    private final int code;
    private final String text;

    StatusReason(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** The HTTP status code that goes with it. */
    public int code() {
        return code;
    }

    /** The text in the field {@code reason}; null for {@link #UNKNOWN}, which leaves the field out. */
    public String text() {
        return text;
    }
}
