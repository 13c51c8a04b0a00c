/**
 * Who may do what: the question ({@link Attributes}), the answer ({@link Decision}), those who give it, and acting as
 * somebody else. The modes have packages of their own: {@code rbac}, {@code abac}, {@code node}, {@code webhook}.
 *
 * <p>Rules: an authorizer permits, forbids or has no opinion; what nobody permits is forbidden; decisions rest on what
 * the server has observed, not on what is stored. Does not live here: what admission plugins refuse.
 */
package dev.wavetank.model.apiserver.authz;
