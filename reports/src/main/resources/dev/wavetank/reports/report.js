(function () {
  "use strict";
  var place = document.getElementById("chart");
  if (!place) {
    return;
  }
  var data = JSON.parse(document.getElementById("data").textContent);
  var values = [];
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

  function curve(series) {
    return {
      label: series.title,
      show: series.shown,
      stroke: function () { return color(series.key); },
      width: series.total ? 2.5 : 1.75,
      dash: series.total && series.key !== "pod_startup" ? [6, 4] : undefined,
      points: { show: false },
      value: function (chart, value) { return duration(value); }
    };
  }

  function width() {
    return Math.max(320, place.clientWidth);
  }

  var chart = new uPlot({
    width: width(),
    height: 340,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: false, distr: 3, range: [1, data.x[data.x.length - 1]] },
      y: { distr: 3, range: decades }
    },
    axes: [axis(nines, percentile, 34), axis(powers, duration, 62)],
    series: [{ label: "Percentile" }].concat(data.series.map(curve)),
    hooks: { setCursor: [describe] }
  }, [data.x].concat(data.series.map(function (series) { return drawable(series.millis); })), place);

  function describe(chart) {
    values.forEach(function (output, i) {
      var at = chart.cursor.idx;
      var value = at === null || at === undefined ? null : data.series[i].millis[at];
      output.textContent = value === null || value === undefined ? "" : percentile(data.x[at]) + " " + duration(value);
    });
  }

  data.series.forEach(function (series, i) {
    var label = document.createElement("label");
    var box = document.createElement("input");
    var swatch = document.createElement("span");
    var output = document.createElement("strong");
    box.type = "checkbox";
    box.checked = series.shown;
    box.addEventListener("change", function () { chart.setSeries(i + 1, { show: box.checked }); });
    swatch.className = "swatch back-" + series.key + (series.total ? " line" : "");
    label.append(box, swatch, series.title, output);
    document.getElementById("choices").append(label);
    values.push(output);
  });

  window.addEventListener("resize", function () { chart.setSize({ width: width(), height: 340 }); });
  ["(prefers-color-scheme: dark)", "print"].forEach(function (query) {
    window.matchMedia(query).addEventListener("change", function () { chart.redraw(false, true); });
  });
})();
