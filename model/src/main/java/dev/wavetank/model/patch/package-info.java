/**
 * How a change that a client describes becomes a changed object: JSON patch, merge patch, and their diffs.
 *
 * <p>Strategic merge patch lives in {@code patch.strategic}, server-side apply in {@code patch.apply}. All of it is
 * pure functions over JSON trees: {@code LinkedHashMap<String, Object>}, {@code ArrayList<Object>}, {@code String},
 * {@code Long}, {@code Double}, {@code Boolean} and {@code null}. No argument is changed, and no result shares a
 * container with an argument.
 *
 * <p>A patch that the API server refuses is a {@link dev.wavetank.model.patch.PatchException} with the server's code
 * and words. Whether the patched object is valid, and who may patch it, is not known here.
 */
package dev.wavetank.model.patch;
