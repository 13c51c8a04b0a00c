package dev.wavetank.model.conformance;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What happened in one run of a scenario, recorded or simulated.
 *
 * @param requests in the order in which they were received, without those for Events
 * @param events type, reason, count and text of every Event that controllers told, at the end
 * @param finals what was stored at the end, by a name such as {@code deployment}
 */
record Observed(List<Sent> requests, List<String> events, Map<String, List<Map<String, Object>>> finals) {

    private static final String RANDOM = "(?:[0-9]+|[bcdfghjklmnpqrstvwxz2456789]{5})";

    /** The ReplicaSets that the Deployment controller made, in the order in which they were first made. */
    List<String> sets() {
        Set<String> names = new LinkedHashSet<>();
        for (Sent sent : requests) {
            if (sent.by().equals("deployment-controller")
                    && sent.verb().equals("create")
                    && sent.resource().equals("replicasets")
                    && sent.code() < 300) {
                names.add(sent.name());
            }
        }
        return new ArrayList<>(names);
    }

    /** The sizes that ReplicaSets were given by controllers, in order, such as {@code SET1=3}. */
    List<String> sizes() {
        return requests.stream()
                .filter(sent -> sent.isSize() && !sent.isUsers())
                .map(this::size)
                .toList();
    }

    /** The request that first gave a ReplicaSet that size. */
    Sent first(String size) {
        return requests.stream()
                .filter(sent -> sent.isSize() && size(sent).equals(size))
                .findFirst()
                .orElseThrow();
    }

    private String size(Sent sent) {
        return normalised(sent.name()) + "=" + sent.replicas();
    }

    /** Names that users gave. */
    Set<String> usersNames() {
        Set<String> names = new LinkedHashSet<>();
        for (Sent sent : requests) {
            if (sent.isUsers() && sent.verb().equals("create")) {
                names.add(sent.name());
            }
        }
        return names;
    }

    /** A text without what differs from run to run: hashes, random suffixes, uids and addresses. */
    String normalised(String text) {
        String known = text;
        List<String> sets = sets();
        for (int i = 0; i < sets.size(); i++) {
            known = known.replace(sets.get(i), "SET" + (i + 1));
            String name = sets.get(i);
            known = known.replace(name.substring(name.lastIndexOf('-') + 1), "HASH" + (i + 1));
        }
        known = known.replaceAll("(SET[0-9]+)-" + RANDOM + "\\b", "$1-POD")
                .replaceAll("(SET[0-9]+)-$", "$1-POD")
                .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UID")
                .replaceAll("0x[0-9a-f]+", "ADDRESS");
        Set<String> users = usersNames();
        for (String user : users) {
            Matcher matcher = Pattern.compile("(?<![-\\w])" + Pattern.quote(user) + "-" + RANDOM + "(?![-\\w])")
                    .matcher(known);
            StringBuilder replaced = new StringBuilder();
            while (matcher.find()) {
                String found = matcher.group();
                matcher.appendReplacement(replaced, users.contains(found) ? found : user + "-POD");
            }
            known = matcher.appendTail(replaced).toString();
        }
        return users.contains("orphan-0") ? interchangeable(known) : known;
    }

    /** Two ReplicaSets race for the same pods: which of them gets which pod is a matter of who comes first. */
    private static String interchangeable(String text) {
        return text.replaceAll("orphan-[0-9]", "ORPHAN")
                .replaceAll("Name:\"[ab]\"", "Name:SET")
                .replaceAll("for [ab] and [ab]", "for SET and SET")
                .replaceAll("(?<![-\\w])[ab]-POD", "SET-POD");
    }
}
