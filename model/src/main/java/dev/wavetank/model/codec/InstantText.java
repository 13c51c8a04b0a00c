package dev.wavetank.model.codec;

import java.time.Instant;
import java.time.LocalDate;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.ext.javatime.deser.InstantDeserializer;

/**
 * Reads times. Nearly all are written as {@code 2026-03-01T12:00:00Z}, which a formatter takes fifty times as long for;
 * all else is read as Jackson reads it.
 */
final class InstantText extends StdScalarDeserializer<Instant> {

    private static final String FORM = "0000-00-00T00:00:00Z";
    private static final int HOUR = 3600;
    private static final int DAY = 24 * HOUR;

    InstantText() {
        super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser parser, DeserializationContext context) {
        String text = parser.getValueAsString();
        return text != null && hasForm(text) && isPossible(text)
                ? read(text)
                : InstantDeserializer.INSTANT.deserialize(parser, context);
    }

    private static boolean hasForm(String text) {
        if (text.length() != FORM.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char form = FORM.charAt(i);
            char c = text.charAt(i);
            if (form == '0' ? c < '0' || c > '9' : c != form) {
                return false;
            }
        }
        return true;
    }

    /** Days that not every month has, and leap seconds, are left to the formatter. */
    private static boolean isPossible(String text) {
        int month = number(text, 5, 2);
        int day = number(text, 8, 2);
        return month >= 1
                && month <= 12
                && day >= 1
                && day <= 28
                && number(text, 11, 2) < 24
                && number(text, 14, 2) < 60
                && number(text, 17, 2) < 60;
    }

    private static Instant read(String text) {
        LocalDate date = LocalDate.of(number(text, 0, 4), number(text, 5, 2), number(text, 8, 2));
        int second = number(text, 11, 2) * HOUR + number(text, 14, 2) * 60 + number(text, 17, 2);
        return Instant.ofEpochSecond(date.toEpochDay() * DAY + second);
    }

    private static int number(String text, int begin, int digits) {
        int number = 0;
        for (int i = begin; i < begin + digits; i++) {
            number = 10 * number + text.charAt(i) - '0';
        }
        return number;
    }
}
