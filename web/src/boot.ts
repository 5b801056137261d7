import "./styles.css";

/**
 * Waits until the server-rendered frame (public/home-shell.html, office-shell.html) is painted before React runs, which takes a while on a
 * slow phone. The code is loading meanwhile (vite.preloads.ts).
 */
if (document.documentElement.dataset["session"] !== undefined && document.querySelector("#root > *") !== null)
  await painted();
await import("./main.tsx");

/** Resolves after the first paint, or after 500 ms. A page in the background is never painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 500);
    if (document.visibilityState === "hidden") resolve();
    new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true });
  });
}
