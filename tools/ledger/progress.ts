/** Prints every two seconds, and at the end, how many events are done and how fast. */
export function startProgress(done: string): {
  at: (position: number) => void;
  end: (position: number) => void;
} {
  const started_ms = performance.now();
  let printed_ms = started_ms;
  const print = (position: number) => {
    const seconds = (performance.now() - started_ms) / 1000;
    const perSecond = Math.round(position / seconds).toLocaleString("en");
    console.log(
      `${done} ${position.toLocaleString("en")} events in ${seconds.toFixed(1)} s (${perSecond}/s)`,
    );
  };
  return {
    at(position) {
      if (performance.now() - printed_ms < print_every_ms) return;
      printed_ms = performance.now();
      print(position);
    },
    end: print,
  };
}

const print_every_ms = 2000;
