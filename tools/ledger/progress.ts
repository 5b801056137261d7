/** Prints every two seconds how many events are done, and at the end how fast it was. */
export function startProgress(done: string): {
  at: (position: number) => void;
  end: (position: number) => void;
} {
  const started_ms = performance.now();
  let told_ms = started_ms;
  const say = (position: number) => {
    const seconds = (performance.now() - started_ms) / 1000;
    const perSecond = Math.round(position / seconds).toLocaleString("en");
    console.log(
      `${done} ${position.toLocaleString("en")} events in ${seconds.toFixed(1)} s (${perSecond}/s)`,
    );
  };
  return {
    at(position) {
      if (performance.now() - told_ms < tell_every_ms) return;
      told_ms = performance.now();
      say(position);
    },
    end: say,
  };
}

const tell_every_ms = 2000;
