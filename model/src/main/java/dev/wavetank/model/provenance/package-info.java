/**
 * What made a result: {@link dev.wavetank.model.provenance.Provenance}, the same record in text, JSON, HTML and saved
 * failures.
 */
@NullMarked
package dev.wavetank.model.provenance;

import org.jspecify.annotations.NullMarked;
