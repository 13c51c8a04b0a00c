(function () {
  "use strict";
  var source = document.getElementById("over-time");
  if (source) {
    draw(JSON.parse(source.textContent));
  }

  function draw(data) {
    var style = getComputedStyle(document.documentElement);
    var charts = [];
    var zooming = false;
    var dashes = [[], [6, 4], [2, 3], [10, 4, 2, 4], [1, 5], [12, 4]];
    var colors = ["create_to_schedule", "network_to_images", "run_to_ready", "kubelet_to_sandbox",
      "observe_to_replicaset", "images_to_run"];

    function color(name) {
      return style.getPropertyValue("--" + name).trim();
    }

    function axis(size, label) {
      return {
        stroke: function () { return color("soft"); },
        grid: { stroke: function () { return color("line"); }, width: 1 },
        ticks: { stroke: function () { return color("line"); }, width: 1 },
        font: "12px system-ui, sans-serif",
        size: size,
        values: label
      };
    }

    function seconds(chart, values) {
      return values.map(function (value) {
        return value === null ? "" : value > 0 && value < 0.1
          ? +(value * 1000).toPrecision(3) + "ms" : +value.toPrecision(4) + "s";
      });
    }

    function plain(chart, values) {
      return values.map(function (value) {
        return value === null ? "" : value >= 10000 ? +(value / 1000).toPrecision(3) + "k" : +value.toPrecision(3);
      });
    }

    // Faults and commands lie below the lines.
    function ground(chart) {
      var ctx = chart.ctx;
      var box = chart.bbox;
      ctx.save();
      ctx.beginPath();
      ctx.rect(box.left, box.top, box.width, box.height);
      ctx.clip();
      ctx.fillStyle = color("fault");
      ctx.globalAlpha = 0.16;
      data.faults.forEach(function (fault) {
        var from = chart.valToPos(fault.from, "x", true);
        ctx.fillRect(from, box.top, Math.max(2, chart.valToPos(fault.to, "x", true) - from), box.height);
      });
      ctx.globalAlpha = 1;
      ctx.strokeStyle = color("soft");
      ctx.setLineDash([4, 4]);
      data.commands.forEach(function (command) {
        var at = chart.valToPos(command.at, "x", true);
        ctx.beginPath();
        ctx.moveTo(at, box.top);
        ctx.lineTo(at, box.top + box.height);
        ctx.stroke();
      });
      ctx.restore();
    }

    function zoomed(chart, key) {
      if (key !== "x" || zooming) {
        return;
      }
      zooming = true;
      charts.forEach(function (other) {
        if (other !== chart) {
          other.setScale("x", { min: chart.scales.x.min, max: chart.scales.x.max });
        }
      });
      zooming = false;
    }

    function fit(place, height) {
      return { width: Math.max(280, place.clientWidth), height: height };
    }

    function add(place, options, columns, height) {
      var size = fit(place, height);
      options.width = size.width;
      options.height = size.height;
      var chart = new uPlot(options, columns, place);
      charts.push(chart);
      window.addEventListener("resize", function () { chart.setSize(fit(place, height)); });
      ["(prefers-color-scheme: dark)", "print"].forEach(function (query) {
        window.matchMedia(query).addEventListener("change", function () { chart.redraw(false, true); });
      });
    }

    function box(parent, title) {
      var figure = document.createElement("figure");
      var caption = document.createElement("figcaption");
      caption.textContent = title;
      figure.append(caption);
      parent.append(figure);
      return figure;
    }

    function heat(place) {
      var cells = data.heat.cells;
      if (cells.length === 0) {
        return;
      }
      var rows = cells.map(function (cell) { return cell[1]; });
      var per = data.heat.rowsPerDecade;
      var low = Math.pow(10, Math.min.apply(null, rows) / per);
      var high = Math.pow(10, (Math.max.apply(null, rows) + 1) / per);
      var most = Math.max.apply(null, cells.map(function (cell) { return cell[2]; }));
      function paint(chart) {
        var ctx = chart.ctx;
        ctx.save();
        ctx.beginPath();
        ctx.rect(chart.bbox.left, chart.bbox.top, chart.bbox.width, chart.bbox.height);
        ctx.clip();
        ctx.fillStyle = color("accent");
        cells.forEach(function (cell) {
          var x = chart.valToPos(cell[0] * data.heat.column, "x", true);
          var right = chart.valToPos((cell[0] + 1) * data.heat.column, "x", true);
          var top = chart.valToPos(Math.pow(10, (cell[1] + 1) / per), "y", true);
          var bottom = chart.valToPos(Math.pow(10, cell[1] / per), "y", true);
          ctx.globalAlpha = 0.15 + 0.85 * Math.sqrt(cell[2] / most);
          ctx.fillRect(x, top, Math.max(2, right - x), bottom - top);
        });
        ctx.restore();
      }
      var figure = box(place, "Pod startup by time of creation; the darkest cell has " + most
        + (most === 1 ? " pod" : " pods"));
      add(figure, {
        legend: { show: false },
        cursor: { y: false, sync: { key: "time" } },
        scales: { x: { time: false }, y: { distr: 3, range: [low, high] } },
        axes: [axis(30, seconds), axis(60, seconds)],
        series: [{}, { label: "startup", stroke: "transparent", points: { show: false } }],
        hooks: { drawClear: [ground], draw: [paint], setScale: [zoomed] }
      }, [[0, data.heat.end], [low, high]], 240);
    }

    function lines(place, chart) {
      var columns = [chart.lines[0].values.map(function (value, i) { return (i + 0.5) * data.width; })];
      chart.lines.forEach(function (line) { columns.push(line.values); });
      var unit = chart.unit === "" || chart.unit === "s" ? "" : ", " + chart.unit;
      add(box(place, chart.title + unit), {
        legend: { show: chart.lines.length > 1, live: false },
        cursor: { y: false, sync: { key: "time" } },
        scales: { x: { time: false, range: function (plot, min, max) { return [min, max]; } },
          y: { range: function (plot, min, max) { return [0, max > 0 ? max * 1.08 : 1]; } } },
        axes: [axis(30, seconds), axis(60, chart.unit === "s" ? seconds : plain)],
        series: [{ label: "time" }].concat(chart.lines.map(function (line, i) {
          return {
            label: line.label,
            stroke: function () { return color(colors[i]); },
            width: 1.75,
            dash: dashes[i],
            spanGaps: false,
            points: { show: chart.unit === "s" || line.values.length < 2, size: 5 }
          };
        })),
        hooks: { drawClear: [ground], setScale: [zoomed] }
      }, columns, 180);
    }

    heat(document.getElementById("heat"));
    data.charts.forEach(function (chart) { lines(document.getElementById("series"), chart); });
    data.commands.forEach(function (command) {
      var item = document.createElement("li");
      var time = document.createElement("span");
      time.className = "when";
      time.textContent = +command.at.toFixed(3) + "s ";
      var words = document.createElement("code");
      words.textContent = command.words;
      item.append(time, words);
      document.getElementById("commands").append(item);
    });
  }
})();
