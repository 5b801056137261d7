import { useQuery, queryOptions } from "@tanstack/react-query";
import { useState } from "react";
import { askingRail, type AskingRail, railKeys, railNames } from "#contract/rails.ts";
import { Button } from "../../ui/button.tsx";
import {
  type TestPayment,
  type TestPaymentAnswer,
  type StartTestAnswer,
  startTestBody,
} from "#contract/test-payments.ts";
import { getQuery, queryClient } from "../../lib/query-client.ts";
import { railsQuery } from "./payments.query.ts";
import { post } from "../../lib/api.ts";
import { useForm, Form } from "../../ui/form.tsx";
import { Alert } from "../../ui/alert.tsx";
import { PhoneField } from "../../ui/phone-field.tsx";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { Check, Hourglass, X } from "lucide-react";
import { formatDateTime } from "#contract/terms/dates.ts";
import { CodeForm } from "../../topups/code-form.tsx";
import { cn } from "../../lib/cn.ts";

/** Opens the test of the setup, if the shop takes payments by prompt. */
export function TestPaymentButton() {
  const { data } = useQuery(testPaymentQuery);
  const [isOpen, setIsOpen] = useState(false);
  if (data?.isOn !== true) return null;
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
        Test payment
      </Button>
      {isOpen && <TestDialog rail={askingRail(data)} phone={data.phone} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const ask_again_ms = 2000;

/** Whether a test payment is possible, and what became of the last one. */
export const testPaymentQuery = getQuery<TestPaymentAnswer>(["payments", "test"], "/payment/test", {
  staleTime: 0,
});

/** The same, while somebody watches it. The webhook may come after the payment is booked. */
const watchedTestQuery = queryOptions({ ...testPaymentQuery, refetchInterval: ask_again_ms });

/** The lights as they are once the payment is booked. */
const lightsAfterQuery = ({ startedAt, status }: TestPayment) =>
  queryOptions({
    ...railsQuery,
    queryKey: ["payments", "rails", "after", startedAt],
    enabled: status !== null,
  });

function isOpen(test: TestPayment | null | undefined): boolean {
  return test?.state === "asking" || test?.state === "otp" || test?.state === "waiting";
}

interface Props {
  rail: AskingRail;
  phone: string;
  onClose: () => void;
}

/** A payment of ¢1.00 that tests the whole way, step by step. */
function TestDialog(props: Props) {
  const { rail, onClose } = props;
  const { data } = useQuery(watchedTestQuery);
  const last = data?.last;
  return (
    <ResponsiveDialog title="Test payment" isStatic onClose={onClose}>
      <div className="flex flex-col gap-3">
        {!isOpen(last) && <StartForm {...props} />}
        {last !== null && last !== undefined && <TestSteps rail={rail} test={last} />}
        {isOpen(last) && (
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    </ResponsiveDialog>
  );
}

function StartForm({ rail, phone, onClose }: Props) {
  const [key, setKey] = useState<StartTestAnswer["key"]>("accepted");
  const form = useForm({
    schema: startTestBody,
    initial: { phone },
    send: (body) => post<StartTestAnswer>("/payment/test", body),
    onDone: ({ key: said, ...answer }) => {
      setKey(said);
      queryClient.setQueryData(testPaymentQuery.queryKey, answer);
    },
  });
  return (
    <Form form={form} send="Ask for ¢1.00" onCancel={onClose}>
      <p className="text-sm text-muted-foreground">
        This phone is asked for ¢1.00. The money is received, credits nobody, and waits in Not matched until
        you return or match it.
      </p>
      <PhoneField label="Phone" {...form.field("phone")} />
      {key !== "accepted" && (
        <Alert variant="destructive" role="alert">
          {key === "refused"
            ? `${railNames[rail]} refuses the key. Please check ${railKeys[rail]}.`
            : `${railNames[rail]} did not answer. Please try again, and check that the server can reach it.`}
        </Alert>
      )}
    </Form>
  );
}

type Step = readonly [keyof typeof looks, string];

const looks = {
  done: { Icon: Check, tone: "text-success", spoken: "Done:" },
  open: { Icon: Hourglass, tone: "text-muted-foreground", spoken: "Not yet:" },
  failed: { Icon: X, tone: "font-bold text-destructive", spoken: "Failed:" },
};

/** What became of a test payment, step by step. */
function TestSteps({ rail, test }: { rail: AskingRail; test: TestPayment }) {
  const { data: lights } = useQuery(lightsAfterQuery(test));
  const agrees = lights?.rails.find((light) => light.rail === rail)?.agrees;
  return (
    <section aria-label="Steps" className="flex flex-col gap-2">
      <p className="text-sm text-muted-foreground">
        Started {formatDateTime(test.startedAt)} by {test.by}
      </p>
      <ol className="flex flex-col gap-2" aria-live="polite">
        {stepsOf(rail, test, agrees).map(([result, text]) => {
          const { Icon, tone, spoken } = looks[result];
          return (
            <li key={text} className={cn("flex items-start gap-2 text-sm", tone)}>
              <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 wrap-anywhere">
                <span className="sr-only">{spoken} </span>
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
  const isOpenYet = status === "held" || status === "received";
  return [
    state === "paid"
      ? ["done", `Verified with ${name}: ¢1.00`]
      : ["failed", `Verified with ${name}, but another amount`],
    ["done", isOpenYet ? "Booked. It waits in Not matched" : "Booked, and decided since"],
    agrees === undefined
      ? ["open", `Comparing the books with ${name}`]
      : agrees === true
        ? ["done", `The light is green: the books and ${name} agree`]
        : ["failed", `The light is not green. See ${name} on this page`],
  ];
}
