package dev.wavetank.model.cron;

import dev.wavetank.model.gotext.GoInteger;

/** Reads one field: ranges with steps, joined by commas. */
final class FieldParser {

    private final CronDialect dialect;
    private final FieldRange range;

    FieldParser(CronDialect dialect, FieldRange range) {
        this.dialect = dialect;
        this.range = range;
    }

    /** Reads a field; commas with nothing between them are skipped, so that a field may allow nothing. */
    CronField parse(String text) {
        long bits = 0;
        boolean star = false;
        for (String expression : text.split(",")) {
            if (!expression.isEmpty()) {
                CronField part = expression(expression);
                bits |= part.bits();
                star |= part.star();
            }
        }
        return new CronField(bits, star);
    }

    private CronField expression(String expression) {
        String[] rangeAndStep = expression.split("/", -1);
        String[] bounds = rangeAndStep[0].split("-", -1);
        boolean star = bounds[0].equals("*") || bounds[0].equals("?");
        long start = star ? range.min() : value(bounds[0]);
        long end = star ? range.max() : end(start, bounds, expression);
        if (rangeAndStep.length > 2) {
            throw mistake("too many slashes: " + expression);
        }
        long step = 1;
        if (rangeAndStep.length == 2) {
            step = number(rangeAndStep[1]);
            if (bounds.length == 1) {
                end = range.max();
            }
            star &= step <= 1 || dialect.stepKeepsStar();
        }
        check(start, end, step, expression);
        return new CronField(bits(start, end, step), star);
    }

    private long end(long start, String[] bounds, String expression) {
        if (bounds.length > 2) {
            throw mistake("too many hyphens: " + expression);
        }
        return bounds.length == 1 ? start : value(bounds[1]);
    }

    private void check(long start, long end, long step, String expression) {
        if (start < range.min()) {
            throw mistake("beginning of range (" + start + ") below minimum (" + range.min() + "): " + expression);
        }
        if (end > range.max()) {
            throw mistake("end of range (" + end + ") above maximum (" + range.max() + "): " + expression);
        }
        if (start > end) {
            throw mistake("beginning of range (" + start + ") beyond end of range (" + end + "): " + expression);
        }
        if (step == 0) {
            throw mistake("step of range should be a positive number: " + expression);
        }
    }

    private static long bits(long start, long end, long step) {
        long bits = 0;
        for (long value = start; value <= end; value += Math.min(step, Long.SIZE)) {
            bits |= 1L << value;
        }
        return bits;
    }

    private long value(String text) {
        int named = range.named(text);
        return named >= 0 ? named : number(text);
    }

    private long number(String text) {
        if (!text.matches("[+-]?[0-9]+")) {
            throw notNumber(text);
        }
        long number;
        try {
            number = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw notNumber(text);
        }
        if (number < 0) {
            throw mistake("negative number (" + number + ") not allowed: " + text);
        }
        return number;
    }

    private CronSyntaxException notNumber(String text) {
        return mistake("failed to parse int from " + text + ": " + GoInteger.mistake("Atoi", text));
    }

    private CronSyntaxException mistake(String words) {
        return new CronSyntaxException(dialect.words(words));
    }
}
