import type { PaymentStorm, PaymentStormReport } from "./payment-storm.ts";
import { stormPaystack } from "./paystack-storm.ts";
import { stormSms } from "./sms-storm.ts";

const faults_named_max = 20;

const storms: [rail: string, storm: (options: PaymentStorm) => Promise<PaymentStormReport>][] = [
  ["Paystack", stormPaystack],
  ["SMS", stormSms],
];

/** Storms each rail with so many payments, and prints what that showed. @returns the exit code */
export async function runPayments(payments: number, seed: number): Promise<number> {
  const all: string[] = [];
  for (const [rail, storm] of storms) {
    console.log(`${rail}, seed ${seed}: ${payments} payments.`);
    const began_ms = performance.now();
    const took = () => `${((performance.now() - began_ms) / 1000).toFixed(0)} s`;
    const onProgress = (done: number) => console.log(`  ${done} payments asked for, ${took()}`);
    const { counts, faults } = await storm({ seed, payments, onProgress });
    for (const [what, count] of counts) console.log(`  ${String(count).padStart(7)} ${what}`);
    for (const fault of faults.slice(0, faults_named_max)) console.log(`  ${fault}`);
    console.log(faults.length === 0 ? `  0 lost, 0 doubled, ${took()}.` : `  ${faults.length} FAILURES.`);
    all.push(...faults);
  }
  if (all.length === 0) return 0;
  console.log(`The storm found failures. To repeat: npm run storm -- --payments ${payments} --seed ${seed}`);
  return 1;
}
