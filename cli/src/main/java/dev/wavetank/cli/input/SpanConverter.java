package dev.wavetank.cli.input;

import dev.wavetank.sim.VirtualTime;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a span of time, such as {@code 10m}, into nanoseconds. */
public final class SpanConverter implements ITypeConverter<Long> {

    @Override
    public Long convert(String text) {
        try {
            long span = VirtualTime.parse(text);
            if (span > 0) {
                return span;
            }
        } catch (IllegalArgumentException wrong) {
            throw new TypeConversionException(wrong.getMessage());
        }
        throw new TypeConversionException("the span of time must be longer than nothing, was '" + text + "'");
    }
}
