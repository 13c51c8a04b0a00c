/**
 * Between the records of {@code model.api} and what is written outside: JSON trees and manifests.
 *
 * <p>A tree consists of {@code LinkedHashMap<String, Object>}, {@code ArrayList<Object>}, {@code String}, {@code
 * Long}, {@code Double}, {@code Boolean} and {@code null}. Nothing is lost on the way, except what Kubernetes
 * itself does not distinguish: an absent field, a null, an empty list, an empty map. Trees exist only at the edges;
 * components work on records.
 *
 * <p>Jackson does the work and shows in no signature. No file is opened here, and no value is judged: names and
 * types of fields are the schema's business, their meaning is the API server's.
 */
@NullMarked
package dev.wavetank.model.codec;

import org.jspecify.annotations.NullMarked;
