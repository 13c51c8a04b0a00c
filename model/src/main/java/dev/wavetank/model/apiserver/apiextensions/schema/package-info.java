/**
 * Structural schemas: what CustomResourceDefinitions say about the objects of their kinds. Pure functions over
 * JSON trees:
 * judging a schema, judging a value, pruning, defaulting.
 *
 * <p>Rules: trees come in and go out unchanged; a changed value is a new tree. Expressions ({@code
 * x-kubernetes-validations}) are kept and never evaluated.
 *
 * <p>Does not live here: definitions and how they are served ({@code apiserver.apiextensions}).
 */
package dev.wavetank.model.apiserver.apiextensions.schema;
