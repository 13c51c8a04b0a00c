/**
 * Initializers (alpha in v1.7, gone in v1.16): controllers that finish a new object before anybody else sees it.
 *
 * <p>The plugin gives a new object the list of those who have to act, {@code metadata.initializers.pending}. As long as
 * it has one, lists and watches that do not ask for uninitialized objects do not show it, and who created it waits.
 */
package dev.wavetank.model.apiserver.admission.initialization;
