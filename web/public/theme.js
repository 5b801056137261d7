// Before the first paint: a chosen theme wins over the system's. A file of its own, since the CSP allows no inline script.
try {
  var theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch (e) {}
