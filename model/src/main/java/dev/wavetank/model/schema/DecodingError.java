package dev.wavetank.model.schema;

import java.util.List;
import java.util.stream.Collectors;

/** The API server's sentence for a body it cannot decode, as v1.25 and later write it. */
public final class DecodingError {
    /** The server stops collecting unknown fields here. */
    private static final int STRICT_LIMIT = 100;

    private DecodingError() {}

    /**
     * The message of the 400 answer under {@code fieldValidation=Strict}.
     *
     * <p>A value that a type's own reader refuses hides everything else; then the first value of a wrong type;
     * only then are unknown fields listed.
     *
     * @param kind the kind in the request
     * @param version the version in the request without its group, as in {@code v1}
     * @param problems what {@link Schema#check} found, at least one
     */
    public static String message(String kind, String version, List<SchemaProblem> problems) {
        return kind + " in version \"" + version + "\" cannot be handled as a " + kind + ": " + cause(problems);
    }

    private static String cause(List<SchemaProblem> problems) {
        for (SchemaProblem problem : problems) {
            if (problem instanceof SchemaProblem.BadValue) {
                return problem.text();
            }
        }
        for (SchemaProblem problem : problems) {
            if (problem instanceof SchemaProblem.WrongType) {
                return problem.text();
            }
        }
        return problems.stream()
                .limit(STRICT_LIMIT)
                .map(SchemaProblem::text)
                .collect(Collectors.joining(", ", "strict decoding error: ", ""));
    }
}
