package dev.wavetank.properties.bugs;

import dev.wavetank.model.client.cache.Informer;

/** Passes on everything that a subclass does not take. */
class ForwardingHandler<T> implements Informer.Handler<T> {

    private final Informer.Handler<T> right;

    ForwardingHandler(Informer.Handler<T> right) {
        this.right = right;
    }

    @Override
    public void added(T object) {
        right.added(object);
    }

    @Override
    public void updated(T before, T after) {
        right.updated(before, after);
    }

    @Override
    public void deleted(T last) {
        right.deleted(last);
    }

    @Override
    public void deletionMissed(T lastSeen) {
        right.deletionMissed(lastSeen);
    }
}
