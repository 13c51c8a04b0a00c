package dev.wavetank.model.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;

class EtcdStoreProperties {

    private EtcdStore store;
    private List<EtcdChange> committed;

    @BeforeTry
    void begin_with_an_empty_store() {
        store = new EtcdStore();
        committed = new ArrayList<>();
    }

    /** Even numbers store, odd ones delete; every fifth expects a revision that is wrong. */
    private void execute(List<Integer> steps) {
        for (int step : steps) {
            String key = "/registry/services/default/" + step % 4;
            EtcdEntry before = store.get(key);
            long revision = store.revision();
            long actual = before == null ? 0 : before.modRevision();
            long expected = step % 5 == 0 ? actual + 1 : actual;
            Optional<EtcdChange> change = step / 4 % 2 == 0
                    ? store.put(key, Resources.SERVICES, service("" + step % 4), expected)
                    : store.delete(key, expected);
            boolean possible = expected == actual && (step / 4 % 2 == 0 || before != null);
            assertThat(change.isPresent()).isEqualTo(possible);
            assertThat(store.revision()).isEqualTo(possible ? revision + 1 : revision);
            change.ifPresent(committed::add);
        }
    }

    private static Service service(String name) {
        return new Service(ObjectMeta.named("default", name), null, null);
    }

    @Property
    void only_a_transaction_with_the_right_revision_commits_and_raises_the_revision_by_one(
            @ForAll @Size(max = 60) List<@IntRange(max = 79) Integer> steps) {
        execute(steps);
        assertThat(store.revision()).isEqualTo(committed.size());
    }

    @Property
    void a_watch_tells_exactly_the_history_after_its_revision(
            @ForAll @Size(max = 60) List<@IntRange(max = 79) Integer> steps,
            @ForAll @IntRange(max = 60) int after,
            @ForAll @IntRange(max = 60) int compacted) {
        execute(steps);
        store.compact(compacted);
        long forgotten = compacted <= store.revision() ? compacted : 0;
        Optional<List<EtcdChange>> told = store.changesAfter("/registry/", after);
        if (after < forgotten) {
            assertThat(told).isEmpty();
        } else {
            assertThat(told.orElseThrow())
                    .isEqualTo(committed.subList(Math.min(after, committed.size()), committed.size()));
        }
    }

    @Property
    void a_range_at_a_revision_is_the_range_as_it_was_then(
            @ForAll @Size(max = 60) List<@IntRange(max = 79) Integer> steps,
            @ForAll @IntRange(max = 60) int compacted) {
        List<List<EtcdEntry>> was = new ArrayList<>();
        was.add(List.of());
        for (int step : steps) {
            execute(List.of(step));
            if (store.revision() == was.size()) {
                was.add(store.range("/registry/"));
            }
        }
        store.compact(compacted);
        for (int revision = (int) store.compactedRevision(); revision <= store.revision(); revision++) {
            assertThat(store.range("/registry/", revision)).isEqualTo(was.get(revision));
        }
    }

    @Property
    void replaying_the_history_gives_the_present_state(
            @ForAll @Size(max = 60) List<@IntRange(max = 79) Integer> steps) {
        execute(steps);
        TreeMap<String, EtcdEntry> replayed = new TreeMap<>();
        for (EtcdChange change : committed) {
            assertThat(change.object().metadata().revision()).isEqualTo(change.revision());
            if (change.type() == dev.wavetank.model.api.WatchEvent.Type.DELETED) {
                replayed.remove(change.entry().key());
            } else {
                replayed.put(change.entry().key(), change.entry());
            }
        }
        assertThat(store.range("/registry/")).isEqualTo(new ArrayList<>(replayed.values()));
    }
}
