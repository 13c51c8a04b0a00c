package dev.wavetank.model.apiserver.http.answer;

import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.schema.ZeroValues;
import java.util.Map;

/** The body of a bookmark: an object of the kind that is watched, empty but for its revision. */
public final class BookmarkForm {

    private BookmarkForm() {}

    /** Made when it is first needed; it never changes. */
    private static final class Lazy {
        private static final ZeroValues ZEROS = new ZeroValues(ApiSchema.get());
    }

    /** The object with the fields that are written even when they are empty; any other form is left as it is. */
    public static Map<String, Object> of(Map<String, Object> object) {
        return ApiSchema.type(String.valueOf(object.get("apiVersion")), String.valueOf(object.get("kind")))
                .map(type -> Lazy.ZEROS.in(type, object))
                .orElse(object);
    }
}
