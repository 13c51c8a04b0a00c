package dev.wavetank.model.cron;

import java.util.List;
import java.util.Locale;

/** Which values a field can have, and by which names. */
enum FieldRange {
    MINUTE(0, 59, List.of()),
    HOUR(0, 23, List.of()),
    DAY(1, 31, List.of()),
    MONTH(1, 12, List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")),
    WEEKDAY(0, 6, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat"));

    private final int min;
    private final int max;
    private final List<String> names;

    FieldRange(int min, int max, List<String> names) {
        this.min = min;
        this.max = max;
        this.names = names;
    }

    int min() {
        return min;
    }

    int max() {
        return max;
    }

    /** The value of a name, of any case; -1 if there is none of that name. */
    int named(String name) {
        int index = names.indexOf(name.toLowerCase(Locale.ROOT));
        return index < 0 ? -1 : min + index;
    }
}
