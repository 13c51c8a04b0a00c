package dev.wavetank.model.conformance;

import dev.wavetank.model.cluster.ClusterParts;

class ControllerConformanceGoldenTest {
    public static void main(String[] a) {
        for (String s : a) {
            if (s.startsWith("-")) continue;
            Recording r = Recording.read(s);
            double last = r.observed().requests().stream()
                    .mapToDouble(Sent::millis)
                    .max()
                    .orElse(0);
            Comparison best = null;
            int seeds = Integer.getInteger("seeds", 5);
            for (int seed = 1; seed <= seeds; seed++) {
                Observed o = new Replay(r, Prologues.of(s))
                        .run(seed, (long) last + Integer.getInteger("tail", 3000), ClusterParts.DEFAULT);
                Comparison c = new Comparison(r.observed(), o);
                if (best == null || c.unequal() < best.unequal()) best = c;
                if (best.unequal() == 0) break;
            }
            System.out.println("== " + s + " requests " + best.requests() + " texts " + best.texts());
            best.requests().differences().forEach(d -> System.out.println("   R " + d));
            best.texts().differences().forEach(d -> System.out.println("   T " + d));
        }
    }
}
