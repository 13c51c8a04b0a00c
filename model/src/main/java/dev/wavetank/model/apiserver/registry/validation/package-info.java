/**
 * The vocabulary of validation: findings, how Go shows values, what names, labels, quantities and metadata must look
 * like. Knows no kind. The texts are those of the recorded server (v1.20).
 */
package dev.wavetank.model.apiserver.registry.validation;
