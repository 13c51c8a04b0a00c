package dev.wavetank.model.patch;

import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.gotext.GoText;

/** A patch that the API server refuses, with its answer. */
public final class PatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What the API server says where it keeps the reason to itself. */
    private static final String REJECTED = "the server rejected our request due to an error in our request";

    private final StatusReason reason;
    private final String detail;

    private PatchException(StatusReason reason, String message, String detail) {
        super(message);
        this.reason = reason;
        this.detail = detail;
    }

    /** The patch is not a patch: 400 with the reason BadRequest. */
    public static PatchException badRequest(String message) {
        return new PatchException(StatusReason.BAD_REQUEST, message, message);
    }

    /** The patch has too many operations: 413. */
    public static PatchException tooLarge(String message) {
        return new PatchException(StatusReason.REQUEST_ENTITY_TOO_LARGE, message, message);
    }

    /**
     * The patch does not apply to the object: 422 with the reason Invalid and a message without details.
     *
     * @param detail what is wrong; the API server does not report it
     */
    public static PatchException doesNotApply(String detail) {
        return new PatchException(StatusReason.INVALID, REJECTED, detail);
    }

    /**
     * The patched object is none of its type: 422 with the reason Invalid and one cause, FieldValueInvalid at the field
     * {@code patch} with {@link #detail} for its message.
     *
     * @param shown what the API server shows: the patch as Go prints it after a strategic merge patch, the patched
     *     object as JSON after the others
     * @param mistake why the object could not be made
     */
    public static PatchException misfit(String shown, String mistake) {
        String cause = "Invalid value: " + GoText.quoted(shown) + ": " + mistake;
        return new PatchException(StatusReason.INVALID, " \"\" is invalid: patch: " + cause, cause);
    }

    /** An error that the API server does not expect of its clients: 500 without a reason. */
    public static PatchException unexpected(String message) {
        return new PatchException(StatusReason.UNKNOWN, message, message);
    }

    /** The reason in the Status, which implies the HTTP status code. */
    public StatusReason reason() {
        return reason;
    }

    /** What is wrong, also where the message does not report it. */
    public String detail() {
        return detail;
    }
}
