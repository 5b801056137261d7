import "./styles.css";

/**
 * What the server has drawn (public/home-shell.html) is painted before React is even read: on a slow phone that takes
 * its time. The code is on its way already (vite.preloads.ts).
 */
if (
  document.documentElement.dataset["session"] !== undefined &&
  document.getElementById("home-shell") !== null
)
  await painted();
await import("./main.tsx");

/** The longest that the page waits for its first paint; one in the background has none. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 500);
    if (document.visibilityState === "hidden") resolve();
    new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true });
  });
}
