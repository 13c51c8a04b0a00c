package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.apiserver.aggregator.Aggregator;
import dev.wavetank.model.apiserver.printers.TableColumns;
import dev.wavetank.model.apiserver.registry.strategy.Strategies;
import dev.wavetank.model.apiserver.request.Handler;
import dev.wavetank.model.apiserver.resource.ServedResources;
import dev.wavetank.model.apiserver.watchcache.Watches;

/**
 * What the front hands requests on to.
 *
 * @param handler executes typed requests of users who may
 * @param watches serves watches
 * @param resources what is served at this moment
 * @param strategies what is special about it
 * @param columns what tables of it show
 * @param aggregator hands on what other servers serve
 * @param checks what the server knows of itself
 */
public record Backend(
        Handler handler,
        Watches watches,
        ServedResources resources,
        Strategies strategies,
        TableColumns columns,
        Aggregator aggregator,
        SelfChecks checks) {}
