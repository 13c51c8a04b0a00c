package dev.wavetank.model.cron;

/** A version of the library {@code robfig/cron}: they word mistakes and read stars with steps differently. */
public enum CronDialect {

    /**
     * Version 1: mistakes begin with a capital letter, no zone can stand before a
     * schedule, and a star with a step still counts as a star when days of month and days of week are combined.
     */
    V1,

    /**
     * Version 3: mistakes begin with a small letter, {@code TZ=} and {@code CRON_TZ=} name a
     * zone, and a star with a step restricts its field.
     */
    V3;

    String words(String mistake) {
        return this == V3 ? mistake : Character.toUpperCase(mistake.charAt(0)) + mistake.substring(1);
    }

    boolean readsZones() {
        return this == V3;
    }

    boolean stepKeepsStar() {
        return this == V1;
    }

    /** How the text is shown whose fields were counted: version 3 prints the list of fields. */
    String counted(String text, String[] fields) {
        return this == V3 ? "[" + String.join(" ", fields) + "]" : text;
    }
}
