package dev.wavetank.model.cron;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRulesProvider;
import java.util.Optional;

/** Finds time zones by the names that Go's {@code time.LoadLocation} takes. */
public final class TimeZones {

    private TimeZones() {}

    /**
     * The zone of a name of the IANA database; UTC for the empty name. Offsets such as {@code +02:00} are no names. Nodes of
     * a control plane run in UTC, so that {@code Local} is UTC too.
     *
     * <p>The rules are those of the running JDK: a schedule in a zone whose rules were changed since may differ between
     * JDKs.
     */
    public static Optional<ZoneId> find(String name) {
        return switch (name) {
            case "", "UTC", "Local" -> Optional.of(ZoneOffset.UTC);
            // Names of the database that not every JDK offers.
            case "EST" -> Optional.of(ZoneOffset.ofHours(-5));
            case "MST" -> Optional.of(ZoneOffset.ofHours(-7));
            case "HST" -> Optional.of(ZoneOffset.ofHours(-10));
            default ->
                ZoneRulesProvider.getAvailableZoneIds().contains(name)
                        ? Optional.of(ZoneId.of(name))
                        : Optional.empty();
        };
    }
}
