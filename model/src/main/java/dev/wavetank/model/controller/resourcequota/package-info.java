/**
 * The resource quota controller: releases the charges of admission to quotas.
 *
 * <p>Rules: only admission charges, and only this controller releases, both by transactions on the state that they
 * read; a lagging cache never releases a charge. Does not live here: rejections, which are part of admission.
 */
package dev.wavetank.model.controller.resourcequota;
