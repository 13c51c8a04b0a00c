package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.client.cache.Informer;
import java.util.ArrayList;
import java.util.List;

/** Notes what an informer tells. */
record InformerProbe<T extends KubernetesObject>(Informer<T> informer, List<String> told)
        implements Informer.Handler<T> {

    static <T extends KubernetesObject> InformerProbe<T> on(Informer<T> informer) {
        InformerProbe<T> probe = new InformerProbe<>(informer, new ArrayList<>());
        informer.addHandler(probe);
        return probe;
    }

    @Override
    public void added(T object) {
        told.add("added " + object.metadata().name());
    }

    @Override
    public void updated(T before, T after) {
        told.add("updated " + after.metadata().name());
    }

    @Override
    public void deleted(T last) {
        told.add("deleted " + last.metadata().name());
    }
}
