import { storedFlag } from "../lib/stored-flag.ts";

/** Whether the balance is hidden from bystanders. Remembered on this device. */
export const useHiddenBalance = storedFlag("hideBalance", "1");
