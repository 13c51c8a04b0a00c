/** Attribute-based access control: a policy file that is read when the server starts. */
@NullMarked
package dev.wavetank.model.apiserver.authz.abac;

import org.jspecify.annotations.NullMarked;
