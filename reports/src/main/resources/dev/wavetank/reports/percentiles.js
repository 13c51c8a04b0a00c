// What the charts of percentiles have in common.
var percentiles = (function () {
  "use strict";
  var style = getComputedStyle(document.documentElement);

  function color(name) {
    return style.getPropertyValue("--" + name).trim();
  }

  function duration(millis) {
    if (millis === null || millis === undefined) {
      return "";
    }
    var units = [[1000, "s"], [1, "ms"]];
    for (var i = 0; i < units.length; i++) {
      if (millis >= units[i][0]) {
        return +(millis / units[i][0]).toPrecision(3) + units[i][1];
      }
    }
    return +(millis * 1000).toPrecision(3) + "us";
  }

  function percentile(share) {
    return "p" + +(100 * (1 - 1 / share)).toFixed(4);
  }

  // A logarithmic scale has no zero: what took less than a microsecond is drawn at one.
  function drawable(millis) {
    return millis.map(function (value) {
      return value === null ? null : Math.max(value, 0.001);
    });
  }

  // From one power of ten to another, around all curves that are shown.
  function decades(chart, low, high) {
    if (low === null || high === null) {
      return [1, 10];
    }
    var from = Math.floor(Math.log10(low) + 1e-9);
    var to = Math.ceil(Math.log10(high) - 1e-9);
    return [Math.pow(10, from), Math.pow(10, Math.max(to, from + 1))];
  }

  function nines(chart) {
    var splits = [1, 2];
    for (var share = 10; share <= chart.scales.x.max * 1.001; share *= 10) {
      splits.push(share);
    }
    // The end of the scale has a label too, instead of one that is close to it.
    var end = chart.scales.x.max;
    if (splits[splits.length - 1] > end / 1.6) {
      splits.pop();
    }
    splits.push(end);
    return splits;
  }

  function powers(chart) {
    var splits = [];
    for (var value = chart.scales.y.min; value <= chart.scales.y.max * 1.001; value *= 10) {
      splits.push(value);
    }
    return splits;
  }

  function axis(splits, label, size) {
    return {
      stroke: function () { return color("soft"); },
      grid: { stroke: function () { return color("line"); }, width: 1 },
      ticks: { stroke: function () { return color("line"); }, width: 1 },
      font: "12px system-ui, sans-serif",
      size: size,
      splits: splits,
      filter: function (chart, values) { return values; },
      values: function (chart, values) { return values.map(label); }
    };
  }

  var dashes = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 2], [1, 5]];

  function dash(i) {
    return dashes[i % dashes.length];
  }

  // The line as it is drawn, for those who tell lines by their dashes.
  function sample(i, name) {
    var holder = document.createElement("span");
    holder.innerHTML = '<svg width="34" height="8" aria-hidden="true"><line x1="0" x2="34" y1="4" y2="4"'
      + ' stroke-width="2.5" stroke-dasharray="' + dash(i).join(" ") + '"></line></svg>';
    holder.querySelector("line").style.stroke = "var(--" + name + ")";
    return holder;
  }

  return {
    color: color, duration: duration, percentile: percentile, drawable: drawable, decades: decades, nines: nines,
    powers: powers, axis: axis, dash: dash, sample: sample
  };
})();
