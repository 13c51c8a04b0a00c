package dev.wavetank.model.apiserver.http.body;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.apiserver.request.FieldValidation;
import dev.wavetank.model.schema.DecodingError;
import dev.wavetank.model.schema.SchemaProblem;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges what is wrong with a body that is JSON: values of wrong types refuse it always, fields that are unknown or
 * given twice only when the client wishes so.
 *
 * @param validation what the client wishes
 * @param twice where fields are given again
 */
public record Strictness(FieldValidation validation, List<String> twice) {

    /**
     * Warns of what is wrong, as far as it is wished.
     *
     * @param problems what the tree has that its type does not allow
     * @param kind the kind of the object
     * @param version its version without the group
     * @throws Refusal when the body is refused
     */
    public void judge(List<SchemaProblem> problems, String kind, String version) {
        List<SchemaProblem> wrong = problems.stream()
                .filter(problem -> !(problem instanceof SchemaProblem.UnknownField))
                .toList();
        if (!wrong.isEmpty()) {
            throw new Refusal(Status.badRequest(DecodingError.message(kind, version, wrong)));
        }
        List<String> repeated = new ArrayList<>(0);
        for (String path : twice) {
            if (problems.stream().noneMatch(unknown -> isWithin(path, unknown.path()))) {
                repeated.add(new SchemaProblem.DuplicateField(path).text());
            }
        }
        String mistake = validation
                .finding(repeated)
                .judge(problems.stream().map(SchemaProblem::text).toList());
        if (!mistake.isEmpty()) {
            throw new Refusal(Status.badRequest(
                    kind + " in version \"" + version + "\" cannot be handled as a " + kind + ": " + mistake));
        }
    }

    /** Whether a path lies inside an unknown field, which is dropped whole. */
    private static boolean isWithin(String path, String unknown) {
        return path.startsWith(unknown + ".") || path.startsWith(unknown + "[");
    }
}
