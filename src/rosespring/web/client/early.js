// A classic script on purpose: it must choose the theme before the first paint, and modules run after it.
(function () {
  try {
    const theme = localStorage.getItem("rosespring.theme");
    if (theme === "light" || theme === "dark" || theme === "contrast") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be closed to us; then the system's theme holds.
  }
})();
