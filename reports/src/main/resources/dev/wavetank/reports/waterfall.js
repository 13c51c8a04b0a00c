(function () {
  "use strict";
  var place = document.getElementById("waterfall");
  if (!place) {
    return;
  }
  var controls = document.getElementById("zoom");
  var start = +place.dataset.start;
  var span = +place.dataset.span;
  var axis = place.querySelector(".axis");
  var ground = document.getElementById("ground");
  var line = ground.querySelector(".grid").cloneNode(true);
  var label = axis.querySelector(".tick").cloneNode(true);
  var from = 0; // of the whole width, as is the part that is seen
  var part = 1;

  function show(newFrom, newPart) {
    part = Math.min(1, Math.max(1e-4, newPart));
    from = Math.min(1 - part, Math.max(0, newFrom));
    place.style.setProperty("--zoom", 1 / part);
    place.style.setProperty("--from", from);
    ticks();
    controls.querySelectorAll("button").forEach(function (button) {
      button.disabled = button.dataset.zoom !== "in" && part === 1;
    });
  }

  // One, two or five times a power of ten, and beyond a minute what clocks show.
  function step(nanos) {
    var minutes = [1, 2, 5, 10, 30, 60, 120, 360, 720, 1440, 7200, 28800];
    for (var unit = 1; unit <= 1e10; unit *= 10) {
      for (var i = 0; i < 3; i++) {
        var each = unit * [1, 2, 5][i];
        if (each < 6e10 && nanos / each < 8) {
          return each;
        }
      }
    }
    return 6e10 * (minutes.find(function (each) { return nanos / (6e10 * each) < 8; }) || 144000);
  }

  function text(nanos) {
    if (nanos >= 6e10) {
      var rest = nanos % 6e10;
      var hours = Math.floor(nanos / 3.6e12);
      return (hours > 0 ? hours + "h" : "") + Math.floor(nanos % 3.6e12 / 6e10) + "m"
        + (rest === 0 ? "" : +(rest / 1e9).toFixed(6) + "s");
    }
    return nanos >= 1e9 ? +(nanos / 1e9).toFixed(9) + "s" : nanos >= 1e6 ? +(nanos / 1e6).toFixed(6) + "ms"
      : +(nanos / 1e3).toFixed(3) + "us";
  }

  function ticks() {
    ground.querySelectorAll(".grid").forEach(function (old) { old.remove(); });
    axis.querySelectorAll(".tick").forEach(function (old) { old.remove(); });
    var width = step(span * part);
    var last = start + span * (from + part);
    for (var at = Math.ceil((start + span * from) / width) * width; at <= last; at += width) {
      var x = (100 * (at - start) / span).toFixed(6) + "%";
      var newLine = line.cloneNode(true);
      var newLabel = label.cloneNode(true);
      newLine.setAttribute("x1", x);
      newLine.setAttribute("x2", x);
      newLabel.setAttribute("x", x);
      newLabel.textContent = text(at);
      ground.append(newLine);
      axis.append(newLabel);
    }
  }

  function act(what) {
    var middle = from + part / 2;
    if (what === "in") {
      show(middle - part / 4, part / 2);
    } else if (what === "out") {
      show(middle - part, part * 2);
    } else if (what === "earlier") {
      show(from - part / 2, part);
    } else if (what === "later") {
      show(from + part / 2, part);
    } else {
      show(0, 1);
    }
  }

  controls.hidden = false;
  controls.addEventListener("click", function (event) {
    if (event.target.dataset.zoom) {
      act(event.target.dataset.zoom);
    }
  });

  // Drag over the axis to see that part of it, double-click to see the whole; a sideways wheel moves.
  var box = axis.parentNode;
  var chosen = document.createElement("span");
  var began = null;
  chosen.className = "chosen";
  box.append(chosen);

  function place01(event) {
    var edge = box.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - edge.left) / edge.width));
  }

  function mark(one, other) {
    chosen.style.left = 100 * Math.min(one, other) + "%";
    chosen.style.width = 100 * Math.abs(one - other) + "%";
  }

  box.addEventListener("pointerdown", function (event) {
    began = place01(event);
    box.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  box.addEventListener("pointermove", function (event) {
    if (began !== null) {
      mark(began, place01(event));
    }
  });
  box.addEventListener("pointerup", function (event) {
    var ended = place01(event);
    if (began !== null && Math.abs(ended - began) > 0.01) {
      show(from + part * Math.min(began, ended), part * Math.abs(ended - began));
    }
    began = null;
    mark(0, 0);
  });
  box.addEventListener("dblclick", function () { show(0, 1); });
  place.addEventListener("wheel", function (event) {
    if (part < 1 && Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      show(from + part * event.deltaX / box.clientWidth, part);
      event.preventDefault();
    }
  }, { passive: false });
  window.addEventListener("beforeprint", function () { show(0, 1); });
  show(0, 1);
})();
