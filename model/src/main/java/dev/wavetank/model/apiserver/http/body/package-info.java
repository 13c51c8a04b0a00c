/**
 * Request bodies: decoding, field validation, conversion to the version that components and the store use.
 *
 * <p>Does not live here: validation of values, which is the work of each resource's strategy ({@code registry}).
 */
package dev.wavetank.model.apiserver.http.body;
