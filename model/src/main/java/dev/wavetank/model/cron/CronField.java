package dev.wavetank.model.cron;

/**
 * The values that one field of a schedule allows.
 *
 * @param bits one bit a value
 * @param star whether it stands for all values as {@code *} does, which matters where days of month and week are combined
 */
record CronField(long bits, boolean star) {

    boolean has(int value) {
        return (bits >>> value & 1) != 0;
    }
}
