(function () {
  "use strict";
  var place = document.getElementById("chart");
  var data = JSON.parse(document.getElementById("data").textContent);
  if (data.charts.length === 0) {
    return;
  }
  var colors = ["create_to_schedule", "images_to_run", "kubelet_to_sandbox", "run_to_ready",
    "observe_to_replicaset", "network_to_images"];
  var shown = data.labels.map(function () { return true; });
  var values = [];
  var current = data.charts[0];
  var chart = null;

  function width() {
    return Math.max(320, place.clientWidth);
  }

  function color(i) {
    return percentiles.color(colors[i]);
  }

  function around(plot, low, high) {
    return low === null || high === null ? [1, 10] : [low * 0.93, high * 1.07];
  }

  // 1, 2 and 5 times each power of ten within the scale.
  function steps(plot) {
    var splits = [];
    var low = plot.scales.y.min;
    var high = plot.scales.y.max;
    var fine = high / low < 30 ? (high / low < 3 ? [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9] : [1, 2, 3, 5, 7]) : [1, 2, 5];
    for (var power = Math.pow(10, Math.floor(Math.log10(low))); power <= high; power *= 10) {
      fine.forEach(function (step) {
        if (power * step >= low && power * step <= high) {
          splits.push(power * step);
        }
      });
    }
    return splits;
  }

  // For each curve the percentile and the two ends of its interval, with a band between the ends.
  function draw() {
    var columns = [current.x];
    var series = [{ label: "Percentile" }];
    var bands = [];
    current.curves.forEach(function (curve, i) {
      columns.push(percentiles.drawable(curve.millis), percentiles.drawable(curve.high),
        percentiles.drawable(curve.low));
      series.push({
        label: data.labels[i],
        show: shown[i],
        stroke: function () { return color(i); },
        width: 2.25,
        dash: percentiles.dash(i),
        points: { show: false }
      });
      [0, 1].forEach(function () {
        series.push({ show: shown[i], stroke: "transparent", width: 0, points: { show: false } });
      });
      bands.push({
        series: [3 * i + 2, 3 * i + 3],
        fill: function () { return "color-mix(in srgb, " + color(i) + " 20%, transparent)"; }
      });
    });
    if (chart) {
      chart.destroy();
    }
    chart = new uPlot({
      width: width(),
      height: 360,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { time: false, distr: 3, range: [1, current.x[current.x.length - 1]] },
        y: { distr: 3, range: around }
      },
      axes: [percentiles.axis(percentiles.nines, percentiles.percentile, 34),
        percentiles.axis(steps, percentiles.duration, 62)],
      series: series,
      bands: bands,
      hooks: { setCursor: [describe] }
    }, columns, place);
  }

  function describe(plot) {
    values.forEach(function (output, i) {
      var at = plot.cursor.idx;
      var curve = current.curves[i];
      var value = at === null || at === undefined ? null : curve.millis[at];
      output.textContent = value === null || value === undefined ? "" : percentiles.percentile(current.x[at]) + " "
        + percentiles.duration(value) + (curve.low[at] === null ? "" : " (" + percentiles.duration(curve.low[at])
        + " to " + (curve.high[at] === null ? "never" : percentiles.duration(curve.high[at])) + ")");
    });
  }

  data.labels.forEach(function (text, i) {
    var label = document.createElement("label");
    var box = document.createElement("input");
    var output = document.createElement("strong");
    box.type = "checkbox";
    box.checked = true;
    box.addEventListener("change", function () {
      shown[i] = box.checked;
      draw();
    });
    label.append(box, percentiles.sample(i, colors[i]), text, output);
    document.getElementById("choices").append(label);
    values.push(output);
  });

  var picker = document.getElementById("stage");
  data.charts.forEach(function (each, i) {
    var option = document.createElement("option");
    option.value = i;
    option.textContent = each.title;
    picker.append(option);
  });
  picker.parentNode.hidden = false;
  picker.addEventListener("change", function () {
    current = data.charts[+picker.value];
    draw();
  });

  draw();
  window.addEventListener("resize", function () { chart.setSize({ width: width(), height: 360 }); });
  ["(prefers-color-scheme: dark)", "print"].forEach(function (query) {
    window.matchMedia(query).addEventListener("change", function () { chart.redraw(false, true); });
  });
})();
