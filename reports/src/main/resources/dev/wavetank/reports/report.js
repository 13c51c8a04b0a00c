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

  // The curve of the stage with the most samples ends with the largest of them.
  function percentile(share) {
    return share === data.x[data.x.length - 1] ? "max" : percentiles.percentile(share);
  }

  // Those that are shown at first have different dashes; the whole startup has none.
  var order = data.series.filter(function (series) { return series.key === "pod_startup"; })
    .concat(data.series.filter(function (series) { return series.shown && series.key !== "pod_startup"; }))
    .concat(data.series.filter(function (series) { return !series.shown; }));

  function curve(series) {
    return {
      label: series.title,
      show: series.shown,
      stroke: function () { return color(series.key); },
      width: series.total ? 2.5 : 1.75,
      dash: percentiles.dash(order.indexOf(series)),
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
    var output = document.createElement("strong");
    box.type = "checkbox";
    box.checked = series.shown;
    box.addEventListener("change", function () { chart.setSeries(i + 1, { show: box.checked }); });
    label.append(box, percentiles.sample(order.indexOf(series), series.key), series.title, output);
    document.getElementById("choices").append(label);
    values.push(output);
  });

  window.addEventListener("resize", function () { chart.setSize({ width: width(), height: 340 }); });
  ["(prefers-color-scheme: dark)", "print"].forEach(function (query) {
    window.matchMedia(query).addEventListener("change", function () { chart.redraw(false, true); });
  });
})();
