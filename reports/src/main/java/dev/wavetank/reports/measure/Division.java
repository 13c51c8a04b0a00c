package dev.wavetank.reports.measure;

import dev.wavetank.reports.attribution.PodTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the pods of one run, or of several, have spent their time on, from the command to ready.
 *
 * @param all pods that became ready
 * @param slowest those of them that were the slowest tenth of their run, one pod at the least
 */
public record Division(TimeSpent all, TimeSpent slowest) {

    /** Nobody has divided the time. */
    public static final Division NONE = new Division(TimeSpent.NONE, TimeSpent.NONE);

    private static final int TENTH = 10;

    /** Of the pods of one run. */
    static Division of(List<PodTime> pods) {
        List<PodTime> slowestFirst = new ArrayList<>(pods);
        slowestFirst.sort(Comparator.comparingLong(PodTime::total).reversed().thenComparing(PodTime::pod));
        int tenth = (pods.size() + TENTH - 1) / TENTH;
        return new Division(TimeSpent.of(pods), TimeSpent.of(slowestFirst.subList(0, tenth)));
    }

    Division plus(Division other) {
        return new Division(all.plus(other.all), slowest.plus(other.slowest));
    }

    /** Whether no pod is in it. */
    public boolean isEmpty() {
        return all.pods() == 0;
    }
}
