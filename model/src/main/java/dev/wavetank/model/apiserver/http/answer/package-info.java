/**
 * Response bodies: objects, lists, tables, statuses, and the lines of a watch, in the form that the client accepts.
 *
 * <p>Does not live here: which rows and columns a table has ({@code apiserver.table}).
 */
package dev.wavetank.model.apiserver.http.answer;
