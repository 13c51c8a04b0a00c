package dev.wavetank.benchmarks.peer

import dev.wavetank.benchmarks.workload.Delays
import kotlin.time.Duration.Companion.days
import kotlin.time.Duration.Companion.nanoseconds
import kotlin.time.DurationUnit
import org.kalasim.Component
import org.kalasim.Environment

/**
 * kalasim: a process with a coroutine for every pending event, without its statistics.
 *
 * In Kotlin, because its interface has parameters of an inline class, which Java cannot name.
 */
class KalasimPeer(private val delays: Delays) : Peer {

    private val environment = Environment(tickDurationUnit = DurationUnit.NANOSECONDS)
    private var wanted = 0L
    private var fired = 0L

    init {
        environment.entityTrackingDefaults.disableAll()
        for (i in 0 until delays.pending()) {
            Process(delays.initial(i))
        }
    }

    /** Events of the same instant may still fire after the stop, so it may be ahead of what is wanted. */
    override fun hold(events: Int): Long {
        wanted += events
        if (fired < wanted) {
            environment.run(until = environment.startDate + END)
        }
        return (environment.now - environment.startDate).inWholeNanoseconds
    }

    private inner class Process(private val first: Long) : Component(koin = environment.getKoin()) {

        override fun process() = sequence {
            hold(first.nanoseconds)
            while (true) {
                if (++fired == wanted) {
                    environment.stopSimulation()
                }
                hold(delays.next().nanoseconds)
            }
        }
    }

    private companion object {

        val END = 100_000.days
    }
}
