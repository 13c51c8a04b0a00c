package dev.wavetank.model.patch;

import dev.wavetank.model.gotext.GoText;

/** A patch that the API server refuses, with its answer. */
public final class PatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What the API server says where it keeps the reason to itself. */
    private static final String REJECTED = "the server rejected our request due to an error in our request";

    private final int code;
    private final String reason;
    private final String detail;

    private PatchException(int code, String reason, String message, String detail) {
        super(message);
        this.code = code;
        this.reason = reason;
        this.detail = detail;
    }

    /** The patch is not a patch: 400 with the reason BadRequest. */
    public static PatchException badRequest(String message) {
        return new PatchException(400, "BadRequest", message, message);
    }

    /** The patch has too many operations: 413. */
    public static PatchException tooLarge(String message) {
        return new PatchException(413, "RequestEntityTooLarge", message, message);
    }

    /**
     * The patch does not apply to the object: 422 with the reason Invalid and a message that tells nothing.
     *
     * @param detail what is wrong, which the API server does not tell
     */
    public static PatchException doesNotApply(String detail) {
        return new PatchException(422, "Invalid", REJECTED, detail);
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
        return new PatchException(422, "Invalid", " \"\" is invalid: patch: " + cause, cause);
    }

    /** An error that the API server does not expect of its clients: 500 without a reason. */
    public static PatchException unexpected(String message) {
        return new PatchException(500, "", message, message);
    }

    /** The HTTP status code. */
    public int code() {
        return code;
    }

    /** The reason in the Status; empty when it has none. */
    public String reason() {
        return reason;
    }

    /** What is wrong, also where the message does not tell. */
    public String detail() {
        return detail;
    }
}
