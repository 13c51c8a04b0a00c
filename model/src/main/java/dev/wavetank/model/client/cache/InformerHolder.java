package dev.wavetank.model.client.cache;

import java.util.List;

/** A program that shows invariants what its informers have read. */
public interface InformerHolder {

    /** Its informers; none while it does not run, or stands by. */
    List<Informer<?>> informers();
}
