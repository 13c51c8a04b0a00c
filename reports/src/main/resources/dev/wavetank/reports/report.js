(function () {
  "use strict";
  var place = document.getElementById("chart");
  if (!place) {
    return;
  }
  var data = JSON.parse(document.getElementById("data").textContent);
  var values = [];
  var color = percentiles.color;
  var duration = percentiles.duration;
  var percentile = percentiles.percentile;

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
      y: { distr: 3, range: percentiles.decades }
    },
    axes: [percentiles.axis(percentiles.nines, percentile, 34), percentiles.axis(percentiles.powers, duration, 62)],
    series: [{ label: "Percentile" }].concat(data.series.map(curve)),
    hooks: { setCursor: [describe] }
  }, [data.x].concat(data.series.map(function (series) { return percentiles.drawable(series.millis); })), place);

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
