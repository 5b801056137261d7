// The clock of a test run, see test-clock.ts. Plain JavaScript, because programs that tests start load it through
// NODE_OPTIONS, and npm runs on any version of Node.
const RealDate = (globalThis.cedibookRealDate ??= Date);
const clock = (globalThis.cedibookClock ??= { ahead_ms: Number(process.env.CEDIBOOK_CLOCK_AHEAD_MS ?? 0) });
const now = () => RealDate.now() + clock.ahead_ms;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
});
