/**
 * Server-side tables: what {@code kubectl get} shows. {@code columns.txt} declares the columns of every resource and
 * which cell stands in each; a cell is a pure function of the object and the time.
 *
 * <p>Rule: cells read objects as JSON trees in the version that the store knows, so that one cell serves all versions.
 * Resources that the file does not name, such as custom ones, get their columns from another {@link
 * dev.wavetank.model.apiserver.printers.TableColumns}, and in the end those of the default printer.
 *
 * <p>Does not live here: which representation a client asks for ({@code apiserver.http}).
 */
package dev.wavetank.model.apiserver.printers;
