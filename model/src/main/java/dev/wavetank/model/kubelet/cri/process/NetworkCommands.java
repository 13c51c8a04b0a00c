package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.address.ClusterDns;
import dev.wavetank.model.kubelet.cri.process.NetworkAnswer.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Commands that look for others in the network: whether a name is known, and whether somebody takes connections. What
 * a server would send is not known.
 */
final class NetworkCommands {

    private static final Pattern FLAGS = Pattern.compile("-([a-z0-9]+)");
    private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");
    private static final Pattern URL =
            Pattern.compile("(?:http://)?([A-Za-z0-9][A-Za-z0-9.-]*)(?::([1-9][0-9]{0,4}))?/?");
    private static final int HTTP = 80;
    private static final int POSTGRES = 5432;
    private static final int NO_RESPONSE = 2;
    /** Codes of curl (everything.curl.dev, Exit code). */
    private static final int CURL_NO_HOST = 6;

    private static final int CURL_NO_CONNECTION = 7;
    private static final int CURL_TIMED_OUT = 28;

    private final ShellState state;

    NetworkCommands(ShellState state) {
        this.state = state;
    }

    /** Runs one of them; returns whether it is understood. */
    boolean run(String command, List<String> rest) {
        return switch (command) {
            case "nslookup" -> lookUp(rest);
            case "nc" -> scan(rest);
            case "wget" -> fetch(rest);
            case "curl" -> transfer(rest);
            default -> isReady(rest);
        };
    }

    /** As busybox prints it up to 1.28, which the examples of Kubernetes use. */
    private boolean lookUp(List<String> rest) {
        if (rest.size() != 1 || rest.get(0).startsWith("-")) {
            return false;
        }
        NetworkAnswer answer = state.ask(rest.get(0), 0);
        state.nanos += answer.nanos();
        state.output
                .append("Server:    ")
                .append(ClusterDns.ADDRESS)
                .append("\nAddress 1: ")
                .append(ClusterDns.ADDRESS)
                .append(" kube-dns.kube-system.svc.cluster.local\n\n");
        if (answer.addresses().isEmpty()) {
            state.error("nslookup: can't resolve '" + rest.get(0) + "'\n");
            return state.ends(1);
        }
        state.output.append("Name:      ").append(rest.get(0)).append('\n');
        for (int i = 0; i < answer.addresses().size(); i++) {
            state.output
                    .append("Address ")
                    .append(i + 1)
                    .append(": ")
                    .append(answer.addresses().get(i))
                    .append(' ')
                    .append(answer.name())
                    .append('\n');
        }
        return state.ends(0);
    }

    /** {@code nc -z HOST PORT} of busybox, which says nothing without {@code -v}. */
    private boolean scan(List<String> words) {
        List<String> rest = new ArrayList<>();
        StringBuilder flags = new StringBuilder();
        long patience = Long.MAX_VALUE;
        for (int i = 0; i < words.size(); i++) {
            Matcher found = FLAGS.matcher(words.get(i));
            if (!found.matches()) {
                rest.add(words.get(i));
                continue;
            }
            String given = found.group(1);
            int wait = given.indexOf('w');
            if (wait >= 0) {
                String time = wait + 1 < given.length()
                        ? given.substring(wait + 1)
                        : i + 1 < words.size() ? words.get(++i) : "";
                OptionalLong span = SimpleCommands.span(time);
                if (span.isEmpty()) {
                    return false;
                }
                patience = span.getAsLong();
            }
            flags.append(wait < 0 ? given : given.substring(0, wait));
        }
        String set = flags.toString();
        boolean isScan = set.matches("[zvn4]*") && set.contains("z") && rest.size() == 2;
        if (!isScan || !PORT.matcher(rest.get(1)).matches()) {
            return false;
        }
        String host = rest.get(0);
        NetworkAnswer answer = ask(host, Integer.parseInt(rest.get(1)), patience);
        if (answer.addresses().isEmpty()) {
            state.error("nc: bad address '" + host + "'\n");
            return state.ends(1);
        }
        boolean isOpen = answer.attempt() == Attempt.ACCEPTED;
        if (isOpen && set.contains("v")) {
            state.error(host + " (" + answer.addresses().get(0) + ":" + rest.get(1) + ") open\n");
        }
        return answer.attempt() != Attempt.UNKNOWN && state.ends(isOpen ? 0 : 1);
    }

    /** {@code wget} of busybox when nobody reads what the server sends. */
    private boolean fetch(List<String> words) {
        String url = "";
        boolean isQuiet = false;
        boolean isSpider = false;
        boolean isDropped = false;
        long patience = Long.MAX_VALUE;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            switch (word) {
                case "-q" -> isQuiet = true;
                case "--spider" -> isSpider = true;
                case "-O", "-qO" -> {
                    isDropped = isDropped(i + 1 < words.size() ? words.get(++i) : "");
                    isQuiet |= word.equals("-qO");
                }
                case "-O-", "-O/dev/null" -> isDropped = isDropped(word.substring(2));
                case "-qO-", "-qO/dev/null" -> {
                    isDropped = isDropped(word.substring(3));
                    isQuiet = true;
                }
                case "-T", "--timeout" -> {
                    OptionalLong span = SimpleCommands.span(i + 1 < words.size() ? words.get(++i) : "");
                    if (span.isEmpty()) {
                        return false;
                    }
                    patience = span.getAsLong();
                }
                default -> {
                    if (!url.isEmpty()) {
                        return false;
                    }
                    url = word;
                }
            }
        }
        Matcher target = URL.matcher(url);
        boolean isUnderstood = target.matches() && (isSpider || isDropped && isQuiet);
        return isUnderstood
                && fetch(
                        target.group(1),
                        target.group(2) == null ? HTTP : Integer.parseInt(target.group(2)),
                        patience,
                        isQuiet);
    }

    /** Whether nobody reads what is written to a file, or to the output. */
    private boolean isDropped(String file) {
        return file.equals("/dev/null") || file.equals("-") && state.isDropped;
    }

    private boolean fetch(String host, int port, long patience, boolean isQuiet) {
        NetworkAnswer answer = ask(host, port, patience);
        if (answer.addresses().isEmpty()) {
            state.error("wget: bad address '" + (port == HTTP ? host : host + ":" + port) + "'\n");
            return state.ends(1);
        }
        String address = answer.addresses().get(0);
        if (!isQuiet) {
            state.error(
                    "Connecting to " + host + (port == HTTP ? "" : ":" + port) + " (" + address + ":" + port + ")\n");
        }
        return switch (answer.attempt()) {
            case ACCEPTED -> {
                state.error(isQuiet ? "" : "remote file exists\n");
                yield state.ends(0);
            }
            case REFUSED -> {
                state.error("wget: can't connect to remote host (" + address + "): Connection refused\n");
                yield state.ends(1);
            }
            case UNREACHABLE -> {
                String why = patience < Long.MAX_VALUE
                        ? "wget: download timed out\n"
                        : "wget: can't connect to remote host (" + address + "): No route to host\n";
                state.error(why);
                yield state.ends(1);
            }
            case NONE, UNKNOWN -> false;
        };
    }

    /** {@code curl -s} when nobody reads what the server sends. */
    private boolean transfer(List<String> words) {
        String url = "";
        boolean isSilent = false;
        boolean isDropped = state.isDropped;
        long patience = Long.MAX_VALUE;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String next = i + 1 < words.size() ? words.get(i + 1) : "";
            switch (word) {
                case "-s", "-sf", "-fs", "--silent" -> isSilent = true;
                case "-f", "--fail", "-L", "--location" -> {
                    // What a server answers is a success.
                }
                case "-o", "--output" -> {
                    isDropped = next.equals("/dev/null");
                    i++;
                }
                case "-m", "--max-time", "--connect-timeout" -> {
                    OptionalLong span = SimpleCommands.span(next);
                    if (span.isEmpty()) {
                        return false;
                    }
                    patience = Math.min(patience, span.getAsLong());
                    i++;
                }
                default -> {
                    if (!url.isEmpty()) {
                        return false;
                    }
                    url = word;
                }
            }
        }
        Matcher target = URL.matcher(url);
        if (!target.matches() || !isSilent || !isDropped) {
            return false;
        }
        int port = target.group(2) == null ? HTTP : Integer.parseInt(target.group(2));
        NetworkAnswer answer = ask(target.group(1), port, patience);
        return switch (answer.attempt()) {
            case NONE -> state.ends(CURL_NO_HOST);
            case ACCEPTED -> state.ends(0);
            case REFUSED -> state.ends(CURL_NO_CONNECTION);
            case UNREACHABLE -> state.ends(answer.nanos() > patience ? CURL_TIMED_OUT : CURL_NO_CONNECTION);
            case UNKNOWN -> false;
        };
    }

    /** {@code pg_isready -h HOST} of PostgreSQL. */
    private boolean isReady(List<String> words) {
        String host = "";
        int port = POSTGRES;
        boolean isQuiet = false;
        for (int i = 0; i < words.size(); i++) {
            String next = i + 1 < words.size() ? words.get(i + 1) : "";
            switch (words.get(i)) {
                case "-h" -> host = next;
                case "-p" -> {
                    if (!PORT.matcher(next).matches()) {
                        return false;
                    }
                    port = Integer.parseInt(next);
                }
                case "-U", "-d" -> {
                    // Whoever asks, the answer is the same.
                }
                case "-q" -> {
                    isQuiet = true;
                    continue;
                }
                default -> {
                    return false;
                }
            }
            i++;
        }
        if (host.isEmpty() || host.startsWith("/")) {
            return false;
        }
        NetworkAnswer answer = ask(host, port, Long.MAX_VALUE);
        boolean isOpen = answer.attempt() == Attempt.ACCEPTED;
        if (!isQuiet) {
            state.output
                    .append(host)
                    .append(':')
                    .append(port)
                    .append(isOpen ? " - accepting connections\n" : " - no response\n");
        }
        return answer.attempt() != Attempt.UNKNOWN && state.ends(isOpen ? 0 : NO_RESPONSE);
    }

    private NetworkAnswer ask(String host, int port, long patience) {
        NetworkAnswer answer = state.ask(host, port);
        state.nanos += Math.min(answer.nanos(), patience);
        return answer;
    }
}
