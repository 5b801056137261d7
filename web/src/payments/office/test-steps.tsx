import { useQuery } from "@tanstack/react-query";
import { Check, Hourglass, X } from "lucide-react";
import { type AskingRail, railNames } from "#contract/rails.ts";
import type { TestPayment, TestPaymentAnswer } from "#contract/test-payments.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { CodeForm } from "../../topups/code-form.tsx";
import { post } from "../../lib/api.ts";
import { cn } from "../../lib/cn.ts";
import { queryClient } from "../../lib/query-client.ts";
import { lightsAfterQuery, testPaymentQuery } from "./test-payment.query.ts";

type Result = "done" | "open" | "failed";
type Step = readonly [Result, string];

const icons = { done: Check, open: Hourglass, failed: X };
const tones = { done: "text-success", open: "text-muted-foreground", failed: "font-bold text-destructive" };
const spoken = { done: "Done:", open: "Not yet:", failed: "Failed:" };

/** What became of a test payment, step by step. */
export function TestSteps({ rail, test }: { rail: AskingRail; test: TestPayment }) {
  const { data: lights } = useQuery(lightsAfterQuery(test));
  const agrees = lights?.rails.find((light) => light.rail === rail)?.agrees;
  return (
    <section aria-label="Steps" className="flex flex-col gap-2">
      <p className="text-sm text-muted-foreground">
        Started {formatDateTime(test.startedAt)} by {test.by}
      </p>
      <ol className="flex flex-col gap-2" aria-live="polite">
        {stepsOf(rail, test, agrees).map(([result, text]) => {
          const Icon = icons[result];
          return (
            <li key={text} className={cn("flex items-start gap-2 text-sm", tones[result])}>
              <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 wrap-anywhere">
                <span className="sr-only">{spoken[result]} </span>
                {text}
              </span>
            </li>
          );
        })}
      </ol>
      {test.state === "otp" && (
        <CodeForm
          said={test.said}
          send={(body) => post<TestPaymentAnswer>("/payment/test/otp", body)}
          onDone={(answer) => queryClient.setQueryData(testPaymentQuery.queryKey, answer)}
        />
      )}
    </section>
  );
}

/** `agrees`: whether the rail's light is green once the payment is booked. */
function stepsOf(rail: AskingRail, test: TestPayment, agrees: boolean | null | undefined): Step[] {
  const name = railNames[rail];
  const { state, said } = test;
  const steps: Step[] = [["done", `${name} accepts the key`]];
  if (state === "asking")
    return [...steps, ["open", `Nobody knows yet whether ${name} has the prompt. It is asked again`]];
  steps.push(["done", "The prompt was sent"]);
  if (state === "otp") return [...steps, ["open", "Enter the code of the network"]];
  if (state === "waiting") return [...steps, ["open", "Approve it on the phone"]];
  if (state === "failed") return [...steps, ["failed", `The payment was not made. ${said}`.trim()]];
  return [
    ...steps,
    ["done", "Approved on the phone"],
    webhookStep(rail, test),
    ...bookedSteps(name, test, agrees),
  ];
}

function webhookStep(rail: AskingRail, { heardAt }: TestPayment): Step {
  if (heardAt !== null) return ["done", "The webhook came, and its signature is right"];
  const address = `${location.origin}/api/payment/${rail}`;
  return ["failed", `No webhook came, so the shop asked. Set its address at ${railNames[rail]}: ${address}`];
}

function bookedSteps(
  name: string,
  { state, status }: TestPayment,
  agrees: boolean | null | undefined,
): Step[] {
  if (status === null)
    return [["failed", "Verified, but it is no money of this shop: another currency or the other mode"]];
  const verified: Step =
    state === "paid"
      ? ["done", `Verified with ${name}: ¢1.00`]
      : ["failed", `Verified with ${name}, but another amount`];
  const isOpenYet = status === "held" || status === "received";
  return [
    verified,
    ["done", isOpenYet ? "Booked. It waits in Not matched" : "Booked, and decided since"],
    agrees === undefined
      ? ["open", `Comparing the books with ${name}`]
      : agrees === true
        ? ["done", `The light is green: the books and ${name} agree`]
        : ["failed", `The light is not green. See ${name} on this page`],
  ];
}
