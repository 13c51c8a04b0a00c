package dev.wavetank.model.apiserver.invariants;

/**
 * What a client heard.
 *
 * @param kind what became of it
 * @param revision resourceVersion of the object in the answer; 0 when there is none
 * @param value of the object in the answer; the empty string when there is none
 */
record Outcome(Kind kind, long revision, String value) {

    /** What became of a request. */
    enum Kind {
        DONE,
        NOT_FOUND,
        CONFLICT,
        ALREADY_EXISTS,
        FORBIDDEN,
        /** Surely not executed. */
        REFUSED,
        /** Perhaps executed, perhaps not, perhaps later. */
        UNKNOWN
    }

    static Outcome of(Kind kind) {
        return new Outcome(kind, 0, "");
    }

    /** What a status code of the server means for a request that may have changed something. */
    static Outcome ofFailure(int code, String reason) {
        return of(
                switch (code) {
                    case 404 -> Kind.NOT_FOUND;
                    case 409 -> reason.equals("AlreadyExists") ? Kind.ALREADY_EXISTS : Kind.CONFLICT;
                    case 403 -> Kind.FORBIDDEN;
                    case 429 -> Kind.REFUSED;
                    default -> {
                        if (code < 500) {
                            throw new AssertionError("nobody expects " + code + " " + reason);
                        }
                        yield Kind.UNKNOWN;
                    }
                });
    }
}
