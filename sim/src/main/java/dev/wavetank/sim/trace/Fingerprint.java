package dev.wavetank.sim.trace;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A running 128-bit hash over a trace: two runs with the same fingerprint have the same records.
 *
 * <p>Two independent 64-bit lanes, each a multiply-and-rotate chain over the same words with another odd
 * multiplier and another rotation. It hashes the typed fields, not a text form, so a sink's format can change
 * without changing it. Not a cryptographic hash: it guards against accidents, not against adversaries.
 *
 * <p>A checkpoint is kept every {@value #CHECKPOINT_INTERVAL} records, so that the first difference between two
 * long runs can be found by bisection.
 */
public final class Fingerprint implements TraceRecord.Fields {

    /** How many records lie between two checkpoints. */
    public static final int CHECKPOINT_INTERVAL = 1024;

    private static final long MULTIPLIER_HIGH = 0x9E3779B97F4A7C15L;
    private static final long MULTIPLIER_LOW = 0xC2B2AE3D27D4EB4FL;
    private static final long ABSENT = 0x5851F42D4C957F2DL;

    private long high = 0x243F6A8885A308D3L;
    private long low = 0x13198A2E03707344L;
    private long records;
    /** The text that is being hashed: an array is read faster than a string. */
    private char[] chars = new char[256];

    private long[] checkpoints = new long[64];
    private int checkpointCount;

    void add(long time, String component, TraceRecord record) {
        word(time);
        text(component);
        text(record.type());
        record.describe(this);
        if (++records % CHECKPOINT_INTERVAL == 0) {
            addCheckpoint();
        }
    }

    /** Hashes the value; the name is implied by the type of the record. */
    @Override
    public TraceRecord.Fields text(String name, @Nullable String value) {
        if (value == null) {
            word(ABSENT);
        } else {
            text(value);
        }
        return this;
    }

    /** Hashes the value; the name is implied by the type of the record. */
    @Override
    public TraceRecord.Fields number(String name, long value) {
        word(value);
        return this;
    }

    /** The fingerprint as 32 hexadecimal digits. */
    public String hex() {
        return hex(mix(high), mix(low ^ high));
    }

    /** How many checkpoints there are: one for every {@value #CHECKPOINT_INTERVAL} records. */
    public int checkpointCount() {
        return checkpointCount;
    }

    /** The hash after {@code (index + 1) * CHECKPOINT_INTERVAL} records, as 32 hexadecimal digits. */
    public String checkpoint(int index) {
        if (index < 0 || index >= checkpointCount) {
            throw new IndexOutOfBoundsException("checkpoint " + index + " of " + checkpointCount);
        }
        return hex(checkpoints[2 * index], checkpoints[2 * index + 1]);
    }

    private void addCheckpoint() {
        if (2 * checkpointCount == checkpoints.length) {
            checkpoints = Arrays.copyOf(checkpoints, checkpoints.length * 2);
        }
        checkpoints[2 * checkpointCount] = high;
        checkpoints[2 * checkpointCount + 1] = low;
        checkpointCount++;
    }

    /** Four chars a word, of which the length takes the place of the very first; the last word has what is left. */
    private void text(String value) {
        int length = value.length();
        if (length > chars.length) {
            chars = new char[2 * length];
        }
        char[] text = chars;
        value.getChars(0, length, text, 0);
        if (length < 3) {
            word(rest(length, text, 0, length));
            return;
        }
        word(pack(length, text[0], text[1], text[2]));
        int next = 3;
        for (; next + 4 <= length; next += 4) {
            word(pack(text[next], text[next + 1], text[next + 2], text[next + 3]));
        }
        word(rest(0, text, next, length));
    }

    private static long pack(long first, long second, long third, long fourth) {
        return first << 48 | second << 32 | third << 16 | fourth;
    }

    private static long rest(long first, char[] text, int next, int end) {
        long packed = first;
        for (int i = next; i < end; i++) {
            packed = packed << 16 | text[i];
        }
        return packed;
    }

    private void word(long value) {
        high = Long.rotateLeft((high ^ value) * MULTIPLIER_HIGH, 29);
        low = Long.rotateLeft((low ^ value) * MULTIPLIER_LOW, 37);
    }

    private static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    private static String hex(long first, long second) {
        return hex(first) + hex(second);
    }

    private static String hex(long value) {
        String digits = Long.toHexString(value);
        return "0".repeat(16 - digits.length()) + digits;
    }
}
