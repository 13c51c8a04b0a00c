(function () {
  "use strict";
  document.querySelectorAll("table.stages").forEach(sortable);

  // Durations and counts as people read them: 1m2s, 3.40ms, 1,200 (3 missing).
  function amount(text) {
    var units = { h: 3.6e9, m: 6e7, s: 1e6, ms: 1e3, us: 1 };
    var sum = 0;
    var found = false;
    text.replace(/,/g, "").replace(/([\d.]+)(ms|us|h|m|s)?/g, function (all, number, unit) {
      if (!found || unit) {
        sum += parseFloat(number) * (unit ? units[unit] : 1);
      }
      found = true;
      return all;
    });
    return found ? sum : -1;
  }

  function sortable(table) {
    table.querySelectorAll("thead th").forEach(function (head, column) {
      var button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.textContent = head.textContent;
      head.textContent = "";
      head.append(button);
      button.addEventListener("click", function () {
        var down = head.getAttribute("aria-sort") !== "descending";
        table.querySelectorAll("thead th").forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        Array.prototype.forEach.call(table.tBodies, function (body) {
          Array.prototype.slice.call(body.rows).sort(function (a, b) {
            var one = a.cells[column].textContent.trim();
            var other = b.cells[column].textContent.trim();
            var order = column === 0 ? other.localeCompare(one) : amount(one) - amount(other);
            return down ? -order : order;
          }).forEach(function (row) { body.append(row); });
        });
      });
    });
  }
})();
