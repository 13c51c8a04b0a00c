/** What commands do with texts, as busybox does it: pure functions, which know no process, no file and no time. */
@NullMarked
package dev.wavetank.model.kubelet.cri.process.text;

import org.jspecify.annotations.NullMarked;
