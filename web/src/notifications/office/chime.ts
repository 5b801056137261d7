import { readStored } from "../../lib/storage.ts";

/** Two rising tones: frequency in hertz, and when each begins. */
const tones = [
  { hertz: 784, at_s: 0 },
  { hertz: 1047, at_s: 0.14 },
] as const;
const tone_s = 0.22;
/** Loud enough beside a phone that plays music, and no fright in a quiet room. */
const volume = 0.15;
/** So long, another tab of the office makes no sound: it hears of the same order. */
const alone_ms = 1500;

let context: AudioContext | undefined;

export function isSoundOn(): boolean {
  return readStored("officeSound") !== "off";
}

/** Silent before the first touch of the page: browsers forbid sound until then. Never throws. */
export async function chime(): Promise<void> {
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    // Only a secure page has locks.
    if (!("locks" in navigator)) return play();
    await navigator.locks.request("office sound", { ifAvailable: true }, async (lock) => {
      if (lock === null) return;
      play();
      await new Promise((resolve) => setTimeout(resolve, alone_ms));
    });
  } catch {
    // A device without sound.
  }
}

function play(): void {
  context ??= new AudioContext();
  void context.resume().catch(() => undefined);
  for (const { hertz, at_s } of tones) {
    const starts_s = context.currentTime + at_s;
    const tone = new OscillatorNode(context, { frequency: hertz });
    const gain = new GainNode(context, { gain: volume });
    // A tone that is cut off clicks.
    gain.gain.setValueAtTime(volume, starts_s);
    gain.gain.exponentialRampToValueAtTime(0.001, starts_s + tone_s);
    tone.connect(gain).connect(context.destination);
    tone.start(starts_s);
    tone.stop(starts_s + tone_s);
  }
}
