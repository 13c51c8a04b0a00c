/**
 * What a request asks for, read from its path, query and headers: {@code RequestInfo}, the options of each verb,
 * selectors, impersonation; and the texts with which the real server refuses what it cannot read.
 *
 * <p>Does not live here: bodies ({@code body}).
 */
@NullMarked
package dev.wavetank.model.apiserver.http.options;

import org.jspecify.annotations.NullMarked;
