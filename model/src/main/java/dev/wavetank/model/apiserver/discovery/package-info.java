/**
 * What the API server tells about itself, made from what it serves: versions, groups and resources (discovery, in its
 * old and its aggregated form), OpenAPI documents, its version and its health checks. Documents are JSON trees.
 *
 * <p>Rule: everything about a resource comes from {@code apiserver.resource}, everything about fields from {@code
 * schema}, and what differs between releases from {@code releases.txt}; nothing here knows a resource by name.
 *
 * <p>Does not live here: paths, headers and formats of answers ({@code apiserver.http}).
 */
package dev.wavetank.model.apiserver.discovery;
